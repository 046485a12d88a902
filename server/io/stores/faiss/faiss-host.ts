/**
 * The process that holds vectors. A C++ exception inside faiss-node ends the process it is in: this one, not the server; and a search
 * among millions keeps nothing else waiting. It takes requests one after the other, in order, and ends when its parent is gone.
 */
import { createRequire } from 'node:module';
import type { Faiss } from './flat-index.js';
import { HeldVectors } from './held-vectors.js';
import { loadVectors, saveVectors } from './host-files.js';
import type { Envelope, Reply, Request } from './messages.js';

let vectors: HeldVectors | null = null;

const loadFaiss = (): Faiss => createRequire(import.meta.url)('faiss-node') as Faiss;

function answer(request: Request): unknown {
  if (request.kind === 'start') {
    try {
      vectors = new HeldVectors(request.heldAs, request.dimensions, loadFaiss);
    } catch (error) {
      return { available: false, reason: `faiss-node cannot be loaded: ${String((error as Error).message).split('\n')[0]}` };
    }
    return { available: true };
  }
  if (!vectors) throw new Error('not started');
  switch (request.kind) {
    case 'load': {
      const loaded = loadVectors(request.folder, request.savedFor, vectors);
      if ('reason' in loaded) return loaded;
      return { ids: vectors.index.ids(), ...loaded };
    }
    case 'reset':
      vectors.reset(request.heldAs);
      return vectors.stats;
    case 'add':
      vectors.add(request.slice);
      return vectors.stats;
    case 'remove':
      vectors.remove(request.ids);
      return vectors.stats;
    case 'search':
      return vectors.search(request.vector, request.k);
    case 'save':
      return saveVectors(request.folder, request.savedFor, vectors).then((bytes) => ({ bytes }));
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
