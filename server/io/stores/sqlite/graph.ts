/**
 * The graph over edges: a resolved edge leads from chunk to chunk; elsewhere a mention of a name leads to the chunks that carry
 * it, unless too many do. Walks are recursive queries, to a depth, and cycles end by themselves.
 */
import { foldName } from '../../../core/chunking/words.js';
import type { EdgeKind } from '../../../core/model/symbol.js';
import type { Reached } from '../structure-reader.js';
import { maxMentions } from './edges.js';
import type { StoreDatabase } from './store-database.js';

/** A name that more chunks carry is too common to lead anywhere by itself. */
const maxDefinitions = 5;
const maxDepth = 5;
const maxReached = 2_000;

/** True where a candidate definition `c` in file `cf` may be what a mention in file `rf` means. */
const plausible = `(
  (SELECT count(*) FROM (SELECT 1 FROM chunks d WHERE d.fold = c.fold AND d.name = c.name AND d.kind IN ('symbol', 'module') LIMIT ${maxDefinitions + 1})) <= ${maxDefinitions}
  OR cf.id = rf.id
  OR (cf.language = rf.language AND rtrim(cf.path, replace(cf.path, '/', '')) = rtrim(rf.path, replace(rf.path, '/', '')))
)`;
/** The very name, or the folded one where nothing carries the very name. */
const sameName = `(c.name = r.name OR NOT EXISTS (SELECT 1 FROM chunks x WHERE x.fold = r.fold AND x.name = r.name AND x.kind IN ('symbol', 'module')))`;

const settledIn = (file: string) => `EXISTS (SELECT 1 FROM facts k WHERE k.file = ${file}.id AND k.content_hash = ${file}.content_hash)`;

/** Chunks `id` that chunk `src` leads to, by edges and by unsettled mentions. */
const steps = {
  outward: `
  SELECT t.id, reached.depth + 1, e.kind
  FROM reached
  JOIN chunks c ON c.id = reached.id JOIN files cf ON cf.id = c.file
  JOIN edges e ON e.file = c.file AND e.from_key = c.key JOIN chunks t ON t.key = e.to_key
  WHERE reached.depth < @depth AND e.kind <> 'implementedBy' AND ${settledIn('cf')}
  UNION
  SELECT c.id, reached.depth + 1, r.kind
  FROM reached
  JOIN refs r ON r.chunk = reached.id
  JOIN chunks rc ON rc.id = r.chunk JOIN files rf ON rf.id = rc.file
  JOIN chunks c ON c.fold = r.fold AND c.kind IN ('symbol', 'module') AND c.id <> r.chunk
  JOIN files cf ON cf.id = c.file
  WHERE reached.depth < @depth AND (r.settled = 0 OR NOT ${settledIn('rf')}) AND ${sameName} AND ${plausible}`,
  inward: `
  SELECT c.id, reached.depth + 1, e.kind
  FROM reached
  JOIN chunks t ON t.id = reached.id JOIN edges e ON e.to_key = t.key
  JOIN files cf ON cf.id = e.file JOIN chunks c ON c.key = e.from_key
  WHERE reached.depth < @depth AND e.kind <> 'implementedBy' AND ${settledIn('cf')}
  UNION
  SELECT r.chunk, reached.depth + 1, r.kind
  FROM reached
  JOIN chunks c ON c.id = reached.id AND c.fold IS NOT NULL
  JOIN files cf ON cf.id = c.file
  JOIN refs r ON r.fold = c.fold AND r.chunk <> c.id
  JOIN chunks rc ON rc.id = r.chunk JOIN files rf ON rf.id = rc.file
  WHERE reached.depth < @depth AND (r.settled = 0 OR NOT ${settledIn('rf')}) AND ${sameName} AND ${plausible}`,
};

const reachedSql = (step: string) => `
WITH RECURSIVE reached(id, depth, kind) AS (
  SELECT value, 0, '' FROM json_each(@start)
  UNION ${step}
  LIMIT ${maxReached * 4}
)
SELECT id, min(depth) AS depth, kind FROM reached GROUP BY id HAVING min(depth) > 0 ORDER BY min(depth), id LIMIT ${maxReached}`;
const dependenciesSql = reachedSql(steps.outward);
const dependentsSql = reachedSql(steps.inward);

const walk = (store: StoreDatabase, sql: string, ids: readonly number[], depth: number): Reached[] =>
  store
    .sql<{ id: number; depth: number; kind: string }>(sql)
    .all({ start: JSON.stringify(ids), depth: Math.max(0, Math.min(maxDepth, Math.floor(depth))) })
    .map((row) => ({ chunkId: row.id, depth: row.depth, kind: row.kind as EdgeKind }));

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
