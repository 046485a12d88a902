/** Why an expected place is not among the first ten results, told from the ranked list and from asking its file alone. Pure. */
import type { LineSpan } from '../model/file.js';
import type { Place } from './question-file.js';
import { covers, DEPTH, type Judged } from './score-question.js';

/** The best result that covers the place when only its file is asked. */
interface Alone<R extends Judged> {
  readonly result: R;
  readonly rank: number;
}

export type Miss<R extends Judged = Judged> =
  /** Covered, but later than the tenth result. */
  | { readonly kind: 'late'; readonly rank: number }
  | { readonly kind: 'noSuchFile' }
  /** The file is there, but nothing of the place comes even when its file is asked alone: not indexed, or nothing in common. */
  | { readonly kind: 'unrelated'; readonly otherRank: number | null; readonly otherLines: LineSpan | null }
  /** Other results scored more. `otherRank`: the best result elsewhere in the same file. */
  | { readonly kind: 'outranked'; readonly alone: Alone<R>; readonly otherRank: number | null; readonly otherLines: LineSpan | null };

export function explainMiss<R extends Judged>(
  place: Place,
  rank: number | null,
  results: readonly R[],
  inFile: readonly R[] | null,
): Miss<R> | null {
  if (rank !== null) return rank <= DEPTH ? null : { kind: 'late', rank };
  if (!inFile) return { kind: 'noSuchFile' };
  const other = results.findIndex(({ path }) => path === place.path);
  const elsewhere = { otherRank: other < 0 ? null : other + 1, otherLines: results[other]?.lines ?? null };
  const at = inFile.findIndex((result) => covers(result, place));
  const best = inFile[at];
  return best ? { kind: 'outranked', alone: { result: best, rank: at + 1 }, ...elsewhere } : { kind: 'unrelated', ...elsewhere };
}

/** For people; lines 1-based. */
export function missText(miss: Miss): string {
  if (miss.kind === 'late') return `found late, at rank ${miss.rank}`;
  if (miss.kind === 'noSuchFile') return 'the workspace has no such file';
  const { otherRank, otherLines } = miss;
  const other =
    otherRank !== null && otherLines ? `; lines ${otherLines.start + 1}-${otherLines.end} of the file stand at rank ${otherRank}` : '';
  if (miss.kind === 'unrelated') return `nothing in these lines is close to the question, or they are not indexed${other}`;
  const { alone } = miss;
  return `outranked: number ${alone.rank} when its file is asked alone${other}`;
}
