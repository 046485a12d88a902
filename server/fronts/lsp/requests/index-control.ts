/** `context/status`, `context/reindex`, `context/forget` and `context/unforget`. */

import type { Engine } from '../../../core/engine/engine-api.js';
import { describeProgress, percentageOf } from '../../../core/model/progress.js';
import { forgetParamsSchema } from '../../../protocol/forget.js';
import { forgetMethod, reindexMethod, statusMethod, unforgetMethod } from '../../../protocol/methods.js';
import { reindexParamsSchema } from '../../../protocol/reindex.js';
import type { ContextStatus } from '../../../protocol/status.js';
import { statusParamsSchema } from '../../../protocol/status.js';
import type { RequestHandler } from '../dispatch.js';
import { validate } from '../errors.js';
import { requestProgress } from '../progress.js';
import type { Session } from '../session.js';
import { emptyStatus, statusToWire } from '../to-wire.js';

const now = (session: Session, engine: Engine) => statusToWire(session, engine, engine.status());
const none = (session: Session) => (): ContextStatus => emptyStatus('noWorkspace', [session.noWorkspace, ...session.faults]);

export const status =
  (session: Session): RequestHandler =>
  async (raw) => {
    validate(statusMethod, statusParamsSchema, raw);
    try {
      return await session.use((engine) => now(session, engine), none(session));
    } catch (error) {
      // A status also reports that the workspace could not be opened.
      const failure = session.holder.failure;
      if (failure === null) throw error;
      return emptyStatus('failed', [{ code: 'internal', message: failure, incomplete: true }, ...session.faults]);
    }
  };

export const reindex =
  (session: Session): RequestHandler =>
  async (raw) => {
    const { uris, force, workDoneToken } = validate(reindexMethod, reindexParamsSchema, raw);
    const progress = requestProgress(session.connection, workDoneToken, 'Indexing');
    let summary: string | undefined;
    try {
      return await session.use(async (engine) => {
        const stop = engine.onProgress((step) => {
          if (step.unit !== 'files') return;
          summary = describeProgress(step);
          if (step.phase !== 'ready') progress.report(summary, percentageOf(step));
        });
        try {
          await engine.reindex({ ...(uris && { paths: session.pathsOf(uris, engine) }), ...(force !== undefined && { force }) });
          // Answers with the state after all requested passes.
          await engine.settled();
        } finally {
          stop();
        }
        return now(session, engine);
      }, none(session));
    } finally {
      progress.end(summary);
    }
  };

export const forget =
  (session: Session): RequestHandler =>
  async (raw) => {
    const { uris } = validate(forgetMethod, forgetParamsSchema, raw);
    return session.use(async (engine) => {
      session.answers.clear();
      await engine.forget(uris && session.pathsOf(uris, engine));
      return now(session, engine);
    }, none(session));
  };

export const unforget =
  (session: Session): RequestHandler =>
  async (raw) => {
    const { uris } = validate(unforgetMethod, forgetParamsSchema, raw);
    return session.use(async (engine) => {
      await engine.unforget(uris && session.pathsOf(uris, engine));
      await engine.settled();
      return now(session, engine);
    }, none(session));
  };
