/**
 * Places that a question points to: lines of files or frames of a stack trace, then texts that the source contains word for word, then the few
 * that mention a name which nothing defines, such as the key of a setting. For a frame its function's name in a file of its path is looked up
 * first, since line numbers may be of another version; in a bundle of JavaScript that the workspace does not have, the name alone or with
 * the folder that the bundle is named after. Frames of libraries match nothing.
 */
import { escapePattern } from '../../../util/escape-pattern.js';
import { foldName, wordsOf } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { FileRole, LineSpan } from '../../model/file.js';
import { isCommentLine } from '../../model/line-forms.js';
import { isDistinctive, isFunction } from '../../model/symbol.js';
import { exportedComponents } from '../graph/mentions/registered-components.js';
import type { IndexReader } from '../ports.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { mentions } from '../query/question-words.js';
import { readStackTrace, type StackFrame } from '../query/stack-frames.js';
import { fileNamed } from './file-named.js';
import { findLiterals, type LiteralMatch } from './find-literals.js';
import { linesLike, linesWith, type NamedLine, rareNames } from './lines-with.js';
import { definitionAround, definitionAt, fileAtPath } from './look-up.js';
import { frameMatch, literalMatch } from './weights.js';

export interface Place {
  readonly by: 'frame' | 'text' | 'use';
  /** 0 for the most likely place. */
  readonly order: number;
  /** Lines of the file that are meant, 0-based; null for the whole chunk. */
  readonly lines: LineSpan | null;
  /** Whether the question is the text at the place and little else. */
  readonly isQuestion?: true;
}
type Accept = ((record: ChunkRecord) => boolean) | null;

interface Pointed {
  /** Of a chunk. */
  readonly id: number;
  readonly lines: LineSpan | null;
}

/** By chunk id. */
export function findPlaces(reader: IndexReader, query: AnalysedQuery, accept: Accept): Map<number, Place> {
  const places = new Map<number, Place>();
  const put = (chunkId: number, by: Place['by'], lines: LineSpan | null, isQuestion = false) => {
    const known = places.get(chunkId);
    if (!known) places.set(chunkId, { by, order: places.size, lines, ...(isQuestion && { isQuestion }) });
    else if (!known.lines && lines) places.set(chunkId, { ...known, lines });
  };
  const { frames } = readStackTrace(query.text);
  // The frames of a trace say more than its lines.
  if (!frames.length) for (const { id, lines } of findLines(reader, query, accept)) put(id, 'frame', lines);
  if (!query.isName) for (const { id, lines } of findFrames(reader, frames, accept)) put(id, 'frame', lines);
  // Of a name that is the question, or was guessed, only that of an option is a text; a whole message is no guess.
  const isGuess = query.isName || (query.wordingOf !== undefined && query.text.trim().split(/\s+/).length < literalMatch.messageWords);
  // A pasted text may have what is read as a misspelt name, or as the class of an element.
  const { written = query.text } = query;
  const pasted = findLiterals(reader, written, accept, isGuess);
  const found = pasted.length || written === query.text || query.isTranslated ? pasted : findLiterals(reader, query.text, accept, isGuess);
  for (const { chunkId, lines, isQuestion } of found) put(chunkId, 'text', lines, isQuestion);
  if (!places.size && isAboutNames(query))
    for (const { chunkId, lines } of findMentions(reader, query, accept)) put(chunkId, 'text', lines);
  if (!places.size && !query.isName && query.wordingOf === undefined)
    for (const { id, lines } of findFileTexts(reader, query, accept)) put(id, 'text', lines);
  return places;
}

