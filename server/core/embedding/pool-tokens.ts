/** From one vector a token to one vector a text. Pure. */
import type { Pooling } from './model-traits.js';

/**
 * @param hidden rows x tokens x dimensions
 * @param mask rows x tokens, 0 where a token is padding
 * @returns rows x dimensions, not normalised
 */
export function poolTokens(
  hidden: ArrayLike<number>,
  mask: ArrayLike<number | bigint>,
  rows: number,
  tokens: number,
  dimensions: number,
  pooling: Exclude<Pooling, 'given'>,
): Float32Array {
  const out = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row++) {
    const present: number[] = [];
    for (let t = 0; t < tokens; t++) if (Number(mask[row * tokens + t]) !== 0) present.push(t);
    // Padding may stand on either side: "first" and "last" are those of the real tokens.
    const used = pooling === 'first' ? present.slice(0, 1) : pooling === 'last' ? present.slice(-1) : present;
    for (const t of used) {
      const from = (row * tokens + t) * dimensions;
      for (let d = 0; d < dimensions; d++) {
        out[row * dimensions + d] = (out[row * dimensions + d] as number) + (hidden[from + d] as number) / used.length;
      }
    }
  }
  return out;
}
