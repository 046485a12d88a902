/** Whole commits: the differences of all files first, then the lexical totals, then the rows. Called inside a transaction. */
import type { AnalysedFile } from '../../../core/model/chunk.js';
import type { FileEntry, WorkspacePath } from '../../../core/model/file.js';
import { diffFile, type FileDifference, rowsLost } from './diff-file.js';
import { addChanges, type NameChanges, namesOfChunks } from './importance.js';
import { discountRows } from './lexical-totals.js';
import type { StoreDatabase, StoreState } from './store-database.js';
import { removeFile, replaceFile } from './write-files.js';

/** What a commit has changed, for caches of rows. */
export interface Changed {
  /** Ids of the files. */
  readonly files: readonly number[];
  /** Every chunk that one of the files had before or has now. */
  readonly chunks: readonly number[];
  /** Chunks with new content under the same id. */
  readonly rewritten: readonly number[];
  readonly gone: readonly number[];
  /** Names of chunks that were added, removed or moved past others. */
  readonly names: readonly string[];
}

/**
 * Replaces the rows of the files; of a path that is given twice the last file is stored.
 * @param names takes what has changed of names; null where everything is measured later
 */
export function commitFiles(
  store: StoreDatabase,
  state: StoreState,
  files: readonly AnalysedFile[],
  now: number,
  names: NameChanges | null,
): Changed {
  const latest = [...new Map(files.map((file) => [file.path, file])).values()];
  const differences = latest.map((file) => diffFile(store, state, file));
  discountRows(
    store,
    differences.flatMap((difference) => rowsLost(difference)),
  );
  for (const difference of differences) {
    const before = names && namesOfChunks(store, rowsLost(difference));
    const file = replaceFile(store, state, difference, now);
    if (names && before) addChanges(names, file, before, namesOfChunks(store, rowsWritten(difference)));
  }
  const changed = { files: [] as number[], chunks: [] as number[], rewritten: [] as number[], gone: [] as number[], names: [] as string[] };
  for (const { file, known, ids, changes, gone, isReordered } of differences) {
    if (known) changed.files.push(known.id);
    // New rows are in no cache.
    if (known) changed.chunks.push(...ids);
    changes.forEach((change, i) => {
      if (change === 'rewritten') changed.rewritten.push(ids[i] as number);
      else if (change === 'inserted' || isReordered) changed.names.push(file.chunks[i]?.name ?? '');
    });
    for (const { id, name } of gone) {
      changed.gone.push(id);
      changed.chunks.push(id);
      changed.names.push(name);
    }
  }
  return changed;
}

const rowsWritten = ({ ids, changes }: FileDifference): number[] =>
  ids.filter((_, i) => changes[i] === 'rewritten' || changes[i] === 'inserted');

/** Removes the rows of the files; unknown ones are ignored. @param names as in `commitFiles` */
export function removeFiles(store: StoreDatabase, paths: readonly WorkspacePath[], names: NameChanges | null): Changed {
  const idOf = store.sql<number>('SELECT id FROM files WHERE path=?').pluck();
  const files = [...new Set(paths)].map((path) => idOf.get(path)).filter((id) => id !== undefined);
  const chunksOf = store.sql<{ id: number; name: string }>('SELECT id, name FROM chunks WHERE file=?');
  const gone = files.map((file) => ({ file, chunks: chunksOf.all(file) }));
  const chunks = gone.flatMap((one) => one.chunks);
  const ids = chunks.map(({ id }) => id);
  discountRows(store, ids);
  for (const { file, chunks: own } of gone) {
    const rows = own.map(({ id }) => id);
    if (names) addChanges(names, file, namesOfChunks(store, rows), namesOfChunks(store, []));
    removeFile(store, file, rows);
  }
  return { files, chunks: ids, rewritten: [], gone: ids, names: chunks.map(({ name }) => name) };
}

/** No content has this hash: files with a problem have no rows that could be damaged. */
export function distrustFiles(store: StoreDatabase): void {
  store.sql("UPDATE files SET content_hash='' WHERE problem IS NULL").run();
}

/** Updates size and time of files whose stored text is the one on disk. Returns those that were documents before. */
export function touchFiles(store: StoreDatabase, entries: readonly FileEntry[]): Pick<Changed, 'files' | 'chunks'> {
  const find = store.sql<{ id: number; origin: string }>('SELECT id, origin FROM files WHERE path=?');
  const files: number[] = [];
  for (const { path, sizeBytes, mtimeMs } of entries) {
    const known = find.get(path);
    if (!known) continue;
    store.sql("UPDATE files SET size_bytes=?, mtime_ms=?, origin='disk' WHERE id=?").run(sizeBytes, mtimeMs, known.id);
    if (known.origin !== 'disk') files.push(known.id);
  }
  return withChunks(store, files);
}

/** The stored text of a file is no longer the one on disk. */
export function markUnsaved(store: StoreDatabase, path: WorkspacePath): Pick<Changed, 'files' | 'chunks'> {
  const rows = store.sql<number>("UPDATE files SET origin='buffer' WHERE path=? AND origin='disk' RETURNING id").pluck().all(path);
  return withChunks(store, rows);
}

function withChunks(store: StoreDatabase, files: readonly number[]): Pick<Changed, 'files' | 'chunks'> {
  const chunksOf = store.sql<number>('SELECT id FROM chunks WHERE file=?').pluck();
  return { files, chunks: files.flatMap((file) => chunksOf.all(file)) };
}
