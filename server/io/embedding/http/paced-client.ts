/**
 * Requests to one provider: a bounded number at once, within its rate limits, retried after temporary failures. Holds the key
 * and the counters. Background requests are queued; a user's question bypasses the queue and gives up early.
 */
import PQueue from 'p-queue';
import { type BackOff, waitBeforeRetry } from '../../../core/embedding/back-off.js';
import { CostCounter } from '../../../core/embedding/cost.js';
import type { Clock } from '../../../core/embedding/ports.js';
import { type RateLimits, RateWindow } from '../../../core/embedding/rate-window.js';
import type { Cost } from '../../../core/model/model-status.js';
import { type ContextError, configurationError } from '../../../core/model/problem.js';
import type { Log } from '../../../util/log.js';
import { ApiKey, type KeySettings } from './api-key.js';
import { failure, failureOf, postJson } from './post-json.js';

export interface ClientSettings extends KeySettings, RateLimits {
  /** Without user name, password or query. */
  readonly baseUrl: string;
  /** Requests at once. */
  readonly concurrency: number;
  readonly pricePerMillionTokens?: number;
  /** Header for the key in place of `Authorization: Bearer`. */
  readonly keyHeader?: string;
}

export interface ClientWorld {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

export interface Call<T> {
  readonly path: string;
  readonly body: unknown;
  /** Estimate, for the limits. */
  readonly tokens: number;
  readonly texts: number;
  readonly maxAnswerBytes: number;
  readonly deadlineMs: number;
  readonly backOff: BackOff;
  readonly urgent: boolean;
  /** Takes the answer apart; a message thrown here with `invalidAnswer` is the provider's fault. Gives the tokens counted, or null. */
  readonly read: (json: unknown) => { readonly value: T; readonly tokens: number | null };
}

/** What `read` throws for an answer that is JSON, but not what was asked for. */
export class InvalidAnswer extends Error {}

export class PacedClient {
  readonly provider: string;
  readonly #base: URL;
  readonly #settings: ClientSettings;
  readonly #world: ClientWorld;
  readonly #key: ApiKey;
  readonly #cost: CostCounter;
  readonly #window: RateWindow;
  readonly #ending = new AbortController();
  /** Background calls, first in first out. */
  readonly #queue: PQueue;

  /** Throws ContextError('configuration') for a base URL that is none. */
  constructor(provider: string, settings: ClientSettings, world: ClientWorld) {
    this.provider = provider;
    this.#base = baseUrl(provider, settings.baseUrl);
    this.#settings = settings;
    this.#world = world;
    this.#key = new ApiKey(settings, world.env);
    this.#cost = new CostCounter(settings.pricePerMillionTokens);
    this.#window = new RateWindow(settings);
    this.#queue = new PQueue({ concurrency: settings.concurrency });
  }

  get cost(): Cost {
    return this.#cost.current;
  }

