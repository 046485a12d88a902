/**
 * The connection to a type checker: requests of TypeScript's package, sent by us. The package's own client writes twice for each request
 * and never settles requests to a server that has died.
 */
import { connect } from 'node:net';
import { API } from 'typescript/unstable/async';
import { JsonRpc } from '../../session/json-rpc.js';

export interface CheckerConnection {
  readonly api: API<true>;
  /** Rejects open requests. */
  readonly close: () => void;
}

/** A part of the package that is not public. Its version is pinned, and servers of other versions are not used. */
interface InternalApi {
  readonly client: { apiRequest: (method: string, params?: unknown) => Promise<unknown> };
}

/** `pipe`: its name from the server. `deadlineMs`: for each request. */
export function connectToChecker(pipe: string, deadlineMs: number): CheckerConnection {
  const socket = connect(pipe);
  const ignore = () => {};
  const peer = new JsonRpc(socket, socket, { onNotification: ignore, onRequest: ignore, onBroken: () => socket.destroy(), onNote: ignore });
  let isCorked = false;
  /** Requests of one turn of the event loop are sent together. */
  const corkOnce = () => {
    if (isCorked) return;
    isCorked = true;
    socket.cork();
    setImmediate(() => {
      isCorked = false;
      socket.uncork();
    });
  };
  const api = new API({ pipe }) as API<true>;
  (api as unknown as InternalApi).client.apiRequest = (method, params = null) => {
    corkOnce();
    return peer.request(method, params, deadlineMs);
  };
  return {
    api,
    close() {
      peer.end('the connection to the checker was closed');
      socket.destroy();
    },
  };
}
