/**
 * Replaces and removes what the index holds of a file. Called inside a transaction.
 * Invariant: the only place that inserts or deletes chunks, edges, lexical rows and vectors of files.
 */
import { foldName } from '../../../core/chunking/words.js';
import type { AnalysedFile, Chunk } from '../../../core/model/chunk.js';
import type { WorkspacePath } from '../../../core/model/file.js';
import type { StoreDatabase, StoreState } from './store-database.js';
import { quantise } from './vector-codes.js';

/** Chunk ids `first` up to, not including, `end`. */
export interface ChunkRange {
  readonly first: number;
  readonly end: number;
}

interface OldFile {
  readonly id: number;
  readonly first_chunk: number;
  readonly chunk_count: number;
}

/** Replaces everything of one file; returns the range of its former chunks. `holes` counts parts that got no vector. */
export function replaceFile(store: StoreDatabase, state: StoreState, file: AnalysedFile, now: number): { old: ChunkRange; holes: number } {
  const known = store.sql<OldFile>('SELECT id, first_chunk, chunk_count FROM files WHERE path=?').get(file.path);
  const old = known ? rangeOf(known) : { first: 0, end: 0 };
  if (known) deleteRange(store, old);
  const first = state.nextChunk;
  state.nextChunk += file.chunks.length;
  const refs = insertRefs(store, state, file, first);
  const { stored, holes } = insertVectors(store, state, file, first);
  let symbols = 0;
  for (const chunk of file.chunks) if (chunk.symbolKind !== null) symbols++;
  const values = [
    file.language,
    file.role,
    // Where a vector is missing the file must be looked at again: no content has this hash.
    holes > 0 ? '' : file.contentHash,
    file.sizeBytes,
    file.mtimeMs,
    file.lines,
    now,
    file.origin,
    file.provenance,
    file.problem,
    state.modelId,
    first,
    file.chunks.length,
    symbols,
    refs,
    stored,
  ];
  let id: number;
  if (known) {
    id = known.id;
    store
      .sql(
        'UPDATE files SET language=?, role=?, content_hash=?, size_bytes=?, mtime_ms=?, lines=?, indexed_at=?, origin=?, provenance=?, problem=?, model=?, first_chunk=?, chunk_count=?, symbol_count=?, ref_count=?, vector_count=? WHERE id=?',
      )
      .run(...values, id);
  } else {
    id = Number(
      store
        .sql(
          'INSERT INTO files(path, language, role, content_hash, size_bytes, mtime_ms, lines, indexed_at, origin, provenance, problem, model, first_chunk, chunk_count, symbol_count, ref_count, vector_count) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)',
        )
        .run(file.path, ...values).lastInsertRowid,
    );
  }
  store.sql('INSERT OR REPLACE INTO texts(file, text) VALUES(?, ?)').run(id, file.text);
  for (let i = 0; i < file.chunks.length; i++) insertChunk(store, state, file.chunks[i] as Chunk, first + i, first, id);
  const insertWords = store.sql('INSERT INTO lexical(rowid, path, name, signature, body) VALUES(?,?,?,?,?)');
  const rows = Math.min(file.lexical.length, file.chunks.length);
  for (let i = 0; i < rows; i++) {
    const words = file.lexical[i]!;
    insertWords.run(first + i, words.path, words.name, words.signature, words.body);
  }
  return { old, holes };
}

/** Removes a file and everything of it; null where the index does not know it. */
export function removeFile(store: StoreDatabase, path: WorkspacePath): ChunkRange | null {
  const known = store.sql<OldFile>('SELECT id, first_chunk, chunk_count FROM files WHERE path=?').get(path);
  if (!known) return null;
  const range = rangeOf(known);
  deleteRange(store, range);
  store.sql('DELETE FROM texts WHERE file=?').run(known.id);
  store.sql('DELETE FROM files WHERE id=?').run(known.id);
  return range;
}

