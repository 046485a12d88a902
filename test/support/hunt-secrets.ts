/** Plants secrets in a workspace, uses it in every way, and looks for their values in all that is stored, sent, printed and logged. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openEngine } from '../../server/compose.js';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { withMcp } from './mcp-client.js';
import { type PlantedSecret, plantSecrets } from './planted-secrets.js';
import { runCli } from './real-engine.js';

export interface Hunt {
  readonly values: number;
  /** `kind: where`, without the value. */
  readonly leaks: readonly string[];
  /** Places that the index says it masked. */
  readonly masked: number;
}

/** @param base an empty folder. @param count number of planted files */
export async function huntSecrets(base: string, seed: number, count: number): Promise<Hunt> {
  const [folder, cacheDir] = [join(base, 'workspace'), join(base, 'cache')];
  const planted = plantSecrets(seed, count);
  const unsaved = plantSecrets(seed + 1, Math.min(count, 150));
  const subjects = plantSecrets(seed + 2, 60).filter(({ text }) => text.trimEnd().indexOf('\n') < 0);
  const search = new Search([...planted, ...unsaved, ...subjects]);
  for (const { path, text } of planted) write(join(folder, path), text);
  commit(folder, subjects);

  const lines: string[] = [];
  const engine = await openEngine(
    { roots: [{ name: 'workspace', folder }], cacheDir, settings: { workers: 1, edgeIndexing: 'off' }, watch: false },
    (level, message) => lines.push(`${level} ${message}`),
  );
  try {
    await engine.settled();
    for (const { path, text } of unsaved) engine.openDocument(`unsaved/${path}`, text);
    search.inText(JSON.stringify(await answersOf(engine, planted)), 'answers');
    search.inFolder(cacheDir, 'index while it is open');
    for (const { path, text } of unsaved) engine.changeDocument(`unsaved/${path}`, `\n${text}\n`);
    await engine.settled();
    const masked = (await engine.maskedSecrets()).length;
    search.inText(JSON.stringify(await engine.maskedSecrets()), 'the list of masked places');
    const archive = join(base, 'export.tar.gz');
    await engine.exportIndex(archive);
    search.inBytes(unpacked(readFileSync(archive)), 'export');
    await engine.close();
    search.inText(lines.join('\n'), 'log');
    search.inFolder(cacheDir, 'index');
    await useFronts(base, search);
    return { values: search.count, leaks: search.leaks, masked };
  } finally {
    await engine.close();
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** One commit for each planted text as its subject; no commits where git is missing. */
function commit(folder: string, subjects: readonly PlantedSecret[]): void {
  if (spawnSync('git', ['init', '-q', '-b', 'main'], { cwd: folder }).error) return;
  const input = subjects.map(({ text }, i) => {
    const message = Buffer.from(text.trim());
    write(join(folder, 'notes', `${i}.txt`), 'note\n');
    return `commit refs/heads/main\ncommitter x <x@example.org> ${1_700_000_000 + i} +0000\ndata ${message.length}\n${message}\nM 644 inline notes/${i}.txt\ndata 5\nnote\n\n`;
  });
  spawnSync('git', ['fast-import', '--quiet'], { cwd: folder, input: input.join('') });
}

const queries = [
  'password of the database',
  'api key',
  'secret token',
  'private key',
  'connection to the server',
  'webhook',
  'user login',
  'note',
];

async function answersOf(engine: Engine, planted: readonly PlantedSecret[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const query of queries) {
    const answer = await engine.retrieve({ query, limit: 100, budgetTokens: Number.POSITIVE_INFINITY, related: 20, explain: true });
    answers.push(answer, await engine.symbols({ query, limit: 100 }));
  }
  // A whole file each.
  for (const { path } of planted) {
    const { results } = await engine.retrieve({ query: '', filters: { paths: [path] }, anchor: { path, line: 0 } });
    answers.push(results);
  }
  answers.push(await engine.findText({ text: '.', match: 'regex', limit: 1_000 }));
  // By its value: the answer repeats the question, and must not confirm it.
  for (const { values } of planted) answers.push((await engine.findText({ text: values[0] as string })).matches);
  return answers;
}

/** The same by the terminal and over MCP. */
async function useFronts(base: string, search: Search): Promise<void> {
  const places = ['-w', join(base, 'workspace'), '--cache-dir', join(base, 'cache')];
  const page = join(base, 'page.html');
  for (const args of [
    ['retrieve', 'password of the database', '-n', '100', '-b', '100000', '--explain-html', page, '--verbose', '--json'],
    ['retrieve', 'secret token', '-n', '100', '--markdown'],
    ['symbols', 'password'],
    ['show', 'nothing-like-this'],
    ['secrets'],
    ['status', '--json'],
  ]) {
    const { stdout, stderr } = await runCli([...args, ...places]);
    search.inText(stdout + stderr, `the command ${args[0]}`);
  }
  search.inBytes(readFileSync(page), 'HTML');
  await withMcp({ args: places }, async ({ text, stderr }) => {
    for (const query of queries) search.inText(await text('search_code', { query, limit: 30 }), 'MCP');
    search.inText(stderr(), 'the log of MCP');
  });
  search.inFolder(join(base, 'cache'), 'index after the fronts');
}

function unpacked(archive: Buffer): Buffer {
  try {
    return gunzipSync(archive);
  } catch {
    return archive;
  }
}

class Search {
  readonly #values: { readonly kind: string; readonly value: string; readonly bytes: readonly Buffer[] }[];
  readonly #found = new Set<string>();

  constructor(planted: readonly PlantedSecret[]) {
    this.#values = planted.flatMap(({ kind, values }) =>
      values.map((value) => ({ kind, value, bytes: [Buffer.from(value), Buffer.from(value, 'utf16le')] })),
    );
  }
  get count(): number {
    return this.#values.length;
  }
  get leaks(): string[] {
    return [...this.#found].sort();
  }

  inText(text: string, where: string): void {
    for (const { kind, value } of this.#values) if (text.includes(value)) this.#found.add(`${kind}: ${where}`);
  }
  inBytes(content: Buffer, where: string): void {
    for (const { kind, bytes } of this.#values) if (bytes.some((one) => content.includes(one))) this.#found.add(`${kind}: ${where}`);
  }
  inFolder(folder: string, where: string): void {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name);
      if (statSync(path, { throwIfNoEntry: false })?.isFile()) this.inBytes(readFileSync(path), `${where}, ${name.split('/').at(-1)}`);
    }
  }
}
