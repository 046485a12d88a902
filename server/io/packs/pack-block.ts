/**
 * Blocks of a pack: records, compressed together, so that a block can be fetched without the others. A record is its content hash, two
 * lengths, JSON, and the rows of its vectors: scale as float64, then a signed byte a dimension.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { indexError } from '../../core/model/problem.js';
import type { PackedFacts, PackRecord } from '../../core/packs/pack-record.js';
import type { RecordToWrite } from '../../core/packs/ports.js';
import { hashOf } from '../../util/hash.js';

/** Unpacked; one file of 1.5 MB has some 20 MB of vectors. */
const maxBlockBytes = 256 * 2 ** 20;
/** Characters of `hashOf`. */
export const hashLength = 14;

/** Exact, so that a vector is stored as it was. */
const scaleBytes = 8;

export const packError = (message: string): Error => indexError(`packs: ${message}`);

/** The hashes of a text that has one after the other. */
export function splitHashes(joined: string): string[] {
  const all: string[] = [];
  for (let at = 0; at < joined.length; at += hashLength) all.push(joined.slice(at, at + hashLength));
  return all;
}

/** A record's part of a block, not compressed. */
export function encodeRecord({ contentHash, record, vectors }: RecordToWrite): Buffer {
  const key = Buffer.from(contentHash, 'latin1');
  if (key.length !== hashLength) throw packError(`a content hash of ${key.length} characters`);
  const json = Buffer.from(JSON.stringify(record));
  const rows = vectors.map(({ scale, codes }) => {
    const head = Buffer.alloc(scaleBytes);
    head.writeDoubleLE(scale);
    return Buffer.concat([head, Buffer.from(codes.buffer, codes.byteOffset, codes.length)]);
  });
  const bytes = rows.reduce((sum, row) => sum + row.length, 0);
  const head = Buffer.alloc(hashLength + 8);
  key.copy(head);
  head.writeUInt32LE(json.length, hashLength);
  head.writeUInt32LE(bytes, hashLength + 4);
  return Buffer.concat([head, json, ...rows]);
}

/** What an index says of a record's facts: equal hashes, equal facts. */
export const factsHash = (facts: readonly PackedFacts[]): string => hashOf(JSON.stringify(facts));

export const closeBlock = (records: readonly Buffer[]): Buffer => gzipSync(Buffer.concat(records));

/** A record of a block, parsed when it is used. */
export interface PackedRecord {
  readonly contentHash: string;
  readonly json: Buffer;
  readonly rows: Buffer;
}

/** Throws for a block that is damaged or too large. */
export function openBlock(name: string, compressed: Buffer): PackedRecord[] {
  const bytes = unzipped(name, compressed, maxBlockBytes);
  const records: PackedRecord[] = [];
  for (let at = 0; at < bytes.length; ) {
    const head = at + hashLength + 8;
    if (head > bytes.length) throw packError(`${name} is cut short`);
    const jsonEnd = head + bytes.readUInt32LE(at + hashLength);
    const end = jsonEnd + bytes.readUInt32LE(at + hashLength + 4);
    if (end > bytes.length) throw packError(`${name} is cut short`);
    const contentHash = bytes.toString('latin1', at, at + hashLength);
    records.push({ contentHash, json: bytes.subarray(head, jsonEnd), rows: bytes.subarray(jsonEnd, end) });
    at = end;
  }
  return records;
}

/** The fields are checked where they are used. Null for what is no record. */
export function parseRecord({ json }: PackedRecord): PackRecord | null {
  try {
    const record = JSON.parse(json.toString('utf8')) as Partial<PackRecord> | null;
    const lists = [record?.strings, record?.chunks, record?.references, record?.parts, record?.facts];
    const isRecord = lists.every(Array.isArray) && typeof record?.language === 'string' && typeof record.provenance === 'string';
    return isRecord ? (record as PackRecord) : null;
  } catch {
    return null;
  }
}

/** Row `n` as values, written to `out` at `at`; false where there is none, or its scale is no number. */
export function readRow({ rows }: PackedRecord, n: number, dimensions: number, out: Float32Array, at: number): boolean {
  const start = n * (scaleBytes + dimensions);
  if (start + scaleBytes + dimensions > rows.length) return false;
  const scale = rows.readDoubleLE(start);
  if (!Number.isFinite(scale) || scale < 0) return false;
  for (let i = 0; i < dimensions; i++) out[at + i] = scale * rows.readInt8(start + scaleBytes + i);
  return true;
}

/** Throws for what is damaged, or larger than `maxBytes`. */
export function unzipped(name: string, bytes: Buffer, maxBytes: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    throw packError(`${name} cannot be unpacked`);
  }
}
