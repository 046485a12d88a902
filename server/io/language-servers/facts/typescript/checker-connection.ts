/**
 * The line to a checker: questions as the package puts them, sent by us. Its own client writes twice for each, and leaves
 * those open for ever that a dead server was asked.
 */
import { connect } from 'node:net';
import { API } from 'typescript/unstable/async';
import { JsonRpc } from '../../session/json-rpc.js';

export interface CheckerConnection {
  readonly api: API<true>;
  /** Rejects what is open. */
  readonly close: () => void;
}

/** What of the package is not public. Its version is pinned, and servers of no other are spoken with. */
interface Inside {
  readonly client: { apiRequest: (method: string, params?: unknown) => Promise<unknown> };
}

/** `pipe`: as the server has named it. `deadlineMs`: for each question. */
export function connectToChecker(pipe: string, deadlineMs: number): CheckerConnection {
  const socket = connect(pipe);
  const ignore = () => {};
  const peer = new JsonRpc(socket, socket, { onNotification: ignore, onRequest: ignore, onBroken: () => socket.destroy(), onNote: ignore });
  let isGathering = false;
  /** What is asked in one moment is sent as one. */
  const gather = () => {
    if (isGathering) return;
    isGathering = true;
    socket.cork();
    setImmediate(() => {
      isGathering = false;
      socket.uncork();
    });
  };
  const api = new API({ pipe }) as API<true>;
  (api as unknown as Inside).client.apiRequest = (method, params = null) => {
    gather();
    return peer.request(method, params, deadlineMs);
  };
  return {
    api,
    close() {
      peer.end('the conversation with the checker is over');
      socket.destroy();
    },
  };
}
