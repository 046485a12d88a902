/** Looks for words in files on disk, in steps that let other work in between. */
import { closeSync, fstatSync, readSync } from 'node:fs';
import type { WordScan } from '../../core/indexing/ports.js';
import { escapePattern } from '../../util/escape-pattern.js';
import { nextTurn } from '../../util/next-turn.js';
import { openPlainFile } from '../../util/open-plain-file.js';

/** Larger files are looked at when they are indexed. */
const maxFileBytes = 1_000_000;
const maxStepMs = 10;
const buffer = Buffer.allocUnsafeSlow(maxFileBytes);

/** Before a name that is defined, in most languages. */
const keyword =
  '(?:\\b(?:class|struct|interface|trait|enum|union|type|record|object|module|def|defp|fn|func|fun|function|macro|const|let|var|val)|#define)[ \\t]+';

/** Bytes stand for characters, in the text and in the words: so nothing is decoded. */
const folded = (bytes: Buffer, length: number): string => bytes.toString('latin1', 0, length).toLowerCase();

export const scanWords: WordScan = async (files, words, { deadline, signal }) => {
  const wanted = words.map((word) => folded(Buffer.from(word), Buffer.byteLength(word)));
  const definitions = wanted.map((word) => new RegExp(`${keyword}${escapePattern(word)}(?![\\w$])`));
  const contains = new Uint32Array(files.length);
  const defines = new Uint32Array(files.length);
  let stepFrom = performance.now();
  for (const [i, { absolutePath, sizeBytes }] of files.entries()) {
    if (sizeBytes > 0 && sizeBytes <= maxFileBytes) {
      const text = folded(buffer, readInto(absolutePath));
      for (const [bit, word] of wanted.entries()) {
        if (!text.includes(word)) continue;
        contains[i] = (contains[i] as number) | (1 << bit);
        if (definitions[bit]?.test(text)) defines[i] = (defines[i] as number) | (1 << bit);
      }
    }
    const now = performance.now();
    if (now >= deadline) break;
    if (now - stepFrom < maxStepMs) continue;
    await nextTurn();
    signal?.throwIfAborted();
    stepFrom = performance.now();
  }
  return { contains, defines };
};

/** Fills the buffer with the file. @returns its length, 0 where it cannot be read */
function readInto(path: string): number {
  let file: number;
  try {
    file = openPlainFile(path);
  } catch {
    return 0;
  }
  try {
    return fstatSync(file).isFile() ? readSync(file, buffer, 0, buffer.length, 0) : 0;
  } catch {
    return 0;
  } finally {
    closeSync(file);
  }
}
