/** Reads vectors and files for an export, and stores those of an import. Texts of open documents are not exported. */
import type { ExportedFile, StoredVector } from '../../../core/embedding/archive-ports.js';
import type { ModelId } from '../../../core/embedding/model-switch.js';
import type { StoreDatabase } from './store-database.js';
import { findModel, insertCoded } from './vectors-by-model.js';

const filesPerSlice = 500;
const vectorsPerSlice = 1_000;

export function* exportedFiles(store: StoreDatabase): Generator<readonly ExportedFile[]> {
  for (let after = 0; ; ) {
    const rows = store.guard('exporting files', () =>
      store
        .sql<{ id: number; path: string; content_hash: string }>(
          "SELECT id, path, content_hash FROM files WHERE id > ? AND origin = 'disk' ORDER BY id LIMIT ?",
        )
        .all(after, filesPerSlice),
    );
    if (rows.length === 0) return;
    after = (rows[rows.length - 1] as { id: number }).id;
    const hashes = store
      .sql<string>('SELECT DISTINCT v.hash FROM chunks c JOIN parts p ON p.chunk = c.id JOIN vectors v ON v.id = p.vector WHERE c.file = ?')
      .pluck();
    yield rows.map(({ id, path, content_hash: contentHash }) => ({ path, contentHash, parts: hashes.all(id) }));
  }
}

export function* exportedVectors(store: StoreDatabase, model: ModelId): Generator<readonly StoredVector[]> {
  const id = store.guard('a model', () => findModel(store, model));
  if (id === null) return;
  const isSaved = `EXISTS (SELECT 1 FROM parts p JOIN chunks c ON c.id = p.chunk JOIN files f ON f.id = c.file
    WHERE p.vector = b.id AND f.origin = 'disk')`;
  const select = store.sql<{ id: number; hash: string; scale: number; codes: Buffer }>(
    `SELECT v.id, v.hash, v.scale, v.codes FROM vectors v JOIN vectors b ON b.hash = v.hash AND b.model = ?
     WHERE v.id > ? AND v.model = ? AND ${isSaved} ORDER BY v.id LIMIT ?`,
  );
  for (let after = 0; ; ) {
    const rows = store.guard('exporting vectors', () => select.all(store.state.modelId, after, id, vectorsPerSlice));
    if (rows.length === 0) return;
    after = (rows[rows.length - 1] as { id: number }).id;
    yield rows.map(({ hash, scale, codes }) => ({ hash, scale, codes: new Int8Array(codes.buffer, codes.byteOffset, codes.length) }));
  }
}

/** Stores vectors of hashes that have none of the model; returns their number. */
export const importVectors = (store: StoreDatabase, model: ModelId, vectors: readonly StoredVector[]): number =>
  store.write('importing vectors', (state) =>
    insertCoded(
      store,
      state,
      model,
      vectors.map(({ hash, scale, codes }) => ({ hash, scale, codes: Buffer.from(codes.buffer, codes.byteOffset, codes.length) })),
    ),
  );

/** Remembers which texts the files of an export have, until a full pass has used that. */
export function importFiles(store: StoreDatabase, files: readonly ExportedFile[]): void {
  store.write('importing files', () => {
    const insert = store.sql('INSERT OR REPLACE INTO imported(path, hashes) VALUES(?, ?)');
    for (const { path, parts } of files) insert.run(path, parts.join(' '));
  });
}

/** Hashes of a file by an import, those that have vectors of the base. */
export function importedParts(store: StoreDatabase, path: string): string[] {
  const hashes = store.sql<{ hashes: string }>('SELECT hashes FROM imported WHERE path=?').get(path)?.hashes;
  if (!hashes) return [];
  const has = store.sql('SELECT 1 FROM vectors WHERE hash=? AND model=?');
  return hashes.split(' ').filter((hash) => has.get(hash, store.state.modelId) !== undefined);
}

export const hasImported = (store: StoreDatabase): boolean => store.sql('SELECT 1 FROM imported LIMIT 1').get() !== undefined;
export const forgetImported = (store: StoreDatabase): void => {
  store.sql('DELETE FROM imported').run();
};

/** Texts in use whose vector of a model has an id from `first` up to, not including, `end`. */
export const countReused = (store: StoreDatabase, model: ModelId, first: number, end: number): number =>
  store
    .sql<number>(
      `SELECT count(*) FROM vectors v JOIN vectors b ON b.hash = v.hash AND b.model = ? JOIN parts ON parts.vector = b.id
       WHERE v.id >= ? AND v.id < ? AND v.model = ?`,
    )
    .pluck()
    .get(store.state.modelId, first, end, findModel(store, model) ?? -1) ?? 0;
