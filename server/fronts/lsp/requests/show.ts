/** `context/show`. */

import type { Engine } from '../../../core/engine/engine-api.js';
import { queryError } from '../../../core/model/problem.js';
import type { ShowQuestion } from '../../../core/model/show.js';
import { showMethod } from '../../../protocol/methods.js';
import type { ShowParams, ShowResult } from '../../../protocol/show.js';
import { showParamsSchema } from '../../../protocol/show.js';
import { renderMarkdown } from '../../render-markdown.js';
import type { RequestHandler } from '../dispatch.js';
import { validate } from '../errors.js';
import { requestProgress } from '../progress.js';
import type { Session } from '../session.js';
import { problemToWire, resultsToWire } from '../to-wire.js';

export const show =
  (session: Session): RequestHandler =>
  async (raw, signal) => {
    const params: ShowParams = validate(showMethod, showParamsSchema, raw);
    const progress = requestProgress(session.connection, params.workDoneToken, 'Reading');
    try {
      await session.waitForIndex(params.waitForIndex, progress, signal);
      const result = await session.use(
        async (engine): Promise<ShowResult> => {
          const answer = await engine.show(questionOf(session, engine, params), signal);
          return {
            results: await resultsToWire(session, engine, answer.results),
            isIncomplete: answer.isIncomplete,
            problems: answer.problems.map(problemToWire),
            markdown: renderMarkdown({ ...answer, related: [], needed: [], callers: [] }),
          };
        },
        () => ({ results: [], isIncomplete: true, problems: [session.noWorkspace], markdown: '' }),
      );
      signal.throwIfAborted();
      progress.end(`${result.results.length} symbols`);
      return result;
    } catch (error) {
      progress.end('failed');
      throw error;
    }
  };

function questionOf(session: Session, engine: Engine, { textDocument, position, key, symbol, limit }: ShowParams): ShowQuestion {
  const rest = limit === undefined ? {} : { limit };
  if (!textDocument) return { ...rest, ...(key !== undefined && { key }), ...(symbol !== undefined && { symbol }) };
  if (!position) throw queryError(`${showMethod}: textDocument needs a position`);
  const [path = ''] = session.pathsOf([textDocument.uri], engine);
  return { ...rest, at: { path, line: position.line } };
}
