/**
 * Decouples a listing from the work on its items: batches are read as fast as they come, items are yielded as fast as they are
 * consumed. Invariant: nothing is read any more once the consumer has stopped.
 */

/** Throws what the batches throw, after the items that came before. */
export async function* readAhead<Item>(batches: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  const waiting: (readonly Item[])[] = [];
  let state: 'reading' | 'ended' | 'stopped' = 'reading';
  let wake = () => {};
  const read = async () => {
    try {
      for await (const batch of batches) {
        if (state === 'stopped') return;
        waiting.push(batch);
        wake();
      }
    } finally {
      if (state === 'reading') state = 'ended';
      wake();
    }
  };
  const reading = read();
  // Awaited below; until then a rejection must not be unhandled.
  reading.catch(() => {});
  const isReading = () => state === 'reading';
  try {
    for (;;) {
      const batch = waiting.shift();
      if (batch) yield* batch;
      else if (isReading()) await new Promise<void>((resolve) => (wake = resolve));
      else break;
    }
    await reading;
  } finally {
    state = 'stopped';
  }
}
