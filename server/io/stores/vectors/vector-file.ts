/**
 * Vectors as one flat file beside the database: a start reads it in a few milliseconds, where as many rows take SQLite
 * ten times as long. Derived data: a file that is damaged, of another database or of another model is read as none.
 *
 * Layout, little-endian: a line of JSON (VectorFileHeader), padded with blanks to a multiple of 8 bytes, its line
 * break last; then ids (Float64), scales (Float32), codes (Int8), each `rows` times.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VectorSlice } from '../sqlite/vector-codes.js';

const version = 2;
/** A header is a few hundred bytes. */
const maxHeaderBytes = 4_096;

/** What vectors belong to; ids mean nothing in another database. */
export interface VectorsOf {
  readonly databaseId: string;
  readonly model: string;
  readonly dimensions: number;
}

interface VectorFileHeader extends VectorsOf {
  readonly version: number;
  readonly rows: number;
  /** The greatest id, which is the last. */
  readonly lastId: number;
  readonly sum: number;
}

const pathIn = (folder: string): string => join(folder, 'exact-vectors.bin');

/** Replaces the file in one step; readable by its owner alone. */
export function writeVectorFile(folder: string, of: VectorsOf, { ids, scales, codes }: VectorSlice): void {
  const body = Buffer.concat([bytesOf(ids), bytesOf(scales), bytesOf(codes)]);
  const header: VectorFileHeader = { ...of, version, rows: ids.length, lastId: ids.at(-1) ?? 0, sum: sumOf(body) };
  const line = JSON.stringify(header);
  const head = `${line.padEnd(8 * Math.ceil((Buffer.byteLength(line) + 1) / 8) - 1)}\n`;
  const temporary = `${pathIn(folder)}.new`;
  writeFileSync(temporary, Buffer.concat([Buffer.from(head), body]), { mode: 0o600 });
  renameSync(temporary, pathIn(folder));
}

/** The vectors of the file; null where there is none that belongs to `of` and is whole. */
export function readVectorFile(folder: string, of: VectorsOf): VectorSlice | null {
  try {
    const bytes = readFileSync(pathIn(folder));
    const header = headerOf(bytes, bytes.length, of);
    if (!header) return null;
    const { rows, dimensions, sum } = header;
    // A copy of its own: aligned, and the file's buffer goes.
    const body = new Uint8Array(bytes.subarray(header.end)).buffer;
    if (sumOf(new Uint8Array(body)) !== sum) return null;
    return {
      ids: new Float64Array(body, 0, rows),
      scales: new Float32Array(body, 8 * rows, rows),
      codes: new Int8Array(body, 12 * rows, rows * dimensions),
    };
  } catch {
    return null;
  }
}

/** The greatest id in the file, by its header alone; 0 where there is none that belongs to `of`. */
export function lastIdInVectorFile(folder: string, of: VectorsOf): number {
  try {
    const file = openSync(pathIn(folder), 'r');
    try {
      const head = Buffer.alloc(maxHeaderBytes);
      const read = readSync(file, head, 0, maxHeaderBytes, 0);
      return headerOf(head.subarray(0, read), fstatSync(file).size, of)?.lastId ?? 0;
    } finally {
      closeSync(file);
    }
  } catch {
    return 0;
  }
}

/** The header at the beginning of `bytes` and where it ends; null where it does not belong to `of`, or the file has another length. */
function headerOf(bytes: Buffer, sizeBytes: number, of: VectorsOf): (VectorFileHeader & { readonly end: number }) | null {
  const end = bytes.indexOf(10) + 1;
  const header = JSON.parse(bytes.toString('utf8', 0, end)) as VectorFileHeader;
  const { databaseId, model, dimensions, rows } = header;
  if (header.version !== version || databaseId !== of.databaseId || model !== of.model || dimensions !== of.dimensions) return null;
  return sizeBytes - end === rows * (8 + 4 + dimensions) ? { ...header, end } : null;
}

export function removeVectorFile(folder: string): void {
  for (const suffix of ['', '.new']) rmSync(pathIn(folder) + suffix, { force: true });
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/** A checksum that finds what a disk does to a file: every word counts with its place. */
function sumOf(bytes: Uint8Array): number {
  const words = Math.floor(bytes.byteLength / 4);
  const view =
    bytes.byteOffset % 4 === 0 ? new Int32Array(bytes.buffer, bytes.byteOffset, words) : new Int32Array(bytes.slice().buffer, 0, words);
  let sum = bytes.byteLength;
  for (let i = 0; i < words; i++) sum = (Math.imul(sum, 31) + (view[i] as number)) | 0;
  for (let i = words * 4; i < bytes.byteLength; i++) sum = (Math.imul(sum, 31) + (bytes[i] as number)) | 0;
  return sum >>> 0;
}
