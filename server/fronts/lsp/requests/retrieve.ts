/** `context/retrieve`. */
import { retrieveMethod } from '../../../protocol/methods.js';
import type { RetrieveParams, RetrievePartialResult, RetrieveResult } from '../../../protocol/retrieve.js';
import { retrieveParamsSchema } from '../../../protocol/retrieve.js';
import type { RequestHandler } from '../dispatch.js';
import { validate } from '../errors.js';
import { requestProgress, sendPartially } from '../progress.js';
import type { Session } from '../session.js';
import { answerQuestion } from './answer-question.js';

export const retrieve =
  (session: Session): RequestHandler =>
  async (raw, signal) => {
    const params: RetrieveParams = validate(retrieveMethod, retrieveParamsSchema, raw);
    const progress = requestProgress(session.connection, params.workDoneToken, 'Searching');
    try {
      const { result } = await answerQuestion(session, params, signal, progress);
      progress.end(`${result.results.length} results`);
      const partial = (results: RetrieveResult['results']): RetrievePartialResult => ({ results });
      return sendPartially(session.connection, params.partialResultToken, result.results, partial) ? { ...result, results: [] } : result;
    } catch (error) {
      progress.end('failed');
      throw error;
    }
  };
