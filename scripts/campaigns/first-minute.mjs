// Questions while a large workspace is indexed for the first time: for names of definitions anywhere in it, answers must not be empty, and
// must say that they are incomplete as long as files are missing. A round is one cold start. CAMPAIGN_FOLDER names the workspace; without
// it the public repositories of the campaigns are used together.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { randomFrom } from '../../dist/test/engine/store-fixture.js';
import { initialize, TestClient } from '../../dist/test/support/test-client.js';
import { percentile } from '../bench/measure.mjs';
import { repositories } from './repositories.mjs';

const server = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
const sources = /\.(?:py|rb|rs|go|java|kt|js|ts|swift|php|cs|zig)$/;
const leftOut = /(?:^|\/)(?:\.git|node_modules|vendor|build|dist|test|tests|testdata)\//;
const definition =
  /^\s*(?:pub |export |async |public |static |private )*(?:def|fn|func|function|class|struct|interface)\s+([A-Za-z_]\w{7,})/gm;
const periodSeconds = 10;

export async function run({ rounds = 1, seconds = 60, seed, log }) {
  const folder = process.env.CAMPAIGN_FOLDER ?? join(repositories()[0].folder, '..');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const eligible = files.filter((path) => sources.test(path) && !leftOut.test(relative(folder, path)) && statSync(path).size < 200_000);
  log(`first-minute: ${files.length} files in ${folder}, seed ${seed}`);
  let findings = 0;
  for (let round = 0; round < rounds; round++) {
    const asked = await coldStart(folder, namesIn(eligible, randomFrom(seed + round)), seconds);
    findings += report(asked, log);
  }
  return findings === 0;
}

/** Names of definitions, without end. */
function* namesIn(files, random) {
  for (;;) {
    const file = files[Math.floor(random() * files.length)];
    const names = [...readFileSync(file, 'utf8').matchAll(definition)].map(([, name]) => name);
    if (names.length) yield names[Math.floor(random() * names.length)];
  }
}

async function coldStart(folder, names, seconds) {
  const cacheDir = realpathSync(mkdtempSync(join(tmpdir(), 'campaign-first-minute-')));
  const child = spawn(process.execPath, [server, '--stdio', '--in-process'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const client = new TestClient(child.stdout, child.stdin);
  const asked = [];
  try {
    const started = performance.now();
    await initialize(client, { folders: [pathToFileURL(folder).href], settings: { cacheDir, watch: 'off', edgeIndexing: 'off' } });
    for (const name of names) {
      const from = performance.now();
      if (from - started > 1_000 * seconds) break;
      const answer = await client.request('context/retrieve', { query: name, limit: 10 });
      const until = performance.now();
      const { state } = await client.request('context/status');
      asked.push({
        second: (from - started) / 1_000,
        ms: until - from,
        firstMs: until - started,
        isEmpty: answer.results.length === 0,
        // Several files may define the name.
        isFound: answer.results.some((result) => result.name === name),
        // Asked afterwards: a state that is still not ready was not ready before.
        isSilent: state !== 'ready' && !(answer.isIncomplete && answer.problems.some(({ code }) => code === 'indexing')),
        message: answer.problems.find(({ code }) => code === 'indexing')?.message ?? '',
        name,
      });
      if (state === 'ready') break;
    }
    await client.request('shutdown');
    client.notify('exit');
  } finally {
    child.kill('SIGKILL');
    rmSync(cacheDir, { recursive: true, force: true, maxRetries: 5 });
  }
  return asked;
}

/** Prints a row for each ten seconds; the number of findings. */
function report(asked, log) {
  log(`  first answer with results after ${(asked.find(({ isEmpty }) => !isEmpty)?.firstMs ?? Number.NaN).toFixed(0)} ms`);
  log('  seconds  questions  empty  without the name  not said  p50 ms  p95 ms');
  for (let from = 0; from <= (asked.at(-1)?.second ?? 0); from += periodSeconds) {
    const some = asked.filter(({ second }) => second >= from && second < from + periodSeconds);
    const times = some.map(({ ms }) => ms);
    const count = (key) => String(some.filter((one) => one[key]).length);
    log(
      `  ${String(from).padStart(7)}  ${String(some.length).padStart(9)}  ${count('isEmpty').padStart(5)}  ${String(some.length - Number(count('isFound'))).padStart(16)}  ${count('isSilent').padStart(8)}  ${percentile(times, 0.5).toFixed(0).padStart(6)}  ${percentile(times, 0.95).toFixed(0).padStart(6)}`,
    );
  }
  for (const { name, second, isEmpty, message } of asked.filter((one) => one.isEmpty || one.isSilent).slice(0, 20))
    log(`  FINDING at ${second.toFixed(1)} s: ${name}: ${isEmpty ? 'no result' : 'not said to be incomplete'} (${message})`);
  return asked.filter((one) => one.isEmpty || one.isSilent).length;
}
