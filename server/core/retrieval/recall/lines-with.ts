/** Lines that contain a name as a whole word, found by the lexical index. */
import { escapePattern } from '../../../util/escape-pattern.js';
import { foldName, wholeWord, wordsOf } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { FileRole } from '../../model/file.js';
import { isOfOthers } from '../../model/file-role.js';
import { isCommentLine } from '../../model/line-forms.js';
import { isDistinctive } from '../../model/symbol.js';
import { namePosition } from '../assemble/show-chunk.js';
import { usage } from '../graph/weights.js';
import type { IndexReader } from '../ports.js';
import { bm25 } from '../rank/weights.js';
import { chunksAround } from './look-up.js';

export interface NamedLine {
  /** The innermost symbol or part of a file around the line. */
  readonly record: ChunkRecord;
  /** 0-based line of the file. */
  readonly line: number;
  readonly text: string;
}

/** A name of a question, and the lines that have it. */
export interface Mentioned {
  readonly name: string;
  readonly isDefined: boolean;
  readonly lines: readonly NamedLine[];
}

/**
 * Those of the names that few chunks contain and nothing defines (keys of settings, events, columns, names of another library), or that are
 * hardly those of anything else, unless only what nothing defines is wanted; and those with marks around a common word, `__VERSION__`, whose lines alone say how many there are.
 */
export function rareNames(reader: IndexReader, names: readonly string[], which: 'all' | 'undefined' = 'all'): Mentioned[] {
  const words = new Map(names.map((name) => [name, wholeWord(name)]));
  const frequency = reader.documentFrequency([...new Set(words.values())]);
  const chunksWith = (name: string): number => frequency.get(words.get(name) as string) ?? 0;
  const rare = names.filter((name) => chunksWith(name) > 0 && chunksWith(name) <= usage.mentionChunks);
  const defined = new Set(rare.length ? reader.named(rare, 1).flatMap(({ match, name }) => (match === 'exact' ? foldName(name) : [])) : []);
  const marked = names
    .filter((name) => chunksWith(name) > usage.mentionChunks && /^__\w+__$/.test(name))
    .map((name) => ({ name, isDefined: false, lines: linesWith(reader, name, usage.searchedForMarked) }))
    .filter(({ lines }) => lines.length > 0 && lines.length <= usage.definedChunks);
  return [
    ...rare
      .map((name) => ({ name, isDefined: defined.has(foldName(name)) }))
      .filter(({ name, isDefined }) => !isDefined || (which === 'all' && isDistinctive(name) && chunksWith(name) <= usage.definedChunks))
      .sort((a, b) => Number(a.isDefined) - Number(b.isDefined))
      .slice(0, usage.mentionedNames)
      .map((one) => ({ ...one, lines: linesWith(reader, one.name) })),
    ...marked,
  ].slice(0, usage.mentionedNames);
}

/**
 * By file; without declarations of the name and closing tags.
 * @param searched chunks that are looked through. @param least letters of the name: a shorter one is that of too many things
 */
