// Random edits of a workspace with exact edges: `node scripts/live-edges.mjs FOLDER LANGUAGES [EDITS]`, languages with a comma between.
// Measures how long it takes until the edges of the edited file are exact again, and those of the files that depend on a changed
// signature. Then compares all edges with those of a new index of the same texts. Needs a built `dist`. The folder is copied.
//
// --trusted   servers may run what the workspace asks them to
// --seed N    other edits
// --below B   edits files below this folder only
// --lines N   edits files of at most so many lines (1,000)
// --differences N   prints the first N on each side (20)
// --verbose   prints each edit when its edges are there

import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomOf } from '../dist/test/support/campaigns/campaign.js';
import { Editing } from './live-edges/editing.mjs';
import { IndexedEdges } from './live-edges/indexed-edges.mjs';
import { openWith, timesOf } from './live-edges/measure.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trusted: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    below: { type: 'string', default: '' },
    lines: { type: 'string', default: '1000' },
    differences: { type: 'string', default: '20' },
    verbose: { type: 'boolean', default: false },
  },
});
const [given, asked, wanted = '100'] = positionals;
if (!given || !asked) throw new Error('expected a folder and language ids');
const languages = asked.split(',');
const base = realpathSync(mkdtempSync(join(tmpdir(), 'live-edges-')));
const folder = join(base, 'workspace');
cpSync(realpathSync(given), folder, { recursive: true, filter: (path) => basename(path) !== '.git' });

const kept = await openWith({ folder, cacheDir: join(base, 'kept'), trusted: values.trusted });
await kept.edgesIndexed();
const index = new IndexedEdges(kept.status().indexFolder, languages);
const editing = new Editing({
  engine: kept,
  folder,
  index,
  random: randomOf(Number(values.seed)),
  maxLines: Number(values.lines),
  below: values.below,
});
const measured = [];
for (let i = 0; i < Number(wanted); i++) {
  measured.push(await timesOf(kept, index, () => editing.next()));
  if (values.verbose) console.error(JSON.stringify(measured.at(-1)));
}
await kept.edgesIndexed();
const edges = index.edges();
index.close();
await kept.close();

const fresh = await openWith({ folder, cacheDir: join(base, 'fresh'), trusted: values.trusted });
for (const [path, text] of editing.open) fresh.openDocument(path, text);
await fresh.settled();
await fresh.edgesIndexed();
const newIndex = new IndexedEdges(fresh.status().indexFolder, languages);
const expected = newIndex.edges();
newIndex.close();
await fresh.close();

const onlyKept = [...edges].filter((edge) => !expected.has(edge));
const onlyFresh = [...expected].filter((edge) => !edges.has(edge));
/** Edges without the line and the number of mentions. */
const joined = (of) => new Set([...of].map((edge) => edge.split(' ').slice(0, -2).join(' ')));
const without = (of, others) => [...of].filter((edge) => !others.has(edge)).length;
const share = (of, at) => [...of].sort((a, b) => a - b)[Math.min(of.length - 1, Math.floor(of.length * at))] ?? null;
const figures = (of) => ({ edits: of.length, median: share(of, 0.5), p95: share(of, 0.95), most: share(of, 1) });
const signatures = measured.filter(({ dependants }) => dependants > 0);
console.log(
  JSON.stringify({
    folder: given,
    languages,
    fileMs: figures(measured.map(({ fileMs }) => fileMs)),
    fileCpuMs: figures(measured.map(({ fileCpuMs }) => fileCpuMs)),
    dependants: figures(signatures.map(({ dependants }) => dependants)),
    dependantsMs: figures(signatures.map(({ allMs }) => allMs)),
    dependantsCpuMs: figures(signatures.map(({ allCpuMs }) => allCpuMs)),
    edges: edges.size,
    onlyKept: onlyKept.length,
    onlyFresh: onlyFresh.length,
    withoutLines: { onlyKept: without(joined(edges), joined(expected)), onlyFresh: without(joined(expected), joined(edges)) },
    kinds: Object.fromEntries([...new Set(editing.done)].map((kind) => [kind, editing.done.filter((one) => one === kind).length])),
  }),
);
const shown = Number(values.differences);
for (const edge of onlyKept.slice(0, shown)) console.log(`only after edits: ${edge}`);
for (const edge of onlyFresh.slice(0, shown)) console.log(`only in a new index: ${edge}`);
for (const one of [...measured].sort((a, b) => b.fileCpuMs - a.fileCpuMs).slice(0, 5)) console.log(`slowest: ${JSON.stringify(one)}`);
rmSync(base, { recursive: true, force: true });
process.exitCode = onlyKept.length + onlyFresh.length > 0 ? 1 : 0;
