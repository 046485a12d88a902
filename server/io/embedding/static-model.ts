/**
 * The embedded model (E1): a static embedding table, no neural network at run time. A text becomes a bag of
 * pieces; the vector is the weighted sum of their rows, normalised. File layout and tokenizer: docs/model.md.
 * Pure computation after loading; runs in the analysis workers and on the main thread alike.
 */
import { readFileSync } from 'node:fs';
import { configurationError } from '../../core/model/problem.js';

const RUN = /[A-Za-z0-9]+/g;
const PART = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const MAX_WORD = 40;
const CACHE_RUNS = 200_000;
const EMPTY: readonly number[] = [];
const NO_PIECE = -1;

/** One weighted piece of text: `times` says how often its words count (the model was trained with the path three times). */
export interface EmbeddingField {
  readonly text: string;
  readonly times: number;
}

export class StaticModel {
  readonly name: string;
  readonly dimensions: number;
  readonly #pieces: Map<string, number>;
  readonly #longest: number;
  readonly #queryWeights: Float32Array;
  readonly #documentWeights: Float32Array;
  readonly #rows: Int8Array;
  readonly #cache = new Map<string, readonly number[]>();
  /** Scratch: how often each piece came up, and which did; cleared after each text. */
  readonly #counts: Float32Array;
  readonly #touched: number[] = [];
  readonly #scratch: Float64Array;

  /** @throws ContextError('configuration') where the file is not a model of this kind or is cut short. */
  constructor(file: Buffer, name: string) {
    if (file.length < 20 || file.toString('latin1', 0, 4) !== 'SCE1') {
      throw configurationError(`expected a static model (SCE1) in ${name}, found ${file.length} bytes of something else`);
    }
    const [version, pieces, dimensions, vocabularyBytes] = [4, 8, 12, 16].map((at) => file.readUInt32LE(at)) as [
      number,
      number,
      number,
      number,
    ];
    const expected = 20 + vocabularyBytes + 8 * pieces + pieces * dimensions;
    if (version !== 1 || file.length < expected) {
      throw configurationError(`model ${name}: version ${version}, ${file.length} bytes; expected version 1 and ${expected} bytes`);
    }
    this.name = name;
    this.dimensions = dimensions;
    const vocabulary = file
      .toString('latin1', 20, 20 + vocabularyBytes)
      .replace(/\n+$/, '')
      .split('\n');
    if (vocabulary.length !== pieces) throw configurationError(`model ${name}: ${vocabulary.length} pieces, expected ${pieces}`);
    const floats = (at: number) => new Float32Array(file.buffer.slice(file.byteOffset + at, file.byteOffset + at + 4 * pieces));
    this.#queryWeights = floats(20 + vocabularyBytes);
    this.#documentWeights = floats(20 + vocabularyBytes + 4 * pieces);
    this.#rows = new Int8Array(file.buffer, file.byteOffset + 20 + vocabularyBytes + 8 * pieces, pieces * dimensions);
    this.#pieces = new Map(vocabulary.map((piece, id) => [piece, id]));
    this.#longest = vocabulary.reduce((longest, piece) => Math.max(longest, piece.length), 0);
    this.#counts = new Float32Array(pieces);
    this.#scratch = new Float64Array(dimensions);
  }

  static open(path: string, name: string): StaticModel {
    return new StaticModel(readFileSync(path), name);
  }

  /** Pieces of one lower-case word; a word outside the vocabulary is cut greedily into pieces of three letters and more. */
  #wordPieces(word: string, out: number[]): void {
    const known = this.#pieces.get(word);
    if (known !== undefined) {
      out.push(known);
      return;
    }
    const first = word.charCodeAt(0);
    if ((first >= 48 && first <= 57) || word.length > MAX_WORD) return;
    for (let at = 0; at <= word.length - 3; ) {
      let end = Math.min(word.length, at + this.#longest);
      let hit: number | undefined;
      for (; end > at + 2; end--) {
        hit = this.#pieces.get(word.slice(at, end));
        if (hit !== undefined) break;
      }
      if (hit === undefined) at++;
      else {
        out.push(hit);
        at = end;
      }
    }
  }

