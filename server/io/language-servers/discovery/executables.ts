/** Finds programs on PATH and in packages, and their versions. Never runs a program from an untrusted workspace. */
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, parse, sep } from 'node:path';
import { readPlainText } from '../../../util/open-plain-file.js';
import { packageRoot } from '../../../util/package-root.js';
import type { Adapter, AdapterContext, Launch } from '../adapter.js';
import { startGuarded } from '../process/guarded-process.js';

/** Of a file that configures a language or its build; such a file is some kilobytes. */
const maxConfigurationBytes = 16_000_000;

const isWindows = process.platform === 'win32';
const endings = isWindows ? ['.exe', '.cmd', '.bat'] : [''];

/** npm adds this folder to PATH. Its programs are found as bundled ones instead. */
const ownPrograms = join(packageRoot, 'node_modules', '.bin');

/** All programs of that name, in order. Relative entries of PATH are skipped: they depend on the working directory. */
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

/** Compares both the paths and the targets of their symbolic links. */
function isInside(path: string, folder: string): boolean {
  const real = realOf(path);
  const home = realOf(folder);
  return [real, path].some((one) => [home, folder].some((top) => one === top || one.startsWith(top + sep)));
}

const require = createRequire(join(packageRoot, 'package.json'));

/** A file of a package that this one depends on, wherever npm installed it. */
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
const maxReasonChars = 200;
const probes = new Map<string, Promise<Probe>>();

/** `version`: what the server prints; '' if it prints none; null if it does not run, and then `reason` is its error message, '' if none. */
interface Probe {
  readonly version: string | null;
  readonly reason: string;
}

export function probeVersion(adapter: Adapter, launch: Launch): Promise<Probe> {
  if (adapter.versionArgs === null) return Promise.resolve({ version: packageVersion(launch), reason: '' });
  // If the command is Node, the arguments follow the script.
  const script = launch.command === process.execPath ? launch.args.slice(0, 1) : [];
  const args = [...script, ...adapter.versionArgs];
  const key = [launch.command, ...args].join('\0');
  const probe = probes.get(key) ?? runForVersion(launch.command, args);
  probes.set(key, probe);
  return probe;
}

async function runForVersion(command: string, args: readonly string[]): Promise<Probe> {
  const { text, error } = await printed(command, args, dirname(realOf(command)));
  if (text !== null) return { version: /(?<!\d)\d+\.\d+(?:\.\d+)?[\w.+-]*/.exec(text)?.[0] ?? '', reason: '' };
  const lines = error.split('\n').map((line) => line.trim());
  return { version: null, reason: lines.find((line) => line !== '')?.slice(0, maxReasonChars) ?? '' };
}

/** The first 4,096 characters of a program's output, null if it fails or takes too long; and the end of its error output. */
async function printed(command: string, args: readonly string[], cwd: string): Promise<{ text: string | null; error: string }> {
  try {
    const { child, exited, kill, stderrTail } = await startGuarded({ command, args, cwd });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (data: string) => {
      text = (text + data).slice(0, 4_096);
    });
    child.stdin.end();
    const timer = setTimeout(kill, probeMs);
    const how = await exited;
    clearTimeout(timer);
    return { text: how === 'exited with code 0' ? text : null, error: stderrTail() };
  } catch {
    return { text: null, error: '' };
  }
}

/** The version in the package.json above a script. */
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

/** PATH without folders that are in the workspace or depend on the working directory. */
export const pathOutside = (folder: string): string =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((one) => isAbsolute(one) && !isInside(one, folder))
    .join(delimiter);

const outputs = new Map<string, string>();
const keyOf = (command: string, args: readonly string[]): string => [command, ...args].join('\0');

/** Runs a program for `AdapterContext.output`, until it has succeeded once. */
export async function recordOutput([command, ...args]: readonly [string, ...string[]]): Promise<void> {
  const key = keyOf(command, args);
  if (outputs.has(key)) return;
  // In the root folder of the file system, where version managers (pyenv, asdf) find no configuration.
  const { text } = await printed(command, args, parse(process.execPath).root);
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
  readText: (path) => readPlainText(path, maxConfigurationBytes),
});
