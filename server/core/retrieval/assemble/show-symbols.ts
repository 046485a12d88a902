/** Symbols by key, name or place, whole: what an answer shortened, and what is asked for without a question. */
import type { Result } from '../../model/answer.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import { type Problem, queryError } from '../../model/problem.js';
import type { ShowAnswer, ShowQuestion } from '../../model/show.js';
import { numbered } from '../../model/shown-lines.js';
import type { Found } from '../pipeline.js';
import type { IndexReader, TokenCounter } from '../ports.js';
import { isDeclaration } from '../rank/demotions.js';
import { symbolsAround, symbolsNamed } from '../recall/look-up.js';
import { type Shown, showChunk } from './show-chunk.js';
import { toResult } from './to-result.js';

/** @param problems of the engine; those of this answer are added. Throws ContextError('query') for a question without a position, key or name. */
export function showSymbols(
  reader: IndexReader,
  tokens: TokenCounter,
  { at, key, symbol, limit, detail = 'whole' }: ShowQuestion,
  problems: Problem[],
): Found<ShowAnswer> {
  let records: readonly ChunkRecord[];
  if (at) {
    const file = reader.file(at.path);
    records = file
      ? symbolsAround(reader, file.id, at.line)
          .filter(({ kind, lines }) => kind === 'module' || (at.lastLine ?? at.line) < lines.end)
          .slice(-1)
      : [];
  } else if (key !== undefined) records = symbolsNamed(reader, { key });
  else if (symbol) records = symbolsNamed(reader, { symbol });
  else throw queryError('show: expected a position, a key or the name of a symbol');
  if (!records.length) problems.push({ code: 'noMatch', message: 'the index has no such symbol', incomplete: false });
  const wanted = definitionsFirst(records, detail);
  const lines = at?.lastLine === undefined ? null : { start: at.line, end: at.lastLine + 1 };
  return { results: wanted.slice(0, limit).flatMap((record) => toShow(reader, tokens, record, { detail, lines })) };
}

function definitionsFirst(records: readonly ChunkRecord[], detail: 'whole' | 'code'): readonly ChunkRecord[] {
  const defined = new Set(records.filter((record) => !isDeclaration(record)).map(({ qualifiedName }) => qualifiedName));
  const isRedundant = (record: ChunkRecord) => isDeclaration(record) && !record.doc && defined.has(record.qualifiedName);
  const kept = detail === 'code' ? records.filter((record) => !isRedundant(record)) : records;
  return [...kept].sort((a, b) => Number(isDeclaration(a)) - Number(isDeclaration(b)));
}

interface Form {
  readonly detail: 'whole' | 'code';
  /** Only these lines of the file. */
  readonly lines: LineSpan | null;
}

function toShow(reader: IndexReader, tokens: TokenCounter, record: ChunkRecord, { detail, lines }: Form): Result[] {
  const text = reader.fileText(record.fileId) ?? '';
  const shown = lines
    ? linesOf(text, lines, tokens)
    : showChunk(text, record, [], tokens, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, {
        documentation: detail === 'code' ? 'first' : 'whole',
      });
  if (!shown) return [];
  const candidate = { record, lexical: 0, semantic: 0, name: 'identifier' as const };
  const entry = { record, item: { candidate, score: 1, parts: [] }, relation: null, expanded: new Set<number>(), frame: 0, shown };
  return [toResult(entry, text, false)];
}

/** Null where the file ends before them. */
function linesOf(fileText: string, { start, end }: LineSpan, tokens: TokenCounter): Shown | null {
  const lines = fileText.split('\n').slice(start, end);
  const text = lines.join('\n');
  const segments = [{ textLine: 0, line: start, count: lines.length }];
  return lines.length
    ? { text, segments, shortening: 'extract', tokens: tokens.count(text), printedTokens: tokens.count(numbered(text, segments)) }
    : null;
}
