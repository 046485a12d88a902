/**
 * Keeps the indexes of one FAISS process in step with the database: pulls what is new, moves vectors into the graph,
 * remembers how far each has come. A fresh start takes a fresh feed; a stopped one sends nothing any more.
 */
import { messageOf } from '../../../util/bug.js';
import type { Log } from '../../../util/log.js';
import type { VectorSource } from '../sqlite/read-vectors.js';
import type { VectorHits } from '../vectors/exact-search.js';
import type { FaissClient } from './faiss-client.js';
import type { SavedFor, Stats } from './messages.js';
import { flatSliceRows, graphSliceRows, maxRemoved, maxRemovedShare, maxTail } from './thresholds.js';

export class FaissFeed {
  readonly #client: FaissClient;
  readonly #source: VectorSource;
  readonly #graphFrom: number;
  readonly #log: Log;
  #flatUpTo = 0;
  #graphUpTo = 0;
  #stats: Stats = { flat: 0, graph: 0, removed: 0, promoted: false };
  #unsaved = 0;
  #stepping: Promise<void> | null = null;
  #growing = false;
  #stopped = false;

  constructor(client: FaissClient, source: VectorSource, graphFrom: number, log: Log) {
    this.#client = client;
    this.#source = source;
    this.#graphFrom = graphFrom;
    this.#log = log;
  }

  get stats(): Stats {
    return this.#stats;
  }
  get growing(): boolean {
    return this.#growing;
  }
  /** Vectors added or removed since the last save or load. */
  get unsaved(): number {
    return this.#unsaved;
  }
  /** True where every stored vector has been handed over. */
  get complete(): boolean {
    return this.#flatUpTo >= this.#source.lastId;
  }
  /** True where so much was removed that reading everything anew pays. */
  get needsRebuild(): boolean {
    return this.#stats.removed > maxRemoved && this.#stats.removed > maxRemovedShare * (this.#stats.flat + this.#stats.graph);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Takes over saved files; the reason where they are of no use. */
  async load(folder: string, savedFor: SavedFor): Promise<string | null> {
    const loaded = await this.#client.call({ kind: 'load', folder, savedFor });
    if ('reason' in loaded) return loaded.reason;
    const { flatIds, graphIds, promoted } = loaded;
    const last = (ids: Float64Array): number => (ids.length > 0 ? (ids[ids.length - 1] as number) : 0);
    const has = new Set<number>(flatIds);
    if (promoted) for (const id of graphIds) has.add(id);
    const upTo = promoted ? Math.max(last(flatIds), last(graphIds)) : last(flatIds);
    const live = this.#source.ids();
    const alive = new Set<number>(live);
    const gone = Float64Array.from([...has].filter((id) => !alive.has(id)));
    if (gone.length > maxRemovedShare * has.size || live.some((id) => id <= upTo && !has.has(id))) {
      await this.#client.call({ kind: 'reset' });
      return 'it does not agree with the database';
    }
    this.#flatUpTo = upTo;
    this.#graphUpTo = last(graphIds);
    this.#unsaved = gone.length;
    this.#stats = await this.#client.call({ kind: 'remove', ids: gone });
    return null;
  }

  /** Hands over everything that is in the database when it is called. */
  async catchUp(): Promise<void> {
    const target = this.#source.lastId;
    while (!this.#stopped && this.#flatUpTo < target) await this.#step();
  }

  /** Searches all that is committed when it is called. */
  async search(vector: Float32Array, k: number): Promise<VectorHits> {
    await this.catchUp();
    if (this.#stopped) throw new Error('the index is read anew');
    return this.#client.call({ kind: 'search', vector, k });
  }

  /** Searches what has been handed over so far, and says how far that is. */
  searchNow(vector: Float32Array, k: number): { readonly upTo: number; readonly hits: Promise<VectorHits> } {
    return { upTo: this.#flatUpTo, hits: this.#client.call({ kind: 'search', vector, k }) };
  }

  async remove(ids: readonly number[]): Promise<void> {
    this.#unsaved += ids.length;
    this.#stats = await this.#client.call({ kind: 'remove', ids: Float64Array.from(ids) });
  }

  async save(folder: string, savedFor: SavedFor): Promise<number> {
    const unsaved = this.#unsaved;
    const { bytes } = await this.#client.call({ kind: 'save', folder, savedFor });
    this.#unsaved = Math.max(0, this.#unsaved - unsaved);
    return bytes;
  }

  /** Moves vectors into the graph, a few at a time, until it holds all; then the graph answers. Rejects where the process ends. */
  async grow(): Promise<void> {
    const wanted = this.#stats.promoted ? this.#stats.flat > maxTail : this.#stats.flat > this.#graphFrom;
    if (this.#growing || !wanted) return;
    this.#growing = true;
    try {
      while (!this.#stopped) {
        const slice = this.#source.slice(this.#graphUpTo, graphSliceRows);
        if (!slice) return await this.#promote();
        const stats = await this.#client.call({ kind: 'add', part: 'graph', slice });
        this.#stats = stats;
        this.#unsaved += slice.ids.length;
        this.#graphUpTo = slice.ids[slice.ids.length - 1] as number;
      }
    } finally {
      this.#growing = false;
    }
  }

  /** Called in the same turn in which nothing was left to move: nothing can have been committed in between. */
  async #promote(): Promise<void> {
    const promoted = this.#client.call({ kind: 'promote' });
    this.#graphUpTo = this.#source.lastId;
    this.#flatUpTo = Math.max(this.#flatUpTo, this.#graphUpTo);
    this.#stats = await promoted;
    this.#log('info', `FAISS graph holds ${this.#stats.graph} vectors`);
  }

  /** Sends one slice of new vectors to the flat index; callers share the one under way. */
  #step(): Promise<void> {
    this.#stepping ??= this.#feed().finally(() => {
      this.#stepping = null;
    });
    return this.#stepping;
  }

  async #feed(): Promise<void> {
    const slice = this.#source.slice(this.#flatUpTo, flatSliceRows);
    if (!slice) {
      this.#flatUpTo = this.#source.lastId;
      return;
    }
    this.#stats = await this.#client.call({ kind: 'add', part: 'flat', slice });
    this.#unsaved += slice.ids.length;
    this.#flatUpTo = Math.max(this.#flatUpTo, slice.ids[slice.ids.length - 1] as number);
  }

  /** In the background: what is new, then the graph. */
  follow(): void {
    this.catchUp()
      .then(() => this.grow())
      .catch((error) => this.#log('debug', `FAISS feed: ${messageOf(error)}`));
  }
}
