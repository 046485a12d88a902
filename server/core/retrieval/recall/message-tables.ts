/**
 * Messages that stand in a table, most often for translation: `"fileTooBig": "File is too big."` in a file of one language. The code has their
 * keys, `t('errors.fileTooBig')`, and is what a pasted message is about.
 */
import { escapePattern } from '../../../util/escape-pattern.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { isOfTranslations } from '../../model/translated-files.js';
import type { IndexReader } from '../ports.js';
import { linesLike, type NamedLine } from './lines-with.js';
import { definitionAround } from './look-up.js';
import { literalMatch as limits } from './weights.js';

const NAME = String.raw`[A-Za-z_][\w-]*(?:\.[\w-]+)*`;
/** `"key": "`, `key = ` (of Fluent with hyphens, in code `tr.key_of_it()` or `tr.keyOfIt()`), `<string name="key">`, `msgid "key"`. */
const KEYS = [
  new RegExp(String.raw`^\s*["']?(${NAME})["']?\s*(?::|=>?)\s*\S`),
  new RegExp(String.raw`^\s*<\w+\s[^>]*?\b(?:name|key|id)\s*=\s*["'](${NAME})["']`),
];
/** Lines above a key that are searched for the key around it. */
const MAX_ABOVE = 10_000;
/** A key on more lines is read together with the key around it. */
const FEW_LINES = 3;

/** Whether a record is a part of a table of messages, as its path says. */
export const isOfMessages = ({ role, path }: Pick<ChunkRecord, 'role' | 'path'>): boolean =>
  role === 'configuration' && isOfTranslations({ path });

/** What .NET generates from a table: each message documents the property that has its key. */
const ACCESSORS = /\.designer\.(?:cs|vb)$/i;

/** Whether a record may be a part of one. */
export const isMessageTable = ({ role, path }: Pick<ChunkRecord, 'role' | 'path'>): boolean =>
  role === 'configuration' || isOfTranslations({ path }) || ACCESSORS.test(path);

/** Lines of code that have the key of a message; none where no line of the table has a key, or too many lines of code have it. */
export function usesOfMessage(reader: IndexReader, { fileId, path }: Pick<ChunkRecord, 'fileId' | 'path'>, line: number): NamedLine[] {
  const lines = (reader.fileText(fileId) ?? '').split('\n');
  const key = ACCESSORS.test(path)
    ? (definitionAround(reader.chunksOfFile(fileId), line)?.name ?? null)
    : (keyOn(lines[line]) ?? keyAbove(lines, line));
  if (key === null) return [];
  const around = keyAround(lines, line);
  const usesOf = (name: string, before: string): NamedLine[] =>
    linesLike(
      reader,
      name,
      new RegExp(`${before}${escapePattern(name).replaceAll('-', '[-_]?')}(?![\\w-])`, name.includes('-') ? 'i' : ''),
    ).filter(({ record }) => record.role === 'source' && record.path !== path && !isOfTranslations(record));
  // Alone within a string, behind other keys, or as a member of a table.
  const alone = usesOf(key, `["'\`.:/]`);
  if (around === null || (alone.length && alone.length <= FEW_LINES)) return fewOrNone(alone);
  const whole = ['.', '_'].flatMap((joint) => usesOf(`${around}${joint}${key}`, `["'\`.:/]`));
  return fewOrNone(whole.length ? whole : alone);
}

const fewOrNone = (lines: NamedLine[]): NamedLine[] => (lines.length <= limits.places ? lines : []);

function keyOn(line = ''): string | null {
  for (const pattern of KEYS) {
    const key = pattern.exec(line)?.[1];
    if (key !== undefined) return key;
  }
  return null;
}

/** The key of a text on several lines: `key =` and the text below it, or of Fluent one of its variants: `*[other] …`. */
function keyAbove(lines: readonly string[], line: number): string | null {
  for (let at = line, level = 0; at >= 0 && level < MAX_LEVELS; level++) {
    at = indexAround(lines, at);
    const key = /^\s*([A-Za-z_][\w.-]*)\s*[:=]\s*$/.exec(lines[at] ?? '')?.[1];
    if (key !== undefined) return key;
    if (!/^\s*\*?\[|^\s*\{/.test(lines[at] ?? '')) return null;
  }
  return null;
}
const MAX_LEVELS = 4;

/** The key of the nearest line above that is indented less. */
const keyAround = (lines: readonly string[], line: number): string | null =>
  /^\s*["']?([A-Za-z_][\w.-]*)["']?\s*[:=]/.exec(lines[indexAround(lines, line)] ?? '')?.[1] ?? null;

/** The nearest line above that is indented less; -1 where there is none. */
function indexAround(lines: readonly string[], line: number): number {
  const indent = indentOf(lines[line] ?? '');
  for (let at = line - 1; at >= Math.max(0, line - MAX_ABOVE); at--) {
    const text = lines[at] ?? '';
    if (text.trim() && indentOf(text) < indent) return at;
  }
  return -1;
}

const indentOf = (text: string): number => text.length - text.trimStart().length;
