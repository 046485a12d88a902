/**
 * Vectors of models besides the base (the embedded model), whose own vectors come with every file. Both are found by the
 * hash of their text. `models.covered` is the base vector up to which a model has everything: base vectors get ever greater
 * ids, so what is new is what lies above.
 */
import type { MissingSlice } from '../../../core/embedding/model-store.js';
import type { ModelId, StoredModel } from '../../../core/embedding/model-switch.js';
import type { Cost } from '../../../core/model/model-status.js';
import { nextTurn } from '../../../util/next-turn.js';
import type { StoreDatabase, StoreState } from './store-database.js';
import { quantise } from './vector-codes.js';

/** Base vectors compared in one step: some milliseconds. */
const stepRows = 2_000;

/** Id of a model, made where it is new. Inside a transaction. */
function idOf(store: StoreDatabase, { name, dimensions }: ModelId): number {
  const known = findModel(store, { name, dimensions });
  if (known !== null) return known;
  return Number(
    store.sql('INSERT INTO models(name, dimensions, used_at) VALUES(?, ?, ?)').run(name, dimensions, Date.now()).lastInsertRowid,
  );
}

export const findModel = (store: StoreDatabase, { name, dimensions }: ModelId): number | null =>
  store.sql<{ id: number }>('SELECT id FROM models WHERE name=? AND dimensions=?').get(name, dimensions)?.id ?? null;

/** Models besides the base that there are vectors of. */
export function readModels(store: StoreDatabase): StoredModel[] {
  const others = store
    .sql<{ id: number; name: string; dimensions: number; complete: number }>(
      'SELECT id, name, dimensions, complete FROM models WHERE id <> ?',
    )
    .all(store.state.modelId);
  if (others.length === 0) return [];
  const counts = new Map(
    store
      .sql<{ model: number; vectors: number }>('SELECT model, count(*) AS vectors FROM vectors GROUP BY model')
      .all()
      .map(({ model, vectors }) => [model, vectors]),
  );
  return others
    .map(({ id, name, dimensions, complete }) => ({ name, dimensions, complete: complete === 1, vectors: counts.get(id) ?? 0 }))
    .filter(({ vectors }) => vectors > 0);
}

/**
 * The next texts without a vector, at most `limit`. Base vectors that nothing uses are deleted on the way and handed to
 * `onRemoved`: had they been passed over, a text that comes back would be taken for covered.
 */
export function missingParts(
  store: StoreDatabase,
  model: ModelId,
  limit: number,
  onRemoved: (ids: readonly number[]) => void,
): MissingSlice | null {
  const id = findModel(store, model) ?? -1;
  const covered = store.sql<number>('SELECT covered FROM models WHERE id=?').pluck().get(id) ?? 0;
  const candidates = store.sql<{ id: number; hash: string }>(
    `SELECT id, hash FROM vectors b WHERE b.id > ? AND b.id <= ? AND b.model = ?
     AND NOT EXISTS (SELECT 1 FROM vectors w WHERE w.hash = b.hash AND w.model = ?) ORDER BY b.id LIMIT ?`,
  );
  const pathOf = store.sql<{ path: string }>(
    `SELECT f.path FROM parts p JOIN chunks c ON c.id = p.chunk JOIN files f ON f.id = c.file WHERE p.vector = ? LIMIT 1`,
  );
  const parts: { hash: string; path: string }[] = [];
  let upTo = covered;
  const last = store.state.nextVector - 1;
  while (parts.length < limit && upTo < last) {
    const wanted = limit - parts.length;
    const end = Math.min(last, upTo + stepRows);
    const rows = candidates.all(upTo, end, store.state.modelId, id, wanted);
    const dead: number[] = [];
    for (const row of rows) {
      const path = pathOf.get(row.id)?.path;
      if (path === undefined) dead.push(row.id);
      else parts.push({ hash: row.hash, path });
    }
    if (dead.length > 0) {
      store.write('dropping vectors that nothing uses', () => {
        for (const vector of dead) store.sql('DELETE FROM vectors WHERE id=?').run(vector);
      });
      onRemoved(dead);
    }
    upTo = rows.length < wanted ? end : (rows[rows.length - 1] as { id: number }).id;
  }
  if (parts.length > 0) return { parts, upTo };
  if (upTo > covered && id >= 0) markCovered(store, model, upTo);
  return null;
}

export function markCovered(store: StoreDatabase, model: ModelId, upTo: number): void {
  store.write('vectors of a model', () => {
    store.sql('UPDATE models SET covered = max(covered, ?) WHERE id=?').run(upTo, idOf(store, model));
  });
}

export async function countMissing(
  store: StoreDatabase,
  model: ModelId,
  signal: AbortSignal,
): Promise<{ total: number; missing: number } | null> {
  const id = store.guard('a model', () => findModel(store, model)) ?? -1;
  const sums = store.sql<{ total: number; missing: number }>(
    `SELECT count(*) AS total, coalesce(sum(NOT EXISTS (SELECT 1 FROM vectors w WHERE w.hash = b.hash AND w.model = ?)), 0) AS missing
     FROM vectors b WHERE b.id > ? AND b.id <= ? AND b.model = ? AND EXISTS (SELECT 1 FROM parts WHERE parts.vector = b.id)`,
  );
  const { databaseId, nextVector, modelId } = store.state;
  let [total, missing] = [0, 0];
  for (let after = 0; after < nextVector; after += stepRows) {
    if (signal.aborted || store.state.databaseId !== databaseId) return null;
    const row = store.guard('counting vectors', () => sums.get(id, after, after + stepRows, modelId));
    total += row?.total ?? 0;
    missing += row?.missing ?? 0;
    await nextTurn();
  }
  return { total, missing };
}

