/**
 * kill -9 at random moments: of the server, the shared engine, the FAISS process, workers' process or a client, while files are edited,
 * branches are switched and documents change. Afterwards the index answers as one that was made anew, and its database is whole.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { serverMain, startServer } from '../server-process.js';
import { initialize } from '../test-client.js';
import { type Campaign, codeOf, questions, type Random, randomOf, writeCode } from './campaign.js';

const files = 30;
/** A comparison with a new index costs as much as several rounds. */
const roundsPerComparison = 5;
/** Longer than a start and the first commits take. */
const maxDelayMs = 1_500;

interface Place {
  readonly base: string;
  readonly folder: string;
  readonly cacheDir: string;
  readonly env: Record<string, string>;
}

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, stdio: 'ignore' });

export const kill: Campaign = async ({ base, seed, goesOn }) => {
  const random = randomOf(seed);
  const folder = join(base, 'workspace');
  const runtime = join(base, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  for (let file = 0; file < files; file++) writeCode(folder, file, 1);
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'one');
  git(folder, 'checkout', '-qb', 'other');
  for (let file = 0; file < files; file += 2) writeCode(folder, file, 2);
  git(folder, 'commit', '-qam', 'two');
  const place: Place = {
    base,
    folder,
    cacheDir: join(base, 'cache'),
    env: { XDG_RUNTIME_DIR: runtime, CONTEXT_LANGUAGE_SERVER_IDLE_MINUTES: '0.05' },
  };
  const findings: string[] = [];
  const killed: Record<string, number> = {};
  let [rounds, comparisons] = [0, 0];
  while (findings.length === 0 && goesOn()) {
    rounds++;
    const victim = await killOnce(place, random, rounds);
    killed[victim] = (killed[victim] ?? 0) + 1;
    if (rounds % roundsPerComparison > 0) continue;
    comparisons++;
    findings.push(...(await compare(place)).map((finding) => `after round ${rounds}: ${finding}`));
  }
  if (rounds % roundsPerComparison > 0) findings.push(...(await compare(place)));
  endAll(place);
  return {
    figures: {
      kills: rounds,
      ...Object.fromEntries(Object.entries(killed).map(([name, count]) => [`of them ${name}`, count])),
      comparisons,
    },
    findings,
  };
};

/** Starts a client, changes things, and kills one process at a random moment. Returns what was killed. */
async function killOnce({ folder, cacheDir, env }: Place, random: Random, round: number): Promise<string> {
  const isShared = random.next() < 0.5;
  const server = startServer(['--stdio'], { ...env, CONTEXT_LANGUAGE_SERVER_IN_PROCESS: isShared ? '' : '1' });
  const { client, child } = server;
  const started = initialize(client, {
    folders: [pathToFileURL(folder).href],
    settings: { cacheDir, edgeIndexing: 'off', vectorSearch: random.next() < 0.5 ? 'auto' : 'exact' },
  });
  const busy = (async () => {
    await started;
    for (let step = 0; child.exitCode === null && child.signalCode === null; step++) {
      const file = random.below(files);
      const roll = random.next();
      if (roll < 0.1) git(folder, 'checkout', '-qf', random.pick(['other', 'master', 'main']));
      else if (roll < 0.5) writeCode(folder, file, 1 + random.below(4));
      else {
        const uri = pathToFileURL(join(folder, `src/part${file}.ts`)).href;
        client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'typescript', version: 1, text: codeOf(file, 9) } });
        client.notify('textDocument/didClose', { textDocument: { uri } });
      }
      await client.request('context/retrieve', { query: questions[(round + step) % questions.length] });
    }
  })().catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, random.below(maxDelayMs)));
  const others = processesOf(env['XDG_RUNTIME_DIR'] as string, child.pid as number);
  const [name, pid] = random.pick<readonly [string, number]>([['server', child.pid as number], ...others]);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
  if (name !== 'server') child.kill('SIGKILL');
  await server.ended;
  await busy;
  return name;
}

/** Children of a server, and engines of the runtime folder with theirs. */
function processesOf(runtime: string, server: number): (readonly [string, number])[] {
  const engines = tokenFiles(runtime).map((pid) => ['engine', pid] as const);
  const children = [server, ...engines.map(([, pid]) => pid)].flatMap((pid) => childrenOf(pid).map((child) => ['child', child] as const));
  return [...engines, ...children];
}

function tokenFiles(runtime: string): number[] {
  const folder = join(runtime, 'context-language-server');
  try {
    return readdirSync(folder).flatMap((name) =>
      name.endsWith('.token') ? [JSON.parse(readFileSync(join(folder, name), 'utf8')).pid as number] : [],
    );
  } catch {
    return [];
  }
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => (line.trim() ? [Number(line)] : []));
}

function endAll({ env }: Place): void {
  for (const pid of tokenFiles(env['XDG_RUNTIME_DIR'] as string)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

/** All that differs between the index and a new one. */
async function compare(place: Place): Promise<string[]> {
  endAll(place);
  const file = join(place.base, 'questions.json');
  writeFileSync(file, JSON.stringify(questions));
  const fresh = join(place.base, 'fresh');
  const [survivor, expected] = [answersOf(place, place.cacheDir, file), answersOf(place, fresh, file)];
  rmSync(fresh, { recursive: true, force: true });
  const findings = survivor.flatMap((answer, i) =>
    answer === expected[i] ? [] : [`"${questions[i]}": ${difference(answer, expected[i] ?? '')}`],
  );
  if (survivor.length !== questions.length) findings.push(`${survivor.length} answers to ${questions.length} questions`);
  for (const name of readdirSync(place.cacheDir)) {
    for (let copy = 0; copy < 8; copy++) findings.push(...integrityOf(join(place.cacheDir, name, `copy-${copy}`, 'index.sqlite')));
  }
  return findings.slice(0, 5);
}

const difference = (answer: string, expected: string): string => {
  const at = [...answer].findIndex((letter, i) => letter !== expected[i]);
  return `…${answer.slice(Math.max(0, at - 100), at + 100)}… instead of …${expected.slice(Math.max(0, at - 100), at + 100)}…`;
};

/** One line for each question. */
function answersOf({ folder, env }: Place, cacheDir: string, file: string): string[] {
  const args = [serverMain, 'retrieve', '--queries', file, '--jsonl', '-w', folder, '--cache-dir', cacheDir];
  const { stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env, CONTEXT_LANGUAGE_SERVER_IN_PROCESS: '1' },
    maxBuffer: 1 << 28,
  });
  return stdout.split('\n').filter((line) => line !== '');
}

function integrityOf(file: string): string[] {
  let db: Database.Database;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
  } catch {
    return [];
  }
  try {
    const found = db.pragma('integrity_check', { simple: true });
    return found === 'ok' ? [] : [`integrity_check of ${file}: ${String(found)}`];
  } finally {
    db.close();
  }
}
