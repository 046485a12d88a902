/**
 * The paths of a compile command that may be read in an untrusted workspace: those inside the workspace, with symbolic links followed, and
 * system folders with compilers and installed libraries.
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

/** The real path. For a path that does not exist, the real path of its nearest existing folder, with the rest. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), path.slice(above.length));
  }
}

/** Whether a path is in a system folder and not in the user's home. `path`: absolute and normalised. */
const isOfSystem = (path: string): boolean =>
  !unprintable.test(path) &&
  systemFolders.some((folder) => isBelow(path, folder) && !(isBelow(homedir(), folder) && isBelow(path, homedir())));

export class SafePaths {
  readonly #workspace: string;
  readonly #known = new Map<string, boolean>();

  constructor(workspace: string) {
    this.#workspace = realPath(workspace);
  }

  /** Whether a path is inside the workspace, with links followed. `path`: absolute. */
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

  /** The absolute path if it may be read; else null. `directory`: where a relative path starts. */
  readable(path: string, directory: string): string | null {
    const absolute = resolve(directory, path);
    return isOfSystem(absolute) || this.isInside(absolute) ? absolute : null;
  }
}
