/**
 * Exact inner-product search in this process, while the other one is not available. Reads new rows from the database at every search;
 * keeps at most `maxCachedBytes` in memory. A saved copy beside the database makes the next start faster.
 */
import { nextTurn } from '../../../util/next-turn.js';
import { exactSliceRows, maxCachedBytes, maxExactRows, worthSaving } from '../faiss/thresholds.js';
import type { VectorSource } from '../sqlite/read-vectors.js';
import type { VectorSlice } from '../sqlite/vector-codes.js';
import { ByteVectors, type VectorHits } from './byte-vectors.js';
import { lastIdInVectorFile, readVectorFile, removeVectorFile, writeVectorFile } from './vector-file.js';

export class ExactSearch {
  readonly #source: VectorSource;
  readonly #folder: string;
  /** No vector with a greater id is saved; null while unknown. */
  #savedUpTo: number | null = null;
  #cache: ByteVectors | null = null;
  #cachedOf = '';
  /** Rows of one slice. */
  #slice: ByteVectors | null = null;

  constructor(source: VectorSource, folder: string) {
    this.#source = source;
    this.#folder = folder;
  }

  /** The `k` stored vectors with the greatest inner product with `vector` (`dimensions` finite floats). */
  async search(vector: Float32Array, k: number): Promise<VectorHits> {
    if (this.#cachedOf !== this.#source.databaseId) this.clear();
    this.#cache ??= this.#saved();
    const cache = this.#cache;
    const maxRows = Math.floor(maxCachedBytes / this.#source.dimensions);
    // Searches may catch up side by side: each adds what follows the last row at the time.
    for (;;) {
      const slice = this.#source.slice(cache.lastId, Math.min(exactSliceRows, maxRows - cache.rows));
      if (slice) cache.add(slice);
      if (!slice || slice.ids.length < exactSliceRows) break;
      await nextTurn();
    }
    let hits = cache.search(vector, k);
    for (let after = cache.lastId; cache.rows >= maxRows; ) {
      const slice = this.#source.slice(after, exactSliceRows);
      if (!slice) break;
      hits = this.#withSlice(hits, slice, vector, k);
      after = slice.ids[slice.ids.length - 1] as number;
      await nextTurn();
    }
    return hits;
  }

  /** The best of `hits` (vectors with ids up to `upTo`) and of all newer vectors; null where too many are newer. */
  addNewVectors(hits: VectorHits, upTo: number, vector: Float32Array, k: number): VectorHits | null {
    const news = this.#source.slice(upTo, exactSliceRows);
    if (news?.ids.length === exactSliceRows) return null;
    return news ? this.#withSlice(hits, news, vector, k) : hits;
  }

  /** Frees the memory: the other process answers now, or the vectors were replaced. */
  clear(): void {
    this.#cache = null;
    this.#cachedOf = this.#source.databaseId;
  }

  #none(): ByteVectors {
    return new ByteVectors(this.#source.dimensions);
  }

  #withSlice(hits: VectorHits, slice: VectorSlice, vector: Float32Array, k: number): VectorHits {
    this.#slice ??= this.#none();
    this.#slice.clear();
    this.#slice.add(slice);
    return best([hits, this.#slice.search(vector, k)], k);
  }

  #saved(): ByteVectors {
    const vectors = this.#none();
    const slice = readVectorFile(this.#folder, this.#source);
    const last = slice?.ids.at(-1) ?? 0;
    this.#savedUpTo = last;
    if (slice && last > 0 && last <= this.#source.lastId) vectors.add(slice);
    return vectors;
  }

  /** Writes the file where enough has changed, in steps. `always`: however little has changed. */
  async save(when: 'worthwhile' | 'always'): Promise<void> {
    const { lastId, databaseId } = this.#source;
    this.#savedUpTo ??= lastIdInVectorFile(this.#folder, this.#source);
    const news = lastId - this.#savedUpTo;
    if (news <= 0 || (when === 'worthwhile' && news < worthSaving(lastId))) return;
    const slices: VectorSlice[] = [];
    let rows = 0;
    for (let after = 0; rows <= maxExactRows; after = slices.at(-1)?.ids.at(-1) ?? 0) {
      const slice = this.#source.slice(after, exactSliceRows);
      if (!slice) break;
      slices.push(slice);
      rows += slice.ids.length;
      await nextTurn();
    }
    if (rows > maxExactRows || this.#source.databaseId !== databaseId) return this.discardSaved();
    // After a power failure, ids that were not durable would be given out again.
    this.#source.makeDurable();
    writeVectorFile(this.#folder, this.#source, joined(slices, this.#source.dimensions));
    this.#savedUpTo = lastId;
  }

  discardSaved(): void {
    removeVectorFile(this.#folder);
    this.#savedUpTo = 0;
  }
}

/** The best `k` of several searches. */
function best(searches: readonly VectorHits[], k: number): VectorHits {
  const found = searches
    .flatMap(({ ids, scores }) => ids.map((id, i) => ({ id, score: scores[i] as number })))
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, Math.max(0, k));
  return { ids: found.map(({ id }) => id), scores: found.map(({ score }) => score) };
}

function joined(slices: readonly VectorSlice[], dimensions: number): VectorSlice {
  const rows = slices.reduce((sum, { ids }) => sum + ids.length, 0);
  const ids = new Float64Array(rows);
  const scales = new Float32Array(rows);
  const codes = new Int8Array(rows * dimensions);
  let row = 0;
  for (const slice of slices) {
    ids.set(slice.ids, row);
    scales.set(slice.scales, row);
    codes.set(slice.codes, row * dimensions);
    row += slice.ids.length;
  }
  return { ids, scales, codes };
}
