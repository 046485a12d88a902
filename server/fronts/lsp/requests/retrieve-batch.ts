/**
 * `context/retrieveBatch`. One query after the other: each takes a few milliseconds of the main thread, and between
 * them other requests are served.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { retrieveBatchMethod, retrieveMethod } from '../../../protocol/methods.js';
import type { RetrieveParams } from '../../../protocol/retrieve.js';
import { retrieveParamsSchema } from '../../../protocol/retrieve.js';
import type { RetrieveBatchAnswer, RetrieveBatchError, RetrieveBatchPartialResult } from '../../../protocol/retrieve-batch.js';
import { retrieveBatchParamsSchema } from '../../../protocol/retrieve-batch.js';
import { messageOf } from '../../../util/bug.js';
import type { RequestHandler } from '../dispatch.js';
import { toResponseError, validate } from '../errors.js';
import { type Reporter, requestProgress, sendPartially } from '../progress.js';
import type { Session } from '../session.js';
import { answerQuestion } from './answer-question.js';

export const retrieveBatch =
  (session: Session): RequestHandler =>
  async (raw, signal) => {
    const { queries, workDoneToken, partialResultToken } = validate(retrieveBatchMethod, retrieveBatchParamsSchema, raw);
    const progress = requestProgress(session.connection, workDoneToken, 'Searching');
    const partial = (answers: RetrieveBatchAnswer[]): RetrieveBatchPartialResult => ({ answers });
    const answers: RetrieveBatchAnswer[] = [];
    try {
      for (const [index, query] of queries.entries()) {
        await nextTurn();
        signal.throwIfAborted();
        const answer = await answerOne(session, index, query, signal, progress);
        if (!sendPartially(session.connection, partialResultToken, [answer], partial)) answers.push(answer);
        progress.report(`${index + 1}/${queries.length} queries`, Math.floor((100 * (index + 1)) / queries.length));
      }
      progress.end(`${queries.length} queries`);
      return { answers };
    } catch (error) {
      progress.end('failed');
      throw error;
    }
  };

/** A failed query is answered with its error; only cancellation stops the batch. */
async function answerOne(
  session: Session,
  index: number,
  raw: unknown,
  signal: AbortSignal,
  progress: Reporter,
): Promise<RetrieveBatchAnswer> {
  try {
    const params: RetrieveParams = validate(retrieveMethod, retrieveParamsSchema, raw);
    const { result } = await answerQuestion(session, params, signal, progress);
    return { index, result };
  } catch (error) {
    signal.throwIfAborted();
    const reply = toResponseError(error, retrieveMethod);
    if (reply.data?.kind === 'internal')
      session.log('error', `${retrieveBatchMethod}, query ${index}: ${error instanceof Error ? error.stack : messageOf(error)}`);
    return { index, error: { code: reply.code, message: reply.message, data: reply.data as RetrieveBatchError['data'] } };
  }
}
