/** The figures of a run for a terminal: with targets, by category, and the worst questions. */
import { type Comparison, compareRuns } from '../../../core/evaluation/compare-runs.js';
import { TOKEN_BUDGETS } from '../../../core/evaluation/score-question.js';
import { type Colour, paint } from '../highlight.js';
import { count, fixed, percent, signed } from '../html/numbers.js';
import { changeOf, figureRows } from './figure-rows.js';
import type { EarlierReport, Report, ReportQuestion } from './report.js';

const WORST = 10;
const tones: Readonly<Record<string, Colour>> = { better: 'green', worse: 'yellow', same: 'dim' };

export function renderTable(report: Report, earlier: EarlierReport | null, color: boolean): string {
  const comparison = earlier && compareRuns(report.questions, earlier.questions);
  const title = `${report.questions.length} questions, ${count(report.index.files)} files, ${count(report.index.chunks)} chunks`;
  return [
    paint(title, 'bold', color),
    '',
    ...figures(report, earlier, color),
    '',
    ...recall(report, earlier, color),
    '',
    ...calibration(report, color),
    ...categories(report, color),
    ...(comparison && earlier ? changes(comparison, report, earlier, color) : []),
    ...worst(report, color),
  ].join('\n');
}

function figures(report: Report, earlier: EarlierReport | null, color: boolean): string[] {
  return figureRows(report, earlier).map((row) => {
    const { name, value, write, target, before } = row;
    const mark = target ? paint(target.isMet ? '✓' : '✗', target.isMet ? 'green' : 'yellow', color) : ' ';
    const cells = `${name.padEnd(28)}${write(value).padStart(9)}  ${mark} ${(target?.text ?? '').padEnd(10)}`;
    const { text, tone } = changeOf(row);
    return text ? `${cells} was ${write(before).padStart(9)}  ${paint(text, tones[tone] ?? 'dim', color)}` : cells.trimEnd();
  });
}

function recall({ figures: { recallWithin } }: Report, earlier: EarlierReport | null, color: boolean): string[] {
  if (!recallWithin) return [];
  const heads = TOKEN_BUDGETS.map((budget) => `${count(budget)}`.padStart(9)).join('');
  const line = (name: string, values: Readonly<Record<string, number>>) =>
    `${name.padEnd(28)}${TOKEN_BUDGETS.map((budget) => fixed(values[budget]).padStart(9)).join('')}`;
  const before = earlier?.figures.recallWithin;
  return [
    paint(`${'recall within tokens'.padEnd(28)}${heads}`, 'dim', color),
    line('', recallWithin),
    ...(before ? [line('  was', before)] : []),
  ];
}

function calibration({ calibration: { expectedError, brier, bins } }: Report, color: boolean): string[] {
  if (expectedError === null) return [];
  const shown = bins
    .filter(({ questions }) => questions > 0)
    .map(({ confidence, right, questions }) => `${confidence.toFixed(2)}→${right.toFixed(2)} (${questions})`);
  return [
    `${'confidence'.padEnd(28)}${fixed(expectedError).padStart(9)}  expected error, Brier ${fixed(brier)}`,
    paint(`${''.padEnd(28)}${'said→right'.padStart(9)} ${shown.join('  ')}`, 'dim', color),
  ];
}

function categories({ categories: all, questions }: Report, color: boolean): string[] {
  const rows = Object.entries(all);
  if (rows.length < 2) return [];
  const width = Math.max(28, ...rows.map(([name]) => name.length + 2));
  const head = ['questions', 'NDCG@10', 'MRR', 'recall@10', 'saved'].map((name) => name.padStart(11)).join('');
  return [
    '',
    paint(`${'category'.padEnd(width)}${head}`, 'dim', color),
    ...rows.map(([name, row]) => {
      const cells = [String(row.questions), fixed(row.ndcg10), fixed(row.mrr), fixed(row.recall10), percent(row.tokensSaved)];
      return `${oneLine(name).padEnd(width)}${cells.map((cell) => cell.padStart(11)).join('')}`;
    }),
    ...(questions.length ? [] : ['no question']),
  ];
}

function changes({ gained, lost, onlyNow, onlyBefore }: Comparison, report: Report, earlier: EarlierReport, color: boolean): string[] {
  const line = ({ now, before, gain }: Comparison['gained'][number]) => {
    const rank = (value: number | null | undefined) => (value == null ? 'none' : String(value));
    const ranks = `rank ${rank(earlier.questions[before]?.firstRank)} → ${rank(report.questions[now]?.firstRank)}`;
    return `  ${paint(signed(gain, fixed), gain > 0 ? 'green' : 'yellow', color)}  ${ranks.padEnd(18)} ${textOf(report.questions[now])}`;
  };
  const list = (name: string, items: Comparison['gained']) =>
    items.length ? ['', paint(`${name} ${items.length}`, 'bold', color), ...items.slice(0, WORST).map(line)] : [];
  const unpaired = onlyNow || onlyBefore ? ['', `only in this run ${onlyNow}, only in the earlier one ${onlyBefore}`] : [];
  return [...list('lost', lost), ...list('gained', gained), ...unpaired];
}

function worst({ questions }: Report, color: boolean): string[] {
  const missed = questions.filter(({ expected, recall10 }) => expected.length && recall10 < 1).sort((a, b) => a.ndcg10 - b.ndcg10);
  if (!missed.length) return [];
  return [
    '',
    paint(`not all found: ${missed.length} of ${questions.length}`, 'bold', color),
    ...missed.slice(0, WORST).flatMap((question) => {
      const first = question.expected.find(({ missed: miss }) => miss);
      const place = first ? `${first.path}${first.start_line ? `:${first.start_line}` : ''}: ${first.missed?.why}` : '';
      return [`  ${fixed(question.ndcg10)}  ${textOf(question)}`, paint(`         ${oneLine(place)}`, 'dim', color)];
    }),
    ...(missed.length > WORST ? [paint(`  and ${missed.length - WORST} more: see --html or --json`, 'dim', color)] : []),
  ];
}

const oneLine = (text: string): string => text.replace(/[\x00-\x1f\x7f\s]+/g, ' ').trim();
const textOf = (question: ReportQuestion | undefined): string => oneLine(question?.query ?? '').slice(0, 100);
