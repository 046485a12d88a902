/** The whole engine in this process, on a folder of its own; and the command line as a process. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { openEngine } from '../../server/compose.js';
import type { Engine, EngineSettings } from '../../server/core/engine/engine-api.js';
import type { Answer } from '../../server/core/model/answer.js';
import type { Timing } from '../../server/io/language-servers/process/timing.js';
import type { Log } from '../../server/util/log.js';
import { silent } from '../../server/util/log.js';
import { parseFixture, removeFolder } from './fixture.js';
import { serverMain } from './server-process.js';

export interface Workspace {
  readonly folder: string;
  /** Beside the workspace, never in it. */
  readonly cacheDir: string;
  file(path: string): string;
  /** Called when the test ends, the last one first, and before the folder is removed. */
  atEnd(work: () => unknown): void;
  write(path: string, content: string | Buffer): void;
}

/** A new folder with the files of a fixture, removed when the test ends. */
export function workspace(t: TestContext, fixture = ''): Workspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'context-test-')));
  const works: (() => unknown)[] = [];
  t.after(async () => {
    for (const work of works.reverse()) await work();
    removeFolder(base);
  });
  const folder = join(base, 'workspace');
  mkdirSync(folder);
  const file = (path: string) => join(folder, path);
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(file(path)), { recursive: true });
    writeFileSync(file(path), content);
  };
  if (fixture) for (const [path, text] of parseFixture(fixture).files) write(path, text);
  return { folder, cacheDir: join(base, 'cache'), file, write, atEnd: (work) => works.push(work) };
}

export interface EngineChoices extends EngineSettings {
  readonly cacheDir?: string;
  readonly log?: Log;
  /** By default nothing watches: a test says when the disk has changed. */
  readonly watch?: boolean;
  readonly timing?: Timing;
}

/** An engine on a workspace, without language servers unless they are asked for; closed when the test ends; indexing has begun. */
export async function engineOn({ folder, cacheDir, atEnd }: Workspace, choices: EngineChoices = {}): Promise<Engine> {
  const { cacheDir: other, log, watch = false, timing, ...settings } = choices;
  const engine = await openEngine(
    {
      roots: [{ name: 'workspace', folder }],
      cacheDir: other ?? cacheDir,
      settings: { workers: 1, vectorSearch: 'exact', edgeIndexing: 'off', ...settings },
      watch,
    },
    log ?? silent,
    timing,
  );
  atEnd(() => engine.close());
  return engine;
}

/** The same, with everything on disk indexed. */
export async function settledEngine(place: Workspace, choices: EngineChoices = {}): Promise<Engine> {
  const engine = await engineOn(place, choices);
  await engine.settled();
  return engine;
}

export const pathsOf = ({ results }: Pick<Answer, 'results'>): string[] => results.map(({ path }) => path);
export const namesOf = ({ results }: Pick<Answer, 'results'>): string[] => results.map(({ qualifiedName }) => qualifiedName);

/** One line for each thing below a folder: kind, permissions, times to the nanosecond, and a hash of the content. */
export function treeOf(folder: string): string[] {
  const lines: string[] = [];
  // As bytes: a name need not be text.
  const visit = (path: Buffer): void => {
    const stats = lstatSync(path, { bigint: true });
    const content = stats.isFile()
      ? createHash('sha256').update(readFileSync(path)).digest('hex')
      : stats.isSymbolicLink()
        ? readlinkSync(path)
        : '';
    lines.push(`${path.toString('latin1')} ${stats.mode.toString(8)} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${content}`);
    if (!stats.isDirectory()) return;
    for (const child of readdirSync(path, { encoding: 'buffer' }).sort(Buffer.compare)) visit(Buffer.concat([path, slash, child]));
  };
  visit(Buffer.from(folder));
  return lines;
}
const slash = Buffer.from('/');

export interface Ran {
  /** Exit code, or the signal's name. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly uid?: number;
  /** Standard input. */
  readonly input?: string;
}

/** Runs the command line to its end. */
export function runCli(args: readonly string[], { cwd, env, uid, input }: RunOptions = {}): Promise<Ran> {
  const child = spawn(process.execPath, [serverMain, ...args], {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  child.stdin.end(input);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? signal ?? 'unknown', stdout, stderr }));
  });
}
