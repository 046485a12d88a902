// Part: a git repository with two branches that differ in many files. A switch while the engine runs, with questions meanwhile; then a
// second working tree of the repository, whose index takes over what the first has.

import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spread } from './measure.mjs';
import { partOptions, publishedEngine, report } from './part.mjs';
import { indexedSince, questionsFrom, vectorIds } from './questions.mjs';

const { dist, folder, cacheDir, workers, changed, secondFolder } = partOptions();
const { openEngine } = await publishedEngine(dist);
const git = (...args) => {
  const { status, stderr } = spawnSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
};
const open = (root) =>
  openEngine({ roots: [{ name: 'tree', folder: root }], cacheDir, settings: { workers, edgeIndexing: 'off' }, watch: true }, () => {});

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.path, entry.name)))
  .sort();
git('init', '-q', '-b', 'first');
git('add', '-A');
git('commit', '-q', '-m', 'first');
git('switch', '-q', '-c', 'second');
const others = files.slice(0, changed);
for (const path of others) appendFileSync(join(folder, path), '\n// anotherbranchhasthis\n');
git('commit', '-q', '-a', '-m', 'second');
git('switch', '-q', 'first');

const engine = await open(folder);
await engine.settled();
const { indexFolder, chunks } = engine.status();
const questions = questionsFrom(indexFolder, 100);
for (const query of questions.slice(0, 10)) await engine.retrieve({ query });
const idle = [];
for (const query of questions) {
  const started = performance.now();
  await engine.retrieve({ query });
  idle.push(performance.now() - started);
}

const from = Date.now();
let isDone = false;
const switched = new Promise((resolve, reject) => {
  const child = spawn('git', ['switch', '-q', 'second'], { cwd: folder, stdio: 'inherit' });
  child.on('error', reject);
  child.on('close', (code) => (code === 0 ? resolve(undefined) : reject(new Error(`git switch: ended with ${code}`))));
});
/** Files that are not stored by then are missing in the figures. */
const patienceMs = 900_000;
const whole = (async () => {
  await switched;
  const switchMs = Date.now() - from;
  while (indexedSince(indexFolder, from).files < others.length && Date.now() - from < patienceMs) await sleep(50);
  const visibleMs = Date.now() - from;
  await engine.settled();
  isDone = true;
  return { switchMs, visibleMs, settledMs: Date.now() - from };
})();
const meanwhile = [];
let told = 0;
for (let i = 0; !isDone; i = (i + 1) % questions.length) {
  const started = performance.now();
  const { problems } = await engine.retrieve({ query: questions[i] });
  meanwhile.push(performance.now() - started);
  if (problems.length) told++;
  await sleep(50);
}
const took = await whole;
const stored = indexedSince(indexFolder, from).files;
await engine.close();
const before = vectorIds(indexFolder);

// Of the commit that the index has: what a colleague or an agent opens beside the own working tree.
git('worktree', 'add', '-q', '--detach', secondFolder);
const opened = performance.now();
const openedAt = Date.now();
const second = await open(secondFolder);
let answer;
do answer = await second.retrieve({ query: questions[0] });
while (answer.results.length === 0 && performance.now() - opened < patienceMs);
const firstAnswerMs = performance.now() - opened;
while (answer.isIncomplete && performance.now() - opened < patienceMs) {
  await sleep(20);
  answer = await second.retrieve({ query: questions[0] });
}
const fullAnswerMs = performance.now() - opened;
await second.settled();
const secondIndex = second.status().indexFolder;
const again = indexedSince(secondIndex, openedAt);
const after = vectorIds(secondIndex);
const secondChunks = second.status().chunks;
await second.close();
await report({
  files: files.length,
  chunks,
  changed: others.length,
  stored,
  ...took,
  idle: spread(idle),
  meanwhile: { ...spread(meanwhile), told },
  second: {
    firstAnswerMs,
    fullAnswerMs,
    differing: again.files,
    chunks: secondChunks,
    ofFilesAnalysedAgain: again.chunks,
    newVectors: Math.max(0, after.last - before.last),
    vectors: after.count,
  },
});