const rangeOf = (file: OldFile): ChunkRange => ({ first: file.first_chunk, end: file.first_chunk + file.chunk_count });

function deleteRange(store: StoreDatabase, { first, end }: ChunkRange): void {
  if (end <= first) return;
  store.sql('DELETE FROM lexical WHERE rowid >= ? AND rowid < ?').run(first, end);
  store.sql('DELETE FROM refs WHERE chunk >= ? AND chunk < ?').run(first, end);
  store.sql('DELETE FROM parts WHERE chunk >= ? AND chunk < ?').run(first, end);
  store.sql('DELETE FROM chunks WHERE id >= ? AND id < ?').run(first, end);
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

function insertChunk(store: StoreDatabase, state: StoreState, chunk: Chunk, id: number, first: number, file: number): void {
  store
    .sql('INSERT INTO chunks VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)')
    .run(
      id,
      file,
      chunk.key,
      chunk.kind,
      chunk.parent >= 0 ? first + chunk.parent : null,
      chunk.name,
      foldId(store, state, chunk.name),
      chunk.qualifiedName === chunk.name ? null : chunk.qualifiedName,
      chunk.symbolKind,
      chunk.span.start,
      chunk.span.end,
      chunk.lines.start,
      chunk.lines.end,
      chunk.nameSpan?.start ?? null,
      chunk.nameSpan?.end ?? null,
      chunk.bodySpan?.start ?? null,
      chunk.bodySpan?.end ?? null,
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

/** References of the top level belong to the module chunk, or to the first where there is none. Returns how many were stored. */
function insertRefs(store: StoreDatabase, state: StoreState, file: AnalysedFile, first: number): number {
  if (file.chunks.length === 0) return 0;
  const insert = store.sql('INSERT INTO refs(chunk, n, fold, name, kind, line, module) VALUES(?,?,?,?,?,?,?)');
  const top = Math.max(
    0,
    file.chunks.findIndex((chunk) => chunk.kind === 'module'),
  );
  let n = 0;
  for (const ref of file.references) {
    const from = ref.from >= 0 && ref.from < file.chunks.length ? ref.from : top;
    // A path alone, as in `import './side-effect'`, has no name: it is known by the last segment of its module.
    const name = ref.name || ref.module || '';
    const fold = foldId(store, state, ref.name || name.slice(name.lastIndexOf('/') + 1));
    if (fold === null) continue;
    insert.run(first + from, n++, fold, name, ref.kind, ref.line, ref.module ?? null);
  }
  return n;
}

function insertVectors(store: StoreDatabase, state: StoreState, file: AnalysedFile, first: number): { stored: number; holes: number } {
  const find = store.sql<{ id: number }>('SELECT id FROM vectors WHERE hash=? AND model=?');
  const insertVector = store.sql('INSERT INTO vectors(id, model, hash, scale, codes) VALUES(?,?,?,?,?)');
  const insertPart = store.sql('INSERT INTO parts(chunk, n, vector) VALUES(?,?,?)');
  const { dimensions, modelId } = state;
  let stored = 0;
  let holes = 0;
  for (let i = 0; i < file.parts.length; i++) {
    const part = file.parts[i]!;
    if (part.chunk < 0 || part.chunk >= file.chunks.length) continue;
    let id = find.get(part.hash, modelId)?.id;
    if (id === undefined && part.text !== undefined && file.vectors && file.vectors.length >= (i + 1) * dimensions) {
      const vector = quantise(file.vectors, i * dimensions, dimensions);
      if (vector) {
        id = state.nextVector++;
        insertVector.run(id, modelId, part.hash, vector.scale, vector.codes);
      }
    }
    if (id === undefined) {
      // Said to be known, but collected in the meantime. (With its text, it simply has no usable vector.)
      if (part.text === undefined) holes++;
      continue;
    }
    insertPart.run(first + part.chunk, i, id);
    stored++;
  }
  return { stored, holes };
}
