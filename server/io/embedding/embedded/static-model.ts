/**
 * The embedded model: reads a model file (training/MODEL_FORMAT.md) and embeds questions and documents without a
 * neural network. A text is split into words, each word's row of the table is added, and the sum is made unit length;
 * a document is the weighted sum of its fields' unit vectors. Pure computation after loading, no state but caches and
 * scratch space: one instance a thread.
 */
import { readFileSync } from 'node:fs';
import { addHashRow, fold, pairHash } from './hashed-rows.js';
import { readModelFile } from './static-model-file.js';

/** What a document is embedded from. `path` is workspace-relative with `/`; `names` the symbols it defines. */
export interface StaticDocument {
  readonly path: string;
  /** Container, symbol names and signatures (definition lines), in any separators. */
  readonly names: string;
  /** The text: code and comments. */
  readonly body: string;
}

/** Pieces of one run of letters and digits. Codes: >= 0 a word; -1 no pair over this place; < -1 a piece, id = -2 - code. */
interface Run {
  readonly codes: Int32Array;
  readonly words: number;
  readonly joined: string;
}

const MAX_WORD = 40;
const MAX_CACHED_RUNS = 200_000;
const PART = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const OTHER_WORD = /[\p{L}\p{M}\p{N}]+/gu;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+/g;
const NON_ASCII = /[^\x00-\x7f]/;

/** 1 for a digit or letter. */
const ALNUM = new Uint8Array(128);
for (let c = 0; c < 128; c++) ALNUM[c] = (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122) ? 1 : 0;

const LN = new Float64Array(256);
for (let i = 1; i < 256; i++) LN[i] = 1 + Math.log(i);

export class StaticModel {
  readonly name: string;
  readonly dimensions: number;
  readonly #ids = new Map<string, number>();
  readonly #longest: number;
  readonly #words: number;
  readonly #alpha: Float32Array;
  readonly #hashWeight: Float32Array;
  /** Weights of question, path, names, body, one after another. */
  readonly #weights: Float32Array;
  /** Linear map of a question's vector (dimensions × dimensions, row by row), or null. */
  readonly #map: Float32Array | null;
  readonly #table: Int8Array;
  /** Open-addressed table of word pairs: first, second, id. */
  readonly #pairs: Int32Array;
  readonly #pairMask: number;
  readonly #runs = new Map<string, Run>();
  readonly #counts: Uint16Array;
  readonly #touched: Int32Array;
  /** What each touched piece's row counts. */
  readonly #factors: Float64Array;
  #touchedCount = 0;
  readonly #keys = new Map<string, number>();
  readonly #field: Float64Array;
  readonly #sum: Float64Array;
  readonly #pathSum: Float64Array;
  #path: string | null = null;
  #previous = -1;
  #rarity: ((entry: string) => number) | undefined;
  readonly #entries: readonly string[];

