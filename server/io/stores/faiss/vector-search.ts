/**
 * Nearest vectors: in a child process, by FAISS or among bytes, or exactly in this process while that one is not available.
 * Invariant: derived data only; everything can be read from SQLite again.
 */
import { messageOf } from '../../../util/bug.js';
import type { Log } from '../../../util/log.js';
import { nextTurn } from '../../../util/next-turn.js';
import type { VectorSource } from '../sqlite/read-vectors.js';
import type { VectorHits } from '../vectors/byte-vectors.js';
import { ExactSearch } from '../vectors/exact-search.js';
import { FaissClient } from './faiss-client.js';
import { FaissFeed } from './faiss-feed.js';
import { removeSaved } from './host-files.js';
import type { HeldAs, SavedFor } from './messages.js';
import { SearchAhead } from './search-ahead.js';
import * as thresholds from './thresholds.js';

export interface VectorSearchOptions {
  readonly source: VectorSource;
  readonly folder: string;
  readonly mode: 'auto' | 'exact';
  /** Vectors from which on they are held as bytes. */
  readonly bytesFrom: number;
  readonly log: Log;
}

/**
 * `resting`: not started yet, exact search answers; `loading`: saved files are being read; `filling`: vectors come from
 * SQLite, exact search answers.
 */
type State = 'resting' | 'off' | 'loading' | 'filling' | 'ready' | 'waiting' | 'closed';

interface Running {
  readonly client: FaissClient;
  readonly feed: FaissFeed;
}

export class VectorSearch {
  readonly #options: VectorSearchOptions;
  readonly #exact: ExactSearch;
  #running: Running | null = null;
  readonly #ahead = new SearchAhead();
  #state: State = 'resting';
  #reason = 'FAISS has not been needed yet';
  #deaths: number[] = [];
  #timer: NodeJS.Timeout | null = null;
  #saving: Promise<void> | null = null;
  #waiters: (() => void)[] = [];

  constructor(options: VectorSearchOptions) {
    this.#options = options;
    this.#exact = new ExactSearch(options.source, options.folder);
    if (options.mode === 'exact') this.#turnOff('exact search was asked for');
  }

