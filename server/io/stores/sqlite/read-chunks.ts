/** Chunks as stored, joined with their files. Reading only. */

import type Database from 'better-sqlite3';
import type { ChildChunk, ChunkMeta, ChunkRecord } from '../../../core/model/chunk.js';
import type { TextSpan } from '../../../core/model/symbol.js';
import { Damage } from './damage.js';
import { byPlace, inFile } from './order-places.js';
import type { StoreDatabase } from './store-database.js';
import { asChunkKind, asFileRole, asSymbolKind, asTextOrigin } from './stored-kinds.js';

/** In the order of `childColumns`. Arrays in one call take a third of the time of an object and a call each. */
export type ChildRow = [
  id: number,
  kind: string,
  name: string,
  symbolKind: string | null,
  spanStart: number,
  spanEnd: number,
  lineStart: number,
  lineEnd: number,
  bodyStart: number | null,
  bodyEnd: number | null,
  signature: string | null,
  nameStart: number | null,
  nameEnd: number | null,
  tokens: number,
];
export const childColumns = `c.id, c.kind, c.name, c.symbol_kind, c.span_start, c.span_end, c.line_start, c.line_end, c.body_start, c.body_end, c.signature, c.name_start, c.name_end, c.tokens`;

/** In the order of `columns`: what a child has, then the rest. */
export type ChunkRow = [
  ...ChildRow,
  file: number,
  key: string,
  parent: number | null,
  qualified: string | null,
  doc: string | null,
  meta: string | null,
];
export const columns = `${childColumns}, c.file, c.key, c.parent, c.qualified, c.doc, c.meta`;
export const fileColumn = 14;

export type FileColumns = Pick<ChunkRecord, 'path' | 'language' | 'role' | 'origin' | 'provenance'>;
const noMeta: ChunkMeta = Object.freeze({});

/** Records of chunks in the order of `ids`; ids that are not (or no longer) known are omitted. */
export const readChunks = (store: StoreDatabase, ids: readonly number[]): ChunkRecord[] =>
  toRecords(store, store.sql<ChunkRow>(`SELECT ${columns} FROM json_each(?) j CROSS JOIN chunks c ON c.id = j.value`), JSON.stringify(ids));

export const readChunksOfFile = (store: StoreDatabase, fileId: number): ChunkRecord[] =>
  toRecords(store, store.sql<ChunkRow>(`SELECT ${columns} FROM chunks c WHERE c.file = ? ORDER BY ${inFile}`), fileId);

export const readIdsOfFile = (store: StoreDatabase, fileId: number): number[] =>
  store.sql<number>('SELECT id FROM chunks WHERE file = ?').pluck().all(fileId);

function toRecords(store: StoreDatabase, statement: Database.Statement<unknown[], ChunkRow>, parameter: unknown): ChunkRecord[] {
  const files = new Map<number, FileColumns>();
  return statement
    .raw()
    .all(parameter)
    .map((row) => toRecord(row, fileColumns(store, row[fileColumn], files)));
}

export const readIdsOfKey = (store: StoreDatabase, key: string): number[] =>
  store.sql<number>(`SELECT c.id FROM chunks c JOIN files f ON f.id = c.file WHERE key=? ORDER BY ${byPlace}`).pluck().all(key);

/** Ids of chunks with one of the tags, by place. */
export function readTagged(store: StoreDatabase, tags: readonly string[], limit: number): number[] {
  const select = store.sql<number>(
    `SELECT c.id FROM chunks c JOIN files f ON f.id = c.file WHERE c.meta LIKE '%"tags":[%' AND EXISTS (
       SELECT 1 FROM json_each(c.meta, '$.tags') tag WHERE tag.value IN (SELECT value FROM json_each(?))) ORDER BY ${byPlace} LIMIT ?`,
  );
  return select.pluck().all(JSON.stringify(tags), limit);
}

/** Direct children in source order; what showing their parent needs of them. */
export const readChildren = (store: StoreDatabase, id: number): ChildChunk[] =>
  store.sql<ChildRow>(`SELECT ${childColumns} FROM chunks c WHERE c.parent = ? ORDER BY ${inFile}`).raw().all(id).map(toChild);

function fileColumns(store: StoreDatabase, id: number, known: Map<number, FileColumns>): FileColumns {
  let columns = known.get(id);
  if (!columns) {
    const row = store.sql<Record<string, string>>('SELECT path, language, role, origin, provenance FROM files WHERE id=?').get(id);
    if (!row) throw new Damage(`file ${id} of a chunk is missing`);
    columns = {
      path: row['path']!,
      language: row['language']!,
      role: asFileRole(row['role']),
      origin: asTextOrigin(row['origin']),
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

export function toChild(row: ChildRow | ChunkRow): ChildChunk {
  const [id, kind, name, symbolKind, spanStart, spanEnd, lineStart, lineEnd, bodyStart, bodyEnd, signature, nameStart, nameEnd, tokens] =
    row;
  return {
    id,
    kind: asChunkKind(kind),
    name,
    symbolKind: asSymbolKind(symbolKind),
    span: { start: spanStart, end: spanEnd },
    lines: { start: lineStart, end: lineEnd },
    bodySpan: spanOf(bodyStart, bodyEnd),
    signature: signature ?? '',
    nameSpan: spanOf(nameStart, nameEnd),
    tokens,
  };
}

/** One literal with all fields: V8 gives each object of a literal that spreads another one a shape of its own, and reading it is slower. */
export function toRecord(row: ChunkRow, file: FileColumns): ChunkRecord {
  const [, , , , , , , , , , , , , , fileId, key, parentId, qualified, doc, meta] = row;
  const child = toChild(row);
  return {
    id: child.id,
    kind: child.kind,
    name: child.name,
    symbolKind: child.symbolKind,
    span: child.span,
    lines: child.lines,
    bodySpan: child.bodySpan,
    signature: child.signature,
    nameSpan: child.nameSpan,
    tokens: child.tokens,
    fileId,
    path: file.path,
    language: file.language,
    role: file.role,
    origin: file.origin,
    provenance: file.provenance,
    key,
    parentId,
    qualifiedName: qualified ?? child.name,
    doc: doc ?? '',
    meta: meta === null ? noMeta : parseMeta(meta),
  };
}
