/**
 * Plain files in a tar stream, and nothing else: no links, folders, devices or extended headers. Headers are read and written by the
 * package `tar`; its parser is not used, since it keeps extended headers in memory before any name or size can be refused.
 */
import { Header } from 'tar/header';
import { archiveError, checkName, maxSectionBytes } from './archive-format.js';

const block = 512;
const paddingOf = (size: number): number => (block - (size % block)) % block;

/** Header, content and padding of one file. The same content gives the same bytes: no time, no owner. */
export function tarEntry(name: string, content: Buffer): Buffer {
  const header = new Header({ path: name, type: 'File', mode: 0o644, uid: 0, gid: 0, size: content.length, mtime: new Date(0) });
  header.encode();
  return Buffer.concat([header.block as Buffer, content, Buffer.alloc(paddingOf(content.length))]);
}

export const tarEnd = Buffer.alloc(2 * block);

export interface TarEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** Throws ContextError('index') for anything but allowed plain files of bounded size, and for a missing end. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(chunks);
  for (;;) {
    const bytes = await reader.take(block);
    if (!bytes) throw archiveError('the export is cut short');
    const header = new Header(bytes);
    if (header.nullBlock) return;
    const { name, size } = checkedHeader(header);
    const content = await reader.take(size);
    const padding = await reader.take(paddingOf(size));
    if (!content || !padding) throw archiveError(`the export is cut short in ${name}`);
    yield { name, content };
  }
}

function checkedHeader({ cksumValid, path = '', type, size }: Header): { name: string; size: number } {
  if (!cksumValid) throw archiveError('the export is damaged or no export');
  checkName(path);
  if (type !== 'File' && type !== 'OldFile') throw archiveError(`${path} is not a plain file`);
  if (size === undefined || !(size <= maxSectionBytes)) throw archiveError(`${path} has ${size} bytes, more than ${maxSectionBytes}`);
  return { name: path, size };
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Exactly so many bytes; null where the stream ends before. */
  async take(count: number): Promise<Buffer | null> {
    while (this.#length < count) {
      const next = await this.#chunks.next();
      if (next.done) return null;
      this.#parts.push(next.value);
      this.#length += next.value.length;
    }
    const all = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    const rest = all.subarray(count);
    this.#parts = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    return all.subarray(0, count);
  }
}