export function linesWith(reader: IndexReader, name: string, searched: number = usage.searched, least = 3): NamedLine[] {
  const word = wholeWord(name);
  if (!word || name.length < least) return [];
  const hits = reader.lexical({ words: [word], weights: bm25.usageFields }, searched * usage.searchedBeyond);
  // A static property of PHP has a mark before its name, `self::$total`.
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_]|(?<!::)\\$|</)${escapePattern(name)}(?![\\p{L}\\p{N}_$])`, 'u');
  const chunkIds = hits.map(({ chunkId }) => chunkId);
  return matchingLines(reader, chunkIds.length > searched ? codeFirst(reader, chunkIds).slice(0, searched) : chunkIds, name, pattern);
}

/** Translations and other tables may have a name in hundreds of files. */
function codeFirst(reader: IndexReader, chunkIds: readonly number[]): readonly number[] {
  const data = new Set(reader.chunks(chunkIds).flatMap(({ id, symbolKind, role }) => (symbolKind === 'key' || !CODE.has(role) ? id : [])));
  return [...chunkIds.filter((id) => !data.has(id)), ...data];
}
const CODE: ReadonlySet<FileRole> = new Set(['source', 'test', 'example']);

/**
 * Lines with a name of several words that no symbol has as it is written, a column or a variable of the environment: what has the same letters,
 * `trackerName` for `TRACKER_NAME`, is hardly meant. Empty where a symbol has the name.
 */
export const linesOfText = (reader: IndexReader, name: string): readonly NamedLine[] =>
  !name.includes('_', 1) || reader.named([name], 1).some(({ match }) => match === 'exact') ? [] : linesWith(reader, name);

const HYPHENATED = /(?<![\w./@-])[a-z][a-z\d]*(?:-[a-z\d]+)+(?![\w/@-]|\.\w)/g;

const QUOTED = /(["'`“])([A-Za-z][\w:.]{3,59})["'`”]/g;
/** What stands before the name of an event that is not quoted: `--on-event name`, `emit :name`. */
const EVENT_WORD = '(?<![\\p{L}\\p{N}])(?:on|emit|fire|trigger|dispatch|publish|subscribe|listen|raise|handle)(?:-[a-z-]{1,20})?';
const EVENT = /\b(?:event|signal|key|hook)\s+([a-z][\w:.]{3,59})\b|\b([a-z][\w:.]{3,59})\s+(?:events?|signals?|hooks?)\b/g;

/**
 * Words of a question that few chunks contain and code has between quotation marks, with those lines: the options of a program, `escape-time`,
 * what the question quotes, and the names of events.
 */
export function quotedNames(reader: IndexReader, question: string): { readonly name: string; readonly lines: NamedLine[] }[] {
  if (question.includes('\n')) return [];
  const inQuotes = (name: string): RegExp => new RegExp(`(["'\`])${escapePattern(name)}\\1`, 'u');
  const options = [...new Set(question.match(HYPHENATED) ?? [])].slice(0, usage.mentionedNames).map((name) => {
    const chunks = reader.phrase(name.split('-'), usage.mentionChunks + 1);
    return { name, chunks: chunks.length, linesOf: () => matchingLines(reader, chunks, name, inQuotes(name)) };
  });
  const words = [...question.matchAll(QUOTED)].map(([, , name]) => name as string);
  const events = [...question.matchAll(EVENT)].map(([, behind, before]) => (behind ?? before) as string);
  const single = [...new Set([...words, ...events])];
  const frequency = reader.documentFrequency(single.map(wholeWord));
  const isOfEvent = (name: string): RegExp => new RegExp(`${EVENT_WORD}[\\s:=(]{1,20}:?${escapePattern(name)}(?![\\w-])`, 'iu');
  const texts = single.map((name) => ({
    name,
    chunks: frequency.get(wholeWord(name)) ?? 0,
    linesOf: () => {
      const [quoted, handled] = [inQuotes(name), events.includes(name) ? isOfEvent(name) : null];
      return linesWith(reader, name).filter(
        ({ record, text }) => quoted.test(text) || (handled?.test(text) && !isCommentLine(text, record.language)),
      );
    },
  }));
  return [...options, ...texts]
    .filter(({ chunks }) => chunks > 0 && chunks <= usage.mentionChunks)
    .slice(0, usage.mentionedNames)
    .map(({ name, linesOf }) => ({ name, lines: linesOf() }))
    .filter(({ lines }) => lines.length > 0);
}

/** Lines with a name in some form, of the chunks that have its words next to each other; without declarations of the name. */
export function linesLike(reader: IndexReader, name: string, pattern: RegExp): NamedLine[] {
  const words = wordsOf(name).split(' ').filter(Boolean);
  if (words.length < 2) return linesWith(reader, name).filter(({ text }) => pattern.test(text));
  return matchingLines(reader, reader.phrase(words, usage.searched), name, pattern);
}

/** Whether a line that declares a name reads it of another value: `self.scheme = url.scheme`. */
const isAlsoRead = (text: string, name: string): boolean =>
  new RegExp(`(?<!(?<![\\w.])(?:self|this))(?:\\.|->)${escapePattern(name)}(?![\\p{L}\\p{N}_$])`, 'u').test(text);

function matchingLines(reader: IndexReader, chunkIds: readonly number[], name: string, pattern: RegExp): NamedLine[] {
  const files = [...new Set(reader.chunks(chunkIds).map(({ fileId }) => fileId))];
  const lines = files.flatMap((fileId): NamedLine[] => {
    const content = reader.fileText(fileId) ?? '';
    const matching = content.split('\n').flatMap((text, line) => (pattern.test(text) ? { text, line } : []));
    if (!matching.length) return [];
    const chunks = reader.chunksOfFile(fileId);
    // What sets the key of a setting is no declaration.
    const declaring = chunks.filter((chunk) => chunk.name === name && chunk.symbolKind !== 'key');
    const declared = new Set(declaring.map((chunk) => namePosition(content, chunk).nameLine));
    return matching.flatMap(({ text, line }): NamedLine[] => {
      if (declared.has(line) && !isAlsoRead(text, name)) return [];
      const record = chunksAround(chunks, line).at(-1);
      return record ? [{ record, line, text }] : [];
    });
  });
  // What is built from the sources repeats them, in lines of thousands of characters.
  const own = lines.filter(({ record }) => !isOfOthers(record.role));
  return own.length ? own : lines;
}
