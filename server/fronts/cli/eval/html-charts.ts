/** Charts of a report as plain SVG: ranks of the first hits, recall by tokens, calibration, latency. */
import { DEPTH, TOKEN_BUDGETS } from '../../../core/evaluation/score-question.js';
import { html, type Markup } from '../html/markup.js';
import { count, fixed, milliseconds } from '../html/numbers.js';
import type { EarlierReport, Report } from './report.js';

const W = 320;
const H = 178;
const LEFT = 30;
const TOP = 20;
const BOTTOM = 24;
const INNER = H - TOP - BOTTOM;

const chart = (title: string, note: string, content: Markup): Markup =>
  html`<figure class="card chart"><h3>${title}</h3><svg viewBox="0 0 ${W} ${H}" role="img" aria-label="${title}">${content}</svg>
<figcaption class="note">${note}</figcaption></figure>`;

const y = (share: number): string => fixed(TOP + INNER * (1 - share), 1);
const grid = (shares: readonly number[], label: (share: number) => string): Markup[] =>
  shares.map(
    (share) =>
      html`<line x1="${LEFT}" x2="${W - 4}" y1="${y(share)}" y2="${y(share)}" stroke="var(--line)"/>
<text x="${LEFT - 6}" y="${y(share)}" dy="4" text-anchor="end">${label(share)}</text>`,
  );

interface Bar {
  readonly label: string;
  readonly value: number;
  readonly before?: number;
  readonly tone?: string;
  readonly title: string;
}

/** Attributes that place a bar on the axis. */
const box = (x: number, width: number, height: number): Markup =>
  html`x="${fixed(x, 1)}" width="${fixed(width, 1)}" y="${fixed(TOP + INNER - height, 1)}" height="${fixed(height, 1)}"`;

/** Values are shares of the highest one; `before` is drawn as an outline. */
function bars(items: readonly Bar[]): Markup[] {
  const most = Math.max(1, ...items.flatMap(({ value, before }) => [value, before ?? 0]));
  const step = (W - 8) / items.length;
  return items.map(({ label, value, before, tone, title }, i) => {
    const x = 4 + i * step;
    const height = (INNER * value) / most;
    const outline = (INNER * (before ?? 0)) / most;
    return html`<g><title>${title}</title>
<rect ${box(x + step * 0.12, step * 0.76, Math.max(value ? 1.5 : 0, height))} rx="2.5" fill="var(--${tone ?? 'accent'})"/>${
      before !== undefined &&
      html`<rect ${box(x + step * 0.05, step * 0.9, outline)} rx="3" fill="none" stroke="var(--faint)" stroke-dasharray="3 3"/>`
    }${value > 0 && html`<text x="${fixed(x + step / 2, 1)}" y="${fixed(TOP + INNER - height - 4, 1)}" text-anchor="middle" class="tiny">${value}</text>`}
<text x="${fixed(x + step / 2, 1)}" y="${H - 8}" text-anchor="middle">${label}</text></g>`;
  });
}

export function firstHitChart({ questions }: Report, earlier: EarlierReport | null): Markup {
  const groups: readonly (readonly [string, number, number])[] = [
    ['1', 1, 1],
    ['2', 2, 2],
    ['3', 3, 3],
    ['4–5', 4, 5],
    ['6–10', 6, DEPTH],
    ['later', DEPTH + 1, Number.MAX_SAFE_INTEGER],
  ];
  const counted = (
    all: readonly { readonly firstRank: number | null; readonly expected: readonly unknown[] }[],
    from: number,
    to: number,
  ) => all.filter(({ firstRank, expected }) => expected.length > 0 && (firstRank ?? 0) >= from && (firstRank ?? 0) <= to).length;
  const items = [...groups, ['none', 0, 0] as const].map(([label, from, to]): Bar => {
    const value = counted(questions, from, to);
    return {
      label,
      value,
      tone: to === 0 || from > DEPTH ? 'bad' : from > 3 ? 'c1' : 'good',
      title: `first hit at rank ${label}: ${value} questions`,
      ...(earlier && { before: counted(earlier.questions, from, to) }),
    };
  });
  return chart('Rank of the first hit', `questions${earlier ? '; dashed: the earlier run' : ''}`, html`${bars(items)}`);
}

