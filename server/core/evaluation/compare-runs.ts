/** Two runs over the same questions: what was gained and what was lost. Pure. */
import { grouped } from '../../util/grouped.js';

/** What a comparison needs of a question; ranks are those of its expected places. */
export interface ComparedQuestion {
  readonly query: string;
  readonly ndcg10: number;
  readonly recall10: number;
}

interface Change {
  /** Into the questions of this run and of the earlier one. */
  readonly now: number;
  readonly before: number;
  /** NDCG@10 now less that of before. */
  readonly gain: number;
}

export interface Comparison {
  /** Questions of both runs, in the order of this one. */
  readonly changes: readonly Change[];
  /** NDCG@10 rose, the most first. */
  readonly gained: readonly Change[];
  /** NDCG@10 fell, the most first. */
  readonly lost: readonly Change[];
  readonly onlyNow: number;
  readonly onlyBefore: number;
}

/** Figures are stored with four places. */
const NOISE = 5e-4;

/** Questions are paired by their text; equal ones in the order in which they stand. */
export function compareRuns(now: readonly ComparedQuestion[], before: readonly ComparedQuestion[]): Comparison {
  const places = grouped(before.keys(), (i) => before[i]?.query);
  const changes = now.flatMap((question, i): Change[] => {
    const other = places.get(question.query)?.shift();
    if (other === undefined) return [];
    return [{ now: i, before: other, gain: question.ndcg10 - (before[other] as ComparedQuestion).ndcg10 }];
  });
  return {
    changes,
    gained: changes.filter(({ gain }) => gain > NOISE).sort((a, b) => b.gain - a.gain),
    lost: changes.filter(({ gain }) => gain < -NOISE).sort((a, b) => a.gain - b.gain),
    onlyNow: now.length - changes.length,
    onlyBefore: before.length - changes.length,
  };
}
