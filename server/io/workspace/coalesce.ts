/** Combines events that come close together. */

/** Events within this of one another belong together: an editor's save is two to four of them. */
const quietMs = 30;
/** Events that do not stop are reported in parts: a file that an agent writes is to be found within 300 ms. */
const longestMs = 120;

/** Calls `act` once it has been quiet after `notice`, or after the longest wait. Never after `stop`. */
export function coalesce(act: () => void): { notice(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null;
  let firstAt = 0;
  let stopped = false;
  return {
    notice() {
      if (stopped) return;
      const now = performance.now();
      if (timer) clearTimeout(timer);
      else firstAt = now;
      timer = setTimeout(
        () => {
          timer = null;
          act();
        },
        Math.max(0, Math.min(quietMs, firstAt + longestMs - now)),
      );
    },
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
