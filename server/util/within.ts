/**
 * Waits for a promise up to a time limit; negative is 0. False where the limit came first. Rejects when aborted, and with what the promise
 * rejects with before the limit.
 */
export async function within(ms: number, work: Promise<unknown>, signal?: AbortSignal): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, ms));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    signal?.throwIfAborted();
  }
}