  #runPieces(run: string): readonly number[] {
    const cached = this.#cache.get(run);
    if (cached) return cached;
    const out: number[] = [];
    for (const part of run.match(PART) ?? []) {
      if (part.length > 1 || (part >= '0' && part <= '9')) this.#wordPieces(part.toLowerCase(), out);
    }
    if (this.#cache.size >= CACHE_RUNS) this.#cache.clear();
    const pieces = out.length ? out : EMPTY;
    this.#cache.set(run, pieces);
    return pieces;
  }

  #count(text: string, times: number): void {
    const counts = this.#counts;
    for (const run of text.match(RUN) ?? []) {
      for (const piece of this.#runPieces(run)) {
        if (counts[piece] === 0) this.#touched.push(piece);
        counts[piece] = (counts[piece] as number) + times;
      }
    }
  }

  /**
   * Adds the counted pieces up into `out[at, at + dimensions)` as a unit vector and clears the counts. Four rows at a
   * time: the sum is loaded and stored a quarter as often, which is 2.4 times as fast (measured); it is most of embedding.
   */
  #sum(weights: Float32Array, out: Float32Array, at: number): void {
    const { dimensions } = this;
    const rows = this.#rows;
    const touched = this.#touched;
    const sum = this.#scratch.fill(0);
    // A row too many is the first one, times nothing.
    while (touched.length % 4) touched.push(NO_PIECE);
    for (let i = 0; i < touched.length; i += 4) {
      const p = touched[i] as number;
      const q = touched[i + 1] as number;
      const r = touched[i + 2] as number;
      const s = touched[i + 3] as number;
      const pf = this.#factor(p, weights);
      const qf = this.#factor(q, weights);
      const rf = this.#factor(r, weights);
      const sf = this.#factor(s, weights);
      const pr = Math.max(0, p) * dimensions;
      const qr = Math.max(0, q) * dimensions;
      const rr = Math.max(0, r) * dimensions;
      const sr = Math.max(0, s) * dimensions;
      for (let d = 0; d < dimensions; d++) {
        sum[d] =
          (sum[d] as number) +
          pf * (rows[pr + d] as number) +
          qf * (rows[qr + d] as number) +
          rf * (rows[rr + d] as number) +
          sf * (rows[sr + d] as number);
      }
    }
    touched.length = 0;
    let norm = 0;
    for (let d = 0; d < dimensions; d++) norm += (sum[d] as number) ** 2;
    const scale = 1 / (Math.sqrt(norm) || 1);
    for (let d = 0; d < dimensions; d++) out[at + d] = (sum[d] as number) * scale;
  }

  /** What a piece's row counts for, by how often it came up; its count is cleared. */
  #factor(piece: number, weights: Float32Array): number {
    if (piece === NO_PIECE) return 0;
    const times = this.#counts[piece] as number;
    this.#counts[piece] = 0;
    return (1 + (times === 1 ? 0 : Math.log(times))) * (weights[piece] as number);
  }

  /** Unit vector of a question (dimensions floats); the zero vector where no word is known. */
  embedQuery(text: string): Float32Array {
    const out = new Float32Array(this.dimensions);
    this.#count(text, 1);
    this.#sum(this.#queryWeights, out, 0);
    return out;
  }

  /** Writes the unit vector of a document into row `row` of `out` (rows x dimensions). */
  embedDocument(fields: readonly EmbeddingField[], out: Float32Array, row: number): void {
    for (const field of fields) this.#count(field.text, field.times);
    this.#sum(this.#documentWeights, out, row * this.dimensions);
  }

  /** Piece ids with their counts, in order of first appearance: what the golden file checks. */
  bag(text: string): [piece: number, times: number][] {
    this.#count(text, 1);
    const bag = this.#touched.map((piece): [number, number] => [piece, this.#counts[piece] as number]);
    for (const [piece] of bag) this.#counts[piece] = 0;
    this.#touched.length = 0;
    return bag;
  }
}
