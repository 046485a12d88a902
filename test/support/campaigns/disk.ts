/**
 * A hostile disk and environment: full, vanishing and read-only cache folders, few descriptors, no HOME, a clock that goes back, strange
 * files in the workspace. Each question is answered, or refused with a clear error; afterwards the answers are right.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serverMain } from '../server-process.js';
import { initialize, type Json, TestClient } from '../test-client.js';
import { type Campaign, type CampaignOptions, randomOf, writeCode } from './campaign.js';

const files = 20;

interface Scene {
  readonly folder: string;
  readonly cacheDir: string;
  /** Before the server starts. */
  readonly prepare?: () => unknown;
  /** While it answers. */
  readonly during?: () => unknown;
  readonly restore?: () => unknown;
  /** What the shell runs before the server. */
  readonly shell?: string;
  readonly env?: Record<string, string | undefined>;
}

const isRoot = process.getuid?.() === 0;
const sh = (...command: string[]) => spawnSync(command[0] as string, command.slice(1), { encoding: 'utf8' });

function scenes(base: string, sizeMb: number): Record<string, Scene> {
  const folder = join(base, 'workspace');
  const cacheDir = join(base, 'cache');
  const common = { folder, cacheDir };
  const past = new Date(0);
  return {
    ...(isRoot && {
      'a full disk': {
        ...common,
        prepare: () => {
          mkdirSync(cacheDir, { recursive: true });
          return sh('mount', '-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', cacheDir).status === 0;
        },
        restore: () => sh('umount', '-l', cacheDir),
      },
      'a disk that becomes read-only': {
        ...common,
        prepare: () => {
          mkdirSync(cacheDir, { recursive: true });
          return sh('mount', '-t', 'tmpfs', 'tmpfs', cacheDir).status === 0;
        },
        during: () => sh('mount', '-o', 'remount,ro', cacheDir),
        restore: () => sh('umount', '-l', cacheDir),
      },
    }),
    'a cache folder deleted while running': { ...common, during: () => rmSync(cacheDir, { recursive: true, force: true }) },
    'a workspace deleted while running': {
      ...common,
      during: () => rmSync(folder, { recursive: true, force: true }),
      restore: () => writeAll(folder),
    },
    'few file descriptors': { ...common, shell: 'ulimit -n 64' },
    'little address space for files': { ...common, shell: 'ulimit -f 2000' },
    'no HOME': { ...common, env: { HOME: undefined, XDG_CACHE_HOME: undefined } },
    'files from 1970 and from the future': {
      ...common,
      prepare: () => {
        utimesSync(join(folder, 'src/part1.ts'), past, past);
        utimesSync(join(folder, 'src/part2.ts'), 4_000_000_000, 4_000_000_000);
        return true;
      },
    },
    'strange files': { ...common, prepare: () => writeStrange(folder, base) },
  };
}

function writeAll(folder: string): void {
  for (let file = 0; file < files; file++) writeCode(folder, file, 1);
}

/** A pipe, a socket, links in a circle, names with line breaks and invalid UTF-8, an unreadable file, a gigabyte of nothing. */
function writeStrange(folder: string, base: string): boolean {
  const at = join(folder, 'strange');
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at, { recursive: true });
  sh('mkfifo', join(at, 'pipe.ts'));
  const server = createServer().listen(join(base, 's'));
  server.unref();
  symlinkSync(at, join(at, 'circle'));
  symlinkSync('/dev/zero', join(at, 'zero.ts'));
  symlinkSync(join(base, 's'), join(at, 'socket.ts'));
  writeFileSync(join(at, 'line\nbreak.ts'), 'export const lineBreak = 1;\n');
  writeFileSync(Buffer.concat([Buffer.from(`${at}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.ts')]), 'export const noText = 1;\n');
  writeFileSync(join(at, 'secret.ts'), 'export const unreadable = 1;\n');
  chmodSync(join(at, 'secret.ts'), 0);
  writeFileSync(join(at, 'large.ts'), '');
  truncateSync(join(at, 'large.ts'), 2 ** 30);
  return true;
}

async function play(name: string, scene: Scene): Promise<string[]> {
  if (scene.prepare && scene.prepare() === false) return [];
  const findings: string[] = [];
  const command = `${scene.shell ?? ':'} ; exec "$0" "$@"`;
  const env = { ...process.env, CONTEXT_LANGUAGE_SERVER_IN_PROCESS: '1', ...scene.env };
  const child = spawn('/bin/sh', ['-c', command, process.execPath, serverMain, '--stdio'], { env });
  const client = new TestClient(child.stdout, child.stdin);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-2_000)));
  const ended = new Promise<string>((resolve) => child.on('close', (code, signal) => resolve(`${code ?? signal}`)));
  const ask = async (method: string, params: Json) => {
    const { error } = await client.start(method, params).response;
    if (error?.code === -32603) findings.push(`${name}: ${method}: internal error: ${error.message}`);
  };
  try {
    await initialize(client, {
      folders: [pathToFileURL(scene.folder).href],
      settings: { cacheDir: scene.cacheDir, edgeIndexing: 'off', history: 'off', watch: 'server' },
    });
    await ask('context/reindex', {});
    await ask('context/retrieve', { query: 'where do we render the pixel' });
    scene.during?.();
    for (const query of ['openInvoice0', 'where do we merge the ledger']) await ask('context/retrieve', { query });
    await ask('context/reindex', { force: true });
    await ask('context/forget', { uris: [pathToFileURL(join(scene.folder, 'src/part3.ts')).href] });
    await ask('context/unforget', { everything: true });
    await ask('workspace/symbol', { query: 'openInvoice' });
    await ask('shutdown', null);
    client.notify('exit');
    const how = await ended;
    if (how !== '0') findings.push(`${name}: ended with ${how}: ${stderr.slice(-500)}`);
  } catch (error) {
    findings.push(`${name}: ${(error as Error).message}: ${stderr.slice(-500)}`);
    child.kill('SIGKILL');
  }
  scene.restore?.();
  return findings;
}

/** Right answers from what is left on the disk. */
function recovers(name: string, { folder, cacheDir }: Scene): string[] {
  const args = [serverMain, 'symbols', 'openInvoice0', '-w', folder, '--cache-dir', cacheDir];
  const env = { ...process.env, CONTEXT_LANGUAGE_SERVER_IN_PROCESS: '1' };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  return status === 0 && stdout.includes('part0.ts') ? [] : [`${name}: afterwards ${status}: ${stdout}${stderr}`.slice(0, 700)];
}

export const disk: Campaign = async ({ base, seed, goesOn, log }: CampaignOptions) => {
  const random = randomOf(seed);
  const findings: string[] = [];
  let [rounds, played] = [0, 0];
  while (findings.length === 0 && goesOn()) {
    rounds++;
    for (const [name, scene] of Object.entries(scenes(base, 1 + random.below(6)))) {
      writeAll(scene.folder);
      const found = await play(name, scene);
      writeAll(scene.folder);
      findings.push(...found, ...recovers(name, scene));
      rmSync(scene.cacheDir, { recursive: true, force: true });
      played++;
      log(`  ${name}: ${found.length === 0 ? 'as it should be' : 'FINDING'}`);
    }
  }
  return { figures: { rounds, 'scenes played': played, 'as root': String(isRoot) }, findings };
};
