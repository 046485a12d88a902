/**
 * Joins the results of a question and of its other wordings into one list: scores are summed (CombSUM; Fox and Shaw, "Combination of
 * multiple searches", TREC-2, 1994), those of the other wordings at a lower weight. What several wordings find comes first. Pure.
 */
import type { Candidate } from '../recall/search.js';
import type { Ranked } from './rank.js';
import { wordings } from './weights.js';

/** @param lists of the question, then of its other wordings; each best first, all scores on one scale */
export function combineWordings([first = [], ...others]: readonly (readonly Ranked[])[]): readonly Ranked[] {
  if (!others.length) return first;
  const combined = new Map(first.map((ranked) => [ranked.candidate.record.id, ranked]));
  for (const { candidate, score } of others.flat()) {
    const { id } = candidate.record;
    const value = wordings.weight * score;
    const part = { name: 'other wordings', value };
    const before = combined.get(id);
    combined.set(
      id,
      before
        ? { ...before, candidate: joined(before.candidate, candidate), score: before.score + value, parts: [...before.parts, part] }
        : { candidate, score: value, parts: [part] },
    );
  }
  return [...combined.values()].sort((a, b) => b.score - a.score);
}

/** The candidate of the first wording, with the name and the place by which another one found it. */
function joined(first: Candidate, other: Candidate): Candidate {
  const place = first.place ?? other.place;
  return { ...first, name: first.name ?? other.name, ...(place && { place }) };
}
