/**
 * The Python names of a workspace. After a dot only members of modules and classes can follow, and an import from a module without a
 * file or folder of that name is from a library.
 */
import { nextTurn } from '../../../util/next-turn.js';
import type { WorkspacePath } from '../../model/file.js';
import type { EdgeStore, WorkspaceNames } from '../ports.js';
import { PythonScopes } from './python-scopes.js';

/** Files read in one turn of the event loop. */
const filesAtOnce = 8;

export class PythonNames {
  readonly #store: Pick<EdgeStore, 'dueFiles' | 'storedFile'>;
  readonly #absolute: (path: WorkspacePath) => string | null;
  readonly #members = new Set<string>();
  readonly #modules = new Set<string>();
  #read: Promise<void> | null = null;

  constructor(store: Pick<EdgeStore, 'dueFiles' | 'storedFile'>, absolute: (path: WorkspacePath) => string | null) {
    this.#store = store;
    this.#absolute = absolute;
  }

  /** Null for other languages. Grows as files are committed; removed names stay until the next start. */
  async of(language: string): Promise<WorkspaceNames | null> {
    if (language !== 'python') return null;
    this.#read ??= this.#readAll(language);
    await this.#read;
    return { members: this.#members, modules: this.#modules };
  }

  committed(paths: readonly WorkspacePath[]): void {
    if (this.#read !== null) for (const path of paths) this.#add(path);
  }

  async #readAll(language: string): Promise<void> {
    for (const [n, { path }] of this.#store.dueFiles(language).entries()) {
      this.#add(path);
      if (n % filesAtOnce === 0) await nextTurn();
    }
  }

  #add(path: WorkspacePath): void {
    const file = this.#store.storedFile(path);
    if (file?.language !== 'python') return;
    for (const name of new PythonScopes(file.text).members) this.#members.add(name);
    for (const name of partsOf(path)) this.#members.add(name);
    // The workspace may be a package itself.
    for (const name of partsOf(this.#absolute(path) ?? path)) this.#modules.add(name);
  }
}

const partsOf = (path: string): string[] => path.replace(/\.pyi?$/, '').split(/[\\/]/);
