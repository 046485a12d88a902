/**
 * Publishes the packs of one commit to a folder, from where they can be copied to any storage. Files are written under another name first,
 * and the manifest last: a reader never meets half of them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishReport } from '../../core/model/pack-report.js';
import type { ContentToPublish, PackBasis } from '../../core/packs/ports.js';
import { messageOf } from '../../util/bug.js';
import { nextTurn } from '../../util/next-turn.js';
import { closeBlock, encodeRecord, factsHash, packError, splitHashes } from './pack-block.js';
import {
  type Block,
  formatName,
  formatVersion,
  indexName,
  isSameBasis,
  type Manifest,
  type ManifestPack,
  manifestName,
  packName,
  readIndex,
  readManifest,
  sha256Of,
  writeIndex,
} from './pack-format.js';

export interface PublishOptions {
  readonly folder: string;
  readonly commit: string;
  readonly basis: PackBasis;
  readonly product: string;
  readonly createdAt: Date;
  readonly signal?: AbortSignal;
}

/** Not compressed. A block is fetched and unpacked as a whole. */
const blockBytes = 512 * 1024;
/** Each pack costs a reader a request for its index. */
const maxPacks = 16;

export async function publishPacks(contents: readonly ContentToPublish[], options: PublishOptions): Promise<PublishReport> {
  const { folder, commit, basis, product, createdAt, signal } = options;
  try {
    for (const name of ['manifests', 'indexes', 'packs']) await mkdir(join(folder, name), { recursive: true });
    const before = await readBefore(folder, basis, new Set(contents.map(({ contentHash }) => contentHash)));
    const pack = await PackFile.create(folder);
    const used = new Set<ManifestPack>();
    const counts = { files: 0, left: 0, reused: 0, written: 0 };
    try {
      for (const content of contents) {
        signal?.throwIfAborted();
        const facts = factsHash(content.facts());
        const known = before.get(content.contentHash);
        const isReused = known?.facts === facts;
        const record = isReused ? null : content.read();
        if (isReused) {
          used.add(known.pack);
          counts.reused++;
        } else if (record) {
          await pack.add(content.contentHash, facts, encodeRecord(record));
          counts.written++;
        } else counts.left++;
        if (isReused || record) counts.files++;
        await nextTurn();
      }
      const added = await pack.end();
      // A reader takes a record from the last pack that has it.
      const packs = [...used, ...(added ? [added] : [])];
      const manifest: Manifest = {
        format: formatName,
        version: formatVersion,
        product,
        createdAt: createdAt.toISOString(),
        commit,
        ...basis,
        files: counts.files,
        packs,
      };
      await place(join(folder, manifestName(commit)), Buffer.from(JSON.stringify(manifest, null, 1)));
      return { folder, commit, ...counts, bytes: added ? added.bytes + added.indexBytes : 0 };
    } finally {
      await pack.discard();
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Error && error.name === 'ContextError') throw error;
    throw packError(`${folder} cannot be written: ${messageOf(error)}`);
  }
}

interface KnownRecord {
  readonly pack: ManifestPack;
  /** Hash of its facts. */
  readonly facts: string;
}

/**
 * Records of the manifest written last that has the same basis. None where it has too many packs, or where less than half of their records
 * are wanted: then all are written again.
 */
async function readBefore(folder: string, basis: PackBasis, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, KnownRecord>> {
  const none = new Map<string, KnownRecord>();
  const manifest = await lastManifest(folder, basis);
  if (!manifest || manifest.packs.length >= maxPacks) return none;
  const known = new Map<string, KnownRecord>();
  let records = 0;
  for (const pack of manifest.packs) {
    const name = indexName(pack.index);
    for (const { keys, facts } of readIndex(name, await readFile(join(folder, name)))) {
      const hashes = splitHashes(facts);
      for (const [i, key] of splitHashes(keys).entries()) {
        records++;
        if (wanted.has(key)) known.set(key, { pack, facts: hashes[i] as string });
      }
    }
  }
  return known.size * 2 < records ? none : known;
}

async function lastManifest(folder: string, basis: PackBasis): Promise<Manifest | null> {
  const names = (await readdir(join(folder, 'manifests'))).filter((name) => name.endsWith('.json'));
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, 'manifests', name))).mtimeMs })));
  for (const { name } of dated.sort((a, b) => b.at - a.at)) {
    try {
      const manifest = readManifest(name, await readFile(join(folder, 'manifests', name)));
      if (isSameBasis(manifest, basis)) return manifest;
    } catch {
      // Of another version, or damaged: it is no base.
    }
  }
  return null;
}

/** A pack under way. Its name is known when it ends. */
class PackFile {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  readonly #blocks: Block[] = [];
  #bytes = 0;
  #records: Buffer[] = [];
  #recordBytes = 0;
  #keys = '';
  #facts = '';

  private constructor(folder: string, temporary: string, file: FileHandle) {
    this.#folder = folder;
    this.#temporary = temporary;
    this.#file = file;
  }

  static async create(folder: string): Promise<PackFile> {
    const temporary = join(folder, 'packs', `${randomBytes(4).toString('hex')}.partial`);
    return new PackFile(folder, temporary, await open(temporary, 'w'));
  }

  async add(key: string, facts: string, record: Buffer): Promise<void> {
    this.#records.push(record);
    this.#recordBytes += record.length;
    this.#keys += key;
    this.#facts += facts;
    if (this.#recordBytes >= blockBytes) await this.#closeBlock();
  }

  async #closeBlock(): Promise<void> {
    if (this.#records.length === 0) return;
    const block = closeBlock(this.#records);
    await this.#file.write(block);
    this.#hash.update(block);
    this.#blocks.push({ offset: this.#bytes, bytes: block.length, sha256: sha256Of(block), keys: this.#keys, facts: this.#facts });
    this.#bytes += block.length;
    this.#records = [];
    this.#recordBytes = 0;
    this.#keys = this.#facts = '';
  }

  /** Null where no record was added. */
  async end(): Promise<ManifestPack | null> {
    await this.#closeBlock();
    await this.#file.sync();
    if (this.#blocks.length === 0) return null;
    const pack = this.#hash.digest('hex');
    await rename(this.#temporary, join(this.#folder, packName(pack)));
    const bytes = writeIndex(this.#blocks);
    const index = sha256Of(bytes);
    await place(join(this.#folder, indexName(index)), bytes);
    return { index, indexBytes: bytes.length, pack, bytes: this.#bytes };
  }

  async discard(): Promise<void> {
    await this.#file.close();
    await rm(this.#temporary, { force: true });
  }
}

async function place(file: string, bytes: Buffer): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.partial`;
  await writeFile(temporary, bytes);
  await rename(temporary, file);
}
