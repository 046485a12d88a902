/** What readers keep in memory of the database, and what of it a commit makes invalid. */
import { type ChunkRecord, compareInFile } from '../../../core/model/chunk.js';
import { nextTurn } from '../../../util/next-turn.js';
import type { Changed } from '../sqlite/commit.js';
import { MentionCache } from '../sqlite/edges.js';
import { type LeaningCounts, readImportance } from '../sqlite/importance.js';
import { type RecordsInOrder, readFileOrder } from '../sqlite/order-places.js';
import { readChunks } from '../sqlite/read-chunks.js';
import { NameCache } from '../sqlite/read-names.js';
import { Statistics } from '../sqlite/statistics.js';
import type { StoreAccess } from '../store-access.js';
import { maxRecords, RowCache } from './row-cache.js';

/** A command that ends within this time reads what it needs only. */
const warmAfterMs = 500;
/** About 2 ms of work. */
const warmRows = 256;

export class IndexCaches {
  readonly rows = new RowCache();
  readonly names = new NameCache();
  readonly mentions = new MentionCache();
  readonly statistics: Statistics;
  readonly #access: StoreAccess;
  #leaning: LeaningCounts | null = null;
  #mostLeaning = 0;

  /** Sorts in memory what fits there: SQLite joins and sorts the same rows in three times the time. */
  readonly recordsInOrder: RecordsInOrder = () => (this.statistics.chunks() > maxRecords ? null : this.#inOrder);
  readonly #inOrder = (ids: readonly number[]): readonly ChunkRecord[] => {
    const records = this.rows.chunks(ids, (missing) => readChunks(this.#access.store, missing));
    if (records.some(({ fileId }) => !this.#fileOrder.has(fileId))) this.#fileOrder = readFileOrder(this.#access.store);
    const orderOf = ({ fileId }: ChunkRecord): number => this.#fileOrder.get(fileId) ?? 0;
    return records.sort((a, b) => (a.fileId === b.fileId ? compareInFile(a, b) : orderOf(a) - orderOf(b)));
  };
  /** By file id, its number in the order of paths. The id of a removed file may be given to another path. */
  #fileOrder = new Map<number, number>();

  #warming: NodeJS.Timeout | null = null;

  constructor(access: StoreAccess) {
    this.#access = access;
    this.statistics = new Statistics(access.store);
  }

  /** Reads the records of a small index into memory a moment from now, in slices: the first questions need not. */
  warmSoon(): void {
    if (this.#warming) return;
    this.#warming = setTimeout(() => {
      // A failure is met again, and reported, by the question that reads the same rows.
      this.#warm().catch(() => {});
    }, warmAfterMs);
    this.#warming.unref();
  }

  async #warm(): Promise<void> {
    const { store } = this.#access;
    for (let after = 0; !this.#access.isClosed && this.recordsInOrder() !== null; await nextTurn()) {
      const next = store.sql<number>('SELECT id FROM chunks WHERE id > ? ORDER BY id LIMIT ?').pluck().all(after, warmRows);
      if (next.length === 0) return;
      this.rows.chunks(next, (missing) => readChunks(store, missing));
      after = next.at(-1) as number;
    }
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
    for (const file of files) this.#fileOrder.delete(file);
    this.names.changed(names);
  }

  /** The database was replaced or emptied. */
  clear(): void {
    this.rows.clear();
    this.names.clear();
    this.statistics.clear();
    this.#leaning = null;
    this.#mostLeaning = 0;
    this.#fileOrder = new Map();
  }
}
