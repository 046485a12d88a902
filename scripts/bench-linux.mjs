// `npm run bench:linux`: a large tree, Debian's sources of Linux, from nothing to the last question.
//
//   npm run bench:linux -- [--folder DIR | --sources DIR] [--only net,fs] [--changed N] [--count N] [--workers N] [--dist DIR] [--write]
//
// --sources keeps the unpacked packages in a folder for the next run. --folder measures any other tree, which is copied and never
// changed. --only takes some folders of the tree. --changed is the number of files that another process changes (60000).
// The whole takes the index itself, three times over. --write renews docs/bench-linux.json and docs/bench-linux.md.

import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { linuxFigures, linuxMarkdown, linuxTable } from './bench/linux-report.mjs';
import { copyTree, linuxSources } from './bench/linux-sources.mjs';
import { runPart } from './bench/part.mjs';
import { watchMemory } from './bench/tree-memory.mjs';
import { root } from './native/places.mjs';
import { setup } from './setup.mjs';

const argv = process.argv.slice(2);
const option = (name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
const workers = Number(option('--workers') ?? Math.min(availableParallelism(), Math.max(2, Math.min(4, availableParallelism() - 1))));
const dist = resolve(option('--dist') ?? join(root, 'dist'));
const only = option('--only')?.split(',');
const changed = Number(option('--changed') ?? 60_000);
const deadlineMs = 4 * 3_600_000;
const code = /\.(?:[ch]|[cm]?[jt]sx?|py|go|rs|java)$/;

if (!option('--dist')) await setup();
const base = realpathSync(mkdtempSync(join(tmpdir(), 'cls-bench-linux-')));
const loads = [];
const noteLoad = () => loads.push(loadavg()[0]);
const loadTimer = setInterval(noteLoad, 15_000);
try {
  noteLoad();
  const trees = option('--folder')
    ? [{ version: '', folder: resolve(option('--folder')) }]
    : linuxSources(resolve(option('--sources') ?? join(base, 'sources')));
  const [from, newer] = trees;
  const folder = join(base, 'tree');
  copyTree(from.folder, folder, only);
  let target;
  if (newer) copyTree(newer.folder, (target = join(base, 'newer')), only);

  const start = { dist, folder, cacheDir: join(base, 'cache'), workers };
  console.error('reading and parsing');
  const parse = await runPart('parse-only', start, { deadlineMs });
  console.error(`parsed ${parse.lines} lines in ${(parse.wallMs / 1000).toFixed(0)} s`);
  let memory;
  const session = await runPart(
    'large-index',
    { ...start, count: Number(option('--count') ?? 200), change: changesOf(folder, target) },
    { deadlineMs, started: (pid) => (memory = watchMemory(pid)) },
  );
  const peak = memory.stop();
  const warm = await runPart('full-index', { ...start, question: 'how is a file opened and read?' }, { deadlineMs });
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.version}, ${process.platform}`;
  const mean = loads.reduce((sum, load) => sum + load, 0) / loads.length;
  const load = `Load average during the run: ${mean.toFixed(1)} on average, ${Math.max(...loads).toFixed(1)} at most (${workers + 1} threads of it are the measured ones)`;
  const name = option('--folder') ? basename(from.folder) : `linux-source-6.1 ${from.version}`;
  const workspace = only ? `${name}, the folders ${only.join(', ')} of it` : name;
  const figures = linuxFigures({ name, machine, workers, load, parse, session, warm, memory: peak, workspace });
  console.log(linuxTable(figures));
  if (argv.includes('--write')) {
    writeFileSync(join(root, 'docs', 'bench-linux.json'), `${JSON.stringify(figures, null, 1)}\n`);
    writeFileSync(join(root, 'docs', 'bench-linux.md'), linuxMarkdown(figures));
  }
} finally {
  clearInterval(loadTimer);
  rmSync(base, { recursive: true, force: true });
}

/** The next release where there is one, and then a line more in each of many files. */
function changesOf(folder, target) {
  const changes = [];
  const files = filesOf(folder);
  if (target) {
    const next = filesOf(target);
    const paths = next.filter((path) => differs(join(folder, path), join(target, path)));
    const there = new Set(next);
    const gone = files.filter((path) => !there.has(path));
    changes.push({ name: 'the next release', paths: paths.filter((path) => code.test(path)), gone, to: target, word: '' });
  }
  const sources = files.filter((path) => code.test(path) && statSync(join(folder, path)).size < 1_000_000);
  const step = Math.max(1, sources.length / changed);
  const some = Array.from({ length: Math.min(changed, sources.length) }, (_, i) => sources[Math.floor(i * step)]);
  const kept = target ? some.filter((path) => statSync(join(target, path), { throwIfNoEntry: false })) : some;
  changes.push({ name: `a change of ${kept.length.toLocaleString('en-US')} files`, paths: kept, word: 'changedbyanother' });
  return changes;
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.path, entry.name)))
    .sort();
}

function differs(one, other) {
  const [a, b] = [statSync(one, { throwIfNoEntry: false }), statSync(other)];
  return a?.size !== b.size || !readFileSync(one).equals(readFileSync(other));
}
