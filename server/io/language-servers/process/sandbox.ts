/**
 * The sandbox of language servers in untrusted workspaces: bubblewrap, on Linux. No network, no other processes, everything read-only but
 * a temporary folder of its own and the cache folder that the server is given; the user's keys and the sockets of other programs are hidden.
 * A trial run tells whether it works here: containers and some distributions forbid it.
 */
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { makeOwnFolder } from '../../../util/own-folder.js';
import { packageRoot } from '../../../util/package-root.js';
import type { AdapterContext, Launch } from '../adapter.js';
import { startGuarded } from './guarded-process.js';

export interface Sandbox {
  /** Absolute path of bubblewrap; null without a sandbox. */
  readonly command: string | null;
  /** Why there is none; '' with one. */
  readonly reason: string;
}

const trialMs = 5_000;
/** A program inside a sandbox, and what is to be done when it has ended. */
export interface SandboxedLaunch extends Launch {
  readonly end: () => void;
}

/** The server's cache, under a name short enough for the path of a socket, of which Linux takes 107 bytes. */
const cache = '/tmp/cache';
/** Folders with sockets and files of other programs. What a server needs of them is made visible again. */
const hidden = ['/tmp', '/var/tmp', '/run'];
/** Below the home folder. */
const keyFolders = ['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.config/gcloud', '.config/gh', '.password-store'];
const keyFiles = ['.netrc', '.npmrc', '.pypirc', '.git-credentials', '.pgpass'];
/** In `/run`: where NixOS and Guix have their programs. */
const programFolders = ['/run/current-system', '/run/booted-system', '/run/wrappers'];

const trials = new Map<string, Promise<Sandbox>>();

/** Whether servers of this workspace can run in a sandbox. Tried once for each folder. */
export function sandboxFor(context: AdapterContext): Promise<Sandbox> {
  if (process.platform !== 'linux') return Promise.resolve({ command: null, reason: 'there is one on Linux only' });
  const command = context.which('bwrap');
  if (command === null)
    return Promise.resolve({ command: null, reason: 'bubblewrap is not installed (Debian, Ubuntu: apt-get install bubblewrap)' });
  const key = [command, context.folder, context.cacheFolder].join('\0');
  const trial = trials.get(key) ?? tryOut(command, context);
  trials.set(key, trial);
  return trial;
}

async function tryOut(command: string, context: AdapterContext): Promise<Sandbox> {
  const { end, ...launch } = sandboxed(command, { command: process.execPath, args: ['--version'] }, context);
  try {
    const { child, exited, kill, stderrTail } = await startGuarded({ ...launch, cwd: '/' });
    child.stdout.resume();
    child.stdin.end();
    const timer = setTimeout(kill, trialMs);
    const how = await exited;
    clearTimeout(timer);
    if (how === 'exited with code 0') return { command, reason: '' };
    const said = stderrTail().trim().split('\n').at(-1)?.slice(0, 200);
    return { command: null, reason: `bubblewrap does not work here: ${said || how}` };
  } catch (error) {
    return { command: null, reason: `bubblewrap cannot be started: ${(error as Error).message}` };
  } finally {
    end();
  }
}

/** Where a program is, and where the link to it leads: a program of npm needs the packages beside its own. */
function foldersOf(command: string): readonly string[] {
  try {
    const target = realpathSync(command);
    const [packages] = /^.*?[\\/]node_modules(?=[\\/])/.exec(target) ?? [];
    return [dirname(command), packages ?? dirname(target)];
  } catch {
    return [dirname(command)];
  }
}

/** `bwrap`: absolute path. The program starts in the workspace folder. */
export function sandboxed(
  bwrap: string,
  { command, args, env }: Launch,
  context: AdapterContext,
  cacheVariables: readonly string[] = [],
): SandboxedLaunch {
  // Under the same path outside: the type checker of TypeScript is asked over a socket there.
  const temporary = makeOwnFolder('server');
  const kept = join(context.cacheFolder, 'home');
  mkdirSync(kept, { recursive: true });
  const needed = [...programFolders, packageRoot, dirname(process.execPath), ...foldersOf(command), context.folder];
  const home = homedir();
  const sandbox = [
    ...['--die-with-parent', '--unshare-all', '--cap-drop', 'ALL', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...hidden.filter(existsSync).flatMap((folder) => ['--tmpfs', folder]),
    ...keyFolders.map((name) => join(home, name)).flatMap((folder) => (existsSync(folder) ? ['--tmpfs', folder] : [])),
    ...keyFiles.map((name) => join(home, name)).flatMap((file) => (existsSync(file) ? ['--ro-bind', '/dev/null', file] : [])),
    ...needed
      .filter((path) => hidden.some((top) => path.startsWith(top + sep)) && existsSync(path))
      .flatMap((path) => ['--ro-bind', path, path]),
    ...[
      '--bind',
      context.cacheFolder,
      context.cacheFolder,
      '--bind',
      kept,
      cache,
      '--bind',
      temporary,
      temporary,
      '--chdir',
      context.folder,
      '--',
    ],
  ];
  return {
    command: bwrap,
    args: [...sandbox, command, ...args],
    env: {
      ...env,
      TMPDIR: temporary,
      XDG_CACHE_HOME: cache,
      ...Object.fromEntries(cacheVariables.map((name) => [name, join(cache, name.toLowerCase())])),
    },
    end: () => rmSync(temporary, { recursive: true, force: true }),
  };
}
