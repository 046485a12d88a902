/** Runs batches, some at once, and yields each as soon as it is done. */
import type { EmbeddedBatch } from '../../core/embedding/ports.js';
import { providerError } from '../../core/model/problem.js';

type Outcome = { readonly kind: 'done'; readonly batch: EmbeddedBatch } | { readonly kind: 'failed'; readonly error: unknown };

/**
 * No more than `concurrency` batches are under way or waiting to be taken. After a failure no further batch starts, those
 * under way are yielded, then the failure is thrown. Ending the iteration aborts running batches.
 */
export async function* runBatches(
  batches: readonly (readonly number[])[],
  concurrency: number,
  run: (indices: readonly number[], signal: AbortSignal) => Promise<EmbeddedBatch>,
  signal?: AbortSignal,
): AsyncGenerator<EmbeddedBatch> {
  const ending = new AbortController();
  const ends = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const running = new Map<number, Promise<{ id: number; outcome: Outcome }>>();
  const queue = [...batches.entries()].reverse();
  const failures: unknown[] = [];
  const start = (id: number, indices: readonly number[]): void => {
    const outcome = run(indices, ends).then(
      (batch): Outcome => ({ kind: 'done', batch }),
      (error: unknown): Outcome => ({ kind: 'failed', error }),
    );
    running.set(
      id,
      outcome.then((settled) => ({ id, outcome: settled })),
    );
  };
  try {
    for (;;) {
      while (running.size < concurrency && queue.length > 0 && failures.length === 0)
        start(...(queue.pop() as [number, readonly number[]]));
      if (running.size === 0) break;
      const { id, outcome } = await Promise.race(running.values());
      running.delete(id);
      if (outcome.kind === 'failed') failures.push(outcome.error);
      else yield outcome.batch;
    }
    if (failures.length > 0) throw failures[0];
  } finally {
    ending.abort();
    await Promise.all(running.values());
  }
}

/** All rows in the order of the texts. Throws ContextError('provider') where a text was rejected. */
export async function collectBatches(provider: string, count: number, batches: AsyncIterable<EmbeddedBatch>): Promise<Float32Array> {
  let all = new Float32Array(0);
  for await (const { indices, vectors, dimensions, rejected } of batches) {
    const [first] = rejected;
    if (first) throw providerError(`text ${first.index} was rejected: ${first.reason}`, { provider, status: 'rejected', retryable: false });
    if (all.length === 0) all = new Float32Array(count * dimensions);
    for (const [row, index] of indices.entries()) all.set(vectors.subarray(row * dimensions, (row + 1) * dimensions), index * dimensions);
  }
  return all;
}
