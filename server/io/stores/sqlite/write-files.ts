/**
 * Replaces and removes what the index holds of a file, chunk by chunk: what an edit leaves as it was is not written
 * again. Called inside a transaction.
 * Invariant: the only place that inserts or deletes chunks, edges, lexical rows and vectors of files.
 */
import { ownerOf } from '../../../core/chunking/mark-chunks.js';
import { foldName } from '../../../core/chunking/words.js';
import type { AnalysedFile, Chunk, EmbeddingPart } from '../../../core/model/chunk.js';
import { type FileDifference, positionColumns, positionsOf } from './diff-file.js';
import type { StoreDatabase, StoreState } from './store-database.js';
import { quantise } from './vector-codes.js';

const fileColumns = [
  'language',
  'role',
  'content_hash',
  'size_bytes',
  'mtime_ms',
  'lines',
  'indexed_at',
  'origin',
  'provenance',
  'problem',
  'model',
  'chunk_count',
  'symbol_count',
  'ref_count',
  'vector_count',
  'masked',
];
const setAll = (columns: readonly string[]) => columns.map((column) => `${column}=?`).join(', ');
const insertFileSql = `INSERT INTO files(path, ${fileColumns.join(', ')}) VALUES(?${', ?'.repeat(fileColumns.length)})`;
const updateFileSql = `UPDATE files SET ${setAll(fileColumns)} WHERE id=?`;
const moveChunkSql = `UPDATE chunks SET parent=?, ${setAll(positionColumns)} WHERE id=?`;
const insertChunkSql = `INSERT INTO chunks VALUES(?${',?'.repeat(21)})`;
const rewriteChunkSql = `INSERT OR REPLACE INTO chunks VALUES(?${',?'.repeat(21)})`;

/** Writes one file's difference; returns the file's id. */
export function replaceFile(store: StoreDatabase, state: StoreState, difference: FileDifference, now: number): number {
  const { file, known, isTrusted, ids, changes, gone } = difference;
  const left = { refs: 0, vectors: 0 };
  for (const { id } of gone) {
    deleteContent(store, id, left);
    store.sql('DELETE FROM chunks WHERE id=?').run(id);
  }
  const written = changes.map((change) => change === 'rewritten' || change === 'inserted');
  for (let i = 0; i < ids.length; i++) if (changes[i] === 'rewritten') deleteContent(store, ids[i] as number, left);
  const refs = insertRefs(store, state, file, ids, written);
  const { stored, holes } = insertVectors(store, state, difference, written);
  let symbols = 0;
  for (const chunk of file.chunks) if (chunk.symbolKind !== null) symbols++;
  const values = [
    file.language,
    file.role,
    // Where a vector is missing the file must be analysed again: no content has this hash.
    holes > 0 ? '' : file.contentHash,
    file.sizeBytes,
    file.mtimeMs,
    file.lines,
    now,
    file.origin,
    file.provenance,
    file.problem,
    state.modelId,
    file.chunks.length,
    symbols,
    (isTrusted && known ? known.ref_count - left.refs : 0) + refs,
    (isTrusted && known ? known.vector_count - left.vectors : 0) + stored,
    file.masked === null ? (known?.masked ?? null) : file.masked.length > 0 ? JSON.stringify(file.masked) : null,
  ];
  const id = known?.id ?? Number(store.sql(insertFileSql).run(file.path, ...values).lastInsertRowid);
  if (known) store.sql(updateFileSql).run(...values, id);
  store.sql('INSERT OR REPLACE INTO texts(file, text) VALUES(?, ?)').run(id, file.text);
  const insertWords = store.sql('INSERT INTO lexical(rowid, path, name, signature, body) VALUES(?,?,?,?,?)');
  for (const [i, chunk] of file.chunks.entries()) {
    const chunkId = ids[i] as number;
    const parent = chunk.parent >= 0 ? (ids[chunk.parent] as number) : null;
    if (written[i]) {
      const sql = changes[i] === 'inserted' ? insertChunkSql : rewriteChunkSql;
      writeChunk(store, state, sql, chunk, chunkId, parent, id, file.marks[i] as number);
      const words = file.lexical[i];
      if (words) insertWords.run(chunkId, words.path, words.name, words.signature, words.body);
    } else if (changes[i] === 'moved') store.sql(moveChunkSql).run(parent, ...positionsOf(chunk), chunkId);
  }
  return id;
}

/** Removes a file and everything of it. @param chunks ids of all that it has. */
export function removeFile(store: StoreDatabase, file: number, chunks: readonly number[]): void {
  for (const id of chunks) deleteContent(store, id, { refs: 0, vectors: 0 });
  store.sql('DELETE FROM chunks WHERE file=?').run(file);
  store.sql('DELETE FROM texts WHERE file=?').run(file);
  store.sql('DELETE FROM importance WHERE file=?').run(file);
  store.sql('DELETE FROM files WHERE id=?').run(file);
}

