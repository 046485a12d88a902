/** The relevance gate (R7): what is far below the best is left out; two good results are two. Pure. */
import type { AnalysedQuery } from './analyse-query.js';
import type { Ranked } from './rank.js';

/** Below this share of the best score a result no longer says anything about the question. */
export const RELATIVE_FLOOR = 0.12;
/** Cosine below which the vectors alone are no evidence: unrelated text reaches about 0.2 with the static model. */
const NO_MEANING = 0.15;

export interface Gated {
  readonly kept: readonly Ranked[];
  /** 0 to 1: agreement of words, meaning and names on the first result, and its lead over the field. */
  readonly confidence: number;
}

/** @param floor share of the best score that a result needs, 0 to 1; with 0 everything is kept. */
export function gate(query: AnalysedQuery, ranked: readonly Ranked[], bestSemantic: number, floor: number): Gated {
  const first = ranked[0];
  if (!first) return { kept: [], confidence: 0 };
  const anyWord = ranked.some(({ candidate }) => candidate.lexical > 0 || candidate.name !== null);
  if (floor > 0 && !anyWord && bestSemantic < NO_MEANING) return { kept: [], confidence: 0 };
  const kept = floor > 0 ? ranked.filter(({ score }) => score > 0 && score >= first.score * Math.min(1, floor)) : ranked;
  const { candidate } = first;
  const named = candidate.name === 'identifier' || candidate.name === 'identifierFolded';
  const agreement =
    (candidate.lexical + Math.max(0, Math.min(1, candidate.semantic / 0.6)) + (named ? 1 : 0)) / (query.identifiers.length ? 3 : 2);
  const other = ranked.find((r) => r.candidate.record.fileId !== candidate.record.fileId);
  const lead = other ? Math.min(1, (first.score - other.score) / first.score / 0.4) : 1;
  return { kept, confidence: Math.round(Math.min(1, 0.75 * Math.min(1, agreement) + 0.25 * lead) * 100) / 100 };
}
