/** The relevance gate (R7): what is far below the best is left out; two good results are two. Pure. */
import type { AnalysedQuery } from './analyse-query.js';
import type { Ranked } from './rank.js';

/** Below this share of the best score a result no longer says anything about the question. */
const RELATIVE_FLOOR = 0.12;
/** Cosine below which the vectors alone are no evidence: unrelated text reaches about 0.2 with the static model. */
const NO_MEANING = 0.15;

export interface Gated {
  readonly kept: readonly Ranked[];
  /** 0 to 1: agreement of words, meaning and names on the first result, and its lead over the field. */
  readonly confidence: number;
}

export function gate(query: AnalysedQuery, ranked: readonly Ranked[], bestSemantic: number, minScore = 0): Gated {
  const first = ranked[0];
  if (!first) return { kept: [], confidence: 0 };
  const anyWord = ranked.some(({ candidate }) => candidate.lexical > 0 || candidate.name !== null);
  if (!anyWord && bestSemantic < NO_MEANING) return { kept: [], confidence: 0 };
  const kept = ranked.filter(({ score }) => score > 0 && score >= first.score * Math.max(RELATIVE_FLOOR, Math.min(1, minScore)));
  const { candidate } = first;
  const named = candidate.name === 'identifier' || candidate.name === 'identifierFolded';
  const agreement =
    (candidate.lexical + Math.max(0, Math.min(1, candidate.semantic / 0.6)) + (named ? 1 : 0)) / (query.identifiers.length ? 3 : 2);
  const other = ranked.find((r) => r.candidate.record.fileId !== candidate.record.fileId);
  const lead = other ? Math.min(1, (first.score - other.score) / first.score / 0.4) : 1;
  return { kept, confidence: Math.round(Math.min(1, 0.75 * Math.min(1, agreement) + 0.25 * lead) * 100) / 100 };
}
