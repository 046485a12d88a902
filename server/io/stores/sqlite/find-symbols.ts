/** I2: symbols by name, qualified name and kind. */
import type { SymbolFilter } from '../structure-reader.js';
import { findNamed } from './read-names.js';
import type { StoreDatabase } from './store-database.js';

const defaultLimit = 100;

/** Chunk ids of symbols that meet every given condition, exact names first; of a filter without conditions, none. */
export function findSymbols(store: StoreDatabase, { name, qualifiedName, kind, limit = defaultLimit }: SymbolFilter): number[] {
  if (name === undefined && qualifiedName === undefined) {
    if (kind === undefined) return [];
    return store.sql<number>('SELECT id FROM chunks WHERE symbol_kind = ? ORDER BY id LIMIT ?').pluck().all(kind, limit);
  }
  let ids = findNamed(store, [(qualifiedName ?? name) as string], 10_000).map((hit) => hit.chunkId);
  if (name !== undefined && qualifiedName !== undefined) {
    const named = new Set(findNamed(store, [name], 10_000).map((hit) => hit.chunkId));
    ids = ids.filter((id) => named.has(id));
  }
  const kindOf = store.sql<string | null>('SELECT symbol_kind FROM chunks WHERE id = ?').pluck();
  return ids
    .filter((id) => {
      const own = kindOf.get(id);
      return own != null && (kind === undefined || own === kind);
    })
    .slice(0, limit);
}
