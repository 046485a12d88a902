/** One question of a report: what was expected and where it came, why not, the results with their score parts, the earlier run. */
import { DEPTH } from '../../../core/evaluation/score-question.js';
import { breakable, html, type Markup } from '../html/markup.js';
import { count, fixed, milliseconds, percent, signed } from '../html/numbers.js';
import { longest, type PartColours, partList, stackedBar } from '../html/part-bars.js';
import type { EarlierReport, ReportExpected, ReportPlace, ReportQuestion, ReportResult } from './report.js';

type EarlierQuestion = EarlierReport['questions'][number];

export interface QuestionView {
  readonly question: ReportQuestion;
  readonly index: number;
  /** NDCG@10 less that of the earlier run; 0 without one. */
  readonly gain: number;
  readonly before: EarlierQuestion | null;
  readonly colours: PartColours;
}

/** How well a question fared: what the buttons of the page filter by. */
function stateOf({ expected, recall10, results }: ReportQuestion): 'found' | 'partly' | 'missed' {
  if (!expected.length) return results.length ? 'missed' : 'found';
  return recall10 === 1 ? 'found' : recall10 > 0 ? 'partly' : 'missed';
}

export function questionSection({ question, index, gain, before, colours }: QuestionView): Markup {
  const state = stateOf(question);
  const change = gain > 5e-4 ? 'gained' : gain < -5e-4 ? 'lost' : '';
  const find = [question.query, question.category, ...question.expected.map(({ path }) => path)].join('\n').toLowerCase();
  const shade = question.expected.length ? question.ndcg10 : state === 'found' ? 1 : 0;
  const tone = shade >= 0.8 ? 'good' : shade >= 0.4 ? 'warn' : 'bad';
  return html`<details class="card q" id="q${index}" data-state="${state} ${change}" data-i="${index}"
 data-ndcg="${question.ndcg10}" data-ms="${question.elapsedMs ?? 0}" data-find="${find}">
<summary>${strip(question)}<span class="query">${question.query || '(empty)'}</span><span class="chip">${question.category}</span>${
    change !== '' && html`<b class="${gain > 0 ? 'good' : 'bad'}">${signed(gain, fixed)}</b>`
  }<span class="chip ${tone}">${question.expected.length ? fixed(question.ndcg10) : state === 'found' ? 'nothing, rightly' : 'something'}</span></summary>
<div class="inside">${facts(question)}${expectedList(question, colours)}<div class="${before ? 'pair runs' : ''}"><div>${
    before && html`<h3>Now</h3>`
  }${resultTable(question.results, colours)}</div>${before && html`<div><h3>Earlier</h3>${earlierTable(before)}</div>`}</div></div></details>`;
}

/** Ten cells, one a rank: filled where the result is a hit. */
function strip({ results }: ReportQuestion): Markup {
  const cells = Array.from({ length: DEPTH }, (_, i) => {
    const result = results[i];
    const fill = !result ? 'none' : result.covers.length ? 'var(--good)' : result.unwanted ? 'var(--bad)' : 'var(--line)';
    return html`<rect x="${i * 7 + 0.5}" y="0.5" width="5.5" height="13" rx="1.5" fill="${fill}" stroke="${result ? 'none' : 'var(--line)'}"/>`;
  });
  return html`<svg class="strip" width="70" height="14" viewBox="0 0 70 14" role="img" aria-label="hits among the first ten">${cells}</svg>`;
}

function facts({ confidence, considered, elapsedMs, tokens, wholeFileTokens, problems }: ReportQuestion): Markup {
  const saved = wholeFileTokens ? ` (${percent(1 - tokens / wholeFileTokens, 0)} fewer than their ${count(wholeFileTokens)})` : '';
  return html`<p class="note">confidence ${fixed(confidence, 2)} · ${count(considered)} candidates · ${milliseconds(elapsedMs)}
 · first ten ${count(tokens)} tokens${saved}${problems.map((text) => html` · <span class="bad">${text}</span>`)}</p>`;
}

