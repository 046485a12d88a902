/** False where the deadline (of `performance.now`) came first. Rejects when aborted, and with what `work` rejects with before that. */
export async function within(work: Promise<unknown>, deadline: number, signal?: AbortSignal): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, deadline - performance.now()));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    signal?.throwIfAborted();
  }
}
