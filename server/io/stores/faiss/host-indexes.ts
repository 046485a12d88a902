/**
 * The FAISS indexes inside the host process. FAISS labels are positions, so beside each index stands the table from
 * position to vector id; removal only marks an id. What reaches FAISS here has been checked: a C++ exception inside
 * `add` ends the process.
 */
import type { Index } from 'faiss-node';
import { dequantise, type VectorSlice } from '../sqlite/vector-codes.js';
import type { Part, Stats } from './messages.js';
import { addRows, efConstruction, efSearch, minGraphK } from './thresholds.js';

/** The few members of the package that are used. */
export interface Faiss {
  readonly Index: {
    read(file: string): Index;
    fromFactory(dimensions: number, description: string, metric: number): Index;
    fromBuffer(content: Buffer): Index;
  };
}

const innerProduct = 0;
/** What the library writes of a new graph's settings: efConstruction, efSearch, and a field that is no longer used. */
const libraryBeams = Int32Array.of(40, 16, 1);
export interface PartState {
  readonly index: Index;
  readonly ids: number[];
}

export class HostIndexes {
  readonly #faiss: Faiss;
  readonly #dimensions: number;
  readonly #graphFactory: string;
  #parts: Record<Part, PartState>;
  #removed = new Set<number>();
  #promoted = false;

  constructor(faiss: Faiss, dimensions: number, graphFactory: string) {
    this.#faiss = faiss;
    this.#dimensions = dimensions;
    this.#graphFactory = graphFactory;
    this.#parts = { flat: this.#empty('flat'), graph: this.#empty('graph') };
  }

  get promoted(): boolean {
    return this.#promoted;
  }
  part(part: Part): PartState {
    return this.#parts[part];
  }

  stats(): Stats {
    return {
      flat: this.#parts.flat.ids.length,
      graph: this.#parts.graph.ids.length,
      removed: this.#removed.size,
      promoted: this.#promoted,
    };
  }

  reset(): void {
    this.#parts = { flat: this.#empty('flat'), graph: this.#empty('graph') };
    this.#removed = new Set();
    this.#promoted = false;
  }

  /** Takes over what was read from files. Throws where index and ids do not fit. */
  restore(parts: Record<Part, PartState>, promoted: boolean): void {
    for (const part of [parts.flat, parts.graph]) {
      if (part.index.getDimension() !== this.#dimensions || part.index.ntotal() !== part.ids.length) {
        throw new Error('index and ids do not fit');
      }
    }
    this.#parts = parts;
    this.#removed = new Set();
    this.#promoted = promoted;
  }

  add(part: Part, slice: VectorSlice): void {
    const rows = slice.ids.length;
    if (slice.scales.length !== rows || slice.codes.length !== rows * this.#dimensions) throw new Error('slice lengths do not fit');
    if (!slice.scales.every(Number.isFinite)) throw new Error('slice holds a scale that is not finite');
    const { index, ids } = this.#parts[part];
    for (let from = 0; from < rows; from += addRows) {
      const to = Math.min(rows, from + addRows);
      const values: number[] = [];
      for (let row = from; row < to; row++) dequantise(slice, row, this.#dimensions, values);
      index.add(values);
      for (let row = from; row < to; row++) ids.push(slice.ids[row] as number);
    }
  }

  remove(ids: Iterable<number>): void {
    for (const id of ids) this.#removed.add(id);
  }

  promote(): void {
    this.#promoted = true;
    this.#parts = { flat: this.#empty('flat'), graph: this.#parts.graph };
  }

  /** Ids and inner products of the `k` nearest, best first; each id once. */
  search(vector: Float32Array, k: number): { ids: number[]; scores: number[] } {
    if (vector.length !== this.#dimensions || !vector.every(Number.isFinite)) throw new Error('vector is not fit for a search');
    const query = Array.from(vector);
    const found = new Map<number, number>();
    // While vectors move from the flat index to the graph some are in both.
    const asked = k + Math.min(this.#removed.size, 4 * k + 64);
    this.#collect(this.#parts.flat, query, asked, found);
    if (this.#promoted) this.#collect(this.#parts.graph, query, Math.max(asked, minGraphK), found);
    const best = [...found].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, k);
    return { ids: best.map((pair) => pair[0]), scores: best.map((pair) => pair[1]) };
  }

  #collect({ index, ids }: PartState, query: number[], k: number, found: Map<number, number>): void {
    const count = Math.min(k, ids.length);
    if (count <= 0) return;
    const { labels, distances } = index.search(query, count);
    for (let i = 0; i < labels.length; i++) {
      const id = ids[labels[i] as number];
      if (id !== undefined && !this.#removed.has(id)) found.set(id, distances[i] as number);
    }
  }

  #empty(part: Part): PartState {
    const { Index } = this.#faiss;
    if (part === 'flat') return { index: Index.fromFactory(this.#dimensions, 'Flat', innerProduct), ids: [] };
    return { index: withBeams(this.#faiss, Index.fromFactory(this.#dimensions, this.#graphFactory, innerProduct)), ids: [] };
  }
}

/**
 * An empty graph with our efConstruction and efSearch. faiss-node cannot set them, but they are part of what FAISS
 * writes and reads; where they are not found there, in exactly one place, the graph stays as it was made.
 */
function withBeams(faiss: Faiss, graph: Index): Index {
  const content = graph.toBuffer();
  const pattern = Buffer.from(libraryBeams.buffer);
  const at = content.indexOf(pattern);
  if (at < 0 || content.indexOf(pattern, at + 1) >= 0) return graph;
  content.writeInt32LE(efConstruction, at);
  content.writeInt32LE(efSearch, at + 4);
  return faiss.Index.fromBuffer(content);
}
