/**
 * The layout of packs on storage. All files but the manifests are named after the SHA-256 of their bytes and never change:
 *   manifests/COMMIT.json  which packs a commit needs, and what their records depend on
 *   indexes/HASH           gzipped JSON: the blocks of one pack, and the content hashes that each holds
 *   packs/HASH             blocks (pack-block.ts) one after the other
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import type { PackBasis } from '../../core/packs/ports.js';
import { hashLength, packError, unzipped } from './pack-block.js';

/** Raised by every change of the layout; only packs of the own version are read. */
export const formatVersion = 1;
export const formatName = 'context-language-server-packs';

export const manifestName = (commit: string): string => `manifests/${commit}.json`;
export const indexName = (sha256: string): string => `indexes/${sha256}`;
export const packName = (sha256: string): string => `packs/${sha256}`;

/** Compressed bytes. 1,000,000 files have an index of some 20 MB. */
export const maxIndexBytes = 256 * 2 ** 20;
export const maxManifestBytes = 2 ** 20;
const maxBlock = 128 * 2 ** 20;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const commitSchema = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);
const size = z.number().int().min(0);

const manifestSchema = z.object({
  format: z.literal(formatName),
  version: z.number().int(),
  product: z.string().max(100),
  createdAt: z.string().max(40),
  commit: commitSchema,
  schema: size,
  redaction: z.string().max(40),
  model: z.object({ name: z.string().min(1).max(500), dimensions: z.number().int().min(1).max(65_536) }),
  files: size,
  packs: z.array(z.object({ index: sha256Schema, indexBytes: size.max(maxIndexBytes), pack: sha256Schema, bytes: size })).max(1_000),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestPack = Manifest['packs'][number];

const blockSchema = z.object({
  offset: size,
  bytes: size.max(maxBlock),
  sha256: sha256Schema,
  /** Content hashes one after the other, 14 characters each. */
  keys: z.string().regex(/^[\w-]*$/),
  /** By key, a hash of the facts of its record. */
  facts: z.string().regex(/^[\w-]*$/),
});
const indexSchema = z.object({ blocks: z.array(blockSchema).max(10_000_000) });
export type Block = z.infer<typeof blockSchema>;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Throws for a manifest of another version before its fields are looked at. */
export function readManifest(name: string, bytes: Buffer): Manifest {
  const json = parsed(name, bytes);
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown };
  if (format === formatName && version !== formatVersion)
    throw packError(`${name} has format version ${String(version)}, this server reads version ${formatVersion}`);
  return valid(name, manifestSchema, json);
}

export function readIndex(name: string, bytes: Buffer): readonly Block[] {
  const { blocks } = valid(name, indexSchema, parsed(name, unzipped(name, bytes, maxIndexBytes * 8)));
  let end = 0;
  for (const block of blocks) {
    if (block.offset < end || block.keys.length % hashLength !== 0 || block.facts.length !== block.keys.length)
      throw packError(`${name} is damaged`);
    end = block.offset + block.bytes;
  }
  return blocks;
}

export const writeIndex = (blocks: readonly Block[]): Buffer => gzipSync(JSON.stringify({ blocks }));

/** Whether records made on one basis can be used on another. */
export const isSameBasis = (a: PackBasis, b: PackBasis): boolean =>
  a.schema === b.schema && a.redaction === b.redaction && a.model.name === b.model.name && a.model.dimensions === b.model.dimensions;

function parsed(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw packError(`${name} is not JSON, or cut short`);
  }
}

function valid<T>(name: string, schema: z.ZodType<T>, json: unknown): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw packError(`${name}: ${issue ? `${issue.path.join('.')}: ${issue.message}` : 'not expected'}`);
}
