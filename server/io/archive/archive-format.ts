/**
 * The layout of an exported index: a gzipped tar, which common tools can read. Only these files are accepted:
 *   manifest.json        first: model, repository, commit
 *   files/000001.json …  paths, content hashes and the hashes of their parts
 *   vectors/000001.bin … rows of: hash length (1 byte), hash, scale (float32), `dimensions` signed bytes
 *   checksums.json       last: SHA-256 and size of every section; without it the archive was cut short
 */
import * as z from 'zod';
import type { ExportedFile, StoredVector } from '../../core/embedding/archive-ports.js';
import { describe } from '../../core/embedding/check-vectors.js';
import { indexError } from '../../core/model/problem.js';
import { confine } from '../../core/security/paths.js';

/** Raised by every change of the layout; an import accepts its own version only. */
export const formatVersion = 1;
export const formatName = 'context-language-server-index';

export const manifestName = 'manifest.json';
export const checksumsName = 'checksums.json';
export const sectionName = (kind: 'files' | 'vectors', number: number): string =>
  `${kind}/${String(number).padStart(6, '0')}.${kind === 'files' ? 'json' : 'bin'}`;
const allowedName = /^(?:manifest\.json|checksums\.json|files\/\d{6}\.json|vectors\/\d{6}\.bin)$/;

/** Small enough for one step of work, large enough that a section costs little. */
export const vectorsPerSection = 1_000;
export const filesPerSection = 2_000;
export const maxSectionBytes = 32 * 2 ** 20;

const identity = z.object({ remote: z.string().max(1_000).nullable(), rootCommit: z.string().max(100).nullable() });
const manifestSchema = z.object({
  format: z.literal(formatName),
  version: z.number().int(),
  product: z.string().max(100),
  createdAt: z.string().max(40),
  repository: identity,
  commit: z.string().max(100).nullable(),
  model: z.object({ name: z.string().min(1).max(500), dimensions: z.number().int().min(1).max(65_536) }),
});
export type Manifest = z.infer<typeof manifestSchema>;

const checksumsSchema = z.object({
  sections: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })).max(2_000_000),
  files: z.number().int(),
  vectors: z.number().int(),
});
export type Checksums = z.infer<typeof checksumsSchema>;

const filesSchema = z.array(
  z.object({ path: z.string().max(4_096), contentHash: z.string().max(200), parts: z.array(z.string().max(200)).max(1_000_000) }),
);

export const archiveError = (message: string): Error => indexError(`import: ${message}`);

/** Throws ContextError('index') for a path that no section has: `../`, absolute, a link's. */
export function checkName(name: string): void {
  if (!allowedName.test(name)) throw archiveError(`the path ${JSON.stringify(name.slice(0, 200))} is not allowed in an export`);
}

export function readManifest(bytes: Buffer): Manifest {
  const json = parse(manifestName, bytes);
  const version = (json as { version?: unknown } | null)?.version;
  if ((json as { format?: unknown } | null)?.format === formatName && version !== formatVersion) {
    throw archiveError(`the export has format version ${String(version)}, this server reads version ${formatVersion}: make it again`);
  }
  return valid(manifestName, manifestSchema, json);
}

export const readChecksums = (bytes: Buffer): Checksums => valid(checksumsName, checksumsSchema, parse(checksumsName, bytes));

/** Throws for paths that leave the workspace. */
export function readFiles(name: string, bytes: Buffer): ExportedFile[] {
  const files = valid(name, filesSchema, parse(name, bytes));
  for (const { path } of files) {
    const verdict = confine(path, 'posix');
    if (!verdict.ok) throw archiveError(`${name}: the path ${JSON.stringify(path.slice(0, 200))} is not allowed: ${verdict.reason}`);
  }
  return files;
}

function parse(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw archiveError(`${name} is not JSON`);
  }
}

function valid<T>(name: string, schema: z.ZodType<T>, json: unknown): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw archiveError(`${name}: ${issue ? `${issue.path.join('.')}: ${issue.message}` : `not expected: ${describe(json)}`}`);
}

export function encodeVectors(vectors: readonly StoredVector[], dimensions: number): Buffer {
  const parts: Buffer[] = [];
  for (const { hash, scale, codes } of vectors) {
    const key = Buffer.from(hash, 'utf8');
    if (key.length === 0 || key.length > 255 || codes.length !== dimensions)
      throw indexError(`export: a vector of ${codes.length} dimensions`);
    const head = Buffer.alloc(1 + key.length + 4);
    head.writeUInt8(key.length, 0);
    key.copy(head, 1);
    head.writeFloatLE(scale, 1 + key.length);
    parts.push(head, Buffer.from(codes.buffer, codes.byteOffset, codes.length));
  }
  return Buffer.concat(parts);
}

/** Throws for truncated rows, scales that are not finite numbers of at least 0, and invalid hashes. */
export function decodeVectors(name: string, bytes: Buffer, dimensions: number): StoredVector[] {
  const vectors: StoredVector[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] as number;
    const end = at + 1 + length + 4 + dimensions;
    if (length === 0 || end > bytes.length) throw archiveError(`${name}: row ${vectors.length} is cut short`);
    const hash = bytes.toString('utf8', at + 1, at + 1 + length);
    const scale = bytes.readFloatLE(at + 1 + length);
    if (!Number.isFinite(scale) || scale < 0 || !/^[\w+/=-]+$/.test(hash)) throw archiveError(`${name}: row ${vectors.length} is damaged`);
    vectors.push({ hash, scale, codes: new Int8Array(bytes.subarray(end - dimensions, end)) });
    at = end;
  }
  return vectors;
}
