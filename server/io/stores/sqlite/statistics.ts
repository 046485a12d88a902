/** Figures over the whole index that cost a scan: remembered until the index has changed. */
import { type Counts, readContentHashes, readCounts, readFilesNamed, readFilesState } from './read-files.js';
import type { StoreDatabase } from './store-database.js';

/** Counting stops here: a word in more chunks than this is as good as in all of them. */
export const frequencyCap = 50_000;
const maxWords = 20_000;

export class Statistics {
  readonly #store: StoreDatabase;
  #counts: Counts | null = null;
  #countsOf = '';
  #filesState = { of: '', state: '' };
  /** Of files with these names the ids, and the state of all files then. */
  readonly #named = new Map<string, { readonly of: string; readonly ids: readonly number[] }>();
  readonly #frequencies = new Map<string, number>();

  constructor(store: StoreDatabase) {
    this.#store = store;
  }

  /** What changes with every commit. */
  #now(): string {
    const { databaseId, generation } = this.#store.state;
    return `${databaseId} ${generation}`;
  }

  counts(): Counts {
    const of = this.#now();
    if (!this.#counts || this.#countsOf !== of) {
      this.#counts = readCounts(this.#store);
      this.#countsOf = of;
    }
    return this.#counts;
  }

  /** See `IndexReader.filesVersion`. After an edit of a file only the contents of files with these names are compared. */
  filesVersion(names: readonly string[]): string {
    const now = this.#now();
    if (this.#filesState.of !== now) this.#filesState = { of: now, state: readFilesState(this.#store) };
    const of = `${this.#store.state.databaseId} ${this.#filesState.state}`;
    const key = names.join(' ');
    let named = this.#named.get(key);
    if (named?.of !== of) {
      named = { of, ids: readFilesNamed(this.#store, names) };
      this.#named.set(key, named);
    }
    return [of, ...readContentHashes(this.#store, named.ids)].join(' ');
  }

  /** How many chunks there are. */
  chunks(): number {
    return this.counts().chunks;
  }

  /** In how many chunks a word occurs, at most `frequencyCap`. */
  frequency(word: string): number {
    let count = this.#frequencies.get(word);
    if (count === undefined) {
      count = countChunksWith(this.#store, word);
      if (this.#frequencies.size >= maxWords) this.#frequencies.clear();
      this.#frequencies.set(word, count);
    }
    return count;
  }

  /** Chunks came, went or changed, or the database is another one: the same content has the same figures, however it came about. */
  clear(): void {
    this.#frequencies.clear();
  }
}

function countChunksWith(store: StoreDatabase, word: string): number {
  if (!isWord(word)) return 0;
  const count = store
    .sql<number>('SELECT count(*) AS n FROM (SELECT rowid FROM lexical WHERE lexical MATCH ? LIMIT ?)')
    .pluck()
    .get(quoted(word), frequencyCap);
  return count ?? 0;
}

/** A word as FTS5 reads it, whatever characters it holds. */
export const quoted = (word: string): string => `"${word.replaceAll('"', '""').replaceAll('\0', '')}"`;
export const isWord = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);
