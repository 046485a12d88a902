/**
 * A long day: edits of documents and files, questions and branch switches in one server. Memory, descriptors, threads, the disk and the
 * write-ahead log stay flat after the first tenth, and answers stay as fast as they were.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startServer } from '../server-process.js';
import { initialize } from '../test-client.js';
import { type Campaign, type CampaignReport, codeOf, questions, randomOf, writeCode } from './campaign.js';

const files = 40;
const documents = 5;
/** Rounds between two samples. */
const sampleEvery = 20;
/** Rounds between two samples that are printed. */
const printEvery = 500;
/** With fewer, what starts late (FAISS, readers of git) counts as growth: the figures are given and not judged. */
const judgedFrom = 100;
const minSamples = 20;
/**
 * How much the last tenth may exceed the second. Of the first three by the least value: the collector and processes of git, which come
 * and go, add to it, and memory of Node varies by some tens of MB. Of the disk by the most, since housekeeping empties it now and then.
 */
const maxGrowth = { 'memory, MB': 1.3, descriptors: 1.1, threads: 1.1, 'disk, MB': 1.3, 'log, MB': 1.3 } as const;
const judgedBy = { 'memory, MB': Math.min, descriptors: Math.min, threads: Math.min, 'disk, MB': Math.max, 'log, MB': Math.max } as const;
/** Of the processor time of a round: how long an answer takes depends on what else runs. */
const maxSlowdown = 1.3;

interface Sample {
  readonly 'memory, MB': number;
  readonly descriptors: number;
  readonly threads: number;
  readonly 'disk, MB': number;
  readonly 'log, MB': number;
  /** Since the start. */
  readonly 'processor, s': number;
}

function sampleOf(pid: number, cacheDir: string): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  let [bytes, log] = [0, 0];
  for (const entry of readdirSync(cacheDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const size = statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
    bytes += size;
    if (entry.name.endsWith('-wal')) log += size;
  }
  return {
    'memory, MB': number('VmRSS') / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: number('Threads'),
    'disk, MB': bytes / 1e6,
    'log, MB': log / 1e6,
    'processor, s': processorTime(pid),
  };
}

/** Seconds; ticks are 1/100 s on every Linux that Node runs on. */
function processorTime(pid: number): number {
  // The name, in parentheses, can have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const inWords = (sample: Sample) =>
  Object.entries(sample)
    .map(([name, value]) => `${name} ${value.toFixed(1)}`)
    .join('; ');

const p95 = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
const tenth = <T>(values: readonly T[], which: number): readonly T[] => {
  const size = Math.max(1, Math.floor(values.length / 10));
  return values.slice(which * size, (which + 1) * size);
};

export const soak: Campaign = async ({ base, seed, goesOn, log }): Promise<CampaignReport> => {
  if (process.platform !== 'linux') return { figures: { skipped: 'memory and descriptors are read from /proc' }, findings: [] };
  const random = randomOf(seed);
  const [folder, cacheDir] = [join(base, 'workspace'), join(base, 'cache')];
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, stdio: 'ignore' });
  for (let file = 0; file < files; file++) writeCode(folder, file, 1);
  git('init', '-q', '-b', 'one');
  git('add', '-A');
  git('commit', '-qm', 'one');
  git('checkout', '-qb', 'two');
  for (let file = 0; file < files; file += 3) writeCode(folder, file, 2);
  git('commit', '-qam', 'two');
  const server = startServer();
  const { client, child } = server;
  await initialize(client, { folders: [pathToFileURL(folder).href], settings: { cacheDir, edgeIndexing: 'off' } });
  await client.request('context/reindex');
  const uriOf = (file: number) => pathToFileURL(join(folder, `src/part${file}.ts`)).href;
  for (let file = 0; file < documents; file++)
    client.notify('textDocument/didOpen', {
      textDocument: { uri: uriOf(file), languageId: 'typescript', version: 0, text: codeOf(file, 1) },
    });
  const samples: Sample[] = [];
  const answerMs: number[] = [];
  const findings: string[] = [];
  let [rounds, edits, switches] = [0, 0, 0];
  while (goesOn()) {
    rounds++;
    client.received.length = 0;
    client.transcript.length = 0;
    for (let i = 0; i < 2; i++) {
      edits++;
      const file = random.below(documents);
      const text = codeOf(file, rounds % 50);
      client.notify('textDocument/didChange', { textDocument: { uri: uriOf(file), version: edits }, contentChanges: [{ text }] });
    }
    if (rounds % 4 === 0) writeCode(folder, documents + random.below(files - documents), random.below(50));
    if (rounds % 50 === 0) {
      switches++;
      git('checkout', '-qf', switches % 2 ? 'one' : 'two');
    }
    const started = performance.now();
    const { error } = await client.start('context/retrieve', { query: random.pick(questions) }).response;
    if (error) findings.push(`round ${rounds}: ${error.message}`);
    answerMs.push(performance.now() - started);
    if (rounds % sampleEvery === 0) samples.push(sampleOf(child.pid as number, cacheDir));
    if (rounds % printEvery === 0) log(`  round ${rounds}: ${inWords(samples.at(-1) as Sample)}`);
  }
  await server.stop();
  const figures: Record<string, number | string> = { rounds, edits, 'branch switches': switches };
  const measured = samples.length >= minSamples ? (['memory, MB', 'descriptors', 'threads', 'disk, MB', 'log, MB'] as const) : [];
  for (const name of measured) {
    const [early, late] = [tenth(samples, 1), tenth(samples, 9)].map((part) => judgedBy[name](...part.map((sample) => sample[name]))) as [
      number,
      number,
    ];
    figures[name] = `${early.toFixed(1)} in the second tenth, ${late.toFixed(1)} in the last`;
    if (samples.length >= judgedFrom && late > maxGrowth[name] * early) findings.push(`${name} grew: ${figures[name]}`);
  }
  const [early, late] = [p95(tenth(answerMs, 1)), p95(tenth(answerMs, 9))];
  figures['p95 of an answer, ms'] = `${early.toFixed(1)} in the second tenth, ${late.toFixed(1)} in the last`;
  if (samples.length < minSamples) return { figures, findings };
  const [before, after] = [msOfRound(tenth(samples, 1)), msOfRound(tenth(samples, 9))];
  figures['processor time of a round, ms'] = `${before.toFixed(1)} in the second tenth, ${after.toFixed(1)} in the last`;
  if (samples.length >= judgedFrom && after > maxSlowdown * before)
    findings.push(`rounds became slower: ${figures['processor time of a round, ms']}`);
  return { figures, findings };
};

/** Of the server, over all samples of a part. */
function msOfRound(part: readonly Sample[]): number {
  const spent = (part.at(-1)?.['processor, s'] ?? 0) - (part[0]?.['processor, s'] ?? 0);
  return (1_000 * spent) / (sampleEvery * (part.length - 1));
}
