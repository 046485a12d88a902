/**
 * Keeps the vectors of one process in step with the database: reads new ones and remembers how far it has come. A fresh start takes a
 * fresh feed; a stopped one sends nothing any more.
 */
import { messageOf } from '../../../util/bug.js';
import type { Log } from '../../../util/log.js';
import type { VectorSource } from '../sqlite/read-vectors.js';
import type { VectorHits } from '../vectors/byte-vectors.js';
import type { FaissClient } from './faiss-client.js';
import type { HeldAs, SavedFor, Stats } from './messages.js';
import { maxRemoved, maxRemovedShare, sliceRows } from './thresholds.js';

export interface FeedOptions {
  readonly client: FaissClient;
  readonly source: VectorSource;
  readonly heldAs: HeldAs;
  readonly log: Log;
}

export class FaissFeed {
  readonly #options: FeedOptions;
  readonly #client: FaissClient;
  readonly #source: VectorSource;
  #upTo = 0;
  #stats: Stats = { vectors: 0, removed: 0 };
  #unsaved = 0;
  #stepping: Promise<void> | null = null;
  #stopped = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#client = options.client;
    this.#source = options.source;
  }

  get heldAs(): HeldAs {
    return this.#options.heldAs;
  }
  /** Removed ones included. */
  get vectors(): number {
    return this.#stats.vectors;
  }
  /** How searches work at the moment, for the status. */
  get description(): { kind: string; reason: string } {
    const { vectors } = this.#stats;
    const reason = `${vectors} distinct vector${vectors === 1 ? '' : 's'} searched exactly`;
    return { kind: this.heldAs === 'flat' ? 'faiss-flat' : 'bytes', reason };
  }
  /** Vectors added or removed since the last save or load. */
  get unsaved(): number {
    return this.#unsaved;
  }
  /** True where every stored vector has been handed over. */
  get complete(): boolean {
    return this.#upTo >= this.#source.lastId;
  }
  /** True where so much was removed that reading everything again is worth it. */
  get needsRebuild(): boolean {
    return this.#stats.removed > maxRemoved && this.#stats.removed > maxRemovedShare * this.#stats.vectors;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Loads saved files; the reason where they cannot be used. */
  async load(folder: string, savedFor: SavedFor): Promise<string | null> {
    const loaded = await this.#client.call({ kind: 'load', folder, savedFor });
    if ('reason' in loaded) return loaded.reason;
    const { ids, removed } = loaded;
    const gone = removed ?? goneFrom(ids, this.#source.ids());
    if (!gone || gone.length > maxRemovedShare * ids.length) {
      await this.#client.call({ kind: 'reset', heldAs: this.heldAs });
      return 'it does not agree with the database';
    }
    this.#upTo = ids.at(-1) ?? 0;
    this.#unsaved = gone.length;
    this.#stats = await this.#client.call({ kind: 'remove', ids: gone });
    return null;
  }

  /** Hands over everything that is in the database when it is called. */
  async catchUp(): Promise<void> {
    const target = this.#source.lastId;
    while (!this.#stopped && this.#upTo < target) await this.#step();
  }

  /** Searches all that is committed when it is called. */
  async search(vector: Float32Array, k: number): Promise<VectorHits> {
    await this.catchUp();
    if (this.#stopped) throw new Error('the index is being read again');
    return this.#client.call({ kind: 'search', vector, k });
  }

  /** Searches the vectors handed over so far, which have ids up to `upTo`. */
  searchNow(vector: Float32Array, k: number): { readonly upTo: number; readonly hits: Promise<VectorHits> } {
    return { upTo: this.#upTo, hits: this.#client.call({ kind: 'search', vector, k }) };
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

  /** Sends one slice of new vectors; callers share the one under way. */
  #step(): Promise<void> {
    this.#stepping ??= this.#feed().finally(() => {
      this.#stepping = null;
    });
    return this.#stepping;
  }

  async #feed(): Promise<void> {
    const slice = this.#source.slice(this.#upTo, sliceRows);
    if (!slice) {
      this.#upTo = this.#source.lastId;
      return;
    }
    this.#stats = await this.#client.call({ kind: 'add', slice });
    this.#unsaved += slice.ids.length;
    this.#upTo = slice.ids[slice.ids.length - 1] as number;
  }

  /** In the background: new vectors. */
  follow(): void {
    this.catchUp().catch((error) => this.#options.log('debug', `vector feed: ${messageOf(error)}`));
  }
}

/** Of `ids` those that are not in `live`; null where a live one that is not above all of `ids` is missing. Both ascend. */
function goneFrom(ids: Float64Array, live: Float64Array): Float64Array | null {
  const gone: number[] = [];
  let at = 0;
  for (const id of ids) {
    if (live[at] === id) at++;
    else if (at < live.length && (live[at] as number) < id) return null;
    else gone.push(id);
  }
  return Float64Array.from(gone);
}
