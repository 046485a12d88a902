/** A search that begins while the edit before its question is still being stored. One at a time; used by the very next search or dropped. */
import type { VectorHits } from '../vectors/byte-vectors.js';
import type { FaissFeed } from './faiss-feed.js';

/** Hits among the vectors with ids up to `upTo`. */
interface HitsUpTo {
  readonly hits: VectorHits;
  readonly upTo: number;
}

interface Begun {
  readonly vector: Float32Array;
  readonly k: number;
  readonly databaseId: string;
  readonly upTo: number;
  /** Null where it failed. */
  readonly hits: Promise<VectorHits | null>;
}

export class SearchAhead {
  #begun: Begun | null = null;

  begin(feed: FaissFeed, vector: Float32Array, k: number, databaseId: string): void {
    const { upTo, hits } = feed.searchNow(vector, k);
    this.#begun = { vector, k, databaseId, upTo, hits: hits.catch(() => null) };
  }

  /** The hits where the same search was begun on the same database; else null. */
  async take(vector: Float32Array, k: number, databaseId: () => string): Promise<HitsUpTo | null> {
    const begun = this.#begun;
    this.#begun = null;
    if (begun?.k !== k || begun.databaseId !== databaseId()) return null;
    if (!begun.vector.every((value, i) => value === vector[i])) return null;
    const hits = await begun.hits;
    return hits && begun.databaseId === databaseId() ? { hits, upTo: begun.upTo } : null;
  }
}
