/**
 * Publishes the packs of one commit to a folder, from where they can be copied to any storage. Files are written under another name first,
 * and the manifest last: a reader never meets half of them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishReport } from '../../core/model/pack-report.js';
import type { ContentToPublish, PackBasis } from '../../core/packs/ports.js';
import { messageOf } from '../../util/bug.js';
import { nextTurn } from '../../util/next-turn.js';
import { closeBlock, encodeRecord, factsHash, packError } from './pack-block.js';
import {
  type Block,
  formatName,
  formatVersion,
  indexName,
  type Manifest,
  type ManifestPack,
  manifestName,
  packName,
  sha256Of,
  writeIndex,
} from './pack-format.js';
import { reusableRecords } from './reusable-records.js';

export interface PublishOptions {
  readonly folder: string;
  readonly commit: string;
  /** This commit and those before it: the packs of the first that is published are reused. */
  readonly commits: readonly string[];
  readonly basis: PackBasis;
  readonly product: string;
  readonly createdAt: Date;
  readonly signal?: AbortSignal;
}

/** Not compressed. A block is fetched and unpacked as a whole. */
const blockBytes = 512 * 1024;

export async function publishPacks(contents: readonly ContentToPublish[], options: PublishOptions): Promise<PublishReport> {
  const { folder, commit, basis, product, createdAt, signal } = options;
  try {
    for (const name of ['manifests', 'indexes', 'packs']) await mkdir(join(folder, name), { recursive: true });
    const before = await reusableRecords(options, new Set(contents.map(({ contentHash }) => contentHash)));
    const pack = await PackFile.create(folder);
    const used = new Set<ManifestPack>();
    const counts = { files: 0, left: 0, reused: 0, written: 0 };
    try {
      for (const content of contents) {
        signal?.throwIfAborted();
        const facts = factsHash(content.facts());
        const known = before.records.get(content.contentHash);
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
      const packs = [...before.packs.filter((one) => used.has(one)), ...(added ? [added] : [])];
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