export const isHashUsed = (store: StoreDatabase, hash: string): boolean =>
  store
    .sql('SELECT 1 FROM vectors b WHERE b.hash=? AND b.model=? AND EXISTS (SELECT 1 FROM parts WHERE parts.vector = b.id)')
    .get(hash, store.state.modelId) !== undefined;

interface Coded {
  readonly hash: string;
  readonly scale: number;
  readonly codes: Uint8Array;
}

/** Stores vectors of hashes that have none of the model; returns their number. Inside a transaction. */
export function insertCoded(store: StoreDatabase, state: StoreState, model: ModelId, rows: readonly Coded[]): number {
  const id = idOf(store, model);
  const insert = store.sql('INSERT OR IGNORE INTO vectors(id, model, hash, scale, codes) VALUES(?,?,?,?,?)');
  let added = 0;
  for (const { hash, scale, codes } of rows) {
    if (insert.run(state.nextVector, id, hash, scale, codes).changes === 0) continue;
    state.nextVector++;
    added++;
  }
  return added;
}

/** Row i of `vectors` belongs to `hashes[i]`; null: a vector that nothing is similar to. */
export function codedRows(model: ModelId, hashes: readonly string[], vectors: Float32Array | null): Coded[] {
  const { dimensions } = model;
  return hashes.map((hash, i) => {
    const coded = vectors && quantise(vectors, i * dimensions, dimensions);
    return coded ? { hash, ...coded } : { hash, scale: 0, codes: new Uint8Array(dimensions) };
  });
}

export function markModelComplete(store: StoreDatabase, model: ModelId): void {
  store.write('a model is complete', () => {
    store.sql('UPDATE models SET complete = 1 WHERE id=?').run(idOf(store, model));
  });
}

/** When models were last used, milliseconds since the epoch. */
export function markModelUsed(store: StoreDatabase, model: ModelId, now: number): void {
  store.write('a model serves', () => {
    store.sql('UPDATE models SET used_at = ? WHERE id=?').run(now, idOf(store, model));
  });
}

type Role = 'embedding' | 'reranker';

export function addSpent(store: StoreDatabase, role: Role, name: string, cost: Cost): void {
  store.write('what a provider has cost', () => {
    store
      .sql(
        `INSERT INTO spent VALUES(?,?,?,?,?,?,?,?) ON CONFLICT(role, name) DO UPDATE SET requests = requests + excluded.requests,
         retries = retries + excluded.retries, failures = failures + excluded.failures, texts = texts + excluded.texts,
         tokens = tokens + excluded.tokens, money = money + excluded.money`,
      )
      .run(role, name, cost.requests, cost.retries, cost.failures, cost.texts, cost.tokens, cost.money);
  });
}

export const readSpent = (store: StoreDatabase): { role: Role; name: string; cost: Cost }[] =>
  store
    .sql<Cost & { role: Role; name: string }>('SELECT * FROM spent ORDER BY role, name')
    .all()
    .map(({ role, name, requests, retries, failures, texts, tokens, money }) => ({
      role,
      name,
      cost: { requests, retries, failures, texts, tokens, money },
    }));

/** Models besides the base, with the time they last served. */
export const modelsLastUsed = (store: StoreDatabase): (ModelId & { readonly usedAt: number })[] =>
  store
    .sql<{ name: string; dimensions: number; used_at: number }>('SELECT name, dimensions, used_at FROM models WHERE id <> ?')
    .all(store.state.modelId)
    .map(({ name, dimensions, used_at: usedAt }) => ({ name, dimensions, usedAt }));

/** Deletes all vectors of a model, in small steps. */
export async function dropModel(store: StoreDatabase, model: ModelId, signal: AbortSignal): Promise<void> {
  const id = store.guard('a model', () => findModel(store, model));
  if (id === null) return;
  const { databaseId, nextVector } = store.state;
  for (let after = 0; after < nextVector && !signal.aborted && store.state.databaseId === databaseId; after += stepRows) {
    store.write('dropping a model', () =>
      store.sql('DELETE FROM vectors WHERE id > ? AND id <= ? AND model = ?').run(after, after + stepRows, id),
    );
    await nextTurn();
  }
  if (!signal.aborted && store.state.databaseId === databaseId)
    store.write('dropping a model', () => store.sql('DELETE FROM models WHERE id = ?').run(id));
}

/**
 * Deletes vectors whose text no base vector has any more, the oldest first, until at most `keep` are left: they were paid
 * for, and a branch or an undone edit may bring their text back. Gives the ids that went.
 */
export async function collectModelVectors(store: StoreDatabase, model: ModelId, keep: number, signal: AbortSignal): Promise<number[]> {
  const id = store.guard('a model', () => findModel(store, model));
  if (id === null) return [];
  const orphans: number[] = [];
  const select = store.sql<number>(
    `SELECT id FROM vectors w WHERE w.id > ? AND w.id <= ? AND w.model = ?
     AND NOT EXISTS (SELECT 1 FROM vectors b WHERE b.hash = w.hash AND b.model = ?)`,
  );
  const { databaseId, nextVector, modelId } = store.state;
  for (let after = 0; after < nextVector; after += stepRows) {
    if (signal.aborted || store.state.databaseId !== databaseId) return [];
    orphans.push(...store.guard('collecting vectors', () => select.pluck().all(after, after + stepRows, id, modelId)));
    await nextTurn();
  }
  const gone = orphans.slice(0, Math.max(0, orphans.length - keep));
  for (let at = 0; at < gone.length && !signal.aborted; at += 200) {
    store.write('collecting vectors', () => {
      for (const vector of gone.slice(at, at + 200)) store.sql('DELETE FROM vectors WHERE id=?').run(vector);
    });
    await nextTurn();
  }
  return signal.aborted ? [] : gone;
}
