/**
 * Inner products of many rows of bytes with one question, in WebAssembly: eight products an instruction, where plain code has one and
 * FAISS, as it is built for every processor, has four floats. Only rows above a bound leave it. The module is assembled here: fifty
 * instructions need no other compiler.
 */

/** A row and a question have a multiple of so many values; the rest is zero. */
export const laneValues = 16;
/** Of the memory of WebAssembly. */
export const pageBytes = 65_536;

interface GrowingMemory {
  /** Another one after each `grow`. */
  readonly buffer: ArrayBuffer;
  /** Throws RangeError beyond 4 GB. @param pages of 64 KB */
  grow(pages: number): number;
}
/** The part of the runtime that is used; the types of Node leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
  readonly Memory: new (size: { initial: number; maximum: number }) => GrowingMemory;
};

export interface DotProducts {
  readonly memory: GrowingMemory;
  /**
   * For `rows` > 0 rows of `values` signed bytes, a multiple of `laneValues`, one after another from `codes` on: the inner product with the
   * question, times the row's scale. Of each row where that is greater than `bound`, its number and its inner product, two Int32, are
   * written to `out`; returned is where they end. The question has `values` Int16, scales are Float32; no inner product may exceed an
   * Int32. All places are bytes from the beginning of the memory; `question` is a multiple of 16, the others of 4.
   */
  rowsAbove(codes: number, rows: number, values: number, question: number, scales: number, out: number, bound: number): number;
}

/** A kernel with a memory of its own, which `memory.grow` extends. */
export function openDotProducts(bytes: number): DotProducts {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes), maximum: 65_536 });
  compiled ??= new WebAssembly.Module(assemble());
  const { rowsAbove } = new WebAssembly.Instance(compiled, { io: { memory } }).exports as Pick<DotProducts, 'rowsAbove'>;
  return { memory, rowsAbove };
}

let compiled: object | null = null;

// --- the module, in the binary format of the WebAssembly specification ---------------------------------------------------

const unsigned = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]);
/** For values below 64, which is all that is needed. */
const constant = (value: number): number[] => [0x41, value];
const list = (items: readonly (readonly number[])[]): number[] => [...unsigned(items.length), ...items.flat()];
const text = (value: string): number[] => list([...value].map((char) => [char.charCodeAt(0)]));
const section = (id: number, body: readonly number[]): number[] => [id, ...unsigned(body.length), ...body];
const simd = (code: number, ...rest: number[]): number[] => [0xfd, ...unsigned(code), ...rest];
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];

const i32 = 0x7f;
const f64 = 0x7c;
const v128 = 0x7b;
const add = [0x6a];
const subtract = [0x6b];
const storeAt = (offset: number): number[] => [0x36, 2, offset];
/** A Float32 as Float64. */
const loadScale = [...[0x2a, 2, 0], 0xbb];
const asFloat = [0xb7];
const multiplyFloats = [0xa2];
const isGreater = [0x64];
const whenTrue = [0x04, 0x40];
const loop = [0x03, 0x40];
const again = [0x0d, 0];
const end = [0x0b];
const zero = simd(0x0c, ...new Array<number>(16).fill(0));
/** Eight signed bytes as Int16. */
const loadBytes = (offset: number): number[] => simd(0x01, 0, offset);
const loadShorts = (offset: number): number[] => simd(0x00, 4, offset);
/** Sums of neighbouring products, as Int32. */
const multiply = simd(0xba);
const addLanes = simd(0xae);
const lane = (index: number): number[] => simd(0x1b, index);

function assemble(): Uint8Array {
  // The parameters of `rowsAbove`, then local variables.
  const [codes, rows, values, question, scales, out, bound, at, left, row, product, sum] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
  const eight = (half: number): number[] => [
    ...get(sum),
    ...[...get(codes), ...loadBytes(8 * half)],
    ...[...get(at), ...loadShorts(16 * half)],
    ...[...multiply, ...addLanes, ...set(sum)],
  ];
  const advance = (local: number, by: readonly number[]): number[] => [...get(local), ...by, ...add, ...set(local)];
  const found = [
    ...[...get(out), ...get(row), ...storeAt(0)],
    ...[...get(out), ...get(product), ...storeAt(4)],
    ...advance(out, constant(8)),
  ];
  const each = [
    ...[...zero, ...set(sum)],
    ...[...get(question), ...set(at)],
    ...[...get(values), ...set(left)],
    ...loop,
    ...[...eight(0), ...eight(1)],
    ...advance(codes, constant(16)),
    ...advance(at, constant(32)),
    ...[...get(left), ...constant(16), ...subtract, ...tee(left), ...again],
    ...end,
    ...[0, 1, 2, 3].flatMap((index) => [...get(sum), ...lane(index), ...(index > 0 ? add : [])]),
    ...[...tee(product), ...asFloat, ...get(scales), ...loadScale, ...multiplyFloats],
    ...[...get(bound), ...isGreater, ...whenTrue, ...found, ...end],
    ...advance(scales, constant(4)),
    ...advance(row, constant(1)),
  ];
  const body = [...loop, ...each, ...[...get(rows), ...constant(1), ...subtract, ...tee(rows), ...again], ...end, ...get(out), ...end];
  const code = [
    ...list([
      [4, i32],
      [1, v128],
    ]),
    ...body,
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([[0x60, ...list([...new Array<number>(6).fill(i32), f64].map((type) => [type])), ...list([[i32]])]])),
    ...section(2, list([[...text('io'), ...text('memory'), 2, 1, 1, ...unsigned(65_536)]])),
    ...section(3, list([[0]])),
    ...section(7, list([[...text('rowsAbove'), 0, 0]])),
    ...section(10, list([[...unsigned(code.length), ...code]])),
  ]);
}
