/** Takes vectors of a model from another index, by the hash of their text: nothing is embedded twice because roots came or went. */
import Database from 'better-sqlite3';
import type { ModelId } from '../../../core/embedding/model-switch.js';
import { nextTurn } from '../../../util/next-turn.js';
import { schemaVersion } from '../sqlite/schema.js';
import type { StoreDatabase } from '../sqlite/store-database.js';
import { findModel, insertCoded } from '../sqlite/vectors-by-model.js';

/** Base vectors looked at in one step: some milliseconds. */
const stepRows = 1_000;

/** Gives how many were new. An index of another version, or one that cannot be read, has none. */
export async function copyVectorsFrom(store: StoreDatabase, model: ModelId, file: string, signal: AbortSignal): Promise<number> {
  let other: Database.Database | null = null;
  try {
    other = new Database(file, { readonly: true, timeout: 1_000 });
    if (other.pragma('user_version', { simple: true }) !== schemaVersion) return 0;
    const theirs = other.prepare('SELECT id FROM models WHERE name=? AND dimensions=?').pluck().get(model.name, model.dimensions);
    if (typeof theirs !== 'number') return 0;
    const vector = other.prepare<[string, number], { scale: number; codes: Buffer }>(
      'SELECT scale, codes FROM vectors WHERE hash=? AND model=?',
    );
    const { databaseId, nextVector, modelId } = store.state;
    let added = 0;
    for (let after = 0; after < nextVector && !signal.aborted && store.state.databaseId === databaseId; after += stepRows) {
      const missing = store.guard('missing vectors', () =>
        store
          .sql<string>(
            `SELECT b.hash FROM vectors b WHERE b.id > ? AND b.id <= ? AND b.model = ?
             AND NOT EXISTS (SELECT 1 FROM vectors w WHERE w.hash = b.hash AND w.model = ?)`,
          )
          .pluck()
          .all(after, after + stepRows, modelId, findModel(store, model) ?? -1),
      );
      const rows = missing.flatMap((hash) => {
        const row = vector.get(hash, theirs);
        return row ? [{ hash, ...row }] : [];
      });
      if (rows.length > 0) added += store.write('vectors of another index', (state) => insertCoded(store, state, model, rows));
      await nextTurn();
    }
    return added;
  } catch {
    // Deleted, damaged or in use by a version that locks it: then these texts are embedded.
    return 0;
  } finally {
    other?.close();
  }
}