  /** Throws ContextError('provider' or 'configuration'), or the signal's reason when aborted. */
  async call<T>(call: Call<T>, signal?: AbortSignal): Promise<T> {
    const ends = signal ? AbortSignal.any([signal, this.#ending.signal]) : this.#ending.signal;
    ends.throwIfAborted();
    const attempts = async (): Promise<T> => {
      for (let retry = 0; ; retry++) {
        const attempt = await this.#attempt(call, retry, ends);
        if (attempt.kind === 'done') return attempt.value;
      }
    };
    return call.urgent ? attempts() : this.#queue.add(attempts, { signal: ends });
  }

  async #attempt<T>(call: Call<T>, retry: number, signal: AbortSignal): Promise<{ kind: 'done'; value: T } | { kind: 'again' }> {
    const { clock } = this.#world;
    try {
      await this.#pace(call, signal);
      const json = await this.#post(call, signal);
      const { value, tokens } = this.#read(call, json);
      this.#cost.add({ texts: call.texts, tokens: tokens ?? call.tokens });
      return { kind: 'done', value };
    } catch (error) {
      signal.throwIfAborted();
      const data = failureOf(error);
      if (!data) throw error;
      // An answer that cannot be used is paid for all the same.
      const paid = data.status === 'invalid' || data.status === 'tooLarge';
      this.#cost.add({ failures: 1, tokens: paid ? call.tokens : 0 });
      const asked = data.retryAfterMs ?? null;
      if (data.status === 429 || asked !== null) this.#window.pauseUntil(clock.now() + (asked ?? 0));
      const renewed = data.status === 401 && this.#key.isFromCommand && retry === 0;
      if (renewed) this.#key.renew();
      // A broken answer may be a broken line; twice it is a broken provider.
      const retries = data.status === 'invalid' ? Math.min(1, call.backOff.retries) : call.backOff.retries;
      const mayRetry = data.retryable && retry < retries && (asked ?? 0) <= call.backOff.longestAskedMs;
      if (!mayRetry && !renewed) throw error;
      const wait = renewed ? 0 : waitBeforeRetry(call.backOff, retry, asked, clock.random());
      this.#world.log('info', `${(error as ContextError).message}; again in ${Math.round(wait)} ms`);
      await clock.sleep(wait, signal);
      this.#cost.add({ retries: 1 });
      return { kind: 'again' };
    }
  }

  async #pace<T>(call: Call<T>, signal: AbortSignal): Promise<void> {
    const { clock } = this.#world;
    if (call.urgent) {
      const paused = this.#window.pausedUntil - clock.now();
      if (paused > call.backOff.longestAskedMs) {
        const data = { provider: this.provider, status: 'rateLimit', retryable: true, retryAfterMs: paused } as const;
        throw failure(data, `asked for a pause of another ${Math.ceil(paused / 1000)} s`);
      }
      this.#window.force(clock.now(), call.tokens);
      return;
    }
    for (let wait = this.#window.take(clock.now(), call.tokens); wait > 0; wait = this.#window.take(clock.now(), call.tokens)) {
      await clock.sleep(wait, signal);
    }
  }

  async #post<T>(call: Call<T>, signal: AbortSignal): Promise<unknown> {
    const key = await this.#key.get();
    const { keyHeader } = this.#settings;
    const headers: Record<string, string> = key === null ? {} : keyHeader ? { [keyHeader]: key } : { authorization: `Bearer ${key}` };
    this.#cost.add({ requests: 1 });
    try {
      return await postJson({
        provider: this.provider,
        url: new URL(this.#base.pathname.replace(/\/$/, '') + call.path, this.#base),
        headers,
        body: call.body,
        deadlineMs: call.deadlineMs,
        maxAnswerBytes: call.maxAnswerBytes,
        signal,
        hide: (text) => this.#key.hide(text),
      });
    } catch (error) {
      const data = failureOf(error);
      if (data?.status !== 401 && data?.status !== 403) throw error;
      throw failure(data, `${(error as Error).message.slice(this.provider.length + 2)} (${this.#key.hint})`);
    }
  }

  #read<T>(call: Call<T>, json: unknown): { value: T; tokens: number | null } {
    try {
      return call.read(json);
    } catch (error) {
      if (!(error instanceof InvalidAnswer)) throw error;
      throw failure({ provider: this.provider, status: 'invalid', retryable: false }, this.#key.hide(error.message));
    }
  }

  /** Ends all requests; what waits for them gets an error. */
  close(): void {
    this.#ending.abort(failure({ provider: this.provider, status: 'closed', retryable: false }, 'closed'));
  }
}

function baseUrl(provider: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw configurationError(`${provider}: expected an http or https URL as base URL`);
  if (url.username || url.password || url.search) {
    throw configurationError(
      `${provider}: the base URL must hold no user name, password or query; keys come from the environment or a command`,
    );
  }
  return url;
}
