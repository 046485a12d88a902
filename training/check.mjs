// node check.mjs MODEL.bin golden.json [FILE …]: the built program's reader (npm run build) against the golden file; then its speed.
import { readFileSync } from 'node:fs';
const [model, golden, ...files] = process.argv.slice(2);
const { StaticModel } = await import(new URL('../dist/server/io/embedding/embedded/static-model.js', import.meta.url));
const started = performance.now();
const m = new StaticModel(readFileSync(model), model);
const vector = new Float32Array(m.dimensions);
const embedDocument = (document) => {
  vector.fill(0);
  m.embedDocument(document, vector, 0);
  return vector;
};
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
  const v = c.kind === 'query' ? m.embedQuery(c.input) : embedDocument(c.input);
  v.forEach((x, d) => (worst = Math.max(worst, Math.abs(x - c.vector[d]))));
}
console.log('piece mismatches', bad, 'largest vector difference', worst.toExponential(1));
if (files.length) {
  const chunks = files.flatMap((path) => (readFileSync(path, 'utf8').match(/[^]{1,600}/g) ?? []).map((body) => ({ path, names: body.match(/\b(?:function|class|def|fn|func)\s+\w+/g)?.join('\n') ?? '', body })));
  for (let k = 0; k < 4; k++) {
    const t = performance.now();
    const cpu = process.cpuUsage();
    for (const c of chunks) embedDocument(c);
    const used = process.cpuUsage(cpu);
    const rate = (ms) => ((chunks.length / ms) * 1000).toFixed(0);
    console.log(chunks.length, 'chunks of 600 characters (about 150 tokens):', rate(performance.now() - t), 'a second,', rate((used.user + used.system) / 1000), 'a CPU second');
  }
}
process.exit(bad || worst > 1e-5 ? 1 : 0);
