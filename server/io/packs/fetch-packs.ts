/**
 * Fetches the records of a commit that the index lacks: manifest, indexes, then the blocks in ranges. Every byte is checked against the
 * hash that names it before it is used. What is fetched lies in one folder until it is removed.
 */
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FetchedPacks, PackBasis } from '../../core/packs/ports.js';
import { nextTurn } from '../../util/next-turn.js';
import { factsHash, packError, parseRecord, splitHashes } from './pack-block.js';
import {
  type Block,
  indexName,
  isSameBasis,
  type Manifest,
  type ManifestPack,
  manifestName,
  maxIndexBytes,
  maxManifestBytes,
  packName,
  readIndex,
  readManifest,
  sha256Of,
} from './pack-format.js';
import { blockListName, blocksName, type LocalBlock, PackReader } from './pack-reader.js';
import type { PackStorage } from './pack-storage.js';

export interface FetchOptions {
  readonly storage: PackStorage;
  /** For each root folder the commit that is wanted, then those before it. */
  readonly wanted: readonly (readonly string[])[];
  readonly basis: PackBasis;
  /** Made anew. */
  readonly folder: string;
}

/** A range has at most so many bytes, and so many ranges are fetched at once: 32 MB in memory. */
const rangeBytes = 8 * 2 ** 20;
const atOnce = 4;
/** Blocks that are not needed are fetched where that saves a request. */
const gapBytes = 64 * 1024;
/** More is not what a team's index needs, and would fill a disk. */
const maxBytes = 32 * 2 ** 30;

/** Null where none of the commits is published. Throws ContextError('index'); nothing is left behind then. */
export async function fetchPacks(options: FetchOptions, known: ReadonlySet<string>, signal: AbortSignal): Promise<FetchedPacks | null> {
  const { storage, basis, folder } = options;
  const found = await Promise.all(options.wanted.map((commits) => findManifest(storage, commits, signal)));
  const manifests = found.filter((manifest) => manifest !== null);
  const [first] = manifests;
  if (!first) return null;
  for (const manifest of manifests)
    if (!isSameBasis(manifest, basis)) throw packError(`${manifestName(manifest.commit)} ${difference(manifest, basis)}`);
  const packs = await Promise.all(
    manifests
      .flatMap((manifest) => manifest.packs)
      .map(async (pack) => {
        const name = indexName(pack.index);
        const bytes = await storage.read(name, Math.min(pack.indexBytes, maxIndexBytes), signal);
        if (bytes === null) throw packError(`${name} is missing`);
        if (sha256Of(bytes) !== pack.index) throw packError(`${name} has another hash than its name says`);
        return { pack, blocks: readIndex(name, bytes) };
      }),
  );
  const published = new Set(packs.flatMap(({ blocks }) => blocks.flatMap(({ keys }) => splitHashes(keys))));
  const missing = neededBlocks(packs, known);
  const bytes = missing.reduce((sum, { block }) => sum + block.bytes, 0);
  if (bytes > maxBytes) throw packError(`${manifestName(first.commit)} names ${bytes} bytes of packs, more than ${maxBytes}`);
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove();
  const shared = { commit: first.commit, has: (contentHash: string) => published.has(contentHash), remove };
  if (missing.length === 0) return { ...shared, folder: null, records: 0, bytes: 0, facts: async function* () {} };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const local = await fetchBlocks(missing, options, signal);
    await writeFile(join(folder, blockListName), JSON.stringify(local), { mode: 0o600 });
    const records = new Set(local.flatMap(({ keys }) => splitHashes(keys))).size;
    return { ...shared, folder, records, bytes, facts: () => facts(folder) };
  } catch (error) {
    await remove().catch(() => {});
    throw error;
  }
}

async function findManifest(storage: PackStorage, commits: readonly string[], signal: AbortSignal): Promise<Manifest | null> {
  for (const commit of commits) {
    const name = manifestName(commit);
    const bytes = await storage.read(name, maxManifestBytes, signal);
    if (bytes === null) continue;
    const manifest = readManifest(name, bytes);
    if (manifest.commit !== commit) throw packError(`${name} is of commit ${manifest.commit}`);
    return manifest;
  }
  return null;
}

