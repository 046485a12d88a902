/**
 * How much the other files of a workspace lean on each file: the number of files that mention a name which this file,
 * alone or nearly alone, defines. Names show this without a compiler, if common ones are excluded.
 * Invariant: the stored counts follow from the stored chunks and mentions alone, however those came about.
 */
import { nextTurn } from '../../../util/next-turn.js';
import type { StoreDatabase } from './store-database.js';

/** A name defined in more files than this refers to none of them in particular. */
const maxDefiningFiles = 3;
/** Names counted in one step: a few milliseconds. */
const stepNames = 400;
/** More are counted together, by a measurement of everything. */
const maxNamesAtOnce = 100;
const maxFilesAtOnce = 40;

/** File id to the number of files that lean on it. */
export type LeaningCounts = Map<number, number>;

/** Counts everything, in steps. Null where it was interrupted. */
export async function measureImportance(store: StoreDatabase, signal: AbortSignal): Promise<LeaningCounts | null> {
  const { databaseId } = store.state;
  const last = store.guard('measuring importance', () => store.sql<number>('SELECT coalesce(max(id), 0) FROM names').pluck().get() ?? 0);
  const defining = store.sql<[number, number]>(
    `SELECT DISTINCT fold, file FROM chunks WHERE fold > ? AND fold <= ? AND symbol_kind IS NOT NULL
     AND fold IN (SELECT id FROM names WHERE id > ? AND id <= ? AND length(folded) > 2)`,
  );
  const leaning = new Map<number, Set<number>>();
  for (let after = 0; after < last; after += stepNames) {
    if (signal.aborted || store.state.databaseId !== databaseId) return null;
    store.guard('measuring importance', () => {
      const byName = new Map<number, number[]>();
      for (const [fold, file] of defining.raw().all(after, after + stepNames, after, after + stepNames)) {
        const files = byName.get(fold);
        if (files) files.push(file);
        else byName.set(fold, [file]);
      }
      for (const [fold, files] of byName) {
        if (files.length > maxDefiningFiles) continue;
        const users = mentioningFiles(store, fold);
        for (const file of files) {
          let set = leaning.get(file);
          if (!set) leaning.set(file, (set = new Set()));
          for (const user of users) if (!files.includes(user)) set.add(user);
        }
      }
    });
    await nextTurn();
  }
  return new Map([...leaning].filter(([, set]) => set.size > 0).map(([file, set]) => [file, set.size]));
}

const mentioningFiles = (store: StoreDatabase, fold: number): number[] =>
  store.sql<number>('SELECT DISTINCT chunks.file FROM refs JOIN chunks ON chunks.id = refs.chunk WHERE refs.fold = ?').pluck().all(fold);

/** At most one more than a name may have. */
const definingFiles = (store: StoreDatabase, fold: number): number[] =>
  store
    .sql<number>(`SELECT DISTINCT file FROM chunks WHERE fold = ? AND symbol_kind IS NOT NULL LIMIT ${maxDefiningFiles + 1}`)
    .pluck()
    .all(fold);

/** Stores the counts, so that a warm start ranks alike. */
export function writeImportance(store: StoreDatabase, counts: LeaningCounts): void {
  store.write('storing importance', () => {
    store.sql('DELETE FROM importance').run();
    const insert = store.sql('INSERT INTO importance(file, users) VALUES(?, ?)');
    for (const [file, users] of counts) insert.run(file, users);
  });
}

export const readImportance = (store: StoreDatabase): LeaningCounts =>
  new Map(store.sql<[number, number]>('SELECT file, users FROM importance').raw().all());

/** What a commit changed of names, by name id. */
export interface NameChanges {
  /** Files that define or mention other names than before, or are gone. */
  readonly files: Set<number>;
  readonly names: Set<number>;
}

export interface ChunkNames {
  readonly defined: ReadonlySet<number>;
  readonly mentioned: ReadonlySet<number>;
}

/** Names of symbols that are chunks among these, and names that they mention. */
export function namesOfChunks(store: StoreDatabase, ids: readonly number[]): ChunkNames {
  if (ids.length === 0) return { defined: new Set(), mentioned: new Set() };
  const among = 'IN (SELECT value FROM json_each(?))';
  const list = JSON.stringify(ids);
  const defined = store.sql<number>(`SELECT DISTINCT fold FROM chunks WHERE symbol_kind IS NOT NULL AND fold IS NOT NULL AND id ${among}`);
  const mentioned = store.sql<number>(`SELECT DISTINCT fold FROM refs WHERE chunk ${among}`);
  return { defined: new Set(defined.pluck().all(list)), mentioned: new Set(mentioned.pluck().all(list)) };
}

/** Adds the names that only one of the two has. */
export function addChanges(changes: NameChanges, file: number, before: ChunkNames, after: ChunkNames): void {
  const own = [...differing(before.defined, after.defined), ...differing(before.mentioned, after.mentioned)];
  if (own.length === 0) return;
  changes.files.add(file);
  for (const name of own) changes.names.add(name);
}

function* differing(a: ReadonlySet<number>, b: ReadonlySet<number>): Generator<number> {
  for (const one of a) if (!b.has(one)) yield one;
  for (const one of b) if (!a.has(one)) yield one;
}

/** Brings the counts up to some changes. Null, and nothing is stored, where those are too many. Inside a transaction. */
export function updateImportance(store: StoreDatabase, { files, names }: NameChanges): LeaningCounts | null {
  if (names.size > maxNamesAtOnce) return null;
  const affected = new Set(files);
  // A name that one more file defines now has left all of them: its files are affected too.
  for (const name of names) for (const file of definingFiles(store, name)) affected.add(file);
  if (affected.size > maxFilesAtOnce) return null;
  const counts = new Map([...affected].map((file) => [file, countUsers(store, file)]));
  const insert = store.sql('INSERT OR REPLACE INTO importance(file, users) VALUES(?, ?)');
  const remove = store.sql('DELETE FROM importance WHERE file = ?');
  for (const [file, users] of counts) users > 0 ? insert.run(file, users) : remove.run(file);
  return counts;
}

function countUsers(store: StoreDatabase, file: number): number {
  const own = store
    .sql<number>(
      `SELECT DISTINCT fold FROM chunks JOIN names ON names.id = fold WHERE file = ? AND symbol_kind IS NOT NULL AND length(folded) > 2`,
    )
    .pluck()
    .all(file);
  const users = new Set<number>();
  for (const name of own) {
    const defining = definingFiles(store, name);
    if (defining.length > maxDefiningFiles) continue;
    for (const user of mentioningFiles(store, name)) if (!defining.includes(user)) users.add(user);
  }
  return users.size;
}
