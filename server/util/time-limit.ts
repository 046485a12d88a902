/**
 * A signal that aborts after a time limit or with other signals. Not `AbortSignal.any` of
 * `AbortSignal.timeout`: in Node 20 such a timeout is collected as garbage and never fires.
 */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** True if the time ran out before another signal aborted. */
  isOver(): boolean;
  /** Call this when the work has ended. */
  clear(): void;
}

export function timeLimit(ms: number, signals: readonly AbortSignal[]): TimeLimit {
  const controller = new AbortController();
  let over = false;
  const stop = () => controller.abort();
  const timer = setTimeout(() => {
    over = !controller.signal.aborted;
    stop();
  }, ms);
  for (const signal of signals) {
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  }
  return {
    signal: controller.signal,
    isOver: () => over,
    clear() {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', stop);
    },
  };
}
