/**
 * How much the other files of a workspace lean on each file: the number of files that mention a name which this file,
 * alone or nearly alone, defines. Names show this without a compiler, if common ones are excluded.
 */
import { nextTurn } from '../../../util/next-turn.js';
import type { StoreDatabase } from './store-database.js';

/** A name defined in more files than this refers to none of them in particular. */
const maxDefiningFiles = 3;
/** Names counted in one step: a few milliseconds. */
const stepNames = 400;

/** File id to importance, 0 to 1 (logarithmic, 1 for the file that most others lean on). Null where it was interrupted. */
export async function measureImportance(store: StoreDatabase, signal: AbortSignal): Promise<Map<number, number> | null> {
  const { databaseId } = store.state;
  const last = store.guard('measuring importance', () => store.sql<number>('SELECT coalesce(max(id), 0) FROM names').pluck().get() ?? 0);
  const defining = store.sql<[number, number]>(
    `SELECT DISTINCT fold, file FROM chunks WHERE fold > ? AND fold <= ? AND symbol_kind IS NOT NULL
     AND fold IN (SELECT id FROM names WHERE id > ? AND id <= ? AND length(folded) > 2)`,
  );
  const mentioning = store.sql<number>('SELECT DISTINCT chunks.file FROM refs JOIN chunks ON chunks.id = refs.chunk WHERE refs.fold = ?');
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
        const users = mentioning.pluck().all(fold);
        for (const file of files) {
          let set = leaning.get(file);
          if (!set) leaning.set(file, (set = new Set()));
          for (const user of users) if (!files.includes(user)) set.add(user);
        }
      }
    });
    await nextTurn();
  }
  let most = 1;
  for (const set of leaning.values()) most = Math.max(most, set.size);
  return new Map([...leaning].map(([file, set]) => [file, Math.log1p(set.size) / Math.log1p(most)]));
}

/** Stores the figures, so that a warm start ranks as the last pass did. */
export function writeImportance(store: StoreDatabase, importance: ReadonlyMap<number, number>): void {
  store.write('storing importance', () => {
    store.sql('DELETE FROM importance').run();
    const insert = store.sql('INSERT INTO importance(file, value) VALUES(?, ?)');
    for (const [file, value] of importance) if (value > 0) insert.run(file, value);
  });
}

export const readImportance = (store: StoreDatabase): Map<number, number> =>
  new Map(store.sql<[number, number]>('SELECT file, value FROM importance').raw().all());