export function recallChart({ figures }: Report, earlier: EarlierReport | null): Markup {
  const { recallWithin } = figures;
  const x = (i: number) => LEFT + 26 + (i * (W - LEFT - 56)) / (TOKEN_BUDGETS.length - 1);
  const points = (values: Readonly<Record<string, number>>) =>
    TOKEN_BUDGETS.map((budget, i) => `${fixed(x(i), 1)},${y(values[budget] ?? 0)}`).join(' ');
  const before = earlier?.figures.recallWithin;
  return chart(
    'Recall within tokens',
    `expected places that this much context shows${before ? '; dashed: the earlier run' : ''}`,
    html`${grid([0, 0.5, 1], (share) => share.toFixed(1))}${
      before && html`<polyline points="${points(before)}" fill="none" stroke="var(--faint)" stroke-width="2" stroke-dasharray="4 4"/>`
    }${
      recallWithin &&
      html`<polyline points="${points(recallWithin)}" fill="none" stroke="var(--accent)" stroke-width="2.5"/>${TOKEN_BUDGETS.map(
        (budget, i) =>
          html`<circle cx="${fixed(x(i), 1)}" cy="${y(recallWithin[budget] ?? 0)}" r="3.5" fill="var(--accent)"/>
<text x="${fixed(x(i), 1)}" y="${y(recallWithin[budget] ?? 0)}" dy="${(recallWithin[budget] ?? 0) > 0.88 ? 18 : -9}" text-anchor="middle" class="strong">${fixed(recallWithin[budget], 2)}</text>`,
      )}`
    }${TOKEN_BUDGETS.map((budget, i) => html`<text x="${fixed(x(i), 1)}" y="${H - 8}" text-anchor="middle">${count(budget)}</text>`)}`,
  );
}

export function calibrationChart({ calibration: { bins, expectedError, brier } }: Report): Markup {
  const x = (share: number) => fixed(LEFT + 4 + share * (W - LEFT - 12), 1);
  const most = Math.max(1, ...bins.map(({ questions }) => questions));
  return chart(
    'Confidence and being right',
    expectedError === null ? 'no answer' : `on the line is best; expected error ${fixed(expectedError, 2)}, Brier ${fixed(brier, 2)}`,
    html`${grid([0, 0.5, 1], (share) => share.toFixed(1))}<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="var(--faint)" stroke-dasharray="4 4"/>${[
      0, 0.5, 1,
    ].map(
      (share) => html`<text x="${x(share)}" y="${H - 8}" text-anchor="${share === 1 ? 'end' : 'middle'}">${share.toFixed(1)}</text>`,
    )}${bins
      .filter(({ questions }) => questions > 0)
      .map(
        ({ confidence, right, questions }) =>
          html`<g><title>said ${fixed(confidence, 2)}, right ${fixed(right, 2)}: ${questions} questions</title>
<circle cx="${x(confidence)}" cy="${y(right)}" r="${fixed(4 + 9 * Math.sqrt(questions / most), 1)}" fill="var(--accent)" fill-opacity=".75"/></g>`,
      )}`,
  );
}

export function latencyChart({ latency }: Report): Markup {
  if (!latency) return chart('Latency', 'nothing was timed', html``);
  // Empty times before the first sample are left out.
  const shown = latency.histogram.slice(latency.histogram.findIndex(({ count: samples }) => samples > 0));
  const items = shown.map(({ upToMs, count: samples }, i, all): Bar => {
    const bound = all[i - 1]?.upToMs;
    const label = i === all.length - 1 && bound !== undefined ? `>${bound}` : fixed(upToMs, 0);
    return { label, value: samples, tone: 'c3', title: `up to ${milliseconds(upToMs)}: ${samples} answers` };
  });
  const figures = (['p50', 'p95', 'p99', 'max'] as const).map((name) => `${name} ${milliseconds(latency[name])}`);
  const note = `answers by milliseconds, warm; ${figures.join(', ')}`;
  return chart('Latency', note, html`${bars(items)}`);
}
