/** Chunks as stored, joined with their files. Reading only. */
import type { ChildChunk, ChunkKind, ChunkMeta, ChunkRecord } from '../../../core/model/chunk.js';
import type { FileRole, TextOrigin } from '../../../core/model/file.js';
import type { SymbolKind, TextSpan } from '../../../core/model/symbol.js';
import { Damage } from './damage.js';
import type { StoreDatabase } from './store-database.js';

interface ChunkRow {
  readonly id: number;
  readonly file: number;
  readonly key: string;
  readonly kind: string;
  readonly parent: number | null;
  readonly name: string;
  readonly qualified: string | null;
  readonly symbol_kind: string | null;
  readonly span_start: number;
  readonly span_end: number;
  readonly line_start: number;
  readonly line_end: number;
  readonly name_start: number | null;
  readonly name_end: number | null;
  readonly body_start: number | null;
  readonly body_end: number | null;
  readonly tokens: number;
  readonly signature: string | null;
  readonly doc: string | null;
  readonly meta: string | null;
}

type FileColumns = Pick<ChunkRecord, 'path' | 'language' | 'role' | 'origin' | 'provenance'>;
const noMeta: ChunkMeta = Object.freeze({});

/** Records of chunks in the order of `ids`; ids that are not (or no longer) known are left out. */
export function readChunks(store: StoreDatabase, ids: readonly number[]): ChunkRecord[] {
  const select = store.sql<ChunkRow>('SELECT * FROM chunks WHERE id=?');
  const files = new Map<number, FileColumns>();
  const records: ChunkRecord[] = [];
  for (const id of ids) {
    const row = select.get(id);
    if (row) records.push(toRecord(row, fileColumns(store, row.file, files)));
  }
  return records;
}

export function readChunksOfFile(store: StoreDatabase, fileId: number): ChunkRecord[] {
  const files = new Map<number, FileColumns>();
  return store
    .sql<ChunkRow>('SELECT * FROM chunks WHERE file = ? ORDER BY span_start, id')
    .all(fileId)
    .map((row) => toRecord(row, fileColumns(store, row.file, files)));
}

/** Direct children in source order; what showing their parent needs of them. */
export const readChildren = (store: StoreDatabase, id: number): ChildChunk[] =>
  store
    .sql<ChunkRow>(
      `SELECT id, kind, name, symbol_kind, span_start, span_end, line_start, line_end, body_start, body_end, signature
       FROM chunks WHERE parent = ? ORDER BY span_start, id`,
    )
    .all(id)
    .map((row) => ({
      id: row.id,
      kind: row.kind as ChunkKind,
      name: row.name,
      symbolKind: row.symbol_kind as SymbolKind | null,
      span: { start: row.span_start, end: row.span_end },
      lines: { start: row.line_start, end: row.line_end },
      bodySpan: spanOf(row.body_start, row.body_end),
      signature: row.signature ?? '',
    }));

/** The module chunk of each file, or its first chunk where it has none; in the order of `fileIds`. */
export function readModuleChunks(store: StoreDatabase, fileIds: readonly number[]): ChunkRecord[] {
  const select = store.sql<{ id: number }>("SELECT id FROM chunks WHERE file = ? ORDER BY kind <> 'module', id LIMIT 1");
  const ids: number[] = [];
  for (const fileId of fileIds) {
    const row = select.get(fileId);
    if (row) ids.push(row.id);
  }
  return readChunks(store, ids);
}

function fileColumns(store: StoreDatabase, id: number, known: Map<number, FileColumns>): FileColumns {
  let columns = known.get(id);
  if (!columns) {
    const row = store.sql<Record<string, string>>('SELECT path, language, role, origin, provenance FROM files WHERE id=?').get(id);
    if (!row) throw new Damage(`file ${id} of a chunk is missing`);
    columns = {
      path: row['path']!,
      language: row['language']!,
      role: row['role'] as FileRole,
      origin: row['origin'] as TextOrigin,
      provenance: row['provenance']!,
    };
    known.set(id, columns);
  }
  return columns;
}

const spanOf = (start: number | null, end: number | null): TextSpan | null => (start === null || end === null ? null : { start, end });

function parseMeta(text: string): ChunkMeta {
  try {
    return JSON.parse(text) as ChunkMeta;
  } catch {
    throw new Damage('the metadata of a chunk cannot be parsed');
  }
}

const toRecord = (row: ChunkRow, file: FileColumns): ChunkRecord => ({
  id: row.id,
  fileId: row.file,
  path: file.path,
  language: file.language,
  role: file.role,
  origin: file.origin,
  provenance: file.provenance,
  key: row.key,
  kind: row.kind as ChunkKind,
  parentId: row.parent,
  name: row.name,
  qualifiedName: row.qualified ?? row.name,
  symbolKind: row.symbol_kind as SymbolKind | null,
  span: { start: row.span_start, end: row.span_end },
  lines: { start: row.line_start, end: row.line_end },
  nameSpan: spanOf(row.name_start, row.name_end),
  bodySpan: spanOf(row.body_start, row.body_end),
  signature: row.signature ?? '',
  doc: row.doc ?? '',
  meta: row.meta === null ? noMeta : parseMeta(row.meta),
  tokens: row.tokens,
});
