/** The report of one evaluation as one page: figures, charts, categories, what changed, then every question. */
import { type Comparison, compareRuns } from '../../../core/evaluation/compare-runs.js';
import type { Figures } from '../../../core/evaluation/summarise.js';
import { html, type Markup } from '../html/markup.js';
import { count, fixed, percent, signed } from '../html/numbers.js';
import { page } from '../html/page.js';
import { colourParts, hatchPattern, legend } from '../html/part-bars.js';
import { changeOf, type FigureRow, figureRows } from './figure-rows.js';
import { calibrationChart, firstHitChart, latencyChart, recallChart } from './html-charts.js';
import { questionSection } from './html-question.js';
import { reportScript, reportStyle } from './html-static.js';
import type { EarlierReport, Report, ReportQuestion } from './report.js';

export function htmlReport(report: Report, earlier: EarlierReport | null): string {
  const comparison = earlier && compareRuns(report.questions, earlier.questions);
  const body = html`${hatchPattern}<main>
<header><h1>How well questions are answered</h1><p class="sub">${about(report, earlier)}</p></header>
${warnings(report)}
<section class="tiles">${figureRows(report, earlier).map(tile)}</section>
<section class="charts">${firstHitChart(report, earlier)}${recallChart(report, earlier)}${calibrationChart(report)}${latencyChart(report)}</section>
${categories(report)}
${comparison && earlier && changes(report, earlier, comparison)}
${questions(report, earlier, comparison)}
</main>`;
  return page({ title: `Evaluation of ${nameOf(report.workspace)}`, style: reportStyle, script: reportScript, body });
}

const nameOf = (path: string): string => path.split(/[/\\]/).filter(Boolean).at(-1) ?? path;
const dateOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

function about({ workspace, queries, questions: asked, index, made, server, options }: Report, earlier: EarlierReport | null): Markup {
  const budget = options.budgetTokens === null ? '' : `, ${count(options.budgetTokens)} tokens`;
  return html`<b>${asked.length} questions</b> from ${nameOf(queries)} about <b title="${workspace}">${nameOf(workspace)}</b>
 (${count(index.files)} files, ${count(index.chunks)} chunks, ${index.model}, vectors ${index.vectorSearch}; up to ${options.limit} results${budget}). ${dateOf(made)} UTC, version ${server}.${
   earlier && html` Beside it the run of ${dateOf(earlier.made)} UTC.`
 }`;
}

function warnings({ warnings: all }: Report): Markup | false {
  return (
    all.length > 0 &&
    html`<div class="notice">Look at the file of questions:<ul>${all.slice(0, 50).map((text) => html`<li>${text}</li>`)}</ul></div>`
  );
}

function tile(row: FigureRow): Markup {
  const { name, value, write, target, before, note } = row;
  const { text, tone } = changeOf(row);
  return html`<div class="card tile" title="${note}"><div class="name">${name}</div><div class="value">${write(value)}</div><div class="under">${
    target && html`<span class="chip ${target.isMet ? 'good' : 'warn'}">${target.isMet ? '✓' : '✗'} ${target.text}</span>`
  }${text && html`<span class="${tones[tone]}" title="was ${write(before)}">${text === '=' ? 'as before' : text}</span>`}</div></div>`;
}
const tones = { better: 'good', worse: 'bad', same: 'soft' } as const;

function categories({ categories: all }: Report): Markup | false {
  const rows = Object.entries(all);
  if (rows.length < 2) return false;
  const meter = (value: number | null) =>
    html`<td class="num">${fixed(value)}<span class="meter"><span style="width:${fixed((value ?? 0) * 100, 1)}%"></span></span></td>`;
  const line = ([name, row]: readonly [string, Figures]) =>
    html`<tr><td>${name}</td><td class="num">${row.questions}</td>${meter(row.ndcg10)}${meter(row.mrr)}${meter(row.recall10)}
<td class="num">${percent(row.falsePositiveRate, 0)}</td><td class="num">${row.tokens === null ? '–' : count(row.tokens)}</td>
<td class="num">${percent(row.tokensSaved)}</td></tr>`;
  return html`<section><h2>By category</h2><div class="card scroll"><table><thead><tr><th>Category</th><th class="num">questions</th>
<th class="num">NDCG@10</th><th class="num">MRR</th><th class="num">recall@10</th><th class="num">false positives</th>
<th class="num">tokens</th><th class="num">tokens saved</th></tr></thead><tbody>${rows.map(line)}</tbody></table></div></section>`;
}

