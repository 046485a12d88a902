/** Reads the file of an embedded model (training/MODEL_FORMAT.md) into arrays, and refuses invalid files. */
import { configurationError } from '../../../core/model/problem.js';

/** R rows of D dimensions, the first `words` of them words, the rest word pairs. */
export interface ModelFile {
  readonly dimensions: number;
  readonly words: number;
  /** Words, then pairs `first second`: entry i has row i. */
  readonly entries: readonly string[];
  /** Weights of the fields: stem, folders, upper folders, names, body. */
  readonly alpha: Float32Array;
  /** Weight of a hashed key in: question, path fields, names, body. */
  readonly hashWeights: Float32Array;
  /** 4 x R: row weights in question, path fields, names, body. */
  readonly weights: Float32Array;
  /** D x D, row by row, or null. */
  readonly questionMap: Float32Array | null;
  /** R x D. */
  readonly table: Int8Array;
}

const VERSION = 2;
const HEADER = 64;
const MAGIC = 0x31454353;

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** @param bytes a copy, from the start of its buffer. Read as they are where the machine has the file's order. */
function littleEndianFloats(bytes: Uint8Array): Float32Array {
  if (!isLittleEndian) for (let i = 0; i < bytes.length; i += 4) bytes.subarray(i, i + 4).reverse();
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/** @throws ContextError('configuration') for a file that is not a model of this version; the message names the fault. */
export function readModelFile(bytes: Uint8Array): ModelFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const integer = (at: number): number => view.getUint32(at, true);
  if (bytes.length < HEADER || integer(0) !== MAGIC) throw configurationError('not a static embedding model (no SCE1 header)');
  if (integer(4) !== VERSION) throw configurationError(`static embedding model of version ${integer(4)}; ${VERSION} is needed`);
  const [rows, dimensions, words] = [integer(8), integer(12), integer(20)];
  const at = HEADER + integer(16);
  const mapLength = integer(60) !== 0 ? dimensions * dimensions : 0;
  const tableAt = at + 16 * rows + 4 * mapLength;
  if (dimensions < 8 || words > rows || tableAt + rows * dimensions !== bytes.length) {
    throw configurationError('static embedding model: truncated or damaged');
  }
  const floats = (from: number, n: number): Float32Array => littleEndianFloats(new Uint8Array(bytes.subarray(from, from + 4 * n)));
  const entries = new TextDecoder('latin1')
    .decode(bytes.subarray(HEADER, at))
    .replace(/(?<!\n)\n+$/, '')
    .split('\n');
  if (entries.length !== rows) throw configurationError('static embedding model: damaged vocabulary');
  return {
    dimensions,
    words,
    entries,
    alpha: floats(24, 5),
    hashWeights: floats(44, 4),
    weights: floats(at, 4 * rows),
    questionMap: mapLength > 0 ? floats(at + 16 * rows, mapLength) : null,
    table: new Int8Array(bytes.buffer, bytes.byteOffset + tableAt, rows * dimensions),
  };
}
