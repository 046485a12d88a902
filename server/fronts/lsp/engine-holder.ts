/**
 * Holds the engine of one session: opens it, opens it anew when roots or settings change, closes it. Requests in
 * flight may finish on the engine they began with; then it is closed, and only then is the next one opened, since both
 * may write the same index.
 */
import type { Engine, EngineOptions, OpenEngine } from '../../core/engine/engine-api.js';
import { indexError } from '../../core/model/problem.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { within } from '../../util/within.js';

/** How long a request that ignores its cancellation, or a long reindex, may delay a close or a change of roots. */
const drainMs = 500;

export class EngineHolder {
  readonly #openEngine: OpenEngine;
  readonly #log: Log;
  /**
   * Called in the same tick in which the engine becomes visible, so that no document change is lost.
   * The returned function is called before the engine is closed.
   */
  readonly #onOpen: (engine: Engine) => () => void;
  #detach: () => void = () => {};
  #options: EngineOptions | null = null;
  #opening: Promise<Engine | null> = Promise.resolve(null);
  #engine: Engine | null = null;
  #failure: string | null = null;
  #generation = 0;
  readonly #inFlight = new Set<Promise<unknown>>();

  constructor(openEngine: OpenEngine, onOpen: (engine: Engine) => () => void, log: Log) {
    this.#openEngine = openEngine;
    this.#onOpen = onOpen;
    this.#log = log;
  }

  /** Opens the engine with these options unless it is open with them; without roots there is no engine. */
  configure(options: EngineOptions): void {
    const former = this.#options;
    this.#options = options;
    if (this.#failure === null && former && JSON.stringify(withoutModels(options)) === JSON.stringify(withoutModels(former))) {
      if (JSON.stringify(options) !== JSON.stringify(former)) this.#changeModels(options);
      return;
    }
    this.#swap(options.roots.length > 0 ? options : null);
  }

  /** Changes models without reopening the engine: the serving model goes on until the next is complete. */
  #changeModels(options: EngineOptions): void {
    const generation = this.#generation;
    this.#opening
      .then(async (engine) => {
        // Later settings or another engine replace these.
        if (engine && generation === this.#generation && this.#options === options) await engine.configureModels(options.settings ?? {});
      })
      .catch((error: unknown) => this.#log('error', `the models could not be changed: ${messageOf(error)}`));
  }

  #swap(options: EngineOptions | null): void {
    const generation = ++this.#generation;
    const before = this.#opening;
    this.#engine = null;
    this.#failure = null;
    this.#opening = (async () => {
      const old = await before.catch(() => null);
      await within(drainMs, Promise.allSettled(this.#inFlight));
      this.#detach();
      this.#detach = () => {};
      await old?.close().catch((error) => this.#log('error', `closing the index: ${messageOf(error)}`));
      // Of several swaps only the last one opens an engine.
      if (options === null || generation !== this.#generation) return null;
      try {
        const engine = await this.#openEngine(options);
        if (generation === this.#generation) {
          this.#engine = engine;
          this.#detach = this.#onOpen(engine);
        }
        return engine;
      } catch (error) {
        this.#log('error', `the workspace could not be opened: ${messageOf(error)}`);
        if (generation === this.#generation) this.#failure = messageOf(error);
        throw error;
      }
    })();
    this.#opening.catch(() => {});
  }

  /** The open engine, or null. */
  get engine(): Engine | null {
    return this.#engine;
  }

  /** Why the engine could not be opened, or null. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Runs work on the engine once it is open, or gives `absent()` where the workspace has no root. */
  async use<T>(work: (engine: Engine) => Promise<T> | T, absent: () => T): Promise<T> {
    let awaited: Promise<Engine | null>;
    do {
      awaited = this.#opening;
      try {
        await awaited;
      } catch (error) {
        if (awaited === this.#opening) throw indexError(`the workspace could not be opened: ${messageOf(error)}`);
      }
    } while (awaited !== this.#opening);
    const engine = this.#engine;
    if (engine === null) return absent();
    const running = Promise.resolve(work(engine));
    this.#inFlight.add(running);
    try {
      return await running;
    } finally {
      this.#inFlight.delete(running);
    }
  }

  async close(): Promise<void> {
    this.#swap(null);
    await this.#opening;
  }
}

/** Options whose change reopens the engine; of the models only the dimensions of the embedded one, on which every commit depends. */
const withoutModels = ({ settings: { embedding, reranker: _reranker, ...settings } = {}, ...options }: EngineOptions) => ({
  ...options,
  settings,
  dimensions: embedding?.provider === 'embedded' ? embedding.dimensions : undefined,
});
