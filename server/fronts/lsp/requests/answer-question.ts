/** Answers the params of `context/retrieve`; shared by all requests that answer questions. */

import type { Engine } from '../../../core/engine/engine-api.js';
import type { Anchor, Question } from '../../../core/model/answer.js';
import type { Profile } from '../../../core/model/profile.js';
import { applyProfile, defaultProfile, profileNamed, profileNames } from '../../../core/model/profile.js';
import { retrieveMethod } from '../../../protocol/methods.js';
import type { ContextProfile, RetrieveFormat } from '../../../protocol/profiles.js';
import type { RetrieveParams, RetrieveResult } from '../../../protocol/retrieve.js';
import { expectedOneOf } from '../../../util/nearest.js';
import { continueToken, keysOfToken } from '../../continue-token.js';
import { renderMarkdown, type ShownAnswer } from '../../render-markdown.js';
import { renderMcp } from '../../render-mcp.js';
import { invalidParams } from '../errors.js';
import { noProgress, type Reporter } from '../progress.js';
import type { Session } from '../session.js';
import { answerToWire } from '../to-wire.js';

export interface AnsweredQuestion {
  readonly result: RetrieveResult;
  /** What the result was made from, to render it once more in another form. */
  readonly answer: ShownAnswer;
}

/** @throws ResponseError for params that contradict each other, AbortError */
export async function answerQuestion(
  session: Session,
  params: RetrieveParams,
  signal: AbortSignal,
  progress: Reporter = noProgress,
): Promise<AnsweredQuestion> {
  const profile = profileOf(session, params);
  const sent = [...(params.exclude ?? []), ...sentBefore(params)];
  await session.waitForIndex(params.waitForIndex, progress, signal);
  const { answer, result } = await session.use(
    async (engine): Promise<AnsweredQuestion> => {
      const answer = await engine.retrieve(questionOf(session, engine, params, profile, sent), signal);
      return { answer, result: await answerToWire(session, engine, answer, params.explain === true) };
    },
    () => ({ answer: noAnswer(session), result: emptyResult(session, params) }),
  );
  signal.throwIfAborted();
  const token = continueToken([...sent, ...[...result.results, ...result.related].map(({ key }) => key)]);
  if (token !== undefined) result.continueFrom = token;
  const format = params.format ?? profile.format;
  if (format === 'markdown') result.markdown = renderMarkdown(answer);
  if (format === 'mcp') result.content = renderMcp(answer);
  return { answer, result };
}

type FrontProfile = Profile & { readonly format?: RetrieveFormat };

function profileOf(session: Session, { profile: name = defaultProfile }: RetrieveParams): FrontProfile {
  const own = session.settings.profiles ?? {};
  const profile = profileNamed<FrontProfile>(name, Object.fromEntries(Object.entries(own).map(([key, value]) => [key, fromWire(value)])));
  if (profile) return profile;
  const ignored = session.faultsOf(`profiles.${name}`).map((fault) => ` (ignored: ${fault})`);
  throw invalidParams(retrieveMethod, [{ path: 'profile', message: `${expectedOneOf(profileNames(own), name)}${ignored.join('')}` }]);
}

const fromWire = ({ budgetTokens, ...rest }: ContextProfile): FrontProfile => ({
  ...rest,
  ...(budgetTokens !== undefined && { budgetTokens: budgetTokens ?? Number.POSITIVE_INFINITY }),
});

function sentBefore({ continueFrom }: RetrieveParams): string[] {
  if (continueFrom === undefined) return [];
  const keys = keysOfToken(continueFrom);
  if (keys === null) throw invalidParams(retrieveMethod, [{ path: 'continueFrom', message: 'not a token of an earlier answer' }]);
  return keys;
}

function questionOf(session: Session, engine: Engine, params: RetrieveParams, profile: FrontProfile, exclude: readonly string[]): Question {
  const { limit, budgetTokens, resultTokens, reservedTokens, filters, minScore, related, lastCommit, explain, extract, brief, withText } =
    params;
  const anchor = anchorOf(session, engine, params);
  const asked: Question = {
    query: params.query,
    ...(params.alternatives && { alternatives: params.alternatives }),
    ...(limit !== undefined && { limit }),
    ...(budgetTokens !== undefined && { budgetTokens: budgetTokens ?? Number.POSITIVE_INFINITY }),
    ...(resultTokens !== undefined && { resultTokens }),
    ...(reservedTokens !== undefined && { reservedTokens }),
    ...(filters && { filters }),
    ...(minScore !== undefined && { minScore }),
    ...(related !== undefined && { related }),
    ...(anchor && { anchor }),
    ...(exclude.length > 0 && { exclude }),
    ...(lastCommit !== undefined && { lastCommit }),
    ...(explain !== undefined && { explain }),
    ...(extract !== undefined && { extract }),
    ...(brief !== undefined && { brief }),
    ...(withText !== undefined && { withText }),
  };
  const question = applyProfile(asked, profile);
  const { budgetTokens: setting } = session.settings;
  return question.budgetTokens === undefined && setting !== undefined ? { ...question, budgetTokens: setting } : question;
}

/** Ignores an anchor outside the workspace: editors send the focused document. */
function anchorOf(session: Session, engine: Engine, { anchor }: RetrieveParams): Anchor | undefined {
  const path = anchor && session.pathOf(anchor.uri, engine);
  if (!anchor || path === null || path === undefined) return undefined;
  return { path, ...(anchor.position && { line: anchor.position.line }) };
}

const noAnswer = ({ noWorkspace }: Session): ShownAnswer => ({
  results: [],
  related: [],
  needed: [],
  isIncomplete: true,
  callers: [],
  problems: [noWorkspace],
});

const emptyResult = ({ noWorkspace }: Session, { query, budgetTokens }: RetrieveParams): RetrieveResult => ({
  query,
  results: [],
  related: [],
  needed: [],
  callers: [],
  graph: [],
  tokens: 0,
  budgetTokens: budgetTokens ?? null,
  considered: 0,
  confidence: 0,
  isIncomplete: true,
  problems: [noWorkspace],
  elapsedMs: 0,
});
