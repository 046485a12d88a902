/**
 * Exact inner-product search in plain code over the stored bytes: what answers while FAISS is not there.
 * Catches up with the database by itself at every search; keeps at most `maxCachedBytes` in memory. What it once saved
 * beside the database spares the next start reading as many rows from it.
 */
import { nextTurn } from '../../../util/next-turn.js';
import { exactSliceRows, maxCachedBytes, maxExactRows, maxSmallSlices, worthSaving } from '../faiss/thresholds.js';
import type { VectorSource } from '../sqlite/read-vectors.js';
import type { VectorSlice } from '../sqlite/vector-codes.js';
import { lastIdInVectorFile, readVectorFile, removeVectorFile, writeVectorFile } from './vector-file.js';

/** Vector ids with their scores, best first. */
export interface VectorHits {
  readonly ids: readonly number[];
  readonly scores: readonly number[];
}

export class ExactSearch {
  readonly #source: VectorSource;
  readonly #folder: string;
  /** No vector with a greater id is saved; null while nobody has looked. */
  #savedUpTo: number | null = null;
  #cache: VectorSlice[] = [];
  #cachedRows = 0;
  #cachedUpTo = 0;
  #cachedOf = '';

  constructor(source: VectorSource, folder: string) {
    this.#source = source;
    this.#folder = folder;
  }

  /** The `k` stored vectors with the greatest inner product with `vector` (`dimensions` finite floats). */
  async search(vector: Float32Array, k: number): Promise<VectorHits> {
    if (this.#cachedOf !== this.#source.databaseId) this.clear();
    if (this.#cache.length === 0) this.#load();
    const top = new TopK(k);
    for (const slice of [...this.#cache]) {
      scan(slice, vector, top);
      await nextTurn();
    }
    let after = this.#cachedUpTo;
    for (;;) {
      const slice = this.#source.slice(after, exactSliceRows);
      if (!slice) break;
      scan(slice, vector, top);
      const last = slice.ids[slice.ids.length - 1] as number;
      // Two searches may catch up side by side: only the one that continues the cache adds to it.
      if (after === this.#cachedUpTo && (this.#cachedRows + slice.ids.length) * this.#source.dimensions <= maxCachedBytes) {
        this.#cache.push(slice);
        this.#cachedRows += slice.ids.length;
        this.#cachedUpTo = last;
        if (this.#cache.length > maxSmallSlices && this.#cachedRows / this.#cache.length < exactSliceRows / 8) this.#merge();
      }
      after = last;
      if (slice.ids.length < exactSliceRows) break;
      await nextTurn();
    }
    return top.hits();
  }

  /** The best of some hits, of vectors with ids up to `upTo`, and of all that came since; null where too much has come. */
  addNewVectors(hits: VectorHits, upTo: number, vector: Float32Array, k: number): VectorHits | null {
    const top = new TopK(k);
    hits.ids.forEach((id, i) => {
      top.add(id, hits.scores[i] as number);
    });
    const news = this.#source.slice(upTo, exactSliceRows);
    if (news?.ids.length === exactSliceRows) return null;
    if (news) scan(news, vector, top);
    return top.hits();
  }

  /** Frees what is in memory: FAISS has taken over, or the vectors are others. */
  clear(): void {
    this.#cache = [];
    this.#cachedRows = 0;
    this.#cachedUpTo = 0;
    this.#cachedOf = this.#source.databaseId;
  }

  #load(): void {
    const slice = readVectorFile(this.#folder, this.#source);
    const last = slice?.ids.at(-1) ?? 0;
    this.#savedUpTo = last;
    if (!slice || last === 0 || last > this.#source.lastId) return;
    this.#cache = [slice];
    this.#cachedRows = slice.ids.length;
    this.#cachedUpTo = last;
  }

  /** Writes the file where that spares the next start work; in steps. `always`: however little has changed. */
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
    // Ids that a power cut takes back would be given out again.
    this.#source.makeDurable();
    writeVectorFile(this.#folder, this.#source, joined(slices, this.#source.dimensions));
    this.#savedUpTo = lastId;
  }

  discardSaved(): void {
    removeVectorFile(this.#folder);
    this.#savedUpTo = 0;
  }

  /** Many small commits leave many small slices. */
  #merge(): void {
    this.#cache = [joined(this.#cache, this.#source.dimensions)];
  }
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

function scan(slice: VectorSlice, vector: Float32Array, top: TopK): void {
  const { ids, scales, codes } = slice;
  const dimensions = vector.length;
  for (let row = 0, at = 0; row < ids.length; row++, at += dimensions) {
    let sum = 0;
    for (let i = 0; i < dimensions; i++) sum += (vector[i] as number) * (codes[at + i] as number);
    top.add(ids[row] as number, sum * (scales[row] as number));
  }
}

/** The k best of a stream, by insertion into a sorted array: k is small against the stream. */
class TopK {
  readonly #k: number;
  readonly #ids: number[] = [];
  readonly #scores: number[] = [];

  constructor(k: number) {
    this.#k = Math.max(0, Math.floor(k));
  }

  add(id: number, score: number): void {
    const n = this.#scores.length;
    if (n >= this.#k && (this.#k === 0 || score <= (this.#scores[n - 1] as number))) return;
    let low = 0;
    let high = n;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#scores[middle] as number) >= score) low = middle + 1;
      else high = middle;
    }
    this.#ids.splice(low, 0, id);
    this.#scores.splice(low, 0, score);
    if (n >= this.#k) {
      this.#ids.pop();
      this.#scores.pop();
    }
  }

  hits(): VectorHits {
    return { ids: this.#ids, scores: this.#scores };
  }
}
