/**
 * Symbols by name as they are typed, and by meaning. Names come first; several plain words are a question; an empty
 * query gives the most important symbols.
 */

import { messageOf } from '../../../util/bug.js';
import type { SymbolQuestion } from '../../engine/engine-api.js';
import type { SymbolAnswer, SymbolHit } from '../../model/answer.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import { limits } from '../../model/limits.js';
import type { Problem } from '../../model/problem.js';
import { toSymbol } from '../assemble/to-symbol.js';
import { corpusFacts, type RetrievalPorts } from '../pipeline.js';
import { compileFilters } from '../query/filter.js';
import { readQuestion } from '../query/read-question.js';
import { rank } from '../rank/rank.js';
import { gateLimits, symbolSearch } from '../rank/weights.js';
import { importantSymbols } from './important-symbols.js';
import { search } from './search.js';

const DEFAULT_LIMIT = 50;

export async function searchSymbols(
  ports: RetrievalPorts,
  question: SymbolQuestion,
  known: readonly Problem[],
  signal?: AbortSignal,
): Promise<SymbolAnswer> {
  const { reader } = ports;
  const file = question.ofFile === undefined ? null : reader.file(question.ofFile);
  const text = (question.ofFile === undefined ? question.query : '').trim().slice(0, limits.maxQueryChars);
  const limit = Math.min(question.limit ?? DEFAULT_LIMIT, 500);
  const problems = [...known];
  const accept = compileFilters(question.filters, undefined, ports.globs, (path) => reader.file(path)?.mtimeMs ?? 0);
  const hits = new Map<number, { record: ChunkRecord; score: number; reason: SymbolHit['reason'] }>();
  const put = (record: ChunkRecord, score: number, reason: SymbolHit['reason']) => {
    if (record.symbolKind === null || hits.has(record.id) || (accept && !accept(record))) return;
    hits.set(record.id, { record, score, reason });
  };
  // A question for one symbol, such as `class Request`, is its name.
  const query = readQuestion(reader, text);
  const typed = query.isName ? query.text : text;
  const plainWords = typed.split(/\s+/).length;
  const mode = question.mode ?? 'auto';
  try {
    if (file) for (const record of reader.chunksOfFile(file.id)) put(record, 1, 'name');
    else if (!text && question.ofFile === undefined)
      for (const { record, score } of importantSymbols(reader, limit, accept)) put(record, score, 'important');
    if (text && mode !== 'meaning') byName(ports, typed, plainWords, limit, put);
    if (text && mode !== 'name' && (mode === 'meaning' || plainWords > 1 || hits.size < Math.min(limit, symbolSearch.enough))) {
      const found = await search(
        reader,
        ports.embedder,
        query,
        (record) => record.symbolKind !== null && (!accept || accept(record)),
        signal,
      );
      problems.push(...found.problems);
      const ranked = rank(query, found.candidates, corpusFacts(ports, query), null);
      const best = ranked[0]?.score || 1;
      for (const { candidate, score } of ranked.slice(0, limit)) {
        const evidence = candidate.lexical > 0 || candidate.name !== null || candidate.semantic > gateLimits.cosine;
        if (evidence) put(candidate.record, (symbolSearch.meaning * score) / best, 'meaning');
      }
    }
  } catch (error) {
    problems.push({ code: 'storage', message: messageOf(error), incomplete: true });
  }
  const list = [...hits.values()].sort((a, b) => b.score - a.score || comparePlaces(a.record, b.record)).slice(0, limit);
  return {
    hits: list.map(({ record, score, reason }) => toHit(ports, record, score, reason)),
    problems,
    isIncomplete: problems.some((p) => p.incomplete),
  };
}

/** Exact names lead, then prefixes, then what is close. A sentence matches no name but its compounds. */
function byName(
  { reader }: RetrievalPorts,
  text: string,
  plainWords: number,
  limit: number,
  put: (record: ChunkRecord, score: number, reason: SymbolHit['reason']) => void,
): void {
  const last =
    text
      .split(/\.|::|->|#/)
      .filter(Boolean)
      .at(-1) ?? text;
  const container =
    text.length > last.length
      ? text
          .slice(0, text.length - last.length)
          .replace(/[^\p{L}\p{N}]+/gu, '')
          .toLowerCase()
      : '';
  const exact = plainWords <= symbolSearch.nameWords ? reader.named([last.replace(/\s+/g, '')], limit * 2) : [];
  const typed = plainWords <= symbolSearch.nameWords ? reader.searchNames(last, limit * 2) : [];
  const scores = new Map<number, { score: number; reason: SymbolHit['reason'] }>();
  const best = typed[0]?.score || 1;
  for (const hit of exact)
    scores.set(hit.chunkId, { score: hit.match === 'exact' ? symbolSearch.exact : symbolSearch.folded, reason: 'exact name' });
  for (const hit of typed) {
    if (scores.has(hit.chunkId)) continue;
    const isFuzzy = hit.match === 'fuzzy';
    const score = (isFuzzy ? symbolSearch.fuzzy : symbolSearch.prefix) + symbolSearch.typedScore * (hit.score / best);
    scores.set(hit.chunkId, { score, reason: isFuzzy ? 'fuzzy name' : 'name' });
  }
  for (const record of reader.chunks([...scores.keys()])) {
    const { score, reason } = scores.get(record.id) as { score: number; reason: SymbolHit['reason'] };
    const inContainer =
      container &&
      record.qualifiedName
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '')
        .includes(container);
    put(record, score * (record.role === 'source' ? 1 : symbolSearch.otherRole) + (inContainer ? symbolSearch.inContainer : 0), reason);
  }
}

const toHit = ({ reader }: RetrievalPorts, record: ChunkRecord, score: number, reason: SymbolHit['reason']): SymbolHit => ({
  ...toSymbol(reader, record),
  score: Math.round(score * 1e4) / 1e4,
  reason,
});
