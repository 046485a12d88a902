/** Plain files in a tar stream, and nothing else: no links, no folders, no devices, no long names. */
import { archiveError, checkName, maxSectionBytes } from './archive-format.js';

const block = 512;

/** Header, content and padding of one file. The same content gives the same bytes: no time, no owner. */
export function tarEntry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(block);
  header.write(name, 0, 100, 'utf8');
  header.write('0000644\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.write('00000000000\0', 136, 'latin1');
  header.write('        ', 148, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${headerSum(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, content, Buffer.alloc((block - (content.length % block)) % block)]);
}

export const tarEnd = Buffer.alloc(2 * block);

/** The sum of all bytes, its own field counted as blanks. */
function headerSum(header: Buffer): number {
  let sum = 0;
  for (let i = 0; i < block; i++) sum += i >= 148 && i < 156 ? 32 : (header[i] as number);
  return sum;
}

export interface TarEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** Throws ContextError('index') for anything but allowed plain files of bounded size, and for an end that is missing. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(chunks);
  for (;;) {
    const header = await reader.take(block);
    if (!header) throw archiveError('the export is cut short');
    if (header.every((byte) => byte === 0)) return;
    const { name, size } = readHeader(header);
    const content = await reader.take(size);
    const padding = await reader.take((block - (size % block)) % block);
    if (!content || !padding) throw archiveError(`the export is cut short in ${name}`);
    yield { name, content };
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, length: number) => header.toString('utf8', from, from + length).split('\0', 1)[0] as string;
  if (Number.parseInt(text(148, 8).trim(), 8) !== headerSum(header)) throw archiveError('the export is damaged or no export');
  const prefix = text(345, 155);
  const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100);
  checkName(name);
  const type = text(156, 1);
  if (type !== '0' && type !== '') throw archiveError(`${name} is no plain file`);
  const written = text(124, 12).trim();
  const size = /^[0-7]{1,11}$/.test(written) ? Number.parseInt(written, 8) : Number.NaN;
  if (!(size <= maxSectionBytes)) throw archiveError(`${name} has ${written} (octal) bytes, more than ${maxSectionBytes}`);
  return { name, size };
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Exactly so many bytes; null where there are no more. */
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
