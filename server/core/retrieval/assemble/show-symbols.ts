/** Symbols by key, name or place, whole: what an answer shortened, and what is asked for without a question. */
import type { NeededSignature, Result } from '../../model/answer.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import { isIncomplete, type Problem, queryError } from '../../model/problem.js';
import type { ShowAnswer, ShowQuestion } from '../../model/show.js';
import { numbered } from '../../model/shown-lines.js';
import { isFunction } from '../../model/symbol.js';
import type { Found } from '../pipeline.js';
import type { IndexReader, TokenCounter } from '../ports.js';
import { isDeclaration } from '../rank/demotions.js';
import { findNamed } from '../recall/find-named.js';
import { checkLine, symbolsAround, symbolsNamed } from '../recall/look-up.js';
import { maskedLines } from './masked-lines.js';
import { mentionedBy, neededSignatures } from './needed-signatures.js';
import { type Shown, showChunk } from './show-chunk.js';
import { toResult } from './to-result.js';

/** @param problems of the engine; those of this answer are added. Throws ContextError('query') for a question without a position, key or name, and for a line that its file does not have. */
export function showSymbols(
  reader: IndexReader,
  tokens: TokenCounter,
  { at, key, symbol, limit, detail = 'whole' }: ShowQuestion,
  problems: Problem[],
): Found<ShowAnswer> {
  let records: readonly ChunkRecord[];
  if (at) {
    const file = reader.file(at.path);
    if (file) checkLine(file, reader.fileText(file.id) ?? '', at.line);
    records = file
      ? symbolsAround(reader, file.id, at.line)
          .filter(({ kind, lines }) => kind === 'module' || (at.lastLine ?? at.line) < lines.end)
          .slice(-1)
      : [];
  } else if (key !== undefined) records = symbolsNamed(reader, { key });
  else if (symbol) {
    const named = findNamed(reader, symbol, isIncomplete(problems));
    records = named.records;
    if (named.problem) problems.push(named.problem);
  } else throw queryError('show: expected textDocument and position, key, or symbol');
  if (!records.length && !symbol) problems.push({ code: 'noMatch', message: 'the index has no such symbol', incomplete: false });
  const wanted = definitionsFirst(records, detail);
  const lines = at?.lastLine === undefined ? null : { start: at.line, end: at.lastLine + 1 };
  const shown = wanted.slice(0, limit);
  const results = shown.flatMap((record) => toShow(reader, tokens, record, { detail, lines }));
  problems.push(...maskedLines(reader, results));
  return {
    results,
    needed: neededBy(reader, shown, lines),
  };
}

/** What the shown code refers to: of lines, the functions in them. */
function neededBy(reader: IndexReader, records: readonly ChunkRecord[], lines: LineSpan | null): NeededSignature[] {
  const within = (one: ChunkRecord, shown: LineSpan) => one.lines.start < shown.end && shown.start < one.lines.end;
  const shown = records.flatMap((record) => {
    if (isFunction(record.symbolKind)) return [record];
    return reader.chunksOfFile(record.fileId).filter((one) => isFunction(one.symbolKind) && within(one, lines ?? record.lines));
  });
  const ids = new Set([...shown, ...records].map(({ id }) => id));
  const isShown = (path: string, line: number) =>
    records.some((record) => record.path === path && line >= (lines ?? record.lines).start && line < (lines ?? record.lines).end);
  return neededSignatures(mentionedBy(reader, [...ids]), isShown);
}

function definitionsFirst(records: readonly ChunkRecord[], detail: 'whole' | 'code'): readonly ChunkRecord[] {
  const defined = new Set(records.filter((record) => !isDeclaration(record)).map(({ qualifiedName }) => qualifiedName));
  const isRedundant = (record: ChunkRecord) => isDeclaration(record) && !record.doc && defined.has(record.qualifiedName);
  const kept = detail === 'code' ? records.filter((record) => !isRedundant(record)) : records;
  // A type comes before the blocks that add to it.
  const order = (record: ChunkRecord): number => 2 * Number(isDeclaration(record)) + Number(record.symbolKind === 'impl');
  return [...kept].sort((a, b) => order(a) - order(b));
}

interface Form {
  readonly detail: 'whole' | 'code';
  /** Only these lines of the file. */
  readonly lines: LineSpan | null;
}

function toShow(reader: IndexReader, tokens: TokenCounter, record: ChunkRecord, { detail, lines }: Form): Result[] {
  const text = reader.fileText(record.fileId) ?? '';
  const shown = lines
    ? linesOf(text, lines, record, tokens)
    : showChunk(text, record, [], tokens, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, {
        documentation: detail === 'code' ? 'first' : 'whole',
      });
  if (!shown) return [];
  const candidate = { record, lexical: 0, semantic: 0, name: 'identifier' as const };
  const entry = { record, item: { candidate, score: 1, parts: [] }, relation: null, expanded: new Set<number>(), frame: 0, shown };
  return [toResult(entry, text, false)];
}

/** Null where the file ends before them. */
function linesOf(fileText: string, { start, end }: LineSpan, record: ChunkRecord, tokens: TokenCounter): Shown | null {
  const all = fileText.split('\n');
  if (all.at(-1) === '') all.pop();
  const lines = all.slice(start, end);
  const text = lines.join('\n');
  const segments = [{ textLine: 0, line: start, count: lines.length }];
  const isWhole = start <= record.lines.start && end >= Math.min(record.lines.end, all.length);
  const shortening = isWhole ? 'whole' : 'extract';
  return lines.length
    ? { text, segments, shortening, tokens: tokens.count(text), printedTokens: tokens.count(numbered(text, segments)) }
    : null;
}
