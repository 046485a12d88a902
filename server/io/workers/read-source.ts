/**
 * Reads one source file for analysis: bytes to text, or the reason why it is skipped. Runs in worker threads and
 * is synchronous there. Must never follow a link, wait on a pipe or device, or read beyond the bound.
 */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { longestOfData } from '../../core/chunking/long-lines.js';
import { messageOf } from '../../util/bug.js';
import { hashOf } from '../../util/hash.js';
import { openPlainFile } from '../../util/open-plain-file.js';

export type SourceText =
  | { readonly kind: 'text'; readonly text: string; readonly contentHash: string; readonly sizeBytes: number }
  | { readonly kind: 'problem'; readonly reason: string; readonly contentHash: string; readonly sizeBytes: number }
  | { readonly kind: 'gone' };

/** ELOOP and EMLINK: the file became a link. */
const goneCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'EISDIR', 'ENXIO']);

/**
 * `contentHash` is of the text, as an editor has it: without a byte-order mark, whatever the encoding. Of the bytes where they are no
 * text, and of size and time where they were not read, so that a changed file is read again.
 */
export function readSource(absolutePath: string, maxBytes: number): SourceText {
  let file: number;
  try {
    file = openPlainFile(absolutePath);
  } catch (error) {
    return failure(error, 'cannot be opened', 0, 0);
  }
  let sizeBytes = 0;
  let mtimeMs = 0;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return { kind: 'gone' };
    ({ size: sizeBytes, mtimeMs } = stats);
    if (sizeBytes > maxBytes) return tooLarge(sizeBytes, mtimeMs, maxBytes);
    // One byte more than expected, to detect a file that is growing.
    const buffer = Buffer.allocUnsafe(sizeBytes + 1);
    let read = 0;
    for (;;) {
      const count = readSync(file, buffer, read, buffer.length - read, null);
      read += count;
      if (count === 0 || read === buffer.length) break;
    }
    if (read > maxBytes) return tooLarge(read, mtimeMs, maxBytes);
    return decode(buffer.subarray(0, read));
  } catch (error) {
    return failure(error, 'cannot be read', sizeBytes, mtimeMs);
  } finally {
    closeSync(file);
  }
}

function failure(error: unknown, what: string, sizeBytes: number, mtimeMs: number): SourceText {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (goneCodes.has(code)) return { kind: 'gone' };
  return {
    kind: 'problem',
    reason: `${what}: ${code || messageOf(error)}`,
    contentHash: hashOf(`${code} ${sizeBytes} ${mtimeMs}`),
    sizeBytes,
  };
}

function tooLarge(sizeBytes: number, mtimeMs: number, maxBytes: number): SourceText {
  return {
    kind: 'problem',
    reason: `too large: ${sizeBytes} bytes, over ${maxBytes}`,
    contentHash: hashOf(`large ${sizeBytes} ${mtimeMs}`),
    sizeBytes,
  };
}

/** Bytes to text by byte-order mark, else UTF-8 with replacement characters for invalid bytes. */
function decode(bytes: Buffer): SourceText {
  const sizeBytes = bytes.length;
  const text = textOf(bytes);
  const contentHash = hashOf(text ?? bytes);
  const problem = (reason: string): SourceText => ({ kind: 'problem', reason, contentHash, sizeBytes });
  if (text === null) return problem('binary');
  const longest = longestOfData(text);
  if (longest !== null) return problem(`minified or data: a line of ${longest} characters`);
  return { kind: 'text', text, contentHash, sizeBytes };
}

function textOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  if (isBinary(bytes)) return null;
  return bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
}

/** git's own test (a NUL in the first 8,000 bytes), and many control characters, which no text has. */
function isBinary(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 8_000);
  if (head.includes(0)) return true;
  let controls = 0;
  for (const byte of head) if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) controls++;
  return controls > head.length / 50;
}
