/** `context/related`. */

import type { Engine } from '../../../core/engine/engine-api.js';
import type { WorkspacePath } from '../../../core/model/file.js';
import { queryError } from '../../../core/model/problem.js';
import type { RelatedAnswer, RelatedQuestion } from '../../../core/model/related.js';
import { relatedMethod } from '../../../protocol/methods.js';
import type { RelatedParams, RelatedPartialResult, RelatedProof, RelatedResult } from '../../../protocol/related.js';
import { relatedParamsSchema } from '../../../protocol/related.js';
import type { RequestHandler } from '../dispatch.js';
import { validate } from '../errors.js';
import { inLines, textOnDisk } from '../pass-through/convert.js';
import { wholeLines } from '../positions.js';
import { requestProgress, sendPartially } from '../progress.js';
import type { Session } from '../session.js';
import { symbolsToWire } from '../to-wire.js';

export const related =
  (session: Session): RequestHandler =>
  async (raw, signal) => {
    const params: RelatedParams = validate(relatedMethod, relatedParamsSchema, raw);
    const progress = requestProgress(session.connection, params.workDoneToken, 'Following the code');
    try {
      await session.waitForIndex(params.waitForIndex, progress, signal);
      const result = await session.use(
        async (engine): Promise<RelatedResult> =>
          toWire(session, engine, await engine.related(await questionOf(session, engine, params), signal)),
        () => ({ of: [], items: [], omitted: [], unresolved: [], isIncomplete: true, problems: [session.noWorkspace] }),
      );
      signal.throwIfAborted();
      progress.end(`${result.items.length} found`);
      const partial = (items: RelatedResult['items']): RelatedPartialResult => ({ items });
      return sendPartially(session.connection, params.partialResultToken, result.items, partial) ? { ...result, items: [] } : result;
    } catch (error) {
      progress.end('failed');
      throw error;
    }
  };

async function questionOf(session: Session, engine: Engine, params: RelatedParams): Promise<RelatedQuestion> {
  const { textDocument, position, key, symbol, depth, kinds, limit } = params;
  const rest = { ...(depth !== undefined && { depth }), ...(kinds && { kinds }), ...(limit !== undefined && { limit }) };
  if (!textDocument) return { ...rest, ...(key !== undefined && { key }), ...(symbol !== undefined && { symbol }) };
  const [path = ''] = session.pathsOf([textDocument.uri], engine);
  if (!position) throw queryError(`${relatedMethod}: textDocument needs a position`);
  const text = session.documents.get(textDocument.uri)?.getText() ?? textOnDisk(textDocument.uri) ?? '';
  const { line, character } = session.encoding === 'utf-16' ? position : inLines(text, session.encoding, 'utf-16')(position);
  return { ...rest, at: { path, line, column: character } };
}

async function toWire(session: Session, engine: Engine, answer: RelatedAnswer): Promise<RelatedResult> {
  const hits = [...answer.of, ...answer.items.map(({ symbol }) => symbol)];
  const wired = await symbolsToWire(
    session,
    engine,
    hits.map((hit) => ({ ...hit, score: 0, reason: 'name' as const })),
  );
  const symbols = wired.map(({ score: _, reason: __, ...symbol }) => symbol);
  const proofOf = (path: WorkspacePath, { line, text }: { readonly line: number; readonly text: string }): RelatedProof => ({
    uri: session.uriOf(path, engine),
    range: wholeLines({ start: line, end: line + 1 }),
    text,
  });
  return {
    of: symbols.slice(0, answer.of.length),
    items: answer.items.map(({ kind, of, depth, proof, moreProof, furtherLines, member, provenance, isGuess }, i) => ({
      symbol: symbols[answer.of.length + i] as RelatedResult['of'][number],
      relation: kind,
      of,
      depth,
      proof: proof && proofOf(proof.path, proof),
      ...(proof && moreProof.length && { moreProof: moreProof.map((more) => proofOf(proof.path, more)) }),
      ...(furtherLines && { furtherLines }),
      ...(member !== undefined && { member }),
      provenance,
      ...(isGuess && { guess: true as const }),
    })),
    omitted: answer.omitted.map(({ kind, count }) => ({ relation: kind, count })),
    unresolved: answer.unresolved.map(({ name, path, line, definitions, isBase }) => ({
      name,
      uri: session.uriOf(path, engine),
      range: wholeLines({ start: line, end: line + 1 }),
      definitions,
      ...(isBase && { base: true as const }),
    })),
    isIncomplete: answer.isIncomplete,
    problems: answer.problems.map(({ code, message, incomplete }) => ({ code, message, incomplete })),
  };
}
