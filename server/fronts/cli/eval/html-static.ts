/** The style and the script of an evaluation's page. Constants without any data of a report. */

export const reportStyle = `
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:12px;margin-top:26px}
.tile{padding:14px 16px}.tile .name{color:var(--soft);font-size:13px}.tile .value{font-size:26px;font-weight:600;letter-spacing:-.02em;line-height:1.3}
.tile .under{display:flex;gap:8px;align-items:center;min-height:21px;font-size:13px;white-space:nowrap}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(260px,1fr));gap:12px;margin-top:12px}
.chart{margin:0;padding:14px 16px}.chart svg{width:100%;height:auto;display:block;margin:6px 0 4px}
.chart .tiny{font-size:11px}.chart .strong{fill:var(--ink);font-weight:600}
.meter{display:block;height:4px;border-radius:2px;background:var(--sunk);margin-top:3px;min-width:70px}.meter span{display:block;height:4px;border-radius:2px;background:var(--accent)}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(380px,1fr));gap:16px}.pair>div{min-width:0}
.changes{padding:14px 16px}.changes ol{margin:8px 0 0;padding:0;list-style:none}
.changes li{display:grid;grid-template-columns:1fr auto auto;gap:14px;padding:4px 0;border-top:1px solid var(--line);font-size:14px}.changes li a{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.tools{display:flex;flex-wrap:wrap;gap:10px;align-items:center;margin-bottom:12px;position:sticky;top:0;background:var(--bg);padding:10px 0;z-index:2}
.tools input{flex:1 1 220px}
.tools input,.tools select,.tools button{font:inherit;font-size:14px;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:8px;padding:6px 10px}
.tools button{cursor:pointer}
.seg{display:flex}.seg button{border-radius:0;margin-left:-1px}.seg button:first-child{border-radius:8px 0 0 8px;margin:0}.seg button:last-child{border-radius:0 8px 8px 0}
.seg button[aria-pressed=true]{background:var(--accent);border-color:var(--accent);color:var(--bg)}
#list{margin-top:12px;display:grid;gap:6px}
.q{scroll-margin-top:64px;min-width:0}.q>summary{display:flex;gap:12px;align-items:center;padding:9px 14px;list-style:none}.q>summary::-webkit-details-marker{display:none}
.q>summary:hover{background:var(--sunk);border-radius:12px}.q[open]>summary{border-bottom:1px solid var(--line);border-radius:12px 12px 0 0}
.q .query{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.q[open] .query{white-space:pre-wrap;overflow-wrap:anywhere;font-weight:600}
.strip{flex:none}.inside{padding:10px 16px 16px}.inside .note{margin:2px 0 8px}
.expected{list-style:none;margin:0 0 14px;padding:0;display:grid;gap:6px}
.expected .why{color:var(--soft);font-size:13.5px;margin:2px 0 0 4px;padding-left:10px;border-left:2px solid var(--bad)}
.alone{max-width:420px;margin:4px 0}.alone .parts{margin-top:4px}
.results td{padding:5px 8px;font-size:13.5px}.results .what{width:100%;min-width:200px}.results .soft{font-size:12.5px}.results .path .soft{font-size:inherit}
.results .hit td{background:color-mix(in srgb,var(--good-bg) 45%,transparent)}
.results .why-cell{min-width:210px}.runs{grid-template-columns:minmax(0,1.45fr) minmax(0,1fr)}.runs .results .why-cell{min-width:120px}.runs .results .what{min-width:150px}.peek summary{list-style:none;padding-top:5px}.peek summary::-webkit-details-marker{display:none}.peek .parts{margin-top:5px}
.small{font-size:11.5px}
@media (max-width:700px){main{padding:20px 12px}.q>summary{flex-wrap:wrap}.q .query{flex-basis:100%;order:2;white-space:normal}.results .why-cell{min-width:90px}.pair,.runs{grid-template-columns:minmax(0,1fr)}}
`;

export const reportScript = `
const $ = (id) => document.getElementById(id);
const list = $('list'), filter = $('filter'), order = $('order'), all = $('all');
const items = [...list.children], buttons = [...document.querySelectorAll('.seg button')];
let state = '';
function apply() {
  const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const item of items) {
    const fits = (!state || item.dataset.state.split(' ').includes(state)) && words.every((word) => item.dataset.find.includes(word));
    item.hidden = !fits;
    if (fits) shown++;
  }
  $('shown').textContent = shown + ' shown';
  $('none').hidden = shown > 0;
}
filter.addEventListener('input', apply);
for (const button of buttons) button.addEventListener('click', () => {
  state = button.dataset.state;
  for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
  apply();
});
const keys = { file: (q) => Number(q.dataset.i), best: (q) => -Number(q.dataset.ndcg), slow: (q) => -Number(q.dataset.ms) };
order.addEventListener('change', () => {
  const key = keys[order.value];
  list.append(...(key ? [...items].sort((a, b) => key(a) - key(b)) : items));
});
all.addEventListener('click', () => {
  const open = all.textContent === 'Open all';
  for (const item of items) if (!item.hidden) item.open = open;
  all.textContent = open ? 'Close all' : 'Open all';
});
function toHash() {
  const item = location.hash.length > 1 ? $(location.hash.slice(1)) : null;
  if (!item || item.tagName !== 'DETAILS') return;
  if (item.hidden) { filter.value = ''; buttons[0].click(); }
  item.open = true;
  item.scrollIntoView();
}
addEventListener('hashchange', toHash);
toHash();
for (const item of items) item.addEventListener('toggle', () => { if (item.open) history.replaceState(null, '', '#' + item.id); });
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== filter) { event.preventDefault(); filter.focus(); }
});
`;
