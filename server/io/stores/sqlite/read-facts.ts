/** What edge indexing reads: which files are due, and of one file all that facts are joined with. Reading only. */

import { foldName } from '../../../core/chunking/words.js';
import type { PlacedChunk } from '../../../core/code-graph/chunk-map.js';
import type { DueFile, EdgeIndexCount, KnownFacts, PlacedFile, StoredFile } from '../../../core/code-graph/ports.js';
import type { WorkspacePath } from '../../../core/model/file.js';
import { LineIndex } from '../../../util/text.js';
import type { StoreDatabase } from './store-database.js';
import { asChunkKind, asReferenceKind, asSymbolKind } from './stored-kinds.js';

interface PlacedRow {
  readonly id: number;
  readonly key: string;
  readonly kind: string;
  readonly symbol_kind: string | null;
  readonly name: string;
  readonly span_start: number;
  readonly span_end: number;
  readonly name_start: number | null;
  readonly name_end: number | null;
}

interface FileRow {
  readonly id: number;
  readonly language: string;
  readonly content_hash: string;
  readonly mtime_ms: number;
  readonly origin: string;
  readonly text: string;
}

const toPlaced = (row: PlacedRow): PlacedChunk => ({
  key: row.key,
  kind: asChunkKind(row.kind),
  symbolKind: asSymbolKind(row.symbol_kind),
  name: row.name,
  span: { start: row.span_start, end: row.span_end },
  nameSpan: row.name_start === null || row.name_end === null ? null : { start: row.name_start, end: row.name_end },
});

const readPlaced = (store: StoreDatabase, fileId: number): PlacedRow[] =>
  store
    .sql<PlacedRow>(
      'SELECT id, key, kind, symbol_kind, name, span_start, span_end, name_start, name_end FROM chunks WHERE file = ? ORDER BY span_start, span_end DESC, id',
    )
    .all(fileId);

const readRow = (store: StoreDatabase, path: WorkspacePath): FileRow | undefined =>
  store
    .sql<FileRow>(
      'SELECT f.id, f.language, f.content_hash, f.mtime_ms, f.origin, t.text FROM files f JOIN texts t ON t.file = f.id WHERE f.path=?',
    )
    .get(path);

/** Of these names, those that symbols have. */
export function readDeclaredNames(store: StoreDatabase, names: readonly string[]): ReadonlySet<string> {
  const asked = new Set(names);
  const folds = [...new Set(names.map(foldName))];
  const found = store
    .sql<string>(
      `SELECT DISTINCT c.name FROM json_each(?) j CROSS JOIN names n ON n.folded = j.value CROSS JOIN chunks c ON c.fold = n.id
       WHERE c.symbol_kind IS NOT NULL`,
    )
    .pluck()
    .all(JSON.stringify(folds));
  return new Set(found.filter((name) => asked.has(name)));
}

/** Those of these files whose text comes from an editor. */
export const readUnsavedTexts = (
  store: StoreDatabase,
  paths: readonly WorkspacePath[],
): { path: WorkspacePath; language: string; text: string }[] =>
  paths.flatMap((path) => {
    const row = readRow(store, path);
    return row?.origin === 'buffer' ? [{ path, language: row.language, text: row.text }] : [];
  });

/** Chunks of a file by their places; null where the index does not have it. */
export function readPlacedFile(store: StoreDatabase, path: WorkspacePath): PlacedFile | null {
  const row = readRow(store, path);
  if (!row) return null;
  return {
    path,
    contentHash: row.content_hash,
    chunks: readPlaced(store, row.id).map(toPlaced),
    lineStarts: new LineIndex(row.text).starts,
  };
}

/** The same with text and mentions. `from` of a mention is an index into `chunks`. */
export function readStoredFile(store: StoreDatabase, path: WorkspacePath): StoredFile | null {
  const row = readRow(store, path);
  if (!row) return null;
  const rows = readPlaced(store, row.id);
  const at = new Map(rows.map(({ id }, i) => [id, i]));
  const references = store
    .sql<{ chunk: number; n: number; name: string; kind: string; line: number; module: string | null }>(
      `SELECT r.chunk, r.n, r.name, r.kind, r.module, c.line_start + r.line AS line FROM chunks c JOIN refs r ON r.chunk = c.id
       WHERE c.file = ? ORDER BY r.chunk, r.n`,
    )
    .all(row.id);
  return {
    path,
    language: row.language,
    contentHash: row.content_hash,
    text: row.text,
    mtimeMs: row.mtime_ms,
    unsaved: row.origin === 'buffer',
    chunks: rows.map(toPlaced),
    lineStarts: new LineIndex(row.text).starts,
    references: references.map(({ chunk, n, name, kind, line, module }) => ({
      name,
      kind: asReferenceKind(kind),
      from: at.get(chunk) ?? 0,
      line,
      ...(module !== null && { qualifier: module }),
      at: [chunk, n] as const,
    })),
  };
}

