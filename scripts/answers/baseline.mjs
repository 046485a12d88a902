// The baseline: plain BM25 over windows of 50 lines of code, printed as a search tool would print them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bm25 } from '../quality/history-bm25.mjs';
import { languageOfPath } from './languages.mjs';

const LIMIT = 20;

const any = (path) => path !== '';

/** Returns (query) => an answer in the judges' shape; it has no confidence and never doubts. `accept` chooses among the code files. */
export function baselineOf(folder, accept = any) {
  const search = bm25(folder, (path) => languageOfPath(path) !== null && accept(path));
  const files = new Map();
  const linesOf = (path) => {
    if (!files.has(path)) files.set(path, readFileSync(join(folder, path), 'utf8').split('\n'));
    return files.get(path);
  };
  return (query) => {
    const windows = search(query, LIMIT);
    const places = windows.map(({ path, start_line: start, end_line: end }) => ({ path, start, end, name: '', related: false }));
    const sections = places.map(
      ({ path, start, end }) =>
        `## ${path}:${start}-${end}\n${linesOf(path)
          .slice(start - 1, end)
          .join('\n')}\n`,
    );
    return { places, confidence: null, printed: sections.join('\n'), doubts: false };
  };
}
