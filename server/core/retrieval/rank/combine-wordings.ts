/**
 * Joins the results of a question and of its other wordings into one list. The score of a result is the p-norm (p = 3)
 * of its shares of the best score of each wording, weighted by the confidence of the wording: between their sum and their maximum (CombSUM and
 * CombMAX; Fox and Shaw, "Combination of multiple searches", TREC-2, 1994). What several wordings find comes first, and so does the best of
 * each that is no blind guess. Pure.
 */
import type { Candidate } from '../recall/search.js';
import type { Ranked } from './rank.js';
import { wordings } from './weights.js';

export interface RankedWording {
  /** Best first. */
  readonly ranked: readonly Ranked[];
  /** 0 to 1: the probability that the first is right. */
  readonly confidence: number;
}

/** @param all the question, then its other wordings. The scores of the result are on the scale of the question's. */
export function combineWordings(all: readonly RankedWording[]): readonly Ranked[] {
  const [first, ...others] = all;
  if (!first || !others.length) return first?.ranked ?? [];
  const scale = bestOf((all.find(({ ranked }) => bestOf(ranked) > 0) ?? first).ranked);
  const surest = Math.max(...all.map(({ confidence }) => confidence));
  const combined = new Map<number, Ranked>();
  for (const [i, { ranked, confidence }] of all.entries()) {
    const best = bestOf(ranked);
    const weight = (i === 0 ? 1 : wordings.weight) * (surest > 0 ? confidence / surest : 1);
    for (const { candidate, score, parts, ...more } of ranked) {
      const share = best > 0 ? Math.max(0, score) / best : 0;
      const value = weight * share ** wordings.power;
      const before = combined.get(candidate.record.id);
      combined.set(candidate.record.id, {
        ...(before ?? more),
        candidate: before ? joined(before.candidate, candidate) : candidate,
        score: (before?.score ?? 0) + value,
        parts: before?.parts ?? (i === 0 ? parts : []),
      });
    }
  }
  const joint = [...combined.values()].map((ranked) => onScale(ranked, scale)).sort((a, b) => b.score - a.score);
  return withOwn(joint, first.ranked[0]);
}

/**
 * With what the question itself finds first among the first results: other wordings are guesses. Code that has the text that the question is, or
 * is a frame of its stack trace, stays first: a document says the same of what is sought.
 */
function withOwn(joint: readonly Ranked[], own: Ranked | undefined): readonly Ranked[] {
  const at = own ? joint.findIndex(({ candidate }) => candidate.record.id === own.candidate.record.id) : -1;
  const place = own?.candidate.place;
  const isCode = own !== undefined && own.candidate.record.symbolKind !== null && own.candidate.record.role !== 'documentation';
  const most = isCode && (place?.isQuestion || place?.by === 'frame') ? 1 : wordings.ownBefore;
  const before = joint[most - 1];
  if (at < most || !before) return joint;
  const { score, parts, ...rest } = joint[at] as Ranked;
  const lifted: Ranked = {
    ...rest,
    score: before.score,
    parts: [...parts, { name: 'first of the question', value: before.score - score }],
  };
  const others = joint.filter((_, i) => i !== at);
  return [...others.slice(0, most - 1), lifted, ...others.slice(most - 1)];
}

const bestOf = ([best]: readonly Ranked[]): number => best?.score ?? 0;

/** With the score that the sum of powers stands for; its parts sum to it. */
function onScale(ranked: Ranked, scale: number): Ranked {
  const score = scale * ranked.score ** (1 / wordings.power);
  const value = score - ranked.parts.reduce((sum, part) => sum + part.value, 0);
  return { ...ranked, score, parts: [...ranked.parts, { name: 'other wordings', value }] };
}

/** The candidate of the first wording, with the name and the place by which another one found it. */
function joined(first: Candidate, other: Candidate): Candidate {
  const place = first.place ?? other.place;
  return { ...first, name: first.name ?? other.name, ...(place && { place }) };
}
