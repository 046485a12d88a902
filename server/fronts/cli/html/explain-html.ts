/** `--explain-html`: one answer as a page: the parts of each result's score, and the difference to the next. */
import type { Answer, ExplainedStage, Explanation, Result } from '../../../core/model/answer.js';
import { difference } from '../explain-difference.js';
import { placeOf, readAs } from '../explain-stages.js';
import { breakable, html, type Markup } from './markup.js';
import { count, fixed, milliseconds } from './numbers.js';
import { page } from './page.js';
import { colourParts, hatchPattern, legend, longest, type PartColours, partList, stackedBar } from './part-bars.js';

export function explainHtml(answer: Answer, workspace: string): string {
  const lists = answer.results.map(({ parts }) => parts);
  const colours = colourParts(lists);
  const most = longest(lists);
  const body = html`${hatchPattern}<main>
<header><p class="sub">Asked of <b title="${workspace}">${workspace.split(/[/\\]/).filter(Boolean).at(-1)}</b></p>
<h1>${answer.query || '(empty question)'}</h1>${facts(answer)}</header>
${problems(answer)}
${
  answer.results.length > 0 &&
  html`<h2>Order</h2>
${legend(colours)}<div class="card scroll order"><table><tbody>${answer.results.map((result, i) => row(result, i, most, colours))}</tbody></table></div>`
}
${answer.results.length > 0 && html`<h2>Results</h2>${answer.results.map((result, i) => card(result, i, answer.results[i + 1], most, colours))}`}
${needed(answer)}
${answer.explanation && stagesMarkup(answer.explanation)}
</main>`;
  return page({ title: `Why: ${answer.query.slice(0, 80)}`, style, script: '', body });
}

function facts({ confidence, considered, results, tokens, budgetTokens, elapsedMs }: Answer): Markup {
  const steps: readonly (readonly [string, string])[] = [
    ['candidates', count(considered)],
    ['results', count(results.length)],
    ['tokens', Number.isFinite(budgetTokens) ? `${count(tokens)} of ${count(budgetTokens)}` : count(tokens)],
    ['confidence', fixed(confidence, 2)],
    ['time', milliseconds(elapsedMs)],
  ];
  return html`<dl class="steps">${steps.map(([name, value]) => html`<div class="card"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

const problems = ({ problems: all }: Answer): Markup | false =>
  all.length > 0 && html`<div class="notice"><ul>${all.map(({ message }) => html`<li>${message}</li>`)}</ul></div>`;

const linesOf = ({ lines: { start, end } }: Result): string => (end <= start + 1 ? `${start + 1}` : `${start + 1}-${end}`);
const kindOf = ({ symbolKind, kind }: Result): string => symbolKind ?? kind;

function row(result: Result, i: number, most: number, colours: PartColours): Markup {
  return html`<tr><td class="num soft">${i + 1}</td>
<td class="what"><a href="#r${i + 1}"><b>${result.qualifiedName || result.name}</b></a><div class="mono path soft">${breakable(result.path)}:${linesOf(result)}</div></td>
<td class="wide">${stackedBar(result.parts, most, colours)}</td><td class="num">${fixed(result.score)}</td></tr>`;
}

function card(result: Result, i: number, next: Result | undefined, most: number, colours: PartColours): Markup {
  const notes = [
    kindOf(result),
    result.language,
    result.provenance,
    `${count(result.tokens)} tokens`,
    ...(result.shortening === 'whole' ? [] : [result.shortening]),
    ...(result.unsaved ? ['unsaved'] : []),
  ];
  return html`<article class="card result" id="r${i + 1}">
<header><span class="rank">${i + 1}</span><div><h3>${result.qualifiedName || result.name}</h3>
<span class="mono path">${breakable(result.path)}<span class="soft">:${linesOf(result)}</span></span></div><b class="score">${fixed(result.score)}</b></header>
<p class="soft">${result.reason} ${notes.map((note) => html`<span class="chip">${note}</span> `)}</p>
${stackedBar(result.parts, most, colours)}
<div class="why"><div><h4>Score</h4>${partList(result.parts)}</div>${
    next && html`<div><h4>Above the next by ${fixed(result.score - next.score)}</h4>${partList(difference(result.parts, next.parts))}</div>`
  }</div>
${(result.text || result.signature) && html`<pre><code>${result.text || result.signature}</code></pre>`}</article>`;
}

function needed({ needed: all }: Answer): Markup | false {
  const item = ({ signature, path, line }: Answer['needed'][number]) =>
    html`<tr><td class="mono">${signature}</td><td class="mono path soft">${breakable(path)}:${line + 1}</td></tr>`;
  return (
    all.length > 0 && html`<h2>Referenced, not shown</h2><div class="card scroll"><table><tbody>${all.map(item)}</tbody></table></div>`
  );
}

function stagesMarkup(explanation: Explanation): Markup {
  const read = readAs(explanation);
  return html`<h2>How it came about</h2>
${
  read.length > 0 &&
  html`<div class="card scroll"><table><tbody>${read.map(([name, value]) => html`<tr><td class="soft">${name}</td><td>${value}</td></tr>`)}</tbody></table></div>`
}
${explanation.stages.map(stageCard)}`;
}

const stageCard = ({ name, count: found, note, top }: ExplainedStage): Markup =>
  html`<details class="card stage"><summary><b>${name}</b> ${count(found)} <span class="soft">${note}</span></summary>
${
  top.length > 0 &&
  html`<table><tbody>${top.map(
    (entry) =>
      html`<tr><td class="num">${fixed(entry.score)}</td><td><b>${entry.symbol}</b><div class="mono path soft">${breakable(placeOf(entry))}</div></td><td class="soft">${entry.why}</td></tr>`,
  )}</tbody></table>`
}</details>`;

const style = `
.steps{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:12px;margin:20px 0 0}
.steps .card{padding:10px 14px}.steps dt{color:var(--soft);font-size:13px}.steps dd{margin:0;font-size:17px;font-weight:600;letter-spacing:-.01em}
.order{margin-top:12px}.order .what{min-width:220px}.order .wide{width:62%;min-width:220px;vertical-align:middle}.order td.num{vertical-align:middle}
.result{padding:16px 18px;margin-bottom:14px;scroll-margin-top:12px}.result header{display:flex;gap:14px;align-items:flex-start}.result header>div{flex:1;min-width:0}
.result h3{font-size:16px;overflow-wrap:anywhere}.rank{flex:none;min-width:30px;height:30px;padding:0 6px;border-radius:8px;background:var(--sunk);color:var(--soft);
font-weight:600;text-align:center;line-height:30px}
.score{font-size:18px}.result p{margin:8px 0 10px;font-size:14px}.result h4{margin:0 0 4px;font-size:12.5px;font-weight:500;color:var(--faint)}
.stage{padding:10px 14px;margin:8px 0}.stage summary{cursor:pointer}.stage table{margin-top:8px}.stage td{vertical-align:top}
.why{display:flex;flex-wrap:wrap;gap:12px 48px;margin:12px 0}
@media (max-width:700px){main{padding:20px 12px}}
`;
