/** What readers keep in memory of the database, and what of it a commit makes invalid. */
import type { Changed } from '../sqlite/commit.js';
import { readImportance } from '../sqlite/importance.js';
import { NameCache } from '../sqlite/read-names.js';
import { Statistics } from '../sqlite/statistics.js';
import type { StoreAccess } from '../store-access.js';
import { RowCache } from './row-cache.js';

export class IndexCaches {
  readonly rows = new RowCache();
  readonly names = new NameCache();
  readonly statistics: Statistics;
  readonly #access: StoreAccess;
  #importance: ReadonlyMap<number, number> | null = null;

  constructor(access: StoreAccess) {
    this.#access = access;
    this.statistics = new Statistics(access.store);
  }

  /** 0 to 1 by file id, as measured last. */
  get importance(): ReadonlyMap<number, number> {
    this.#importance ??= this.#access.read('importance', readImportance);
    return this.#importance;
  }
  set importance(measured: ReadonlyMap<number, number>) {
    this.#importance = measured;
  }

  committed({ files, chunks, rewritten, gone, names }: Changed): void {
    this.statistics.changed(rewritten.length + gone.length + names.length);
    this.rows.changed(files, chunks);
    this.names.changed(names);
  }

  /** The database was replaced or emptied. */
  clear(): void {
    this.rows.clear();
    this.names.clear();
    this.statistics.clear();
    this.#importance = null;
  }
}
