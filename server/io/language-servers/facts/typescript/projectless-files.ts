/** Finds files without a project, as far as possible without a checker, and tells modules from scripts. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

const configurations = ['tsconfig.json', 'jsconfig.json'];
const declares = /^\s*(?:import|export)\b/m;
const requires = /\brequire\s*\(|\bmodule\.exports\b|^\s*exports\./m;

/** True: its names are not global. */
export const isModule = (path: string, text: string): boolean => declares.test(text) || (/\.[cm]?jsx?$/.test(path) && requires.test(text));

export class ProjectlessFolders {
  /** Folder and extension of files that turned out to have no project. */
  readonly #known = new Set<string>();

  add(path: string): void {
    this.#known.add(`${dirname(path)} ${extname(path)}`);
  }

  /** True: there is no project file above it, or a similar file turned out to have no project. */
  has(path: string, configured = new Map<string, boolean>()): boolean {
    const ending = extname(path);
    for (let folder = dirname(path), below = path; folder !== below; below = folder, folder = dirname(folder)) {
      if (this.#known.has(`${folder} ${ending}`)) return true;
      let isProject = configured.get(folder);
      if (isProject === undefined) {
        isProject = configurations.some((name) => existsSync(join(folder, name)));
        configured.set(folder, isProject);
      }
      if (isProject) return false;
    }
    return true;
  }

  modulesAmong(paths: readonly string[]): string[] {
    const configured = new Map<string, boolean>();
    return paths.filter((path) => this.has(path, configured) && isModule(path, textOf(path)));
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
