/**
 * The process that holds FAISS. A C++ exception inside faiss-node ends the process it is in: this one, not the server.
 * It takes requests one after the other, in order, and ends when its parent is gone.
 */
import { createRequire } from 'node:module';
import { loadIndexes, saveIndexes } from './host-files.js';
import { type Faiss, HostIndexes } from './host-indexes.js';
import type { Envelope, Reply, Request } from './messages.js';

let faiss: Faiss | null = null;
let indexes: HostIndexes | null = null;

function answer(request: Request): unknown {
  if (request.kind === 'start') {
    try {
      faiss = createRequire(import.meta.url)('faiss-node') as Faiss;
    } catch (error) {
      return { available: false, reason: `faiss-node cannot be loaded: ${String((error as Error).message).split('\n')[0]}` };
    }
    indexes = new HostIndexes(faiss, request.dimensions, request.graphFactory);
    return { available: true };
  }
  if (!faiss || !indexes) throw new Error('not started');
  switch (request.kind) {
    case 'load': {
      const failure = loadIndexes(request.folder, request.savedFor, faiss, indexes);
      if (failure) return failure;
      const { promoted } = indexes;
      return { flatIds: Float64Array.from(indexes.part('flat').ids), graphIds: Float64Array.from(indexes.part('graph').ids), promoted };
    }
    case 'reset':
      indexes.reset();
      return indexes.stats();
    case 'add':
      indexes.add(request.part, request.slice);
      return indexes.stats();
    case 'remove':
      indexes.remove(request.ids);
      return indexes.stats();
    case 'promote':
      indexes.promote();
      return indexes.stats();
    case 'search':
      return indexes.search(request.vector, request.k);
    case 'save':
      return saveIndexes(request.folder, request.savedFor, indexes).then((bytes) => ({ bytes }));
    case 'stats':
      return indexes.stats();
  }
}

process.umask(0o077);
// Ctrl-C in a terminal reaches the whole group; when to end is the parent's decision.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit(0));
const send = (reply: Reply): void => {
  process.send?.(reply, () => {});
};
const fail = (seq: number, error: unknown): void => send({ seq, error: error instanceof Error ? error.message : String(error) });
process.on('message', ({ seq, request }: Envelope) => {
  try {
    const value = answer(request);
    if (value instanceof Promise)
      value.then(
        (later) => send({ seq, value: later }),
        (error) => fail(seq, error),
      );
    else send({ seq, value });
  } catch (error) {
    fail(seq, error);
  }
});
