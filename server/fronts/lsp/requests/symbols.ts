/** `workspace/semanticSymbol` and, by the same search, the standard `workspace/symbol`. */

import { limits } from '../../../core/model/limits.js';
import type { ContextProblem } from '../../../protocol/common.js';
import { semanticSymbolMethod } from '../../../protocol/methods.js';
import type { SemanticSymbolParams, SemanticSymbolPartialResult, SemanticSymbolResult } from '../../../protocol/semantic-symbol.js';
import { semanticSymbolParamsSchema, workspaceSymbolParamsSchema } from '../../../protocol/semantic-symbol.js';
import type { RequestHandler } from '../dispatch.js';
import { validate } from '../errors.js';
import { noProgress, type Reporter, requestProgress, sendPartially } from '../progress.js';
import type { Session } from '../session.js';
import { symbolInformation, symbolsToWire } from '../to-wire.js';

/** No symbol has a longer name; matching one against all names would take minutes. */
const cut = (query: string): string => query.slice(0, limits.maxQueryChars);

/** @throws AbortError */
export async function answerSymbols(
  session: Session,
  params: SemanticSymbolParams,
  signal: AbortSignal,
  progress: Reporter = noProgress,
): Promise<SemanticSymbolResult> {
  const { limit, mode, filters } = params;
  await session.waitForIndex(params.waitForIndex, progress, signal);
  const result = await session.use(
    async (engine): Promise<SemanticSymbolResult> => {
      const answer = await engine.symbols(
        { query: cut(params.query), ...(limit !== undefined && { limit }), ...(mode && { mode }), ...(filters && { filters }) },
        signal,
      );
      return {
        symbols: await symbolsToWire(session, engine, answer.hits),
        isIncomplete: answer.isIncomplete,
        problems: answer.problems.map(({ code, message, incomplete }) => ({ code, message, incomplete })),
      };
    },
    () => ({ symbols: [], isIncomplete: true, problems: [session.noWorkspace] }),
  );
  signal.throwIfAborted();
  return result;
}

export const semanticSymbol =
  (session: Session): RequestHandler =>
  async (raw, signal) => {
    const params: SemanticSymbolParams = validate(semanticSymbolMethod, semanticSymbolParamsSchema, raw);
    const progress = requestProgress(session.connection, params.workDoneToken, 'Searching symbols');
    try {
      const result = await answerSymbols(session, params, signal, progress);
      progress.end(`${result.symbols.length} symbols`);
      const partial = (symbols: SemanticSymbolResult['symbols']): SemanticSymbolPartialResult => ({ symbols });
      return sendPartially(session.connection, params.partialResultToken, result.symbols, partial) ? { ...result, symbols: [] } : result;
    } catch (error) {
      progress.end('failed');
      throw error;
    }
  };

/** An array cannot say that it is incomplete, so the progress and a log message do. */
export const workspaceSymbol = (session: Session): RequestHandler => {
  // A picker asks with every key: the same message is logged once, and again after a complete answer.
  let said = '';
  const say = (problems: readonly Pick<ContextProblem, 'message' | 'incomplete' | 'code'>[]): string => {
    const [first] = problems.filter(({ incomplete }) => incomplete);
    if (first && first.code !== said) session.log('info', `workspace/symbol: incomplete: ${first.message}`);
    said = first?.code ?? '';
    return first ? `, incomplete: ${first.message}` : '';
  };
  return async (raw, signal) => {
    const params = validate('workspace/symbol', workspaceSymbolParamsSchema, raw);
    const progress = requestProgress(session.connection, params.workDoneToken, 'Searching symbols');
    try {
      const { symbols, remark } = await session.use(
        async (engine) => {
          const { hits, problems } = await engine.symbols({ query: cut(params.query), mode: 'auto' }, signal);
          // A picker cannot say that symbols are only alike in meaning, and lists them for every misspelt key.
          const isNamed = !problems.some(({ code }) => code === 'noMatch');
          return { symbols: isNamed ? await symbolInformation(session, engine, hits) : [], remark: say(problems) };
        },
        () => ({ symbols: [], remark: say([session.noWorkspace]) }),
      );
      signal.throwIfAborted();
      progress.end(`${symbols.length} symbols${remark}`);
      return sendPartially(session.connection, params.partialResultToken, symbols, (part) => part) ? [] : symbols;
    } catch (error) {
      progress.end('failed');
      throw error;
    }
  };
};