  get description(): { kind: string; reason: string } {
    const feed = this.#running?.feed;
    if (this.#state !== 'ready' || !feed) return { kind: 'exact', reason: this.#reason };
    return feed.description;
  }

  /** Process id of FAISS, for tests and `doctor`. */
  get pid(): number | undefined {
    return this.#running?.client.pid;
  }

  /**
   * Starts FAISS a moment from now, unless it runs: indexing has ended. What comes and goes within the moment (one
   * question from the command line) is answered exactly and needs no second process.
   */
  startSoon(): void {
    if (this.#state !== 'resting' || this.#timer) return;
    this.#timer = setTimeout(() => this.#start(), thresholds.startDelayMs);
    this.#timer.unref();
  }

  #start(): void {
    if (this.#state !== 'resting') return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#launch();
  }

  /** Resolves when FAISS answers, or when it is clear that it will not. */
  async settled(): Promise<void> {
    this.#start();
    while (this.#state === 'loading' || this.#state === 'filling' || this.#state === 'waiting') await this.#change();
  }

  /** Resolves when every vector is in the process. */
  async grown(): Promise<void> {
    await this.settled();
    for (let feed = this.#running?.feed; this.#state !== 'closed' && feed && !this.#isGrown(feed); feed = this.#running?.feed) {
      await nextTurn();
    }
  }

  #isGrown(feed: FaissFeed): boolean {
    return this.#state === 'ready' && feed.complete && feed.heldAs === this.#heldAs();
  }

  /**
   * Begins a search whose question waits for an edit to be stored: `search` with the same vector then only adds new vectors.
   * Without FAISS nothing happens.
   */
  searchAhead(vector: Float32Array, k: number): void {
    if (this.#state !== 'ready' || !this.#running) return;
    this.#ahead.begin(this.#running.feed, vector, k, this.#options.source.databaseId);
  }

  /** Best first. `vector` has unit length; scores are inner products. Sees everything committed before the call. */
  async search(vector: Float32Array, k: number): Promise<VectorHits> {
    const { source } = this.#options;
    const begun = await this.#ahead.take(vector, k, () => source.databaseId);
    const updated = begun && this.#exact.addNewVectors(begun.hits, begun.upTo, vector, k);
    if (updated) return updated;
    const isLarge = source.lastId > thresholds.maxExactRows;
    if (isLarge) this.#start();
    while (isLarge && (this.#state === 'loading' || this.#state === 'filling')) await this.#change();
    const running = this.#running;
    if (this.#state === 'ready' && running) {
      try {
        return await running.feed.search(vector, k);
      } catch (error) {
        this.#options.log('warn', `vector search goes on without FAISS: ${messageOf(error)}`);
      }
    }
    return this.#exact.search(vector, k);
  }

  /** There are new vectors in the database. */
  committed(): void {
    const feed = this.#running?.feed;
    if (this.#state !== 'ready' || !feed) return;
    if (feed.heldAs === this.#heldAs()) feed.follow();
    else this.reset();
  }

  /** Vectors were deleted from the database. */
  removed(ids: readonly number[]): void {
    if (ids.length === 0) return;
    this.#exact.clear();
    this.#exact.discardSaved();
    const feed = this.#running?.feed;
    if (!feed) return;
    feed.remove(ids).then(
      () => {
        if (feed.needsRebuild && this.#state === 'ready' && this.#running?.feed === feed) this.reset();
      },
      () => {},
    );
  }

  /** The database was replaced, or too many vectors were removed: everything is read again. */
  reset(): void {
    this.#exact.clear();
    this.#exact.discardSaved();
    if (!this.#running) return;
    const { client, feed } = this.#running;
    feed.stop();
    const running: Running = { client, feed: this.#newFeed(client) };
    const { heldAs } = running.feed;
    this.#running = running;
    this.#enter('filling', 'vectors are being read again');
    this.#begin(running, () => client.call({ kind: 'reset', heldAs }));
  }

  /** Writes the files beside the database where enough has changed. `always`: however little has changed. */
  async save(when: 'worthwhile' | 'always' = 'worthwhile'): Promise<void> {
    try {
      await this.#exact.save(when);
    } catch (error) {
      this.#options.log('warn', `vectors could not be saved: ${messageOf(error)}`);
    }
    const feed = this.#running?.feed;
    if (this.#state !== 'ready' || !feed || feed.unsaved === 0) return;
    if (this.#saving !== null) await this.#saving;
    if (when === 'worthwhile' && feed.unsaved < thresholds.worthSaving(feed.vectors)) return;
    this.#saving ??= this.#write(feed).finally(() => {
      this.#saving = null;
    });
    await this.#saving;
  }

  async #write(feed: FaissFeed): Promise<void> {
    try {
      this.#options.source.makeDurable();
      const bytes = await feed.save(this.#options.folder, this.#savedFor());
      this.#options.log('debug', `vectors saved: ${bytes} bytes`);
    } catch (error) {
      this.#options.log('warn', `vectors could not be saved: ${messageOf(error)}`);
    }
  }

  /** Deletes the saved files; they come back with the next save. */
  async discardSaved(): Promise<void> {
    await this.#saving;
    this.#exact.discardSaved();
    removeSaved(this.#options.folder);
  }

  /** Leaves no copy of a removed vector: FAISS only marks them, in memory and in its files, so both are made again from the database. */
  async purge(): Promise<void> {
    await this.discardSaved();
    this.reset();
  }

  async close(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    this.#enter('closed', 'closed');
    if (this.#timer) clearTimeout(this.#timer);
    this.#exact.clear();
    running?.feed.stop();
    await running?.client.close();
  }

  #launch(): void {
    this.#enter('loading', 'FAISS is starting');
    try {
      const client = new FaissClient((reason) => this.#died(client, reason));
      const running: Running = { client, feed: this.#newFeed(client) };
      this.#running = running;
      this.#begin(running, () => this.#load(running));
    } catch (error) {
      this.#turnOff(`FAISS process cannot be started: ${messageOf(error)}`);
    }
  }

  /** From the first message to readiness. A failure ends the process, and `#died` decides whether it is restarted. */
  #begin(running: Running, first: () => Promise<unknown>): void {
    const fill = async (): Promise<void> => {
      await first();
      while (this.#running === running && !running.feed.complete) {
        this.#enter('filling', 'vectors are being read');
        await running.feed.catchUp();
      }
      if (this.#running !== running) return;
      this.#exact.clear();
      this.#enter('ready', '');
      running.feed.follow();
    };
    fill().catch((error) => {
      if (this.#running !== running) return;
      this.#options.log('warn', `FAISS could not be started: ${messageOf(error)}`);
      running.client.kill();
    });
  }

  async #load({ client, feed }: Running): Promise<void> {
    const { source, folder, log } = this.#options;
    const started = await client.call({ kind: 'start', heldAs: feed.heldAs, dimensions: source.dimensions });
    if (this.#running?.client !== client) return;
    if (!started.available) {
      this.#running = null;
      this.#turnOff(started.reason);
      await client.close();
      return;
    }
    const reason = await feed.load(folder, this.#savedFor());
    if (reason && reason !== 'nothing saved') log('warn', `saved vectors are not used: ${reason}`);
  }

  #died(client: FaissClient, reason: string): void {
    if (this.#running?.client !== client) return;
    this.#running.feed.stop();
    this.#running = null;
    // It died while loading: most likely because of the saved files.
    if (this.#state === 'loading') removeSaved(this.#options.folder);
    const now = Date.now();
    this.#deaths = [...this.#deaths.filter((at) => now - at < thresholds.restartWindowMs), now];
    if (this.#deaths.length > thresholds.maxRestarts) {
      this.#turnOff(`${reason}; ${this.#deaths.length} times within ten minutes, it is not started again`);
      return;
    }
    const delayMs = thresholds.restartDelayMs(this.#deaths.length);
    this.#enter('waiting', reason);
    this.#options.log('warn', `${reason}; started again in ${delayMs} ms`);
    this.#timer = setTimeout(() => this.#launch(), delayMs);
    this.#timer.unref();
  }

  #turnOff(reason: string): void {
    this.#enter('off', reason);
    this.#options.log('info', `vector search is exact, without FAISS: ${reason}`);
  }

  #newFeed(client: FaissClient): FaissFeed {
    const { source, log } = this.#options;
    return new FaissFeed({ client, source, heldAs: this.#heldAs(), log });
  }

  #heldAs(): HeldAs {
    return this.#options.source.lastId < this.#options.bytesFrom ? 'flat' : 'bytes';
  }

  #savedFor(): SavedFor {
    const { source } = this.#options;
    const { databaseId, model, dimensions } = source;
    return { databaseId, model, dimensions, deleted: source.deleted() };
  }

  #enter(state: State, reason: string): void {
    if (this.#state === 'closed') return;
    this.#state = state;
    this.#reason = reason;
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  #change(): Promise<void> {
    // A caller waits for the restart: this process must not end before it.
    this.#timer?.ref();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }
}
