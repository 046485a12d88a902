/** Problems of a workspace at the moment, for every answer and the status: skipped files, storage failures, roots without indexed files. */
import { messageOf } from '../../util/bug.js';
import { describeRootExcluded, type RootExcluded } from '../model/excluded-files.js';
import type { Problem } from '../model/problem.js';

const maxListed = 100;
const maxFailures = 3;

export class KnownProblems {
  readonly #skipped = new Map<string, string>();
  /** By name of the root. */
  readonly #emptyRoots = new Map<string, RootExcluded>();
  #isForgotten = false;
  #storage: Problem[] = [];
  /** Whether storing failed since the last full pass began. */
  #hasFailed = false;

  /** Why a file is skipped; null where it no longer is. */
  skip(path: string, reason: string | null): void {
    if (reason === null) this.#skipped.delete(path);
    else this.#skipped.set(path, reason);
  }

  storageFailed(error: unknown): void {
    const message = messageOf(error);
    this.#hasFailed = true;
    if (this.#storage.some((problem) => problem.message === message)) return;
    this.#storage.unshift({ code: 'storage', message, incomplete: true });
    this.#storage.length = Math.min(this.#storage.length, maxFailures);
  }

  passBegins(): void {
    this.#hasFailed = false;
    this.#isForgotten = false;
    this.#emptyRoots.clear();
  }
  /** A pass without a storage failure ends the earlier ones. */
  passEnded(): void {
    if (!this.#hasFailed) this.#storage = [];
  }

  /** Everything was deleted from the index. */
  forgotten(): void {
    this.#skipped.clear();
    this.#isForgotten = true;
  }

  rootExcluded(root: RootExcluded): void {
    this.#emptyRoots.set(root.root.name, root);
  }
  /** Files were added to the index, or removed: a root with an indexed file is no longer empty. */
  committed(paths: readonly string[], isIndexed: (path: string) => boolean): void {
    for (const [name, { prefix }] of this.#emptyRoots)
      if (paths.some((path) => path.startsWith(prefix) && isIndexed(path))) this.#emptyRoots.delete(name);
  }

  get skippedCount(): number {
    return this.#skipped.size;
  }
  /** The first of them. */
  get skippedFiles(): readonly { readonly path: string; readonly reason: string }[] {
    return [...this.#skipped].slice(0, maxListed).map(([path, reason]) => ({ path, reason }));
  }
  get storage(): readonly Problem[] {
    return this.#storage;
  }

  /** Root folders that cannot be read. @param rootNames more than one where paths begin with the name of their root */
  unreadableRoots(rootNames: readonly string[]): Problem[] {
    return rootNames.flatMap((name): Problem[] => {
      const reason = this.#skipped.get(rootNames.length > 1 ? `${name}/.` : '.');
      return reason ? [{ code: 'filesSkipped', message: `workspace folder ${name}: ${reason}`, incomplete: true }] : [];
    });
  }

  /** What the index lacks until the user acts: everything was forgotten, or a root has no indexed file. */
  missingContent(): Problem[] {
    const problems: Problem[] = [...this.#emptyRoots.values()].map((root) => ({
      code: 'nothingIndexed',
      message: describeRootExcluded(root),
      incomplete: root.rules.length > 0,
    }));
    if (this.#isForgotten)
      problems.push({ code: 'indexing', message: 'everything was forgotten; context/reindex indexes it again', incomplete: true });
    return problems;
  }

  /** For an index without chunks: every file was skipped. */
  nothingIndexed(): Problem[] {
    const [first] = this.#skipped;
    if (!first) return [];
    const [path, reason] = first;
    const message = `nothing is indexed: every file was skipped (${this.#skipped.size}), such as ${path}: ${reason}`;
    return [{ code: 'filesSkipped', message, incomplete: true }];
  }
}
