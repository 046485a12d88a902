/**
 * Takes facts of language servers that were made elsewhere from the same contents. What a file's edges lead to may differ here: then its
 * facts are stored as out of date, and a language server is asked again where there is one.
 */
import type { WorkspacePath } from '../../../core/model/file.js';
import type { EdgeKind } from '../../../core/model/symbol.js';
import { isFactsProvenance, type PackedEdge, type PackedFacts, type PackedReference } from '../../../core/packs/pack-record.js';
import type { FactImport, PlaceOf } from '../../../core/packs/ports.js';
import { hashOf } from '../../../util/hash.js';
import type { StoreAccess } from '../store-access.js';
import { markGuessesStale, replaceEdges } from './facts.js';
import { portableKeys } from './pack-rows.js';
import type { StoreDatabase } from './store-database.js';

interface KnownFile {
  readonly id: number;
  readonly path: WorkspacePath;
  readonly contentHash: string;
  readonly hasFacts: boolean;
}

const edgeKinds: ReadonlySet<unknown> = new Set<EdgeKind>(['call', 'type', 'import', 'inherits', 'implements', 'use', 'implementedBy']);
/** Files that differ from the commit and are looked at for new names; more is another branch, where edge indexing starts over. */
const maxDiffering = 2_000;

export class FactRows implements FactImport {
  readonly #access: StoreAccess;
  readonly #placeOf: PlaceOf;
  /** By hash of the path below the root. */
  readonly #files: ReadonlyMap<string, KnownFile>;
  /** By file, its keys here by portable keys. */
  readonly #keys = new Map<number, ReadonlyMap<string, string>>();
  files = 0;

  constructor(access: StoreAccess, placeOf: PlaceOf) {
    this.#access = access;
    this.#placeOf = placeOf;
    this.#files = access.read('files', (store) => readFiles(store, placeOf));
  }

  add(contentHash: string, facts: PackedFacts, references: readonly PackedReference[]): void {
    const file = this.#files.get(facts.path);
    if (file?.contentHash !== contentHash || file.hasFacts || !isFactsProvenance(facts.provenance)) return;
    if (!Array.isArray(facts.edges) || !Array.isArray(facts.targets)) return;
    const targets = facts.targets.map(([path]) => this.#files.get(path));
    const isSame = facts.targets.every(([, hash], i) => targets[i]?.contentHash === hash);
    const own = this.#keysOf(file);
    const edges = facts.edges.flatMap((edge: PackedEdge) => {
      const [from, target, to, kind, line, mentions] = edge;
      const other = target === -1 ? file : targets[target];
      const [fromKey, toKey] = [own.get(from), other && this.#keysOf(other).get(to)];
      const isValid = edgeKinds.has(kind) && [line, mentions].every((n) => Number.isInteger(n) && n >= 0 && n < 2 ** 31);
      return fromKey && toKey && isValid ? [{ fromKey, toKey, kind, line, mentions }] : [];
    });
    this.#access.write('facts of a pack', (store) => {
      const chunks = store
        .sql<{ id: number; key: string; line: number }>('SELECT id, key, line_start AS line FROM chunks WHERE file=? ORDER BY id')
        .all(file.id);
      const lines = new Map(chunks.map(({ key, line }) => [key, line]));
      const placed = edges.map((edge) => ({ ...edge, line: edge.line + (lines.get(edge.fromKey) ?? 0) }));
      const guesses = openMentions(references, chunks);
      const { path } = file;
      replaceEdges(store, { path, contentHash, edges: placed, guesses, provenance: facts.provenance, incomplete: null });
      if (!isSame) store.sql('UPDATE facts SET stale=1 WHERE file=?').run(file.id);
    });
    this.files++;
  }

  end(has: (contentHash: string) => boolean): void {
    if (this.files === 0) return;
    const differing = [...this.#files.values()].filter(({ contentHash }) => !has(contentHash)).slice(0, maxDiffering);
    this.#access.write('facts out of date', (store) => {
      for (const { id } of differing) markGuessesStale(store, id);
    });
  }

  #keysOf(file: KnownFile): ReadonlyMap<string, string> {
    let keys = this.#keys.get(file.id);
    if (!keys) {
      const here = this.#access.read('keys', (store) => portableKeys(store, file.id, this.#placeOf(file.path).localPath));
      keys = new Map([...here].map(([key, portable]) => [portable, key]));
      this.#keys.set(file.id, keys);
    }
    return keys;
  }
}

function readFiles(store: StoreDatabase, placeOf: PlaceOf): Map<string, KnownFile> {
  const rows = store
    .sql<{ id: number; path: string; contentHash: string; facts: number }>(
      `SELECT f.id, f.path, f.content_hash AS contentHash, EXISTS (
         SELECT 1 FROM facts k WHERE k.file = f.id AND k.content_hash = f.content_hash) AS facts
       FROM files f WHERE f.origin = 'disk'`,
    )
    .all();
  return new Map(rows.map(({ facts, ...row }) => [hashOf(placeOf(row.path).localPath), { ...row, hasFacts: facts === 1 }]));
}

/** Mentions that no server could resolve, by their chunk and number within it. */
function openMentions(references: readonly PackedReference[], chunks: readonly { readonly id: number }[]): (readonly [number, number])[] {
  const counts = new Map<number, number>();
  const open: (readonly [number, number])[] = [];
  for (const [chunk, , , , , settled] of references) {
    const n = counts.get(chunk) ?? 0;
    counts.set(chunk, n + 1);
    const id = chunks[chunk]?.id;
    if (settled !== 1 && id !== undefined) open.push([id, n]);
  }
  return open;
}
