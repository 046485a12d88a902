/** Looks for programs on PATH and in packages, and asks them for their version. Never runs what lies in an untrusted workspace. */
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, parse, sep } from 'node:path';
import { packageRoot } from '../../../util/package-root.js';
import type { Adapter, AdapterContext, Launch } from '../adapter.js';
import { startGuarded } from '../process/guarded-process.js';

const isWindows = process.platform === 'win32';
const endings = isWindows ? ['.exe', '.cmd', '.bat'] : [''];

/** npm puts them on the PATH of what it runs; they are found as what comes with this package. */
const ownPrograms = join(packageRoot, 'node_modules', '.bin');

/** Every program of that name, in order. Relative entries of PATH are the working directory's, which may be anybody's: they are passed over. */
export function* programs(name: string, path = process.env['PATH'] ?? ''): Generator<string> {
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder) || folder === ownPrograms) continue;
    for (const ending of endings) {
      const file = join(folder, name + ending);
      try {
        accessSync(file, constants.X_OK);
        if (statSync(file).isFile()) yield file;
      } catch {
        // Not here.
      }
    }
  }
}

export const whichProgram = (name: string): string | null => programs(name).next().value ?? null;

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Links are followed on both sides: neither a link into the workspace nor one out of it deceives. */
export function isInside(path: string, folder: string): boolean {
  const real = realOf(path);
  const home = realOf(folder);
  return [real, path].some((one) => [home, folder].some((top) => one === top || one.startsWith(top + sep)));
}

const require = createRequire(join(packageRoot, 'package.json'));

/** A file of a package that this one depends on, wherever npm put it. */
export function bundledFile(path: string): string | null {
  const parts = path.split('/');
  const name = parts.slice(0, parts[0]?.startsWith('@') ? 2 : 1).join('/');
  for (const folder of require.resolve.paths(name) ?? []) {
    const file = join(folder, path);
    if (existsSync(file)) return file;
  }
  return null;
}

const probeMs = 10_000;
const probes = new Map<string, Promise<string | null>>();

/** Version as the server states it, '' where it has no way to; null where it does not run. */
export function probeVersion(adapter: Adapter, launch: Launch): Promise<string | null> {
  if (adapter.versionArgs === null) return Promise.resolve(packageVersion(launch));
  // Behind the script where the command is Node.
  const script = launch.command === process.execPath ? launch.args.slice(0, 1) : [];
  const args = [...script, ...adapter.versionArgs];
  const key = [launch.command, ...args].join('\0');
  const probe = probes.get(key) ?? runForVersion(launch.command, args);
  probes.set(key, probe);
  return probe;
}

async function runForVersion(command: string, args: readonly string[]): Promise<string | null> {
  const text = await printed(command, args, dirname(realOf(command)));
  return text === null ? null : (/\d+\.\d+(?:\.\d+)?[\w.+-]*/.exec(text)?.[0] ?? '');
}

/** The first 4,096 characters that a program writes; null where it fails or takes too long. */
async function printed(command: string, args: readonly string[], cwd: string): Promise<string | null> {
  try {
    const { child, exited, kill } = await startGuarded({ command, args, cwd });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (data: string) => {
      text = (text + data).slice(0, 4_096);
    });
    child.stdin.end();
    const timer = setTimeout(kill, probeMs);
    const how = await exited;
    clearTimeout(timer);
    return how === 'exited with code 0' ? text : null;
  } catch {
    return null;
  }
}

/** From the package.json above a script. */
function packageVersion({ command, args }: Launch): string {
  const script = command === process.execPath ? args[0] : command;
  let folder = dirname(script ?? '');
  try {
    folder = dirname(realpathSync(script ?? ''));
    for (let up = 0; up < 4; up++, folder = dirname(folder)) {
      const file = join(folder, 'package.json');
      if (existsSync(file)) return String(JSON.parse(readFileSync(file, 'utf8')).version ?? '');
    }
  } catch {
    // No package.
  }
  return '';
}

/** The search path without folders that lie in the workspace or depend on the working directory. */
export const pathOutside = (folder: string): string =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((one) => isAbsolute(one) && !isInside(one, folder))
    .join(delimiter);

const outputs = new Map<string, string>();
const keyOf = (command: string, args: readonly string[]): string => [command, ...args].join('\0');

/** Runs a program for `AdapterContext.output`; once, where it succeeds. */
export async function recordOutput([command, ...args]: readonly [string, ...string[]]): Promise<void> {
  const key = keyOf(command, args);
  if (outputs.has(key)) return;
  // In the root of the file system: what chooses a program by the working directory (pyenv, asdf) finds nothing there.
  const text = await printed(command, args, parse(process.execPath).root);
  if (text !== null) outputs.set(key, text.trimEnd());
}

export const adapterContext = (
  folder: string,
  trusted: boolean,
  cacheFolder: string,
  settings: Readonly<Record<string, unknown>> = {},
): AdapterContext => ({
  folder,
  trusted,
  forEditor: false,
  cacheFolder,
  settings,
  which: (name) => (trusted ? whichProgram(name) : (programs(name, pathOutside(folder)).next().value ?? null)),
  programs,
  bundled: bundledFile,
  isInside: (path) => isInside(path, folder),
  output: (command, args) => outputs.get(keyOf(command, args)) ?? null,
  exists: existsSync,
  readText: (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return null;
    }
  },
});
