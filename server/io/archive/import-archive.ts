/**
 * Imports the vectors of an exported index: texts of the workspace with the same hash need not be embedded again.
 * Invariant: the whole file is checked before the first vector is stored; a refused file changes nothing.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { compareRepositories, type RepositoryIdentity, type VectorSink } from '../../core/embedding/archive-ports.js';
import { ContextError } from '../../core/model/problem.js';
import { messageOf } from '../../util/bug.js';
import {
  archiveError,
  checksumsName,
  decodeVectors,
  type Manifest,
  manifestName,
  readChecksums,
  readFiles,
  readManifest,
} from './archive-format.js';
import { readTar } from './tar.js';

export interface ImportOptions {
  readonly file: string;
  readonly repository: RepositoryIdentity;
  readonly signal?: AbortSignal;
  /** More unpacked bytes are refused: a decompression bomb. */
  readonly maxBytes?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Imported {
  readonly manifest: Manifest;
  readonly files: number;
  readonly vectors: number;
  /** Vectors that the index did not have. */
  readonly added: number;
}

const defaultMaxBytes = 32 * 2 ** 30;

/** Throws ContextError('index') for a file that cannot be imported into this index, the signal's reason when aborted. */
export async function importArchive(sink: VectorSink, options: ImportOptions): Promise<Imported> {
  const handle = await open(options.file, 'r').catch((error: unknown) => {
    throw archiveError(`${options.file} cannot be read: ${messageOf(error)}`);
  });
  try {
    if (!(await handle.stat()).isFile()) throw archiveError(`${options.file} is not a file`);
    const checked = await check(handle, sink, options);
    return { ...checked, added: await store(handle, sink, options, checked) };
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error instanceof ContextError ? error : archiveError(`${options.file} cannot be unpacked: ${messageOf(error)}`);
  } finally {
    await handle.close();
  }
}

/** The manifest of an export: reads the beginning of the file only. */
export async function readArchiveManifest(file: string): Promise<Manifest> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw archiveError(`${file} cannot be read: ${messageOf(error)}`);
  });
  try {
    for await (const { name, content } of readTar(unpacked(handle, 2 ** 20))) {
      if (name !== manifestName) throw archiveError(`expected ${manifestName} first, found ${name}`);
      return readManifest(content);
    }
    throw archiveError('the export is empty');
  } catch (error) {
    throw error instanceof ContextError ? error : archiveError(`${file} cannot be unpacked: ${messageOf(error)}`);
  } finally {
    await handle.close();
  }
}

async function* unpacked(handle: FileHandle, maxBytes: number, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const stream = handle.createReadStream({ start: 0, autoClose: false });
  const gunzip = createGunzip();
  stream.on('error', (error) => gunzip.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of stream.pipe(gunzip) as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      bytes += chunk.length;
      if (bytes > maxBytes) throw archiveError(`the export unpacks to more than ${maxBytes} bytes`);
      yield chunk;
    }
  } finally {
    stream.destroy();
    gunzip.destroy();
  }
}

type Checked = Omit<Imported, 'added'>;
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

async function check(handle: FileHandle, sink: VectorSink, options: ImportOptions): Promise<Checked> {
  let manifest: Manifest | null = null;
  const found = new Map<string, { bytes: number; sha256: string }>();
  let files = 0;
  let vectors = 0;
  for await (const { name, content } of readTar(unpacked(handle, options.maxBytes ?? defaultMaxBytes, options.signal))) {
    if (!manifest) {
      if (name !== manifestName) throw archiveError(`expected ${manifestName} first, found ${name}`);
      manifest = readManifest(content);
      fitting(manifest, sink, options.repository);
    }
    if (name === checksumsName) {
      const sums = readChecksums(content);
      if (sums.sections.length !== found.size) throw archiveError(`expected ${sums.sections.length} sections, found ${found.size}`);
      for (const sum of sums.sections) {
        const own = found.get(sum.name);
        if (own?.sha256 !== sum.sha256 || own.bytes !== sum.bytes)
          throw archiveError(`${sum.name} has a wrong checksum: the export is damaged`);
      }
      if (sums.files !== files || sums.vectors !== vectors) throw archiveError('the numbers of files or vectors do not agree');
      return { manifest, files, vectors };
    }
    if (found.has(name)) throw archiveError(`${name} occurs twice`);
    found.set(name, { bytes: content.length, sha256: sha256(content) });
    if (name.startsWith('files/')) files += readFiles(name, content).length;
    if (name.startsWith('vectors/')) vectors += decodeVectors(name, content, manifest.model.dimensions).length;
  }
  throw archiveError(`${checksumsName} is missing: the export is cut short`);
}

function fitting({ model, repository }: Manifest, sink: VectorSink, own: RepositoryIdentity): void {
  if (compareRepositories(repository, own) === 'other') {
    const what = ({ remote, rootCommit }: RepositoryIdentity) => remote ?? rootCommit ?? 'unknown';
    throw archiveError(`it is the index of another repository (${what(repository)}, not ${what(own)})`);
  }
  if (model.name !== sink.model.name || model.dimensions !== sink.model.dimensions) {
    const what = ({ name, dimensions }: { name: string; dimensions: number }) => `${name} (${dimensions})`;
    throw archiveError(`its vectors are of the model ${what(model)}, this index uses ${what(sink.model)}`);
  }
}

/** A second reading through the same handle; everything in it was seen to be good. */
async function store(handle: FileHandle, sink: VectorSink, options: ImportOptions, checked: Checked): Promise<number> {
  let added = 0;
  let done = 0;
  for await (const { name, content } of readTar(unpacked(handle, options.maxBytes ?? defaultMaxBytes, options.signal))) {
    if (name.startsWith('files/')) sink.know(readFiles(name, content));
    if (!name.startsWith('vectors/')) continue;
    const vectors = decodeVectors(name, content, checked.manifest.model.dimensions);
    added += sink.put(vectors);
    done += vectors.length;
    options.onProgress?.(done, checked.vectors);
  }
  return added;
}
