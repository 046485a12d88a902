/** The style of all pages: colours for light and dark, type, cards, tables, code, score bars. */

const light = `
--bg:#f6f6f3;--card:#ffffff;--ink:#1c1e21;--soft:#5d636b;--faint:#8b9199;--line:#e4e4df;--sunk:#f1f1ed;
--accent:#3257c9;--good:#18794e;--good-bg:#dff3e7;--bad:#b42318;--bad-bg:#fde7e4;--warn:#8a5a00;--warn-bg:#fbefd0;
--c0:#4269d0;--c1:#e5a50a;--c2:#f0624d;--c3:#45a995;--c4:#3a9a4c;--c5:#e26ba3;--c6:#8f54e0;--c7:#7ea6ef;--c8:#97684b;--c9:#9498a0;`;
const dark = `
--bg:#121316;--card:#1a1c20;--ink:#e7e8ea;--soft:#a3a9b2;--faint:#757c86;--line:#2b2e34;--sunk:#22252a;
--accent:#8aa8ff;--good:#5bd394;--good-bg:#123423;--bad:#ff8b7d;--bad-bg:#40201c;--warn:#f0c05a;--warn-bg:#3a2d10;
--c0:#6d8fea;--c1:#efb735;--c2:#ff7d6b;--c3:#6cc5b0;--c4:#55b868;--c5:#ff8ab7;--c6:#ad7bf5;--c7:#97bbf5;--c8:#b98a6c;--c9:#9da2ab;`;

export const baseStyle = `
:root{${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1180px;margin:0 auto;padding:36px 24px 80px}
h1{font-size:26px;line-height:1.25;margin:0 0 6px;letter-spacing:-.015em;overflow-wrap:anywhere}
h2{font-size:18px;margin:44px 0 14px;letter-spacing:-.01em}
h3{font-size:14px;margin:0 0 2px;font-weight:600}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
.sub{color:var(--soft);font-size:14px}.sub b{font-weight:600;color:var(--ink)}
.note{color:var(--faint);font-size:13px}
.mono,code,pre{font-family:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.88em}
.path{overflow-wrap:anywhere}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px}
.chip{display:inline-block;padding:1px 8px;border-radius:99px;background:var(--sunk);color:var(--soft);font-size:12px;line-height:19px;white-space:nowrap}
.chip.good{background:var(--good-bg);color:var(--good)}.chip.bad{background:var(--bad-bg);color:var(--bad)}.chip.warn{background:var(--warn-bg);color:var(--warn)}
.good{color:var(--good)}.bad{color:var(--bad)}.soft{color:var(--soft)}.num{text-align:right;white-space:nowrap}
table{border-collapse:collapse;width:100%}
th{font-weight:500;color:var(--faint);font-size:12.5px;text-align:left;padding:6px 10px;border-bottom:1px solid var(--line);white-space:nowrap}
th.num{text-align:right}
td{padding:7px 10px;border-bottom:1px solid var(--line);vertical-align:top}
tr:last-child>td{border-bottom:0}
.scroll{overflow-x:auto}
pre{margin:0;padding:12px 14px;background:var(--sunk);border-radius:8px;overflow:auto;line-height:1.5;tab-size:4}
.notice{padding:10px 14px;border-radius:10px;background:var(--warn-bg);color:var(--warn);font-size:14px;margin:14px 0}
.notice ul{margin:4px 0 0;padding-left:18px}
.bar{display:block;width:100%;height:12px;border-radius:3px;overflow:hidden}
.bar rect{shape-rendering:crispEdges}
.legend{display:flex;flex-wrap:wrap;gap:4px 14px;color:var(--soft);font-size:12.5px;margin:0;padding:0;list-style:none}
.legend i{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:6px;vertical-align:-1px}
.legend .minus{background:repeating-linear-gradient(45deg,var(--bad) 0 2px,transparent 2px 5px)}
.parts{display:grid;grid-template-columns:max-content max-content;gap:1px 14px;font-size:12.5px;color:var(--soft)}
.parts span:nth-child(even){text-align:right}
svg text{fill:var(--soft);font:12px system-ui,sans-serif}
summary{cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media print{main{max-width:none;padding:0}.card{break-inside:avoid}.tools{display:none}}
`;
