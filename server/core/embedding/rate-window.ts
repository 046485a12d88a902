/** Requests and tokens of the last minute, against a provider's limits. Pure: the caller brings the time. */

export interface RateLimits {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
}

const windowMs = 60_000;

export class RateWindow {
  readonly #limits: RateLimits;
  /** Oldest first; `#first` instead of shifting. */
  #taken: { readonly at: number; readonly tokens: number }[] = [];
  #tokens = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /** No request before then, as the provider asked. */
  pauseUntil(time: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, time);
  }

  /** End of the pause that the provider asked for; in the past where there is none. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Counts a request that is made in any case: a user's question. */
  force(now: number, tokens: number): void {
    const { requestsPerMinute, tokensPerMinute } = this.#limits;
    if (requestsPerMinute === undefined && tokensPerMinute === undefined) return;
    this.#taken.push({ at: now, tokens });
    this.#tokens += tokens;
  }

  /** Takes the room for one request and gives 0, or takes nothing and gives the milliseconds after which to ask again. */
  take(now: number, tokens: number): number {
    if (now < this.#pausedUntil) return this.#pausedUntil - now;
    const { requestsPerMinute = Number.POSITIVE_INFINITY, tokensPerMinute = Number.POSITIVE_INFINITY } = this.#limits;
    let expired = 0;
    while (expired < this.#taken.length && (this.#taken[expired] as { at: number }).at <= now - windowMs) {
      this.#tokens -= (this.#taken[expired] as { tokens: number }).tokens;
      expired++;
    }
    if (expired > 0) this.#taken = this.#taken.slice(expired);
    // A request that is larger than the limit by itself goes alone.
    const room = this.#taken.length < requestsPerMinute && (this.#tokens + tokens <= tokensPerMinute || this.#taken.length === 0);
    if (room) {
      this.force(now, tokens);
      return 0;
    }
    let free = this.#tokens;
    let count = this.#taken.length;
    for (const { at, tokens: size } of this.#taken) {
      free -= size;
      count--;
      if (count < requestsPerMinute && (free + tokens <= tokensPerMinute || count === 0)) return Math.max(1, at + windowMs - now);
    }
    return windowMs;
  }
}
