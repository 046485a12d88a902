/** Edges as stored: resolved ones, and mentions of names. Of a file whose facts hold, only mentions count that are not settled. */
import { LRUCache } from 'lru-cache';
import { foldName } from '../../../core/chunking/words.js';
import type { ChunkRecord } from '../../../core/model/chunk.js';
import type { EdgeKind } from '../../../core/model/symbol.js';
import type { EdgeRecord, Imported } from '../../../core/retrieval/ports.js';
import { remembered } from '../../../util/remembered.js';
import { inShares } from '../readers/fair-shares.js';
import { byPlace, type RecordsInOrder } from './order-places.js';
import type { StoreDatabase } from './store-database.js';
import { asEdgeKind } from './stored-kinds.js';

/** Mentions read for one name: `get` is mentioned everywhere. */
export const maxMentions = 5_000;
/** Mentions kept in memory, some 100 bytes each. */
const maxKept = 50_000;

/** Facts `k` of file `f` that hold. */
const valid = 'k.file = f.id AND k.content_hash = f.content_hash';

/** What every edge out of a chunk shares. */
export type EdgePlace = Pick<ChunkRecord, 'id' | 'fileId' | 'key' | 'path' | 'lines' | 'provenance'>;

export type Mention = readonly [name: string, kind: string, line: number, qualifier?: string | null, count?: number | null];

export const toEdge = (
  from: EdgePlace,
  toId: number | null,
  [name, kind, line, qualifier = null, count = null]: Mention,
  provenance: string,
): EdgeRecord => ({
  fromId: from.id,
  toId,
  name,
  qualifier,
  ...(count !== null && { arguments: count }),
  kind: asEdgeKind(kind),
  path: from.path,
  line: from.lines.start + line,
  provenance,
});

export function readEdgesFrom(store: StoreDatabase, chunks: readonly EdgePlace[]): EdgeRecord[] {
  const factsOf = store.sql<string>(`SELECT k.provenance FROM files f JOIN facts k ON ${valid} WHERE f.id = ?`).pluck();
  const facts = new Map<number, string | null>();
  return chunks.flatMap((from) => {
    let stated = facts.get(from.fileId);
    if (stated === undefined) facts.set(from.fileId, (stated = factsOf.get(from.fileId) ?? null));
    const unsettled = stated === null ? '' : ' AND settled = 0';
    const mentions = store
      .sql<Mention>(`SELECT name, kind, line, module, arguments FROM refs WHERE chunk = ?${unsettled} ORDER BY n`)
      .raw()
      .all(from.id);
    const guessed = mentions.map((mention) => toEdge(from, null, mention, from.provenance));
    return stated === null ? guessed : [...readResolved(store, from, stated), ...guessed];
  });
}

const readResolved = (store: StoreDatabase, from: EdgePlace, provenance: string): EdgeRecord[] =>
  store
    .sql<[toId: number, ...Mention]>(
      `SELECT c.id, c.name, e.kind, e.line FROM edges e JOIN chunks c ON c.key = e.to_key
       JOIN files f ON f.id = c.file WHERE e.file = ? AND e.from_key = ? ORDER BY e.line, ${byPlace}`,
    )
    .raw()
    .all(from.fileId, from.key)
    .map(([toId, ...mention]) => toEdge(from, toId, mention, provenance));

export const readImports = (store: StoreDatabase, fileId: number): Imported[] =>
  store
    .sql<Imported>(`SELECT r.name, r.module FROM chunks c JOIN refs r ON r.chunk = c.id WHERE c.file = ? AND r.kind = 'import'`)
    .all(fileId);

/** By their ids, in their order; deleted ones are omitted. */
type PlacesOf = (chunkIds: readonly number[]) => readonly EdgePlace[];

const placesById = (placesOf: PlacesOf, ids: readonly number[]): Map<number, EdgePlace> =>
  new Map(placesOf([...new Set(ids)]).map((place) => [place.id, place]));

/** Resolved edges that lead to chunks; of each chunk at most its share of `limit`. */
export function readEdgesInto(store: StoreDatabase, chunkIds: readonly number[], limit: number, placesOf: PlacesOf): EdgeRecord[] {
  if (!store.sql('SELECT 1 FROM edges LIMIT 1').get()) return [];
  const select = store
    .sql<[fromId: number, toId: number, provenance: string, ...Mention]>(
      `SELECT c.id, t.id, k.provenance, t.name, e.kind, e.line
       FROM chunks t JOIN edges e ON e.to_key = t.key JOIN files f ON f.id = e.file JOIN facts k ON ${valid}
       JOIN chunks c ON c.key = e.from_key AND c.file = e.file WHERE t.id = ? ORDER BY ${byPlace}, e.line LIMIT ?`,
    )
    .raw();
  const read = (ids: readonly number[], most: number) => ids.flatMap((id) => select.all(id, most));
  const rows = inShares(chunkIds, limit, read, ([, toId]) => toId);
  const places = placesById(
    placesOf,
    rows.map(([fromId]) => fromId),
  );
  return rows.flatMap(([fromId, toId, provenance, ...mention]) => {
    const from = places.get(fromId);
    return from ? [toEdge(from, toId, mention, provenance)] : [];
  });
}