/** What hangs on a chunk: words, mentions, parts. Counts what went. */
function deleteContent(store: StoreDatabase, chunk: number, left: { refs: number; vectors: number }): void {
  store.sql('DELETE FROM lexical WHERE rowid=?').run(chunk);
  left.refs += store.sql('DELETE FROM refs WHERE chunk=?').run(chunk).changes;
  left.vectors += store.sql('DELETE FROM parts WHERE chunk=?').run(chunk).changes;
}

/** Id of what a name folds to, made where it is new; null for a name without letters or digits. */
function foldId(store: StoreDatabase, state: StoreState, name: string): number | null {
  const known = state.names.get(name);
  if (known !== undefined) return known;
  const folded = foldName(name);
  if (!folded) return null;
  const row = store.sql<{ id: number }>('SELECT id FROM names WHERE folded=?').get(folded);
  const id = row ? row.id : Number(store.sql('INSERT INTO names(folded) VALUES(?)').run(folded).lastInsertRowid);
  state.names.set(name, id);
  return id;
}

function writeChunk(
  store: StoreDatabase,
  state: StoreState,
  sql: string,
  chunk: Chunk,
  id: number,
  parent: number | null,
  file: number,
  mark: number,
): void {
  store
    .sql(sql)
    .run(
      id,
      file,
      chunk.key,
      mark,
      chunk.kind,
      parent,
      chunk.name,
      foldId(store, state, chunk.name),
      chunk.qualifiedName === chunk.name ? null : chunk.qualifiedName,
      chunk.symbolKind,
      ...positionsOf(chunk),
      chunk.tokens,
      chunk.signature || null,
      chunk.doc || null,
      isEmpty(chunk.meta) ? null : JSON.stringify(chunk.meta),
    );
}

function isEmpty(value: object): boolean {
  for (const key in value) if ((value as Record<string, unknown>)[key] !== undefined) return false;
  return true;
}

/** Mentions of the chunks that are written; returns how many were stored. */
function insertRefs(
  store: StoreDatabase,
  state: StoreState,
  file: AnalysedFile,
  ids: readonly number[],
  written: readonly boolean[],
): number {
  const insert = store.sql('INSERT INTO refs(chunk, n, fold, name, kind, line, module, arguments) VALUES(?,?,?,?,?,?,?,?)');
  const counts = new Map<number, number>();
  let stored = 0;
  for (const ref of file.references) {
    const from = ownerOf(ref, file.chunks);
    if (!written[from]) continue;
    // A path alone, as in `import './side-effect'`, has no name: it is known by the last segment of its module.
    const name = ref.name || ref.module || '';
    const fold = foldId(store, state, ref.name || name.slice(name.lastIndexOf('/') + 1));
    if (fold === null) continue;
    const n = counts.get(from) ?? 0;
    counts.set(from, n + 1);
    insert.run(
      ids[from],
      n,
      fold,
      name,
      ref.kind,
      ref.line - (file.chunks[from] as Chunk).lines.start,
      ref.module ?? ref.qualifier ?? null,
      ref.arguments ?? null,
    );
    stored++;
  }
  return stored;
}

/** Parts of the chunks that are written, with their vectors where those are new. `holes` counts parts that got no vector. */
function insertVectors(
  store: StoreDatabase,
  state: StoreState,
  { file, ids, isTrusted }: FileDifference,
  written: readonly boolean[],
): { stored: number; holes: number } {
  const insertPart = store.sql('INSERT INTO parts(chunk, n, vector) VALUES(?,?,?)');
  const counts = new Map<number, number>();
  let stored = 0;
  let holes = 0;
  for (const [i, part] of file.parts.entries()) {
    if (!written[part.chunk]) continue;
    const vector = vectorId(store, state, file, part, i, isTrusted ? 'kept' : 'replaced');
    if (vector === null) {
      // Was known, but has been deleted since. (With its text, it simply has no usable vector.)
      if (part.text === undefined) holes++;
      continue;
    }
    const n = counts.get(part.chunk) ?? 0;
    counts.set(part.chunk, n + 1);
    insertPart.run(ids[part.chunk], n, vector);
    stored++;
  }
  return { stored, holes };
}

/** The stored vector of a part, stored now where it is new; null where there is none. @param known what becomes of one that is stored */
function vectorId(
  store: StoreDatabase,
  state: StoreState,
  file: AnalysedFile,
  part: EmbeddingPart,
  row: number,
  known: 'kept' | 'replaced',
): number | null {
  const { dimensions, modelId } = state;
  const stored = store.sql<number>('SELECT id FROM vectors WHERE hash=? AND model=?').pluck().get(part.hash, modelId);
  if (stored !== undefined && known === 'kept') return stored;
  if (part.text === undefined || !file.vectors || file.vectors.length < (row + 1) * dimensions) return stored ?? null;
  const vector = quantise(file.vectors, row * dimensions, dimensions);
  if (!vector) return stored ?? null;
  if (stored !== undefined) {
    store.sql('UPDATE vectors SET scale=?, codes=? WHERE id=?').run(vector.scale, vector.codes, stored);
    return stored;
  }
  const id = state.nextVector++;
  store.sql('INSERT INTO vectors(id, model, hash, scale, codes) VALUES(?,?,?,?,?)').run(id, modelId, part.hash, vector.scale, vector.codes);
  return id;
}
