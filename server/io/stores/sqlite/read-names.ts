/** Chunks by name, exact before folded, and a plain prefix search until MiniSearch is built. */
import { foldName, wordsOf, wordsWithin } from '../../../core/chunking/words.js';
import type { NameHit } from '../../../core/retrieval/ports.js';
import { remembered } from '../../../util/remembered.js';
import type { NamedChunk } from '../minisearch/name-search.js';
import { byPlace, type RecordsInOrder } from './order-places.js';
import type { StoreDatabase } from './store-database.js';

/** Chunks read for one folded name: a name with more definitions is not specific. */
const maxCandidates = 2_000;
/** Rows read for each requested hit: exact names are rarely that far behind folded ones. */
const candidatesPerHit = 4;
const separators = /[.:#/\\]+/;

const maxCachedNames = 20_000;

/** Recent hits by name, valid until a chunk that they may mean is added, removed or moved. */
export class NameCache {
  /** By limit and name. */
  readonly #hits = new Map<string, readonly NameHit[]>();
  /** Keys of `#hits` by what the names of their chunks fold to. */
  readonly #keys = new Map<string, Set<string>>();

  getOr(name: string, limit: number, read: () => readonly NameHit[]): readonly NameHit[] {
    const key = `${limit} ${name}`;
    const known = this.#hits.get(key);
    if (known) return known;
    if (this.#hits.size >= maxCachedNames) this.clear();
    const hits = read();
    this.#hits.set(key, hits);
    for (const fold of foldsOf(name)) remembered(this.#keys, fold, () => new Set<string>()).add(key);
    return hits;
  }
  /** Chunks with these names were added, removed or have another order. */
  changed(names: readonly string[]): void {
    for (const name of names) {
      const fold = foldName(name);
      for (const key of this.#keys.get(fold) ?? []) this.#hits.delete(key);
      this.#keys.delete(fold);
    }
  }
  clear(): void {
    this.#hits.clear();
    this.#keys.clear();
  }
}

/** What the names of the chunks that a name may mean fold to. */
const foldsOf = (name: string): readonly string[] => {
  const last = lastSegment(name);
  return last === null ? [foldName(name)] : [...new Set([foldName(name), foldName(last)])];
};
const segmentsOf = (name: string): string[] => name.split(separators).filter(Boolean);
/** The last segment of a qualified name; null for others. */
function lastSegment(name: string): string | null {
  const segments = segmentsOf(name);
  return segments.length < 2 ? null : (segments.at(-1) as string);
}

interface NameRow {
  readonly id: number;
  readonly name: string;
  readonly qualified: string | null;
}

/** Chunks whose names fold to this, by place; at most `limit`. */
type RowsOfFold = (folded: string, limit: number) => readonly Named[];
export type Named = readonly [id: number, name: string, qualified: string | null];

export const findNamed = (
  store: StoreDatabase,
  names: readonly string[],
  limitPerName: number,
  cache: NameCache,
  records: RecordsInOrder,
): NameHit[] => namedHits((folded, limit) => rowsOfFold(store, folded, limit, records), names, limitPerName, cache);

/** Ids of the chunks of a file that have one of the names as written. */
export const findNamedIn = (store: StoreDatabase, fileId: number, names: readonly string[]): number[] =>
  store
    .sql<number>(
      `SELECT c.id FROM names n JOIN chunks c ON c.fold = n.id
       WHERE n.folded IN (SELECT value FROM json_each(?)) AND c.file = ? AND c.name IN (SELECT value FROM json_each(?)) ORDER BY c.id`,
    )
    .pluck()
    .all(JSON.stringify(names.map(foldName)), fileId, JSON.stringify(names));

/**
 * Chunks whose name, or for `A.b`, `A::b` and `A#b` whose qualified name's end, is one of `names`.
 * Per name exact matches come first (score 1), then folded ones (0.8), each in the order of the index.
 */
export function namedHits(rowsOf: RowsOfFold, names: readonly string[], limitPerName: number, cache: NameCache): NameHit[] {
  const hits = new Map<number, NameHit>();
  for (const name of new Set(names)) {
    const found = cache.getOr(name, limitPerName, () =>
      rowsNamed(rowsOf, name, Math.min(maxCandidates, 8 + limitPerName * candidatesPerHit))
        .sort((a, b) => b.score - a.score)
        .slice(0, Math.max(0, limitPerName)),
    );
    // `Model` is a folded hit of `model`, and an exact one of its own name.
    for (const hit of found) if (hit.match === 'exact' || !hits.has(hit.chunkId)) hits.set(hit.chunkId, hit);
  }
  return [...hits.values()];
}

/** Chunks whose names fold to this, by place. */
function rowsOfFold(store: StoreDatabase, folded: string, limit: number, records: RecordsInOrder): readonly Named[] {
  const ids = store.sql<number>('SELECT c.id FROM names n JOIN chunks c ON c.fold = n.id WHERE n.folded = ?').pluck();
  const inOrder = records();
  if (inOrder)
    return inOrder(ids.all(folded))
      .slice(0, limit)
      .map((record): Named => [record.id, record.name, record.qualifiedName]);
  const select = store.sql<[id: number, name: string, qualified: string | null]>(
    `SELECT c.id, c.name, c.qualified FROM names n JOIN chunks c ON c.fold = n.id JOIN files f ON f.id = c.file
     WHERE n.folded = ? ORDER BY ${byPlace} LIMIT ?`,
  );
  return select.raw().all(folded, limit);
}

function rowsNamed(rowsOf: RowsOfFold, name: string, limit: number): NameHit[] {
  const folded = foldName(name);
  if (!folded) return [];
  const hits: NameHit[] = rowsOf(folded, limit).map(([id, own]) => hit(id, own, own === name));
  const last = lastSegment(name);
  if (last === null) return hits;
  for (const [id, own, whole] of rowsOf(foldName(last), maxCandidates)) {
    const qualified = whole ?? own;
    if (foldName(qualified).endsWith(folded)) hits.push(hit(id, own, endsWith(qualified.split(separators), segmentsOf(name))));
  }
  return hits;
}

const endsWith = (whole: readonly string[], end: readonly string[]): boolean =>
  end.every((segment, i) => whole[whole.length - end.length + i] === segment);

const hit = (chunkId: number, name: string, exact: boolean): NameHit => ({
  chunkId,
  name,
  score: exact ? 1 : 0.8,
  match: exact ? 'exact' : 'folded',
});

/** Names of more chunks than this are not all compared. */
const maxCompared = 300_000;

/**
 * Names that start with the text, folded; exact ones first, then shorter before longer. Then those with the text from another of their
 * words on, `find_duplicates` for `dupl`.
 */
export function findPrefix(store: StoreDatabase, text: string, limit: number): NameHit[] {
  const folded = foldName(text);
  if (!folded || limit <= 0) return [];
  const first = startingWith(store, text, folded, limit);
  const isWithin = wordsWithin(text);
  if (first.length === limit || !isWithin || store.state.nextChunk > maxCompared) return first;
  const rows = store
    .sql<NameRow & { readonly folded: string }>(
      `SELECT c.id, c.name, c.qualified, n.folded FROM names n JOIN chunks c ON c.fold = n.id JOIN files f ON f.id = c.file
       WHERE instr(n.folded, ?) > 1 ORDER BY length(n.folded), n.folded, ${byPlace} LIMIT ?`,
    )
    .all(folded, maxCandidates)
    .filter(({ name }) => isWithin(wordsOf(name)));
  const within = rows.map((row): NameHit => ({ ...prefixHit(row, text, folded), match: 'within' }));
  return [...first, ...within].slice(0, limit);
}

function startingWith(store: StoreDatabase, text: string, folded: string, limit: number): NameHit[] {
  const rows = store
    .sql<NameRow & { readonly folded: string }>(
      `SELECT c.id, c.name, c.qualified, n.folded FROM names n JOIN chunks c ON c.fold = n.id JOIN files f ON f.id = c.file
       WHERE n.folded >= ? AND n.folded < ? ORDER BY length(n.folded), n.folded, ${byPlace} LIMIT ?`,
    )
    .all(folded, `${folded}\u{10ffff}`, limit);
  return rows.map((row) => prefixHit(row, text, folded));
}

/** @param folded of `text` */
export function prefixHit(
  row: { readonly id: number; readonly name: string; readonly folded: string },
  text: string,
  folded: string,
): NameHit {
  if (row.folded === folded) return hit(row.id, row.name, row.name === text);
  return { chunkId: row.id, name: row.name, score: 0.7 * (folded.length / row.folded.length), match: 'prefix' };
}

interface NamedRow extends NameRow {
  readonly signature: string | null;
  readonly doc: string | null;
}
const namedColumns = 'SELECT id, name, qualified, signature, doc FROM chunks';

/** Up to `limit` chunks that have a name, with ids above `afterId`, ascending. */
export const readNamedChunks = (store: StoreDatabase, afterId: number, limit: number): NamedChunk[] =>
  store.sql<NamedRow>(`${namedColumns} WHERE id > ? AND fold IS NOT NULL ORDER BY id LIMIT ?`).all(afterId, limit).map(toNamed);

/** Those of some chunks that have a name. */
export function readNamed(store: StoreDatabase, ids: readonly number[]): NamedChunk[] {
  const select = store.sql<NamedRow>(`${namedColumns} WHERE id = ? AND fold IS NOT NULL`);
  return ids.flatMap((id) => select.all(id).map(toNamed));
}

const toNamed = ({ id, name, qualified, signature, doc }: NamedRow): NamedChunk => ({
  id,
  name,
  qualifiedName: qualified ?? name,
  signature: signature ?? '',
  doc: doc ?? '',
});