/** The name of a file that a program writes or asks for: `index.lock`, `stream.wav`. */
const FILE_NAME = /(?<![\w./@:\\$-])[a-z_][\w-]{1,40}\.[a-z][a-z\d]{1,9}(?![\w/\\(]|\.\w)/g;
const MAX_FILE_NAMES = 3;

/** Code with the name of a file in a string, where hardly any has it and the workspace has no such file. */
function findFileTexts(reader: IndexReader, { text }: AnalysedQuery, accept: Accept): Pointed[] {
  const names = [...new Set(text.match(FILE_NAME) ?? [])].slice(0, MAX_FILE_NAMES);
  return names.flatMap((name): Pointed[] => {
    if (fileNamed(reader, name).length) return [];
    const whole = `(?<![\\w-])${escapePattern(name)}(?![\\w-])`;
    const inString = new RegExp(`(["'\`])[^"'\`\n]{0,80}${whole}[^"'\`\n]{0,80}\\1`, 'u');
    // `user.email` is mostly the member of a value.
    const lines = linesLike(reader, name, new RegExp(whole, 'u')).filter(
      (one) => isInSource(one) && !isCommentLine(one.text, one.record.language),
    );
    if (!lines.every(({ text }) => inString.test(text))) return [];
    const found = new Map<number, Pointed>();
    for (const { record, line } of lines) {
      const { id } = definitionAt(reader, record, line);
      if (!found.has(id) && (!accept || accept(record))) found.set(id, { id, lines: { start: line, end: line + 1 } });
    }
    return found.size > literalMatch.placesOfFileName ? [] : [...found.values()];
  });
}

/** Whether little but names is asked. A name among more words is one of several grounds, and a guessed one none. */
function isAboutNames({ words, identifiers, isReport, wordingOf }: AnalysedQuery): boolean {
  const named = new Set(identifiers.flatMap((name) => wordsOf(name).split(' ')));
  return !isReport && wordingOf === undefined && words.filter((word) => !named.has(word)).length < literalMatch.wordsBesideNames;
}

/** Of a product itself, how it is built included. */
const ofProduct: ReadonlySet<FileRole> = new Set(['source', 'configuration', 'script']);
const ofMigrations: ReadonlySet<FileRole> = new Set(['migration']);

/** What mentions a name of the question, where that is little: migrations where one is asked for, `which migration adds the column state`. */
function findMentions(reader: IndexReader, { identifiers, text }: AnalysedQuery, accept: Accept): Omit<LiteralMatch, 'isQuestion'>[] {
  const undefinedNames = identifiers.filter((name) => !exportedComponents(reader, name).length);
  return rareNames(reader, undefinedNames, 'undefined').flatMap(({ name, lines: written }) => {
    const isOfMigration = mentions(text, 'migration') && written.some(({ record }) => record.role === 'migration');
    const roles = isOfMigration ? ofMigrations : ofProduct;
    const placesOf = (lines: readonly NamedLine[]): Map<number, Omit<LiteralMatch, 'isQuestion'>> => {
      const found = new Map<number, Omit<LiteralMatch, 'isQuestion'>>();
      for (const { record, line } of lines) {
        if (!roles.has(record.role) || (accept && !accept(record))) continue;
        const { id } = definitionAt(reader, record, line);
        if (!found.has(id)) found.set(id, { chunkId: id, lines: { start: line, end: line + 1 } });
      }
      return found;
    };
    if (placesOf(written).size > literalMatch.places) return [];
    const inSource = [...written.filter(isInSource), ...inSmallLetters(reader, name)];
    return [...placesOf([...inSource, ...written]).values()].slice(0, literalMatch.places);
  });
}

/** Of a variable of the environment, `CART_SIZE`, the lines of sources with the setting that it is for, `cart_size`. */
const inSmallLetters = (reader: IndexReader, name: string): readonly NamedLine[] =>
  /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(name) ? linesWith(reader, name.toLowerCase()).filter(isInSource) : [];

/** A file without a language may be anything. */
const isInSource = ({ record: { role, language } }: NamedLine): boolean => role === 'source' && language !== 'plaintext';

/**
 * Chunks that frames of a text mean: those found by name, innermost first, then those found by line alone. With the line of the frame, where
 * the chunk has it.
 */
function findFrames(reader: IndexReader, frames: readonly StackFrame[], accept: Accept): Pointed[] {
  const byName = new Map<number, LineSpan | null>();
  const byLine = new Map<number, LineSpan | null>();
  for (const [i, frame] of frames.entries()) {
    const named = frame.name ? definitionOf(reader, frame) : null;
    const record = named ?? atLine(reader, frame);
    if (!record || (accept && !accept(record))) continue;
    const found = named ? byName : byLine;
    if (!found.has(record.id)) found.set(record.id, lineOfFrame(reader, record, frame, frames[i - 1]?.name ?? ''));
  }
  const found = [...byName, ...[...byLine].filter(([id]) => !byName.has(id))];
  return found.slice(0, frameMatch.frames).map(([id, lines]) => ({ id, lines }));
}

/** Chunks around the lines that a text names with their files (`src/cart.ts:12`). */
function findLines(reader: IndexReader, { paths }: AnalysedQuery, accept: Accept): Pointed[] {
  return paths.slice(0, frameMatch.frames).flatMap((place) => {
    const record = atLine(reader, place);
    return record && (!accept || accept(record)) ? [{ id: record.id, lines: lineIn(record, place) }] : [];
  });
}

function lineIn({ lines }: ChunkRecord, { line }: Pick<StackFrame, 'line'>): LineSpan | null {
  return line !== null && lines.start <= line && line < lines.end ? { start: line, end: line + 1 } : null;
}

/**
 * The line of a function that a frame means. Another version may have it elsewhere: it is the one with the text that the trace quotes, else one that
 * calls the function of the next frame inwards, the nearest to the number.
 */
function lineOfFrame(reader: IndexReader, record: ChunkRecord, frame: StackFrame, callee: string): LineSpan | null {
  const { start, end } = record.lines;
  const lines = (reader.fileText(record.fileId) ?? '').split('\n').slice(start, end);
  const call = callee.length > 1 ? new RegExp(`(?<![\\w$])${escapePattern(callee)}\\s*[(!<{]`) : null;
  const isMeant = [(line: string) => line.trim() === frame.source, (line: string) => call?.test(line) === true];
  const stated = frame.line ?? start;
  for (const fits of isMeant) {
    // The first line declares the function itself.
    const found = lines.flatMap((line, i) => (i > 0 && fits(line) ? start + i : []));
    const [nearest] = found.sort((a, b) => Math.abs(a - stated) - Math.abs(b - stated));
    if (nearest !== undefined) return { start: nearest, end: nearest + 1 };
  }
  return lineIn(record, frame);
}

function definitionOf(reader: IndexReader, frame: StackFrame): ChunkRecord | null {
  const isConstructor = /^(?:init|__init__|constructor|new|ctor)$/.test(frame.name) && frame.container !== null;
  const ids = reader.named([frame.name], frameMatch.definitions).map(({ chunkId }) => chunkId);
  const definitions = reader.chunks(ids).filter(isRunnable);
  let best: { readonly record: ChunkRecord; readonly fit: number } | null = null;
  for (const record of definitions) {
    const shared = frame.path === null ? 1 : sharedEnd(record.path, frame.path);
    if (frame.path === null ? !isInContainer(record, frame) : shared === 0) continue;
    const fit = fitOf(record, frame, shared);
    if (!best || fit > best.fit) best = { record, fit };
  }
  if (!best) return inBundle(definitions, frame);
  return isConstructor && !isInContainer(best.record, frame) ? null : best.record;
}

const OF_LIBRARY = /(?:^|\/)node_modules\/|^node:/;

/** Of the definitions of the name of a frame the one that its bundle was made of; null where that is not clear. */
function inBundle(definitions: readonly ChunkRecord[], { name, path }: StackFrame): ChunkRecord | null {
  if (path === null || OF_LIBRARY.test(path) || !/\.[cm]?js$/.test(path)) return null;
  // `runtime-dom` of `dist/runtime-dom.esm-bundler.js`.
  const bundle = path.slice(path.lastIndexOf('/') + 1).split('.')[0] as string;
  const named = definitions.filter((record) => record.name === name && record.role === 'source');
  const own = named.filter((record) => record.path.split('/').some((segment) => foldName(segment) === foldName(bundle)));
  const [only, ...others] = own.length || !isDistinctive(name) ? own : named;
  return only && !others.length ? only : null;
}

const isRunnable = ({ kind, symbolKind, bodySpan }: ChunkRecord): boolean =>
  kind === 'symbol' && symbolKind !== null && (bodySpan !== null || symbolKind === 'macro' || isFunction(symbolKind));

/** @param shared segments that the ends of both paths have in common */
const fitOf = (record: ChunkRecord, frame: StackFrame, shared: number): number =>
  shared * frameMatch.pathSegment +
  (isInContainer(record, frame) ? frameMatch.container : 0) +
  (isFunction(record.symbolKind) ? frameMatch.isFunction : 0) +
  (record.name === frame.name ? frameMatch.sameCase : 0) +
  (frame.line === null ? 0 : 1 / (1 + distance(record, frame.line) / frameMatch.lineScale));

const isInContainer = ({ qualifiedName, path }: ChunkRecord, { container, name }: StackFrame): boolean =>
  container !== null && (foldName(qualifiedName).endsWith(container + foldName(name)) || foldName(path).includes(container));

const distance = ({ lines }: ChunkRecord, line: number): number =>
  line < lines.start ? lines.start - line : line >= lines.end ? line - lines.end + 1 : 0;

function sharedEnd(one: string, other: string): number {
  const a = one.split('/').reverse();
  const b = other.split('/').reverse();
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return shared;
}

function atLine(reader: IndexReader, { path, line }: Pick<StackFrame, 'path' | 'line'>): ChunkRecord | null {
  const file = path === null || line === null ? null : fileAtPath(reader, path);
  return file && definitionAround(reader.chunksOfFile(file.id), line as number);
}
