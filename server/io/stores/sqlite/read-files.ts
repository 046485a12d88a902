/** Files as stored: rows, states, texts and counts. Reading only. */

import type { FileState } from '../../../core/indexing/ports.js';
import type { FileRecord, WorkspacePath } from '../../../core/model/file.js';
import type { MaskedInFile, MaskedPlace } from '../../../core/model/masked-place.js';
import type { IndexedPart } from '../../../core/model/path-report.js';
import type { StoreDatabase } from './store-database.js';
import { asFileRole, asTextOrigin } from './stored-kinds.js';

/** Columns that a file has wherever it is indexed. */
export interface FileColumns {
  readonly id: number;
  readonly path: string;
  readonly language: string;
  readonly role: string;
  readonly content_hash: string;
  readonly size_bytes: number;
  readonly mtime_ms: number;
  readonly lines: number;
  readonly indexed_at: number;
  readonly provenance: string;
  readonly problem: string | null;
}

interface FileRow extends FileColumns {
  readonly origin: string;
  readonly model: number;
}

export function readFile(store: StoreDatabase, path: WorkspacePath): FileRecord | null {
  const row = store.sql<FileRow>('SELECT * FROM files WHERE path=?').get(path);
  return row ? toRecord(row) : null;
}

/** What the index holds of a file, or of the files below a folder; '' for all. */
export function readIndexedAt(store: StoreDatabase, path: WorkspacePath): IndexedPart {
  // '0' follows '/' in ASCII: the range holds exactly the paths below the folder.
  return store
    .sql<IndexedPart>(
      `SELECT count(*) AS files, coalesce(sum(chunk_count), 0) AS chunks, coalesce(sum(problem IS NOT NULL), 0) AS skipped,
       min(indexed_at) AS since, max(indexed_at) AS until FROM files WHERE ? = '' OR path = ? OR (path > ? AND path < ?)`,
    )
    .get(path, path, `${path}/`, `${path}0`) as IndexedPart;
}

/** What is masked in the files, by path and line. */
export function readMasked(store: StoreDatabase): MaskedInFile[] {
  const rows = store.sql<{ path: string; masked: string }>('SELECT path, masked FROM files WHERE masked IS NOT NULL ORDER BY path').all();
  return rows.flatMap(({ path, masked }) => (JSON.parse(masked) as MaskedPlace[]).map((place) => ({ path, ...place })));
}

export const readFileText = (store: StoreDatabase, fileId: number): string | null =>
  store.sql<{ text: string }>('SELECT text FROM texts WHERE file=?').get(fileId)?.text ?? null;

export const readFiles = (store: StoreDatabase): Pick<FileRecord, 'id' | 'path' | 'language' | 'role'>[] =>
  store
    .sql<Pick<FileRow, 'id' | 'path' | 'language' | 'role'>>('SELECT id, path, language, role FROM files')
    .all()
    .map((row) => ({ ...row, role: asFileRole(row.role) }));

/** Changes with the files that there are: a file that is renamed has another id. */
export function readFilesState(store: StoreDatabase): string {
  // Ids of removed files are given to new ones: the same sum may be that of others, not the same sum of squares, too.
  const row = store.sql<[number, number, number]>('SELECT count(*), coalesce(sum(id), 0), coalesce(sum(id * id % 1000003), 0) FROM files');
  return (row.raw().get() as [number, number, number]).join(' ');
}

/** Ids of the files with these names, in any folder. Reads the index of paths once. */
export const readFilesNamed = (store: StoreDatabase, names: readonly string[]): number[] =>
  store
    .sql<number>(`SELECT id FROM files WHERE ${['0', ...names.map(() => "path = ? OR path GLOB '*/' || ?")].join(' OR ')} ORDER BY id`)
    .pluck()
    .all(...names.flatMap((name) => [name, name]));

