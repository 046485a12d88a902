/** What readers keep in memory of the database, and what of it a commit makes invalid. */
import type { Changed } from '../sqlite/commit.js';
import { type LeaningCounts, readImportance } from '../sqlite/importance.js';
import { NameCache } from '../sqlite/read-names.js';
import { Statistics } from '../sqlite/statistics.js';
import type { StoreAccess } from '../store-access.js';
import { RowCache } from './row-cache.js';

export class IndexCaches {
  readonly rows = new RowCache();
  readonly names = new NameCache();
  readonly statistics: Statistics;
  readonly #access: StoreAccess;
  #leaning: LeaningCounts | null = null;
  #mostLeaning = 0;

  constructor(access: StoreAccess) {
    this.#access = access;
    this.statistics = new Statistics(access.store);
  }

  /** 0 to 1, logarithmic: 1 for the file that most others lean on. */
  importanceOf(file: number): number {
    const counts = this.#counts();
    if (this.#mostLeaning === 0) for (const users of counts.values()) this.#mostLeaning = Math.max(this.#mostLeaning, users);
    const users = counts.get(file);
    return users ? Math.log1p(users) / Math.log1p(this.#mostLeaning) : 0;
  }

  /** The counts of some files have changed. */
  leaningChanged(changed: LeaningCounts): void {
    const counts = this.#counts();
    for (const [file, users] of changed) users > 0 ? counts.set(file, users) : counts.delete(file);
    this.#mostLeaning = 0;
  }
  /** All counts. */
  set leaning(counts: LeaningCounts) {
    this.#leaning = counts;
    this.#mostLeaning = 0;
  }

  #counts(): LeaningCounts {
    this.#leaning ??= this.#access.read('importance', readImportance);
    return this.#leaning;
  }

  committed({ files, chunks, rewritten, gone, names }: Changed): void {
    if (rewritten.length + gone.length + names.length > 0) this.statistics.clear();
    this.rows.changed(files, chunks);
    this.names.changed(names);
  }

  /** The database was replaced or emptied. */
  clear(): void {
    this.rows.clear();
    this.names.clear();
    this.statistics.clear();
    this.#leaning = null;
    this.#mostLeaning = 0;
  }
}