const lines = ({ start_line: start, end_line: end }: Omit<ReportPlace, 'path'>): string =>
  start === undefined ? '' : start === end ? `:${start}` : `:${start}-${end}`;

function expectedList({ expected, notExpected, results }: ReportQuestion, colours: PartColours): Markup {
  const most = longest([
    ...results.slice(0, DEPTH).map(({ parts }) => parts ?? []),
    ...expected.map(({ missed }) => missed?.alone?.parts ?? []),
  ]);
  const tenth = results[DEPTH - 1]?.score ?? results.at(-1)?.score;
  const row = (place: ReportExpected) => {
    const { missed, rank } = place;
    const alone = missed?.alone;
    return html`<li>${
      missed
        ? html`<span class="chip bad">${rank === null ? 'missed' : `rank ${rank}`}</span>`
        : html`<span class="chip good">rank ${rank}</span>`
    } <span class="mono path">${breakable(place.path)}${lines(place)}</span>${
      missed &&
      html`<div class="why">${missed.why}${
        alone &&
        html`<br>${alone.symbol} would score ${fixed(alone.score)}${tenth !== undefined && html`, the last of the first ten has ${fixed(tenth)}`}
<div class="alone">${stackedBar(alone.parts, most, colours)}${partList(alone.parts)}</div>`
      }</div>`
    }</li>`;
  };
  const unwanted = notExpected.map(
    (place) => html`<li><span class="chip">not expected</span> <span class="mono path">${breakable(place.path)}${lines(place)}</span></li>`,
  );
  return html`<ul class="expected">${expected.length ? expected.map(row) : html`<li class="soft">nothing should be found</li>`}${unwanted}</ul>`;
}

function resultTable(results: readonly ReportResult[], colours: PartColours): Markup {
  if (!results.length) return html`<p class="soft">No result.</p>`;
  const first = results.slice(0, DEPTH);
  const most = longest(first.map(({ parts }) => parts ?? []));
  const rows = results.flatMap((result, i) => (i < DEPTH || result.covers.length ? [resultRow(result, i + 1, most, colours)] : []));
  return html`<div class="scroll"><table class="results"><tbody>${rows}</tbody></table></div>${
    results.length > DEPTH && html`<p class="note">${results.length} results in all; below the tenth only hits are shown.</p>`
  }`;
}

function resultRow(result: ReportResult, rank: number, most: number, colours: PartColours): Markup {
  const { file, symbol, kind, score, tokens, reason, parts, covers, unwanted } = result;
  const mark = covers.length
    ? html`<b class="good" title="expected">✓</b>`
    : unwanted
      ? html`<b class="bad" title="not expected">✗</b>`
      : '';
  return html`<tr class="${covers.length ? 'hit' : ''}"><td class="num soft">${rank}</td><td>${mark}</td>
<td class="what"><span class="mono path">${breakable(file)}<span class="soft">${lines(result)}</span></span><div class="soft">${kind} <b>${symbol}</b> · ${reason}</div></td>
<td class="why-cell">${
    parts && html`<details class="peek"><summary>${stackedBar(parts, most, colours)}</summary>${partList(parts)}</details>`
  }</td><td class="num">${fixed(score, 2)}<div class="soft small">${count(tokens)} t</div></td></tr>`;
}

function earlierTable({ results, ndcg10 }: EarlierQuestion): Markup {
  const rows = results.flatMap((result, i) =>
    i < DEPTH || result.covers.length
      ? [
          html`<tr class="${result.covers.length ? 'hit' : ''}"><td class="num soft">${i + 1}</td>
<td>${result.covers.length > 0 && html`<b class="good">✓</b>`}</td>
<td class="what"><span class="mono path">${breakable(result.file)}<span class="soft">${lines(result)}</span></span><div class="soft"><b>${result.symbol}</b></div></td>
<td class="num">${fixed(result.score, 2)}</td></tr>`,
        ]
      : [],
  );
  const table = html`<div class="scroll"><table class="results"><tbody>${rows}</tbody></table></div>`;
  return html`${rows.length ? table : html`<p class="soft">No result.</p>`}<p class="note">NDCG@10 ${fixed(ndcg10)}</p>`;
}
