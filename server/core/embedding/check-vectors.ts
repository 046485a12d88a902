/** Checks vectors from outside and scales them to unit length. Pure. */

export type CheckedRow = { readonly kind: 'row' } | { readonly kind: 'bad'; readonly reason: string };

/**
 * Writes `values` as a unit vector into `out[row * dimensions …]`.
 * Refused, with a reason for a person: another length than `dimensions`, values that are not finite numbers, all zeros.
 */
export function takeRow(values: unknown, dimensions: number, out: Float32Array, row: number): CheckedRow {
  if (!isNumbers(values)) return bad(`expected an array of ${dimensions} numbers, got ${describe(values)}`);
  if (values.length !== dimensions) return bad(`expected ${dimensions} dimensions, got ${values.length}`);
  const at = row * dimensions;
  let sum = 0;
  for (let d = 0; d < dimensions; d++) {
    const value: unknown = values[d];
    if (typeof value !== 'number' || !Number.isFinite(value)) return bad(`value ${d} is ${describe(value)}, not a finite number`);
    sum += value * value;
  }
  if (!(sum > 0) || !Number.isFinite(sum)) return bad(sum === 0 ? 'all values are zero' : 'the values are too large');
  const scale = 1 / Math.sqrt(sum);
  for (let d = 0; d < dimensions; d++) out[at + d] = (values[d] as number) * scale;
  return { kind: 'row' };
}

const bad = (reason: string): CheckedRow => ({ kind: 'bad', reason });

const isNumbers = (value: unknown): value is ArrayLike<unknown> => Array.isArray(value) || value instanceof Float32Array;

/** A few words about a value that was not expected; never the value itself, which may be long or private. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}
