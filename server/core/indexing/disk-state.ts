/**
 * The state of the comparison with the disk: whether all of it was compared with the index, which files are known to have changed since,
 * and the progress of the present run of indexing (else of the last one). Counts only.
 * Invariant: not `compared` before the first listing has ended and everything that it found is committed.
 */
import type { WorkspacePath } from '../model/file.js';

/** Files, and time, from which on the speed of a run says something. */
const MIN_MEASURED = 20;
const MIN_MEASURED_MS = 2_000;

export class DiskState {
  #isCompared = false;
  /** Comparisons that are queued or running. */
  #due = 0;
  /** Of these, those whose listing has not ended. */
  #unlisted = 0;
  #wasListed = false;
  readonly #changed = new Map<WorkspacePath, number>();
  #done = 0;
  #found = 0;
  #listed = 0;
  #begunAt = 0;
  readonly #waiters: (() => void)[] = [];

  /** True where the whole disk was compared; only `changed` files may be missing. */
  get isCompared(): boolean {
    return this.#isCompared && this.#due === 0;
  }
  /** True once the whole disk was compared, whatever has changed since. */
  get wasCompared(): boolean {
    return this.#isCompared;
  }
  /** A comparison is running or queued. */
  get isComparing(): boolean {
    return this.#due > 0;
  }
  /** Number of files known to have changed that are not indexed yet, among those that `counts` accepts. */
  changed(counts: (path: WorkspacePath) => boolean): number {
    let number = 0;
    for (const path of this.#changed.keys()) if (counts(path)) number++;
    return number;
  }
  get done(): number {
    return this.#done;
  }
  /** Files that need work, as far as known. */
  get found(): number {
    return this.#found;
  }
  /** Null while files are still being listed. */
  get total(): number | null {
    return this.#unlisted > 0 || !this.#wasListed ? null : this.#found;
  }
  get listed(): number {
    return this.#listed;
  }
  /** Resolves when all files have been listed, and none are being listed. */
  async allListed(): Promise<void> {
    if (this.#unlisted > 0 || !this.#wasListed) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** Milliseconds that the rest of the present run takes at its speed so far; null while that is not known. */
  get remainingMs(): number | null {
    const { total } = this;
    const elapsed = performance.now() - this.#begunAt;
    if (total === null || this.#done < MIN_MEASURED || elapsed < MIN_MEASURED_MS) return null;
    return (Math.max(0, total - this.#done) * elapsed) / this.#done;
  }

  runBegins(): void {
    this.#done = this.#found = this.#listed = 0;
    this.#begunAt = performance.now();
  }
  fileFound(): void {
    this.#found++;
  }
  fileListed(): void {
    this.#listed++;
  }
  fileDone(): void {
    this.#done++;
  }

  comparisonDue(): void {
    this.#due++;
    this.#unlisted++;
  }
  listingBegins(): void {
    this.#listed = 0;
  }
  listingEnded(): void {
    this.#unlisted--;
    this.#wasListed = true;
    if (this.#unlisted === 0) for (const resolve of this.#waiters.splice(0)) resolve();
  }
  comparisonEnded(outcome: 'complete' | 'failed'): void {
    this.#due--;
    this.#isCompared = outcome === 'complete';
  }

  filesChanged(paths: Iterable<WorkspacePath>): void {
    for (const path of paths) this.#changed.set(path, (this.#changed.get(path) ?? 0) + 1);
  }
  changesIndexed(paths: Iterable<WorkspacePath>): void {
    for (const path of paths) {
      const left = (this.#changed.get(path) ?? 0) - 1;
      if (left > 0) this.#changed.set(path, left);
      else this.#changed.delete(path);
    }
  }
}
