/** Edges as stored, and the graph over them: an edge leads from a mention of a name to the chunks that carry it. */
import { foldName } from '../../../core/chunking/words.js';
import type { ReferenceKind } from '../../../core/model/symbol.js';
import type { EdgeRecord } from '../../../core/retrieval/ports.js';
import type { Reached } from '../structure-reader.js';
import type { StoreDatabase } from './store-database.js';

/** A name that more chunks carry is too common to lead anywhere by itself. */
const maxDefinitions = 5;
const maxDepth = 5;
const maxReached = 2_000;
/** Mentions of one name that are looked at: `get` is mentioned everywhere. */
const maxMentions = 5_000;

interface EdgeRow {
  readonly chunk: number;
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly path: string;
  readonly provenance: string;
}

const toEdge = (row: EdgeRow): EdgeRecord => ({
  fromId: row.chunk,
  name: row.name,
  kind: row.kind as ReferenceKind,
  path: row.path,
  line: row.line,
  provenance: row.provenance,
});

const edgeColumns = 'r.chunk, r.name, r.kind, c.line_start + r.line AS line, f.path, f.provenance';

export function readEdgesFrom(store: StoreDatabase, chunkIds: readonly number[]): EdgeRecord[] {
  const select = store.sql<EdgeRow>(
    `SELECT ${edgeColumns} FROM refs r JOIN chunks c ON c.id = r.chunk JOIN files f ON f.id = c.file WHERE r.chunk = ? ORDER BY r.n`,
  );
  return chunkIds.flatMap((id) => select.all(id).map(toEdge));
}

/** Edges that mention a name, case and separators aside; those with the very name first; at most `limit` in all. */
export function readEdgesTo(store: StoreDatabase, names: readonly string[], limit: number): EdgeRecord[] {
  if (limit <= 0) return [];
  const select = store.sql<EdgeRow>(
    `SELECT ${edgeColumns} FROM names n JOIN refs r ON r.fold = n.id JOIN chunks c ON c.id = r.chunk JOIN files f ON f.id = c.file
     WHERE n.folded = ? LIMIT ?`,
  );
  const exact: EdgeRecord[] = [];
  const folded: EdgeRecord[] = [];
  const wanted = new Set(names);
  for (const fold of new Set(names.map(foldName))) {
    if (exact.length >= limit) break;
    if (!fold) continue;
    for (const row of select.all(fold, Math.min(limit * 2, maxMentions))) (wanted.has(row.name) ? exact : folded).push(toEdge(row));
  }
  return [...exact, ...folded].slice(0, limit);
}

/** True where a candidate definition `c` in file `cf` may be what a mention in file `rf` means. */
const plausible = `(
  (SELECT count(*) FROM (SELECT 1 FROM chunks d WHERE d.fold = c.fold AND d.name = c.name AND d.kind IN ('symbol', 'module') LIMIT ${maxDefinitions + 1})) <= ${maxDefinitions}
  OR cf.id = rf.id
  OR (cf.language = rf.language AND rtrim(cf.path, replace(cf.path, '/', '')) = rtrim(rf.path, replace(rf.path, '/', '')))
)`;
/** The very name, or the folded one where nothing carries the very name. */
const sameName = `(c.name = r.name OR NOT EXISTS (SELECT 1 FROM chunks x WHERE x.fold = r.fold AND x.name = r.name AND x.kind IN ('symbol', 'module')))`;

const dependenciesSql = `
WITH RECURSIVE reached(id, depth, kind) AS (
  SELECT value, 0, '' FROM json_each(?)
  UNION
  SELECT c.id, reached.depth + 1, r.kind
  FROM reached
  JOIN refs r ON r.chunk = reached.id
  JOIN chunks rc ON rc.id = r.chunk JOIN files rf ON rf.id = rc.file
  JOIN chunks c ON c.fold = r.fold AND c.kind IN ('symbol', 'module') AND c.id <> r.chunk
  JOIN files cf ON cf.id = c.file
  WHERE reached.depth < ? AND ${sameName} AND ${plausible}
  LIMIT ${maxReached * 4}
)
SELECT id, min(depth) AS depth, kind FROM reached GROUP BY id HAVING min(depth) > 0 ORDER BY min(depth), id LIMIT ${maxReached}`;

const dependentsSql = `
WITH RECURSIVE reached(id, depth, kind) AS (
  SELECT value, 0, '' FROM json_each(?)
  UNION
  SELECT r.chunk, reached.depth + 1, r.kind
  FROM reached
  JOIN chunks c ON c.id = reached.id AND c.fold IS NOT NULL
  JOIN files cf ON cf.id = c.file
  JOIN refs r ON r.fold = c.fold AND r.chunk <> c.id
  JOIN chunks rc ON rc.id = r.chunk JOIN files rf ON rf.id = rc.file
  WHERE reached.depth < ? AND ${sameName} AND ${plausible}
  LIMIT ${maxReached * 4}
)
SELECT id, min(depth) AS depth, kind FROM reached GROUP BY id HAVING min(depth) > 0 ORDER BY min(depth), id LIMIT ${maxReached}`;

const walk = (store: StoreDatabase, sql: string, ids: readonly number[], depth: number): Reached[] =>
  store
    .sql<{ id: number; depth: number; kind: string }>(sql)
    .all(JSON.stringify(ids), Math.max(0, Math.min(maxDepth, Math.floor(depth))))
    .map((row) => ({ chunkId: row.id, depth: row.depth, kind: row.kind as ReferenceKind }));

export const readDependencies = (store: StoreDatabase, ids: readonly number[], depth: number): Reached[] =>
  walk(store, dependenciesSql, ids, depth);

export const readDependents = (store: StoreDatabase, ids: readonly number[], depth: number): Reached[] =>
  walk(store, dependentsSql, ids, depth);

export function readTestsFor(store: StoreDatabase, names: readonly string[], limit: number): { chunkId: number; mentions: number }[] {
  const select = store.sql<{ id: number }>(
    `SELECT r.chunk AS id FROM (SELECT r.chunk FROM names n JOIN refs r ON r.fold = n.id WHERE n.folded = ? LIMIT ${maxMentions}) r
     JOIN chunks c ON c.id = r.chunk JOIN files f ON f.id = c.file WHERE f.role = 'test'`,
  );
  const mentions = new Map<number, number>();
  for (const fold of new Set(names.map(foldName))) {
    if (fold) for (const { id } of select.all(fold)) mentions.set(id, (mentions.get(id) ?? 0) + 1);
  }
  return [...mentions]
    .map(([chunkId, count]) => ({ chunkId, mentions: count }))
    .sort((a, b) => b.mentions - a.mentions || a.chunkId - b.chunkId)
    .slice(0, Math.max(0, limit));
}
