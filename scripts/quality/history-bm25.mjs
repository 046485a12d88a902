// The baseline: plain BM25 (Robertson and Walker, 1994; k1 = 1.2, b = 0.75) over windows of 50 lines of the same files.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const WINDOW = 50;
const K1 = 1.2;
const B = 0.75;
const MAX_BYTES = 1_500_000;

/** Identifiers whole and in their parts, in lower case. */
function tokenise(text) {
  const tokens = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}_$]+/gu)) {
    const parts = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? [];
    tokens.push(word.toLowerCase());
    if (parts.length > 1) tokens.push(...parts.map((part) => part.toLowerCase()));
  }
  return tokens;
}

/**
 * `accept` chooses among the tracked files. Returns a search: (query, limit) to [{ path, start_line, end_line }], best first.
 *
 * @param {string} folder
 * @param {(path: string) => boolean} [accept]
 */
export function bm25(folder, accept = () => true) {
  const windows = [];
  const postings = new Map();
  const listed = execFileSync('git', ['-C', folder, 'ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  for (const path of listed.split('\0').filter((file) => file && accept(file))) {
    const file = join(folder, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile() || statSync(file).size > MAX_BYTES) continue;
    const text = readFileSync(file, 'utf8');
    if (text.includes('\0')) continue;
    const lines = text.split('\n');
    for (let at = 0; at < lines.length; at += WINDOW) {
      const tokens = tokenise(lines.slice(at, at + WINDOW).join('\n'));
      if (!tokens.length) continue;
      const id = windows.push({ path, start_line: at + 1, end_line: Math.min(lines.length, at + WINDOW), length: tokens.length }) - 1;
      const counts = new Map();
      for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
      for (const [token, count] of counts) {
        const list = postings.get(token);
        if (list) list.push([id, count]);
        else postings.set(token, [[id, count]]);
      }
    }
  }
  const mean = windows.reduce((sum, { length }) => sum + length, 0) / windows.length || 1;
  return (query, limit) => {
    const scores = new Map();
    for (const token of new Set(tokenise(query))) {
      const list = postings.get(token) ?? [];
      const idf = Math.log(1 + (windows.length - list.length + 0.5) / (list.length + 0.5));
      for (const [id, count] of list) {
        const norm = K1 * (1 - B + (B * windows[id].length) / mean);
        scores.set(id, (scores.get(id) ?? 0) + (idf * count * (K1 + 1)) / (count + norm));
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, limit)
      .map(([id]) => windows[id]);
  };
}
