/** The stages of one answer as a part of its page. */
import type { ExplainedStage, Explanation } from '../../../core/model/answer.js';
import { placeOf, readAs } from '../explain-stages.js';
import { breakable, html, type Markup } from './markup.js';
import { count, fixed } from './numbers.js';

export function stagesMarkup(explanation: Explanation): Markup {
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

export const stagesStyle = `
.stage{padding:10px 14px;margin:8px 0}.stage summary{cursor:pointer}.stage table{margin-top:8px}.stage td{vertical-align:top}
`;
