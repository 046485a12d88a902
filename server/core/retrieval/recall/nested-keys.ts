/**
 * Keys of configuration that are written as a path, `management.endpoint.shutdown.access`, and that a file of YAML or JSON has nested. The outer keys
 * are symbols; the inner ones are read from the text below them.
 */
import { foldName } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import type { IndexReader } from '../ports.js';

export interface NestedKey {
  readonly record: ChunkRecord;
  /** The line of the key, 0-based, `end` exclusive. */
  readonly lines: LineSpan;
}

/** Symbols of the name of an outer key that are looked at. */
const MAX_KEYS = 200;
/** A key in a line, with what is before it: `  - "name": `. */
const KEY = /^(\s*(?:-\s+)?)["']?([\w.$-]{1,200})["']?\s*:(?=\s|$|[[{"'])/;

/** The places of a key with dots, of which at least the last part is no symbol of its own; none where no file has it nested in this way. */
export function nestedKeys(reader: IndexReader, path: string): NestedKey[] {
  const segments = path.split('.');
  for (let outer = segments.length - 1; outer > 0; outer--) {
    const found = keysNamed(reader, segments.slice(0, outer).join('.')).flatMap((record): NestedKey[] => {
      const line = lineBelow(reader.fileText(record.fileId) ?? '', record, segments.slice(outer));
      return line === null ? [] : [{ record, lines: { start: line, end: line + 1 } }];
    });
    if (found.length) return found;
  }
  return [];
}

/** A key of a file of data has a name, and is no symbol in all of them. */
const keysNamed = (reader: IndexReader, path: string): readonly ChunkRecord[] =>
  reader
    .chunks(reader.named([path], MAX_KEYS).map(({ chunkId }) => chunkId))
    .filter(({ symbolKind, qualifiedName }) => symbolKind === 'key' && qualifiedName === path);

/** The line of the last of some keys, each nested in the one before it and the first in a symbol; null where they are not there. */
function lineBelow(text: string, { lines: { start, end } }: ChunkRecord, keys: readonly string[]): number | null {
  const lines = text.split(/\r\n|\r|\n/);
  const wanted = keys.map(foldName);
  const indents = [indentOf(lines[start] ?? '')];
  let found = 0;
  for (let line = start + 1; line < Math.min(end, lines.length); line++) {
    const [, before = '', key] = KEY.exec(lines[line] as string) ?? [];
    if (key === undefined) continue;
    // Beside or above the last key that was found: the next may not be in that one.
    while (found > 0 && before.length <= (indents[found] as number)) found--;
    if (before.length <= (indents[found] as number) || foldName(key) !== wanted[found]) continue;
    indents[++found] = before.length;
    if (found === wanted.length) return line;
  }
  return null;
}

const indentOf = (line: string): number => line.search(/\S|$/);