function changes(report: Report, earlier: EarlierReport, { gained, lost, onlyNow, onlyBefore }: Comparison): Markup {
  const rank = (value: number | null | undefined) => (value == null ? '–' : String(value));
  const line = ({ now, before, gain }: Comparison['gained'][number]) => {
    const ranks = `${rank(earlier.questions[before]?.firstRank)} → ${rank(report.questions[now]?.firstRank)}`;
    const tone = gain > 0 ? 'good' : 'bad';
    return html`<li><a href="#q${now}">${report.questions[now]?.query}</a><span class="soft">${ranks}</span><b class="${tone}">${signed(gain, fixed)}</b></li>`;
  };
  const list = (name: string, items: Comparison['gained']) =>
    html`<div class="card changes"><h3>${name} <span class="soft">${items.length}</span></h3>${
      items.length ? html`<ol>${items.slice(0, 40).map(line)}</ol>` : html`<p class="note">none</p>`
    }${items.length > 40 && html`<p class="note">and ${items.length - 40} more below</p>`}</div>`;
  const unpaired =
    onlyNow + onlyBefore > 0 && html` Without a partner: ${onlyNow} questions of this run, ${onlyBefore} of the earlier one.`;
  return html`<section><h2>Against the earlier run</h2><p class="note">NDCG@10 of each question, and the rank of its first hit before and now.${unpaired}</p>
<div class="pair">${list('Lost', lost)}${list('Gained', gained)}</div></section>`;
}

function questions(report: Report, earlier: EarlierReport | null, comparison: Comparison | null): Markup {
  const colours = colourParts(partLists(report.questions));
  const change = new Map(comparison?.changes.map((item) => [item.now, item]));
  const order = report.questions.map((question, i) => ({ question, i, gain: change.get(i)?.gain ?? 0 }));
  // Regressions first, then improvements, then the worst.
  const group = (gain: number) => (gain < -5e-4 ? 0 : gain > 5e-4 ? 1 : 2);
  order.sort(
    (a, b) => group(a.gain) - group(b.gain) || Math.abs(b.gain) - Math.abs(a.gain) || a.question.ndcg10 - b.question.ndcg10 || a.i - b.i,
  );
  const sections = order.map(({ question, i, gain }) => {
    const before = change.get(i)?.before;
    return questionSection({
      question,
      index: i,
      gain,
      before: before === undefined ? null : (earlier?.questions[before] ?? null),
      colours,
    });
  });
  const states = [
    ['', 'All'],
    ['missed', 'Missed'],
    ['partly', 'Partly'],
    ['found', 'Found'],
    ...(comparison ? [['lost', 'Lost'] as const, ['gained', 'Gained'] as const] : []),
  ] as const;
  return html`<section><h2 id="questions">Questions</h2>
<div class="tools"><input id="filter" type="search" placeholder="Filter by words, category or path" aria-label="Filter" autocomplete="off">
<div class="seg" role="group" aria-label="Show">${states.map(
    ([state, name]) => html`<button type="button" data-state="${state}" aria-pressed="${state === '' ? 'true' : 'false'}">${name}</button>`,
  )}</div><select id="order" aria-label="Order"><option value="">${comparison ? 'changes first' : 'worst first'}</option>
<option value="file">as in the file</option><option value="best">best first</option><option value="slow">slowest first</option></select>
<button type="button" id="all">Open all</button><span class="soft" id="shown" aria-live="polite">${report.questions.length} shown</span></div>
${legend(colours)}
<div id="list">${sections}</div><p class="note" id="none" hidden>No question fits the filter.</p></section>`;
}

const partLists = (questions: readonly ReportQuestion[]) => questions.flatMap(({ results }) => results.map(({ parts }) => parts ?? []));
