// The edits of the benchmark: the files, and for each edit one new line with a word that occurs nowhere else.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const code = /\.(?:[cm]?[jt]sx?|py|c|cc|cpp|h|hpp|go|rs|java|cs|php|rb|zig)$/;
const hash = /\.(?:py|rb)$/;

/**
 * Files of code, from small to large: of each of `count` equal shares of all files the one in its middle, so that they
 * stand for all of them, and neither the smallest nor the largest is there by rule. Paths relative to `folder`.
 */
export function filesToEdit(folder, count) {
  const files = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.path, entry.name);
    if (!entry.isFile() || !code.test(path) || /\/(?:\.git|node_modules|vendor|target)\//.test(path)) continue;
    const size = statSync(path).size;
    if (size > 500 && size < 500_000) files.push({ path: relative(folder, path), size });
  }
  files.sort((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1));
  const shares = Math.min(count, files.length);
  return Array.from({ length: shares }, (_, i) => files[Math.floor(((i + 0.5) * files.length) / shares)].path);
}

/** Edits of one file, each on top of the one before: the word, the line it is put before, and the whole text after it. */
export function* editsOf(folder, path, fileNumber, count) {
  const lines = readFileSync(join(folder, path), 'utf8').split('\n');
  for (let n = 0; n < count; n++) {
    const word = `marker${String.fromCharCode(97 + fileNumber)}${'qxzjkvw'[n % 7]}${'bcdfghl'[Math.floor(n / 7) % 7]}edit`;
    const line = Math.floor((lines.length * (n + 0.5)) / count);
    const inserted = `${hash.test(path) ? '#' : '//'} ${word}`;
    lines.splice(line, 0, inserted);
    yield { word, line, inserted: `${inserted}\n`, text: lines.join('\n') };
  }
}

/** True where an answer shows an edit: the word is in the text of a result, or the result is too long to be shown whole. */
export const shows = (results, path, word) =>
  results.some((result) => result.path === path && (result.text?.includes(word) || result.shortening !== 'whole'));
