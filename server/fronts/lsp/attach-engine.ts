/** Connects an engine with the client: progress of indexing, status notifications, messages of the language servers behind it. */

import type { Engine } from '../../core/engine/engine-api.js';
import { didChangeStatusMethod } from '../../protocol/methods.js';
import { showEdgeIndexing, showIndexing } from './progress.js';
import type { Session } from './session.js';
import { statusToWire } from './to-wire.js';

/** @param nextToken names a progress that the server creates. Returns a function that disconnects the two. */
export function attachEngine(session: Session, engine: Engine, nextToken: () => string): () => void {
  const { capabilities, connection } = session;
  const shows = capabilities.window?.workDoneProgress ? [showIndexing, showEdgeIndexing] : [];
  const stopProgress = shows.map((show) => show(connection, engine, nextToken));
  const isWanted = (capabilities.experimental as { contextStatus?: unknown } | undefined)?.contextStatus === true;
  const stopStatus = engine.onStatus((now) => {
    if (isWanted || session.settings.statusNotifications)
      void connection.sendNotification(didChangeStatusMethod, statusToWire(session, engine, now)).catch(() => {});
  });
  let stopPassThrough = session.passThrough?.attach(engine);
  const stopReplacing = engine.onServersReplaced(() => {
    stopPassThrough?.();
    stopPassThrough = session.passThrough?.attach(engine);
  });
  return () => {
    stopReplacing();
    stopPassThrough?.();
    for (const stop of stopProgress) stop();
    stopStatus();
  };
}