function difference(manifest: Manifest, basis: PackBasis): string {
  const { schema, redaction, model } = manifest;
  if (schema !== basis.schema) return `was made by analysis version ${schema}, this server has version ${basis.schema}`;
  if (redaction !== basis.redaction) return `masks ${redaction}, this workspace masks ${basis.redaction}`;
  return `has vectors of ${model.name} (${model.dimensions}), this workspace has those of ${basis.model.name} (${basis.model.dimensions})`;
}

interface NeededBlock {
  readonly pack: ManifestPack;
  readonly block: Block;
  /** Content hashes of the records that are taken from it, and of those with facts. */
  readonly keys: string;
  readonly withFacts: string;
}

/** Blocks with a record that is not known, each from the last pack that has the record. */
function neededBlocks(
  packs: readonly { readonly pack: ManifestPack; readonly blocks: readonly Block[] }[],
  known: ReadonlySet<string>,
): NeededBlock[] {
  const seen = new Set<string>();
  const needed: NeededBlock[][] = [];
  for (const { pack, blocks } of [...packs].reverse()) {
    const own: NeededBlock[] = [];
    for (const block of blocks) {
      const facts = splitHashes(block.facts);
      const fresh = [...splitHashes(block.keys).entries()].filter(([, key]) => !seen.has(key) && !known.has(key));
      for (const [, key] of fresh) seen.add(key);
      const keys = (wanted: typeof fresh) => wanted.map(([, key]) => key).join('');
      const withFacts = fresh.filter(([i]) => facts[i] !== factsHash([]));
      if (fresh.length > 0) own.push({ pack, block, keys: keys(fresh), withFacts: keys(withFacts) });
    }
    needed.push(own);
  }
  return needed.reverse().flat();
}

interface Range {
  readonly pack: ManifestPack;
  readonly blocks: readonly NeededBlock[];
  readonly start: number;
  readonly end: number;
}

function rangesOf(needed: readonly NeededBlock[]): Range[] {
  const ranges: Range[] = [];
  for (const one of needed) {
    const { pack, block } = one;
    const end = block.offset + block.bytes;
    const last = ranges.at(-1);
    if (last?.pack === pack && block.offset - last.end <= gapBytes && end - last.start <= rangeBytes)
      ranges[ranges.length - 1] = { ...last, blocks: [...last.blocks, one], end };
    else ranges.push({ pack, blocks: [one], start: block.offset, end });
  }
  return ranges;
}

async function fetchBlocks(needed: readonly NeededBlock[], { storage, folder }: FetchOptions, signal: AbortSignal): Promise<LocalBlock[]> {
  const file = await open(join(folder, blocksName), 'wx', 0o600);
  const ranges = rangesOf(needed);
  const local: LocalBlock[] = [];
  // The first failure ends the others.
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  let next = 0;
  let written = 0;
  const work = async () => {
    for (let range = ranges[next++]; range; range = ranges[next++]) {
      const name = packName(range.pack.pack);
      const bytes = await storage.readRange(name, range.start, range.end, both);
      for (const { block: place, keys, withFacts } of range.blocks) {
        const { offset, bytes: size, sha256 } = place;
        const block = bytes.subarray(offset - range.start, offset - range.start + size);
        if (sha256Of(block) !== sha256) throw packError(`${name} has other bytes at ${offset} than its index says`);
        const at = written;
        written += size;
        local.push({ offset: at, bytes: size, keys, withFacts });
        await file.write(block, 0, size, at);
      }
    }
  };
  try {
    await Promise.all(
      Array.from({ length: atOnce }, () =>
        work().catch((error: unknown) => {
          failed.abort();
          throw error;
        }),
      ),
    );
  } finally {
    await file.close();
  }
  return local;
}

async function* facts(folder: string): ReturnType<FetchedPacks['facts']> {
  const reader = new PackReader(folder);
  try {
    for (const packed of reader.withFacts()) {
      const record = parseRecord(packed);
      if (record && record.facts.length > 0) yield { contentHash: packed.contentHash, record };
      await nextTurn();
    }
  } finally {
    reader.close();
  }
}
