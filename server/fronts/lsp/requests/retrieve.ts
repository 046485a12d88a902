/** `context/retrieve` (S2). */

import type { Engine } from '../../../core/engine-face.js';
import type { Anchor, Question } from '../../../core/model/answer.js';
import type { RetrieveParams, RetrievePartialResult, RetrieveResult } from '../../../protocol/retrieve.js';
import { retrieveMethod, retrieveParamsSchema } from '../../../protocol/retrieve.js';
import { continueToken, keysOfToken } from '../../continue-token.js';
import { renderMarkdown } from '../../render-markdown.js';
import type { RequestHandler } from '../dispatch.js';
import { invalidParams, validate } from '../errors.js';
import { requestProgress, sendPartially } from '../progress.js';
import type { Session } from '../session.js';
import { noWorkspace } from '../session.js';
import { answerToWire } from '../to-wire.js';

export const retrieve =
  (session: Session): RequestHandler =>
  async (raw, signal) => {
    const params: RetrieveParams = validate(retrieveMethod, retrieveParamsSchema, raw);
    const sent = [...(params.exclude ?? []), ...sentBefore(params)];
    const progress = requestProgress(session.connection, params.workDoneToken, 'Searching');
    try {
      const result = await session.use(
        async (engine) => {
          const answer = await engine.retrieve(questionOf(session, engine, params, sent), signal);
          return answerToWire(session, engine, answer, params.explain === true);
        },
        () => emptyAnswer(params),
      );
      signal.throwIfAborted();
      const keys = result.results.map(({ key }) => key);
      const token = continueToken([...sent, ...keys]);
      if (token !== undefined) result.continueFrom = token;
      if (params.format === 'markdown') result.markdown = renderMarkdown(result);
      const partial = (results: RetrieveResult['results']): RetrievePartialResult => ({ results });
      if (sendPartially(session.connection, params.partialResultToken, result.results, partial)) result.results = [];
      progress.end(`${keys.length} results`);
      return result;
    } catch (error) {
      progress.end('failed');
      throw error;
    }
  };

function sentBefore({ continueFrom }: RetrieveParams): string[] {
  if (continueFrom === undefined) return [];
  const keys = keysOfToken(continueFrom);
  if (keys === null) throw invalidParams(retrieveMethod, [{ path: 'continueFrom', message: 'not a token of an earlier answer' }]);
  return keys;
}

function questionOf(session: Session, engine: Engine, params: RetrieveParams, exclude: readonly string[]): Question {
  const { limit, budgetTokens = session.settings.budgetTokens, reservedTokens, filters, explain, withText } = params;
  const anchor = anchorOf(session, engine, params);
  return {
    query: params.query,
    ...(limit !== undefined && { limit }),
    ...(budgetTokens !== undefined && { budgetTokens: budgetTokens ?? Number.POSITIVE_INFINITY }),
    ...(reservedTokens !== undefined && { reservedTokens }),
    ...(filters && { filters }),
    ...(anchor && { anchor }),
    ...(exclude.length > 0 && { exclude }),
    ...(explain !== undefined && { explain }),
    ...(withText !== undefined && { withText }),
  };
}

/** An anchor outside of the workspace is no error: an editor sends whatever document has the focus. */
function anchorOf(session: Session, engine: Engine, { anchor }: RetrieveParams): Anchor | undefined {
  const path = anchor && session.pathOf(anchor.uri, engine);
  if (!anchor || path === null || path === undefined) return undefined;
  return { path, ...(anchor.position && { line: anchor.position.line }) };
}

const emptyAnswer = ({ query, budgetTokens }: RetrieveParams): RetrieveResult => ({
  query,
  intent: 'general',
  results: [],
  needed: [],
  tokens: 0,
  budgetTokens: budgetTokens ?? null,
  considered: 0,
  confidence: 0,
  isIncomplete: true,
  problems: [noWorkspace],
  elapsedMs: 0,
});
