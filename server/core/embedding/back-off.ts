/** How long to wait before a request is made again. Pure. */

export interface BackOff {
  /** Wait before the first retry; doubles with each. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** Retries after the first attempt. */
  readonly retries: number;
  /** Where a provider asks for a longer wait, the call fails with the time to retry. */
  readonly longestAskedMs: number;
}

/** About fifteen seconds in all: a longer outage pauses embedding, which resumes by itself and is reported meanwhile. */
export const backgroundBackOff: BackOff = { firstMs: 1_000, mostMs: 60_000, retries: 4, longestAskedMs: 300_000 };
/** A user waits for the answer. */
export const queryBackOff: BackOff = { firstMs: 200, mostMs: 500, retries: 1, longestAskedMs: 1_000 };

/**
 * "Full jitter" above a floor: between half and all of the exponential wait, so that clients that failed together do not return
 * together. What the provider asks for is waited at least.
 * @param retry 0 for the first.
 */
export function waitBeforeRetry(backOff: BackOff, retry: number, askedMs: number | null, random: number): number {
  const exponential = Math.min(backOff.mostMs, backOff.firstMs * 2 ** retry);
  const own = exponential * (0.5 + random / 2);
  return askedMs === null ? own : Math.max(askedMs + random * Math.min(1_000, exponential / 4), own / 2);
}

/** Milliseconds that an answer asks to wait: `retry-after-ms`, or `Retry-After` in seconds or as a date; null where it does not. */
export function askedWaitMs(header: (name: string) => string | null, nowEpochMs: number): number | null {
  const ms = Number.parseFloat(header('retry-after-ms') ?? '');
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const value = header('retry-after')?.trim();
  if (!value) return null;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number.parseFloat(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - nowEpochMs);
}