export type MentionIn = readonly [fromId: number, ...Mention];

/** Mentions of names that questions have asked about, until anything is written: the names of popular symbols come again and again. */
export class MentionCache {
  readonly #rows = new LRUCache<string, readonly MentionIn[]>({ maxSize: maxKept, sizeCalculation: ({ length }) => 1 + length });
  #of = '';

  getOr(store: StoreDatabase, name: string, limit: number, read: () => readonly MentionIn[]): readonly MentionIn[] {
    const of = `${store.state.databaseId} ${store.sql('SELECT total_changes()').pluck().get()}`;
    if (of !== this.#of) this.#rows.clear();
    this.#of = of;
    return remembered<string, readonly MentionIn[]>(this.#rows, `${limit} ${name}`, read);
  }
}

const isUnsettled = `(r.settled = 0
  OR NOT EXISTS (SELECT 1 FROM chunks c JOIN files f ON f.id = c.file JOIN facts k ON ${valid} WHERE c.id = r.chunk))`;

/** Mentions of a folded name that are not settled, by the places of their chunks. @param only a further condition for `r`, or '' */
function mentionsOf(store: StoreDatabase, folded: string, limit: number, only: string, records: RecordsInOrder): readonly MentionIn[] {
  const inOrder = records();
  if (!inOrder) {
    const sorted = store.sql<MentionIn>(
      `SELECT r.chunk, r.name, r.kind, r.line, r.module, r.arguments FROM (SELECT r.* FROM names n JOIN refs r ON r.fold = n.id WHERE n.folded = ?
       AND ${isUnsettled}${only} LIMIT ${maxMentions}) r JOIN chunks c ON c.id = r.chunk JOIN files f ON f.id = c.file ORDER BY ${byPlace}, r.n LIMIT ?`,
    );
    return sorted.raw().all(folded, limit);
  }
  const fold = store.sql<number>('SELECT id FROM names WHERE folded = ?').pluck().get(folded);
  if (fold === undefined) return [];
  // Chunks alone are in the index of names: only the mentions that are wanted are read.
  const chunks = store.sql<number>(`SELECT DISTINCT r.chunk FROM refs r WHERE r.fold = ?${only} LIMIT ${maxMentions}`).pluck().all(fold);
  const select = store
    .sql<MentionIn>(
      `SELECT r.chunk, r.name, r.kind, r.line, r.module, r.arguments FROM json_each(?) j CROSS JOIN refs r ON r.chunk = j.value AND r.fold = ?
       WHERE ${isUnsettled}${only} ORDER BY j.key, r.n LIMIT ?`,
    )
    .raw();
  const ordered = inOrder(chunks).map(({ id }) => id);
  const found: MentionIn[] = [];
  for (let at = 0; at < ordered.length && found.length < limit; at += limit)
    found.push(...select.all(JSON.stringify(ordered.slice(at, at + limit)), fold, limit - found.length));
  return found;
}

export const readEdgesTo = (
  store: StoreDatabase,
  names: readonly string[],
  { limit, kinds }: { readonly limit: number; readonly kinds: readonly EdgeKind[] | undefined },
  placesOf: PlacesOf,
  records: RecordsInOrder,
  cache: MentionCache,
): EdgeRecord[] => {
  const only = ofKinds('r', kinds);
  const read = (folded: string, most: number) =>
    cache.getOr(store, `${folded}${only}`, most, () => mentionsOf(store, folded, most, only, records));
  return edgesToNames(read, names, limit, placesOf);
};

/** A condition for mentions of some kinds; of none where all count. */
export const ofKinds = (table: string, kinds: readonly EdgeKind[] | undefined): string =>
  kinds ? ` AND ${table}.kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})` : '';

/** Mentions of a name, case and separators aside, that are not settled; those with the very name first; at most `limit` in all. */
export function edgesToNames(
  mentionsOfFold: (folded: string, limit: number) => readonly MentionIn[],
  names: readonly string[],
  limit: number,
  placesOf: PlacesOf,
): EdgeRecord[] {
  if (limit <= 0) return [];
  const most = Math.min(limit * 2, maxMentions);
  const exact: MentionIn[] = [];
  const folded: MentionIn[] = [];
  const wanted = new Set(names);
  for (const fold of new Set(names.map(foldName))) {
    if (exact.length >= limit) break;
    if (!fold) continue;
    for (const row of mentionsOfFold(fold, most)) (wanted.has(row[1]) ? exact : folded).push(row);
  }
  const rows = [...exact, ...folded].slice(0, limit);
  const places = placesById(
    placesOf,
    rows.map(([fromId]) => fromId),
  );
  return rows.flatMap(([fromId, ...mention]) => {
    const from = places.get(fromId);
    return from ? [toEdge(from, null, mention, from.provenance)] : [];
  });
}