  /** @throws ContextError('configuration') that says what is wrong with a file that is no model of this version. */
  constructor(bytes: Uint8Array, name: string) {
    this.name = name;
    const file = readModelFile(bytes);
    this.dimensions = file.dimensions;
    this.#words = file.words;
    this.#alpha = file.alpha;
    this.#hashWeight = file.hashWeights;
    this.#weights = file.weights;
    this.#map = file.questionMap;
    this.#table = file.table;
    this.#entries = file.entries;
    const rows = file.entries.length;
    const dim = file.dimensions;
    let longest = 0;
    for (let i = 0; i < this.#words; i++) {
      const word = file.entries[i] as string;
      this.#ids.set(word, i);
      if (word.length > longest) longest = word.length;
    }
    this.#longest = longest;
    let size = 1024;
    while (size < 3 * (rows - this.#words)) size *= 2;
    this.#pairMask = size - 1;
    this.#pairs = new Int32Array(3 * size).fill(-1);
    for (let i = this.#words; i < rows; i++) {
      const [first, second] = (file.entries[i] as string).split(' ') as [string, string];
      const a = this.#ids.get(first) as number;
      const b = this.#ids.get(second) as number;
      let slot = pairHash(a, b) & this.#pairMask;
      while (this.#pairs[3 * slot] !== -1) slot = (slot + 1) & this.#pairMask;
      this.#pairs.set([a, b, i], 3 * slot);
    }
    this.#counts = new Uint16Array(rows);
    this.#touched = new Int32Array(rows);
    this.#factors = new Float64Array(rows);
    this.#field = new Float64Array(dim);
    this.#sum = new Float64Array(dim);
    this.#pathSum = new Float64Array(dim);
  }

  static open(path: string, name: string): StaticModel {
    return new StaticModel(readFileSync(path), name);
  }

  /**
   * The unit vector of a question (dimensions floats); all zeros for a text without words.
   * @param rarity a factor for a word or a pair `first second`: see rarityIn.
   */
  embedQuery(text: string, rarity?: (entry: string) => number): Float32Array {
    const { dimensions } = this;
    this.#sum.fill(0);
    this.#rarity = rarity;
    this.#addField(text, 0, this.#hashWeight[0] as number, 1, true, this.dimensions);
    this.#rarity = undefined;
    const out = new Float32Array(dimensions);
    this.#finish(out, 0, dimensions);
    return out;
  }

  /** Writes the unit vector of a document into row `row` of `out` (rows x dimensions); zeros for one without words. */
  embedDocument(document: StaticDocument, out: Float32Array, row: number): void {
    const { dimensions } = this;
    const alpha = this.#alpha;
    const hashWeight = this.#hashWeight;
    if (document.path !== this.#path) this.#sumPath(document.path);
    this.#sum.set(this.#pathSum);
    this.#addField(document.names, 2, hashWeight[2] as number, alpha[3] as number, true, dimensions);
    this.#addField(document.body, 3, hashWeight[3] as number, alpha[4] as number, false, dimensions);
    this.#finish(out, row * dimensions, dimensions);
  }

  /** The fields of a path, summed once for all chunks of a file. */
  #sumPath(path: string): void {
    const parts = path.split('/');
    const base = parts[parts.length - 1] as string;
    const dot = base.lastIndexOf('.');
    const [stem, folders, upper] = this.#alpha as unknown as [number, number, number];
    const weight = this.#hashWeight[1] as number;
    this.#sum.fill(0);
    this.#addField(dot > 0 ? base.slice(0, dot) : base, 1, weight, stem, true, this.dimensions);
    this.#addField(parts.slice(-3, -1).join(' '), 1, weight, folders, false, this.dimensions);
    this.#addField(parts.slice(0, -3).join(' '), 1, weight, upper, false, this.dimensions);
    this.#pathSum.set(this.#sum);
    this.#path = path;
  }

  /** The pieces of a text with their counts, for tests: `[piece id, count]` by id, then `['#key', count]`. */
  pieces(text: string, identifiers: boolean): (readonly [number | string, number])[] {
    this.#read(text, identifiers);
    const found = [...this.#touched.subarray(0, this.#touchedCount)].sort((a, b) => a - b);
    const out: (readonly [number | string, number])[] = found.map((id) => [id, this.#counts[id] as number]);
    for (const [key, n] of this.#keys) out.push([`#${key}`, n]);
    for (const id of found) this.#counts[id] = 0;
    return out;
  }

  #finish(out: Float32Array, at: number, dimensions: number): void {
    const sum = this.#sum;
    let square = 0;
    for (let d = 0; d < dimensions; d++) square += (sum[d] as number) ** 2;
    if (square === 0) return;
    const scale = 1 / Math.sqrt(square);
    for (let d = 0; d < dimensions; d++) out[at + d] = (sum[d] as number) * scale;
  }

  /** Adds `alpha` × the unit vector of a text to the sum; over the first `dimensions` only. */
  #addField(text: string, kind: number, hashWeight: number, alpha: number, identifiers: boolean, dimensions: number): void {
    if (text.length === 0) return;
    this.#read(text, identifiers);
    const field = this.#field;
    const counts = this.#counts;
    const touched = this.#touched;
    const weights = this.#weights;
    const sum = this.#sum;
    const dim = this.dimensions;
    const base = kind * counts.length;
    field.fill(0);
    const factors = this.#factors;
    for (let t = 0; t < this.#touchedCount; t++) {
      const id = touched[t] as number;
      let weight = (LN[Math.min(255, counts[id] as number)] as number) * (weights[base + id] as number);
      if (this.#rarity !== undefined) weight *= this.#rarity(this.#entries[id] as string);
      counts[id] = 0;
      factors[t] = weight;
    }
    this.#addRows(dimensions);
    if (kind === 0 && this.#map !== null) {
      const from = field.slice();
      for (let i = 0; i < dim; i++) {
        const x = from[i] as number;
        for (let d = 0; d < dim; d++) field[d] = (field[d] as number) + x * (this.#map[i * dim + d] as number);
      }
    }
    for (const [key, n] of this.#keys) addHashRow(field, key, ((LN[Math.min(255, n)] as number) * hashWeight) / Math.sqrt(dim), dimensions);
    let square = 0;
    for (let d = 0; d < dimensions; d++) square += (field[d] as number) ** 2;
    if (square === 0) return;
    const scale = alpha / Math.sqrt(square);
    for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] as number) + scale * (field[d] as number);
  }

  /**
   * Adds the rows of all touched pieces, each times its factor, to the field. Four at a time: the field is loaded and
   * stored a quarter as often, which is 2.4 times as fast (measured); this loop is most of embedding.
   */
  #addRows(dimensions: number): void {
    const field = this.#field;
    const table = this.#table;
    const touched = this.#touched;
    const factors = this.#factors;
    const dim = this.dimensions;
    let t = 0;
    for (; t + 3 < this.#touchedCount; t += 4) {
      const [a, b, c, e] = [factors[t] as number, factors[t + 1] as number, factors[t + 2] as number, factors[t + 3] as number];
      const p = (touched[t] as number) * dim;
      const q = (touched[t + 1] as number) * dim;
      const r = (touched[t + 2] as number) * dim;
      const s = (touched[t + 3] as number) * dim;
      for (let d = 0; d < dimensions; d++) {
        field[d] =
          (field[d] as number) +
          a * (table[p + d] as number) +
          b * (table[q + d] as number) +
          c * (table[r + d] as number) +
          e * (table[s + d] as number);
      }
    }
    for (; t < this.#touchedCount; t++) {
      const a = factors[t] as number;
      const p = (touched[t] as number) * dim;
      for (let d = 0; d < dimensions; d++) field[d] = (field[d] as number) + a * (table[p + d] as number);
    }
  }

  /** Counts the pieces of a text into counts/touched and its hashed keys into keys. */
  #read(source: string, identifiers: boolean): void {
    const text = NON_ASCII.test(source) ? fold(source) : source;
    this.#touchedCount = 0;
    this.#previous = -1;
    this.#keys.clear();
    let gap = 0;
    let identWords = 0;
    let ident = '';
    const length = text.length;
    for (let i = 0; i < length; ) {
      const c = text.charCodeAt(i);
      if (c < 128 && ALNUM[c] === 1) {
        let end = i + 1;
        for (let x = 0; end < length && (x = text.charCodeAt(end)) < 128 && ALNUM[x] === 1; ) end++;
        if (gap > 1) this.#previous = -1;
        gap = 0;
        const run = this.#run(text.slice(i, end));
        for (let k = 0; k < run.codes.length; k++) {
          const code = run.codes[k] as number;
          if (code >= 0) this.#word(code);
          else if (code === -1) this.#previous = -1;
          else this.#count(-2 - code);
        }
        if (identifiers) {
          identWords += run.words;
          ident += run.joined;
        }
        i = end;
        continue;
      }
      if (identifiers && c !== 95 && ident !== '') {
        if (identWords > 1) this.#keys.set(ident, (this.#keys.get(ident) ?? 0) + 1);
        identWords = 0;
        ident = '';
      }
      if (c >= 128) {
        let end = i + 1;
        while (end < length && text.charCodeAt(end) >= 128) end++;
        this.#otherScript(text.slice(i, end));
        gap = 2;
        i = end;
        continue;
      }
      gap += c === 10 ? 2 : 1;
      i++;
    }
    if (identWords > 1) this.#keys.set(ident, (this.#keys.get(ident) ?? 0) + 1);
  }

  #word(id: number): void {
    this.#count(id);
    const previous = this.#previous;
    const pairs = this.#pairs;
    const pairMask = this.#pairMask;
    this.#previous = id;
    if (previous < 0) return;
    for (let slot = pairHash(previous, id) & pairMask; pairs[3 * slot] !== -1; slot = (slot + 1) & pairMask) {
      if (pairs[3 * slot] === previous && pairs[3 * slot + 1] === id) {
        this.#count(pairs[3 * slot + 2] as number);
        return;
      }
    }
  }

  #count(id: number): void {
    const n = this.#counts[id] as number;
    if (n === 0) this.#touched[this.#touchedCount++] = id;
    if (n < 65535) this.#counts[id] = n + 1;
  }

  #run(text: string): Run {
    const known = this.#runs.get(text);
    if (known !== undefined) return known;
    const codes: number[] = [];
    let words = 0;
    let joined = '';
    for (const part of text.match(PART) ?? []) {
      if (part.length < 2 && (part < '0' || part > '9')) continue;
      const word = part.toLowerCase();
      words++;
      joined += word;
      const id = this.#ids.get(word);
      if (id !== undefined) {
        codes.push(id);
        continue;
      }
      codes.push(-1);
      if (word.charCodeAt(0) < 58 || word.length > MAX_WORD) continue;
      for (let p = 0; p <= word.length - 3; ) {
        let end = Math.min(word.length, p + this.#longest);
        let piece: number | undefined;
        for (; end > p + 2; end--) if ((piece = this.#ids.get(word.slice(p, end))) !== undefined) break;
        if (piece === undefined) p++;
        else {
          codes.push(-2 - piece);
          p = end;
        }
      }
    }
    const run = { codes: Int32Array.from(codes), words, joined };
    if (this.#runs.size >= MAX_CACHED_RUNS) this.#runs.clear();
    if (text.length <= 64) this.#runs.set(text, run);
    return run;
  }

  /** Words of other scripts are hashed whole and by their first five characters, CJK by pairs of characters. */
  #otherScript(text: string): void {
    const key = (k: string): void => void this.#keys.set(k, (this.#keys.get(k) ?? 0) + 1);
    const plain = (w: string): void => {
      const lower = [...w.toLowerCase()];
      if (lower.length < 2) return;
      key(lower.join(''));
      if (lower.length > 5) key(lower.slice(0, 5).join(''));
    };
    for (const word of text.match(OTHER_WORD) ?? []) {
      let at = 0;
      for (const m of word.matchAll(CJK)) {
        plain(word.slice(at, m.index));
        if (m[0].length === 1) key(m[0]);
        for (let i = 0; i + 1 < m[0].length; i++) key(m[0].slice(i, i + 2));
        at = m.index + m[0].length;
      }
      plain(word.slice(at));
    }
  }
}

/** What a word or a pair of words of a question counts in an index: words found everywhere count less. */
export const rarityIn =
  ({ chunks, having }: { readonly chunks: number; having(word: string): number }) =>
  (entry: string): number => {
    // In an empty index nothing is rarer than anything else.
    if (chunks === 0) return 1;
    const count = Math.min(...entry.split(' ').map(having));
    return Math.max(0.01, Math.log(1 + chunks / (count + 1)) / Math.log(1 + chunks)) ** 0.25;
  };
