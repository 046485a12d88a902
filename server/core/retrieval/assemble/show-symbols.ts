/** Symbols by key, name or place, whole: what an answer shortened, and what is asked for without a question. */
import type { Result } from '../../model/answer.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { type Problem, queryError } from '../../model/problem.js';
import type { ShowAnswer, ShowQuestion } from '../../model/show.js';
import type { Found } from '../pipeline.js';
import type { IndexReader, TokenCounter } from '../ports.js';
import { symbolsAround, symbolsNamed } from '../recall/look-up.js';
import { showChunk } from './show-chunk.js';
import { toResult } from './to-result.js';

/** @param problems of the engine; those of this answer are added. Throws ContextError('query') for a question without a position, key or name. */
export function showSymbols(
  reader: IndexReader,
  tokens: TokenCounter,
  { at, key, symbol, limit }: ShowQuestion,
  problems: Problem[],
): Found<ShowAnswer> {
  let records: readonly ChunkRecord[];
  if (at) {
    const file = reader.file(at.path);
    records = file ? symbolsAround(reader, file.id, at.line).slice(-1) : [];
  } else if (key !== undefined) records = symbolsNamed(reader, { key });
  else if (symbol) records = symbolsNamed(reader, { symbol });
  else throw queryError('show: expected a position, a key or the name of a symbol');
  if (!records.length) problems.push({ code: 'noMatch', message: 'the index has no such symbol', incomplete: false });
  return { results: records.slice(0, limit).flatMap((record) => whole(reader, tokens, record)) };
}

function whole(reader: IndexReader, tokens: TokenCounter, record: ChunkRecord): Result[] {
  const text = reader.fileText(record.fileId) ?? '';
  const shown = showChunk(text, record, [], tokens, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  if (!shown) return [];
  const candidate = { record, lexical: 0, semantic: 0, name: 'identifier' as const };
  const entry = { record, item: { candidate, score: 1, parts: [] }, relation: null, expanded: new Set<number>(), frame: 0, shown };
  return [toResult(entry, text, false)];
}
