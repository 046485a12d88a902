/** Writes an index's vectors to one file. The file is there whole or not at all. */
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { RepositoryIdentity, VectorSource } from '../../core/embedding/archive-ports.js';
import { indexError } from '../../core/model/problem.js';
import { messageOf } from '../../util/bug.js';
import { nextTurn } from '../../util/next-turn.js';
import {
  type Checksums,
  checksumsName,
  encodeVectors,
  filesPerSection,
  formatName,
  formatVersion,
  type Manifest,
  manifestName,
  sectionName,
  vectorsPerSection,
} from './archive-format.js';
import { tarEnd, tarEntry } from './tar.js';

export interface ExportOptions {
  /** Where it goes; an existing file is replaced when the export is complete. */
  readonly file: string;
  /** Name and version of this program. */
  readonly product: string;
  readonly repository: RepositoryIdentity;
  /** The commit that the workspace is at; null where it is not known or the tree is dirty. */
  readonly commit: string | null;
  readonly createdAt: Date;
  readonly signal?: AbortSignal;
}

export interface Exported {
  readonly files: number;
  readonly vectors: number;
  readonly bytes: number;
}

/** Throws ContextError('index') where the file cannot be written, the signal's reason when aborted; nothing is left behind. */
export async function exportArchive(source: VectorSource, options: ExportOptions): Promise<Exported> {
  const temporary = `${options.file}.${randomBytes(4).toString('hex')}.partial`;
  const counts = { files: 0, vectors: 0 };
  try {
    const { signal } = options;
    await pipeline(Readable.from(sections(source, options, counts)), createGzip({ level: 6 }), createWriteStream(temporary), { signal });
    const file = await open(temporary, 'r+');
    const { size } = await file.stat();
    await file.sync();
    await file.close();
    await rename(temporary, options.file);
    return { ...counts, bytes: size };
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    options.signal?.throwIfAborted();
    throw indexError(`export to ${options.file} failed: ${messageOf(error)}`, { file: options.file });
  }
}

async function* sections(source: VectorSource, options: ExportOptions, counts: { files: number; vectors: number }): AsyncGenerator<Buffer> {
  const { repository, commit, product, createdAt } = options;
  const { name, dimensions } = source.model;
  const sums: { name: string; bytes: number; sha256: string }[] = [];
  const section = (of: string, content: Buffer): Buffer => {
    sums.push({ name: of, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') });
    return tarEntry(of, content);
  };
  const manifest: Manifest = {
    format: formatName,
    version: formatVersion,
    product,
    createdAt: createdAt.toISOString(),
    repository,
    commit,
    model: { name, dimensions },
  };
  yield section(manifestName, Buffer.from(JSON.stringify(manifest, null, 2)));
  let number = 0;
  for (const slice of sliced(source.files(), filesPerSection)) {
    counts.files += slice.length;
    yield section(sectionName('files', ++number), Buffer.from(JSON.stringify(slice)));
    await nextTurn();
  }
  number = 0;
  for (const slice of sliced(source.vectors(), vectorsPerSection)) {
    counts.vectors += slice.length;
    yield section(sectionName('vectors', ++number), encodeVectors(slice, dimensions));
    await nextTurn();
  }
  const checksums: Checksums = { sections: sums, ...counts };
  yield tarEntry(checksumsName, Buffer.from(JSON.stringify(checksums)));
  yield tarEnd;
}

/** The same items in slices of at most `size`. */
function* sliced<T>(slices: Iterable<readonly T[]>, size: number): Generator<readonly T[]> {
  for (const slice of slices) {
    for (let at = 0; at < slice.length; at += size) yield slice.slice(at, at + size);
  }
}
