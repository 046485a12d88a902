/** Vectors as the index keeps them: one signed byte a dimension and one factor a vector. Pure. */

/** Consecutive vectors: row i has id `ids[i]`, factor `scales[i]` and the bytes `codes[i*dimensions …]`. Ids ascend. */
export interface VectorSlice {
  readonly ids: Float64Array;
  readonly scales: Float32Array;
  readonly codes: Int8Array;
}

export interface Quantised {
  readonly scale: number;
  readonly codes: Buffer;
}

/**
 * `vector[from, from + dimensions)` as bytes; `scale * code` is the value again, within half a percent of the largest.
 * Null where a value is not finite. The zero vector has scale 0.
 */
export function quantise(vector: Float32Array, from: number, dimensions: number): Quantised | null {
  let largest = 0;
  let sum = 0;
  for (let i = from; i < from + dimensions; i++) {
    const value = Math.abs(vector[i] as number);
    sum += value;
    if (value > largest) largest = value;
  }
  if (!Number.isFinite(sum)) return null;
  const codes = Buffer.allocUnsafe(dimensions);
  const factor = largest > 0 ? 127 / largest : 0;
  for (let i = 0; i < dimensions; i++) codes[i] = Math.round((vector[from + i] as number) * factor) & 0xff;
  return { scale: largest / 127, codes };
}

/** A vector of a chunk, as a store has it. */
export interface CodedChunk {
  readonly chunk: number;
  readonly scale: number;
  readonly codes: Uint8Array;
}

/** By chunk, the greatest inner product of `vector` with its vectors, which have as many bytes as `vector` has floats. */
export function greatestProducts(vector: Float32Array, coded: readonly CodedChunk[]): Map<number, number> {
  const best = new Map<number, number>();
  for (const { chunk, scale, codes } of coded) {
    const values = new Int8Array(codes.buffer, codes.byteOffset, codes.length);
    let sum = 0;
    for (let i = 0; i < vector.length; i++) sum += (vector[i] as number) * (values[i] as number);
    const score = sum * scale;
    if (score > (best.get(chunk) ?? Number.NEGATIVE_INFINITY)) best.set(chunk, score);
  }
  return best;
}

/** Values of row `row` as plain numbers, appended to `out`. */
export function dequantise(slice: VectorSlice, row: number, dimensions: number, out: number[]): void {
  const scale = slice.scales[row] as number;
  const base = row * dimensions;
  for (let i = 0; i < dimensions; i++) out.push(scale * (slice.codes[base + i] as number));
}