/** Files of a language that have no valid facts of this provenance, in the order of their paths. */
export const readDue = (store: StoreDatabase, language: string): DueFile[] =>
  store
    .sql<DueFile & { readonly provenance: string | null }>(
      `SELECT f.path, f.mtime_ms AS mtimeMs, k.provenance FROM files f
       LEFT JOIN facts k ON k.file = f.id AND k.content_hash = f.content_hash AND k.stale = 0
       WHERE f.language = ? AND f.chunk_count > 0 ORDER BY f.path`,
    )
    .all(language);

/** Files whose facts a commit has put out of date. */
export const readStale = (store: StoreDatabase, limit: number): { path: WorkspacePath; language: string }[] =>
  store
    .sql<{ path: string; language: string }>(
      'SELECT f.path, f.language FROM facts k JOIN files f ON f.id = k.file WHERE k.stale = 1 LIMIT ?',
    )
    .all(limit);

export function readKnownFacts(store: StoreDatabase, path: WorkspacePath): KnownFacts | null {
  const row = store
    .sql<{ content_hash: string; provenance: string; stale: number; incomplete: string | null }>(
      'SELECT k.content_hash, k.provenance, k.stale, k.incomplete FROM files f JOIN facts k ON k.file = f.id WHERE f.path=?',
    )
    .get(path);
  return row ? { contentHash: row.content_hash, provenance: row.provenance, stale: row.stale === 1, incomplete: row.incomplete } : null;
}

/** Files that edges of this one lead to, and those whose edges lead here. */
export const readNeighbours = (store: StoreDatabase, path: WorkspacePath, limit: number): WorkspacePath[] =>
  store
    .sql<string>(
      `WITH own AS (SELECT id FROM files WHERE path = @path)
       SELECT DISTINCT f.path FROM (
         SELECT c.file FROM edges e JOIN chunks c ON c.key = e.to_key WHERE e.file = (SELECT id FROM own)
         UNION
         SELECT e.file FROM own JOIN chunks c ON c.file = own.id JOIN edges e ON e.to_key = c.key
       ) n JOIN files f ON f.id = n.file WHERE f.id <> (SELECT id FROM own) LIMIT @limit`,
    )
    .pluck()
    .all({ path, limit });

/** Files with valid facts and files in all, by language. */
const readEdgeCounts = (store: StoreDatabase): EdgeIndexCount[] =>
  store
    .sql<EdgeIndexCount>(
      `SELECT f.language, count(*) AS files, count(k.file) AS withEdges FROM files f
       LEFT JOIN facts k ON k.file = f.id AND k.content_hash = f.content_hash WHERE f.chunk_count > 0 GROUP BY f.language`,
    )
    .all();

/**
 * Counts that take longer to read than this, in milliseconds, are kept for so many times as long although files change, until the
 * database is replaced.
 */
const slowCount = { ms: 5, times: 20 };

/** Reads the counts, again where something was written since: all files are read for them, and each answer states them. */
export function edgeCounter(): (store: StoreDatabase) => readonly EdgeIndexCount[] {
  let counts: readonly EdgeIndexCount[] = [];
  let writes = -1;
  let until = 0;
  let database: StoreDatabase['connection'] | undefined;
  return (store) => {
    const from = performance.now();
    if (database === store.connection && (writes === store.writes || from < until)) return counts;
    database = store.connection;
    writes = store.writes;
    counts = readEdgeCounts(store);
    const took = performance.now() - from;
    until = took > slowCount.ms ? from + took * slowCount.times : 0;
    return counts;
  };
}

/** Of each path the provenance of its facts, where it has valid ones. */
export function readProvenances(store: StoreDatabase, paths: readonly WorkspacePath[]): Map<WorkspacePath, string> {
  const select = store
    .sql<string>('SELECT k.provenance FROM files f JOIN facts k ON k.file = f.id AND k.content_hash = f.content_hash WHERE f.path=?')
    .pluck();
  const found = new Map<WorkspacePath, string>();
  for (const path of new Set(paths)) {
    const provenance = select.get(path);
    if (provenance !== undefined) found.set(path, provenance);
  }
  return found;
}