/** By file id, in this order. */
export const readContentHashes = (store: StoreDatabase, ids: readonly number[]): string[] =>
  store
    .sql<string>('SELECT content_hash FROM files WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
    .pluck()
    .all(JSON.stringify(ids));

/** Texts by file id. @param containing only texts that contain it; SQLite ignores the case of ASCII letters */
export function readFileTexts(store: StoreDatabase, fileIds: readonly number[], containing: string | null): Map<number, string> {
  const like = containing === null ? '%' : `%${containing.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = store
    .sql<{ file: number; text: string }>(
      `SELECT file, text FROM texts WHERE file IN (SELECT value FROM json_each(?)) AND text LIKE ? ESCAPE '\\'`,
    )
    .all(JSON.stringify(fileIds), like);
  return new Map(rows.map(({ file, text }) => [file, text]));
}

/** Adds tags to those that a chunk has from its analysis. Inside a transaction. */
export function addTags(store: StoreDatabase, chunk: number, tags: readonly string[]): void {
  const meta = store.sql<string | null>('SELECT meta FROM chunks WHERE id=?').pluck().get(chunk);
  const known = meta ? (JSON.parse(meta) as { tags?: string[] }) : {};
  const all = [...new Set([...(known.tags ?? []), ...tags])];
  store.sql('UPDATE chunks SET meta=? WHERE id=?').run(JSON.stringify({ ...known, tags: all }), chunk);
}

/** Text and language of a file as stored; null where the index does not know it. */
export const readFileByPath = (store: StoreDatabase, path: WorkspacePath): { text: string; language: string } | null =>
  store
    .sql<{ text: string; language: string }>('SELECT text, language FROM files JOIN texts ON texts.file = files.id WHERE path=?')
    .get(path) ?? null;

/** The innermost chunk with parts at a line (0-based), and their hashes; without a line the file's first chunk that has any. */
export function readTextsAt(store: StoreDatabase, path: WorkspacePath, line: number | null): { chunk: number; hashes: string[] } | null {
  const chunk = store
    .sql<number>(
      `SELECT c.id FROM chunks c JOIN files f ON f.id = c.file WHERE f.path = ? AND EXISTS (SELECT 1 FROM parts WHERE parts.chunk = c.id)
       AND (? IS NULL OR (c.line_start <= ? AND c.line_end > ?))
       ORDER BY CASE WHEN ? IS NULL THEN c.id ELSE c.line_end - c.line_start END LIMIT 1`,
    )
    .pluck()
    .get(path, line, line, line, line);
  if (chunk === undefined) return null;
  const hashes = store.sql<string>('SELECT v.hash FROM parts p JOIN vectors v ON v.id = p.vector WHERE p.chunk = ? ORDER BY p.n').pluck();
  return { chunk, hashes: hashes.all(chunk) };
}

const stateColumns = 'SELECT id, path, content_hash, size_bytes, mtime_ms, origin, problem, model, vector_count FROM files';
type StateRow = FileRow & { readonly vector_count: number };

export function readFileState(store: StoreDatabase, path: WorkspacePath): FileState | null {
  const row = store.sql<StateRow>(`${stateColumns} WHERE path=?`).get(path);
  return row ? toState(row, store.state.modelId) : null;
}

export function readFileStates(store: StoreDatabase): Map<WorkspacePath, FileState> {
  const states = new Map<WorkspacePath, FileState>();
  for (const row of store.sql<StateRow>(stateColumns).iterate()) states.set(row.path, toState(row, store.state.modelId));
  return states;
}

/** A file whose vectors are of another model has no known content hash: it is analysed again. */
const toState = (row: StateRow, model: number): FileState => ({
  id: row.id,
  path: row.path,
  contentHash: row.model === model || row.vector_count === 0 ? row.content_hash : '',
  sizeBytes: row.size_bytes,
  mtimeMs: row.mtime_ms,
  origin: asTextOrigin(row.origin),
  problem: row.problem,
});

const toRecord = (row: FileRow): FileRecord => ({
  id: row.id,
  path: row.path,
  language: row.language,
  role: asFileRole(row.role),
  contentHash: row.content_hash,
  sizeBytes: row.size_bytes,
  mtimeMs: row.mtime_ms,
  lines: row.lines,
  indexedAt: row.indexed_at,
  origin: asTextOrigin(row.origin),
  provenance: row.provenance,
  problem: row.problem,
});

/** Of the file indexed last, milliseconds since the epoch; 0 where there is none. */
export const readLastIndexedAt = (store: StoreDatabase): number =>
  store.sql<number | null>('SELECT max(indexed_at) FROM files').pluck().get() ?? 0;

/** Hashes of one file's parts that have a vector of the current model. */
export const readPartHashes = (store: StoreDatabase, path: WorkspacePath): string[] =>
  store
    .sql<{ hash: string }>(
      `SELECT DISTINCT w.hash FROM files f
       JOIN chunks c ON c.file = f.id
       JOIN parts p ON p.chunk = c.id
       JOIN vectors v ON v.id = p.vector
       JOIN vectors w ON w.hash = v.hash AND w.model = ?
       WHERE f.path = ? AND f.content_hash <> ''`,
    )
    .all(store.state.modelId, path)
    .map((row) => row.hash);

export interface Counts {
  readonly files: number;
  readonly chunks: number;
  readonly vectors: number;
  readonly symbols: number;
  readonly references: number;
  readonly languages: Record<string, number>;
}

/** Sums over the rows of `files`; `vectors` are parts with a vector of the current model, `languages` counts files. */
export function readCounts(store: StoreDatabase): Counts {
  const rows = store
    .sql<{ language: string; files: number; chunks: number; vectors: number; symbols: number; refs: number }>(
      `SELECT language, count(*) AS files, sum(chunk_count) AS chunks, sum(iif(model = ?, vector_count, 0)) AS vectors,
       sum(symbol_count) AS symbols, sum(ref_count) AS refs FROM files GROUP BY language ORDER BY language`,
    )
    .all(store.state.modelId);
  const counts = { files: 0, chunks: 0, vectors: 0, symbols: 0, references: 0, languages: {} as Record<string, number> };
  for (const row of rows) {
    counts.files += row.files;
    counts.chunks += row.chunks;
    counts.vectors += row.vectors;
    counts.symbols += row.symbols;
    counts.references += row.refs;
    counts.languages[row.language] = row.files;
  }
  return counts;
}
