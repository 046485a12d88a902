/** Every name that a module or class of the workspace has: behind a dot no other can mean anything of the workspace. Python only. */
import { nextTurn } from '../../util/next-turn.js';
import type { WorkspacePath } from '../model/file.js';
import type { StructureStore } from './ports.js';
import { PythonScopes } from './python-scopes.js';

/** Files read before others have their turn. */
const filesAtOnce = 8;

export class MemberNames {
  readonly #store: Pick<StructureStore, 'dueFiles' | 'storedFile'>;
  readonly #names = new Set<string>();
  #read: Promise<void> | null = null;

  constructor(store: Pick<StructureStore, 'dueFiles' | 'storedFile'>) {
    this.#store = store;
  }

  /** Null for other languages. Grows as files are committed; what is gone stays until the next start. */
  async of(language: string): Promise<ReadonlySet<string> | null> {
    if (language !== 'python') return null;
    this.#read ??= this.#readAll(language);
    await this.#read;
    return this.#names;
  }

  committed(paths: readonly WorkspacePath[]): void {
    if (this.#read) for (const path of paths) this.#add(path);
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
    for (const name of new PythonScopes(file.text).members) this.#names.add(name);
    for (const name of path.replace(/\.pyi?$/, '').split('/')) this.#names.add(name);
  }
}
