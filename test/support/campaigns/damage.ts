/**
 * Damage to stored files: bytes changed or cut at random places of any file in the cache folder. The next start answers every question
 * without a crash or a hang, and `index --force` brings back the answers of before. SQLite has no checksums, so a changed byte in a stored
 * text or vector is not noticed before.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, openSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { serverMain } from '../server-process.js';
import { type Campaign, questions, type Random, randomOf, writeCode } from './campaign.js';

/** Few: most of a small index is read by a question, so that damage matters. */
const files = 12;
const asked = questions.slice(0, 25);
const endsWithinMs = 120_000;

export const damage: Campaign = async ({ base, seed, goesOn }) => {
  const random = randomOf(seed);
  const [folder, cacheDir, sound] = [join(base, 'workspace'), join(base, 'cache'), join(base, 'sound')];
  for (let file = 0; file < files; file++) writeCode(folder, file, 1);
  writeFileSync(join(base, 'questions.json'), JSON.stringify(asked));
  const run = (...args: string[]) => {
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, [serverMain, ...args, '-w', folder, '--cache-dir', cacheDir], {
      encoding: 'utf8',
      env: { ...process.env, CONTEXT_LANGUAGE_SERVER_IN_PROCESS: '1' },
      timeout: endsWithinMs,
      maxBuffer: 1 << 28,
    });
    return { how: signal ?? status, stdout, stderr };
  };
  const answers = () => run('retrieve', '--queries', join(base, 'questions.json'), '--jsonl');
  const expected = answers().stdout;
  cpSync(cacheDir, sound, { recursive: true });
  const findings: string[] = [];
  let [rounds, unchanged] = [0, 0];
  while (findings.length < 5 && goesOn()) {
    rounds++;
    rmSync(cacheDir, { recursive: true, force: true });
    cpSync(sound, cacheDir, { recursive: true });
    const what = damageOne(cacheDir, random);
    const first = answers();
    if (first.how !== 0) findings.push(`${what}: the first start ended with ${first.how}: ${first.stderr.slice(-500)}`);
    else if (first.stdout.split('\n').length !== expected.split('\n').length) findings.push(`${what}: not every question has an answer`);
    if (first.stdout === expected) {
      unchanged++;
      continue;
    }
    const { how, stderr } = run('index', '--force');
    if (how !== 0) findings.push(`${what}: index --force ended with ${how}: ${stderr.slice(-500)}`);
    if (answers().stdout !== expected) findings.push(`${what}: other answers, also after index --force`);
  }
  return { figures: { rounds, 'answers equal at once': unchanged }, findings };
};

/** Changes up to 64 bytes at a random place of a random file, or cuts it. Returns what was done. */
function damageOne(folder: string, random: Random): string {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size > 0)
    .sort();
  const path = random.pick(all);
  const { size } = statSync(path);
  const at = random.below(size);
  if (random.next() < 0.3) {
    truncateSync(path, at);
    return `${path.slice(folder.length)} cut at ${at}`;
  }
  const bytes = Buffer.from(Array.from({ length: 1 + random.below(64) }, () => random.below(256)));
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, Math.min(bytes.length, size - at), at);
  closeSync(file);
  return `${path.slice(folder.length)} with other bytes at ${at}`;
}
