/**
 * Records that a commit takes over from the packs of the commit published before. Packs are merged as they grow, so that their number stays
 * below the logarithm of the number of records, and a record is written again about as often.
 */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackBasis } from '../../core/packs/ports.js';
import { splitHashes } from './pack-block.js';
import { indexName, isSameBasis, type ManifestPack, manifestName, packName, readIndex, readManifest } from './pack-format.js';

export interface ReusableRecords {
  /** By content hash. `facts`: the hash of the record's facts. */
  readonly records: ReadonlyMap<string, { readonly pack: ManifestPack; readonly facts: string }>;
  /** In the order of the manifest: a reader takes a record from the last pack that has it. */
  readonly packs: readonly ManifestPack[];
}

export interface PublishedBefore {
  readonly folder: string;
  /** Newest first. */
  readonly commits: readonly string[];
  readonly basis: PackBasis;
}

/** Nothing is reused where the packs are of another basis or damaged. */
export async function reusableRecords(before: PublishedBefore, wanted: ReadonlySet<string>): Promise<ReusableRecords> {
  for (const commit of before.commits) {
    try {
      const manifest = readManifest(commit, await readFile(join(before.folder, manifestName(commit))));
      if (isSameBasis(manifest, before.basis)) return await readPacks(before.folder, manifest.packs, wanted);
    } catch {
      // Not published, of another version, or damaged.
    }
  }
  return { records: new Map(), packs: [] };
}

async function readPacks(folder: string, packs: readonly ManifestPack[], wanted: ReadonlySet<string>): Promise<ReusableRecords> {
  const records = new Map<string, { pack: ManifestPack; facts: string }>();
  const sizes = new Map<ManifestPack, number>();
  for (const pack of packs) {
    await access(join(folder, packName(pack.pack)));
    const name = indexName(pack.index);
    for (const block of readIndex(name, await readFile(join(folder, name)))) {
      const facts = splitHashes(block.facts);
      const keys = splitHashes(block.keys);
      sizes.set(pack, (sizes.get(pack) ?? 0) + keys.length);
      for (const [i, key] of keys.entries()) if (wanted.has(key)) records.set(key, { pack, facts: facts[i] as string });
    }
  }
  const kept = worthKeeping(packs, sizes, records, wanted.size - records.size);
  for (const [key, { pack }] of records) if (!kept.has(pack)) records.delete(key);
  return { records, packs };
}

/** A pack is kept if it has more than twice the records that are written anyway, and at least half of its own are still wanted. */
function worthKeeping(
  packs: readonly ManifestPack[],
  sizes: ReadonlyMap<ManifestPack, number>,
  records: ReusableRecords['records'],
  fresh: number,
): ReadonlySet<ManifestPack> {
  const live = new Map<ManifestPack, number>();
  for (const { pack } of records.values()) live.set(pack, (live.get(pack) ?? 0) + 1);
  const kept = new Set<ManifestPack>();
  let written = fresh;
  for (const pack of [...packs].reverse()) {
    const count = live.get(pack) ?? 0;
    if (count > 2 * written && count * 2 >= (sizes.get(pack) ?? 0)) kept.add(pack);
    else written += count;
  }
  return kept;
}
