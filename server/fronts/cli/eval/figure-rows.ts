/** The figures of a run in the order in which they are shown, with names, targets and what an earlier run had. */
import { type Figures, isMet, type Latency, type Target, targets } from '../../../core/evaluation/summarise.js';
import { fixed, milliseconds, percent, signed } from '../html/numbers.js';
import type { EarlierReport, Report } from './report.js';

export interface FigureRow {
  readonly id: string;
  readonly name: string;
  readonly value: number | null;
  readonly write: (value: number | null | undefined) => string;
  readonly want: 'more' | 'less';
  /** Null where the field names none, or nothing was measured. */
  readonly target: { readonly text: string; readonly isMet: boolean } | null;
  readonly before: number | null;
  readonly note: string;
}

type FigureName = Exclude<keyof Figures, 'recallWithin' | 'questions' | 'ampleQuestions' | 'tokens'>;
type LatencyName = 'p50' | 'p95' | 'p99';

const names: readonly [FigureName, string, FigureRow['write'], 'more' | 'less', string][] = [
  ['ndcg10', 'NDCG@10', fixed, 'more', 'how near the order of the first ten is to the best one'],
  ['mrr', 'MRR', fixed, 'more', '1 / rank of the first hit'],
  ['recall10', 'recall@10', fixed, 'more', 'expected places among the first ten'],
  ['precision5Ample', 'precision@5', fixed, 'more', 'hits among the first five, of questions with at least five expected places'],
  ['precision5', 'precision@5, all', fixed, 'more', 'hits among the first five, of all questions'],
  ['falseNegativeRate', 'false negatives', percent, 'less', 'expected places that the first ten miss'],
  ['falsePositiveRate', 'false positives', percent, 'less', 'results among the first ten that cover no expected place'],
  ['unwantedRate', 'unwanted', percent, 'less', 'questions with a result that they say should not come'],
  ['tokensSaved', 'tokens saved', percent, 'more', 'first ten results against their files read whole'],
];

export function figureRows(report: Report, earlier: EarlierReport | null): FigureRow[] {
  const { figures, latency } = report;
  const rows = names.map(([id, name, write, want, note]): FigureRow => {
    const isAmple = id === 'precision5Ample';
    return row(id, isAmple ? `${name}, ≥ 5 expected` : name, figures[id], write, want, earlier?.figures[id] ?? null, note);
  });
  const times = (['p50', 'p95', 'p99'] as const).map((id: LatencyName) =>
    row(
      id,
      `latency ${id}`,
      latency?.[id as keyof Latency & LatencyName] ?? null,
      milliseconds,
      'less',
      earlier?.latency?.[id] ?? null,
      'warm',
    ),
  );
  return [...rows, ...times].filter(({ value, before }) => value !== null || before !== null);
}

function row(
  id: string,
  name: string,
  value: number | null,
  write: FigureRow['write'],
  want: 'more' | 'less',
  before: number | null,
  note: string,
): FigureRow {
  const target = targets.find(({ figure }) => figure === id);
  return { id, name, value, write, want, before, note, target: target && value !== null ? shown(target, value, write) : null };
}

const shown = (target: Target, value: number, write: FigureRow['write']): FigureRow['target'] => ({
  text: `${target.want === 'more' ? '>' : '<'} ${trimmed(write(target.bound))}`,
  isMet: isMet(target, value),
});

/** 0.850 as 0.85, 70.0 % as 70 %. */
const trimmed = (text: string): string => text.replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');

/** Latencies of the same program differ by this much from run to run. */
const LATENCY_NOISE = 0.15;

/** The change since the earlier run as text, '' where there is none, and whether it is worth a colour: not what rounding hides. */
export function changeOf({ value, before, write, want }: FigureRow): { readonly text: string; readonly tone: 'better' | 'worse' | 'same' } {
  if (before === null || value === null) return { text: '', tone: 'same' };
  const isNoise = write === milliseconds && Math.abs(value - before) < LATENCY_NOISE * before;
  if (write(value) === write(before)) return { text: '=', tone: 'same' };
  const text = signed(value - before, write).replace('%', 'points');
  return { text, tone: isNoise ? 'same' : value > before === (want === 'more') ? 'better' : 'worse' };
}
