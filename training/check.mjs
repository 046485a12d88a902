// node check.mjs MODEL.bin golden.json STATIC_MODEL.mjs [FILE …]: the implementation against the golden file; then its speed.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
const [model, golden, code, ...files] = process.argv.slice(2);
const { StaticModel } = await import(pathToFileURL(resolve(code)).href);
const started = performance.now();
const m = new StaticModel(readFileSync(model));
console.log('loaded in', (performance.now() - started).toFixed(0), 'ms,', m.dimensions, 'dimensions');
let worst = 0;
let bad = 0;
for (const c of JSON.parse(readFileSync(golden, 'utf8')).cases) {
  const pieces = m.pieces(c.kind === 'query' ? c.input : c.input.body, c.kind === 'query');
  const sorted = (list) => JSON.stringify([...list].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)));
  if (sorted(pieces) !== sorted(c.pieces)) {
    bad++;
    console.log('PIECES', JSON.stringify(c.input), JSON.stringify(pieces), JSON.stringify(c.pieces));
  }
  const v = c.kind === 'query' ? m.embedQuery(c.input) : m.embedDocument(c.input);
  v.forEach((x, d) => (worst = Math.max(worst, Math.abs(x - c.vector[d]))));
}
console.log('piece mismatches', bad, 'largest vector difference', worst.toExponential(1));
if (files.length) {
  const chunks = files.flatMap((path) => (readFileSync(path, 'utf8').match(/[^]{1,600}/g) ?? []).map((body) => ({ path, names: body.match(/\b(?:function|class|def|fn|func)\s+\w+/g)?.join('\n') ?? '', body })));
  for (let k = 0; k < 4; k++) {
    const t = performance.now();
    const cpu = process.cpuUsage();
    for (const c of chunks) m.embedDocument(c);
    const used = process.cpuUsage(cpu);
    const rate = (ms) => ((chunks.length / ms) * 1000).toFixed(0);
    console.log(chunks.length, 'chunks of 600 characters (about 150 tokens):', rate(performance.now() - t), 'a second,', rate((used.user + used.system) / 1000), 'a CPU second');
  }
}
process.exit(bad || worst > 1e-5 ? 1 : 0);
