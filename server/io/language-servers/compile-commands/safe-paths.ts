/**
 * Which paths of a compile command may be read in a workspace that is not trusted: those inside the workspace, with symbolic
 * links followed, and those of the system, where compilers and installed libraries lie.
 */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';

const { env, platform } = process;
const systemFolders: readonly string[] =
  platform === 'win32'
    ? [env['ProgramFiles'], env['ProgramFiles(x86)'], env['SystemRoot']].filter((path) => path !== undefined)
    : ['/usr', '/opt', '/lib', '/lib64', '/nix/store', '/gnu/store', '/Library', '/System', '/Applications', '/home/linuxbrew/.linuxbrew'];

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const unprintable = /[\0\r\n]/;

/** Of a path that may not be there yet: that of the nearest folder that is, with the rest. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), path.slice(above.length));
  }
}

/** A folder that belongs to the system and not to the user. `path`: absolute and normalised. */
const isOfSystem = (path: string): boolean =>
  !unprintable.test(path) &&
  systemFolders.some((folder) => isBelow(path, folder) && !(isBelow(homedir(), folder) && isBelow(path, homedir())));

export class SafePaths {
  readonly #workspace: string;
  readonly #known = new Map<string, boolean>();

  constructor(workspace: string) {
    this.#workspace = realPath(workspace);
  }

  /** Inside the workspace, wherever links lead. `path`: absolute. */
  isInside(path: string): boolean {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const inside = !unprintable.test(path) && isBelow(realPath(path), this.#workspace);
    this.#known.set(path, inside);
    return inside;
  }

  isOfSystem(path: string): boolean {
    return isOfSystem(path);
  }

  /** The absolute path where it may be read; else null. `directory`: what a relative path starts from. */
  readable(path: string, directory: string): string | null {
    const absolute = resolve(directory, path);
    return isOfSystem(absolute) || this.isInside(absolute) ? absolute : null;
  }
}
