/** The bounded wait of a request for an index that is being built. */
import type { Engine } from '../core/engine/engine-api.js';
import type { Progress } from '../core/model/progress.js';

/** Resolves when the index matches the disk and the open documents, or after the time limit. Rejects when aborted. */
export async function waitForIndex(
  engine: Pick<Engine, 'onProgress' | 'settled'>,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
  limitMs: number,
): Promise<void> {
  signal.throwIfAborted();
  const stop = engine.onProgress(onProgress);
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(resolve, limitMs);
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      engine.settled().then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener('abort', onAbort);
    stop();
  }
}
