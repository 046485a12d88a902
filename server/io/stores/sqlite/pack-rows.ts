/** Reads what packs are made of: a file's chunks, mentions, hashes of embedding texts and the edges of language servers. Reading only. */
import { chunkIdentity, chunkKey } from '../../../core/chunking/chunk-key.js';
import type { StoredVector } from '../../../core/embedding/archive-ports.js';
import type { Chunk } from '../../../core/model/chunk.js';
import type { WorkspacePath } from '../../../core/model/file.js';
import type { FileToPack } from '../../../core/packs/pack-file.js';
import { isFactsProvenance, type PackedEdge, type PackedFacts } from '../../../core/packs/pack-record.js';
import type { PlaceOf } from '../../../core/packs/ports.js';
import { hashOf } from '../../../util/hash.js';
import { readChunksOfFile } from './read-chunks.js';
import type { StoreDatabase } from './store-database.js';
import { asEdgeKind, asReferenceKind } from './stored-kinds.js';

interface FileRow {
  readonly id: number;
  readonly path: string;
  readonly language: string;
  readonly content_hash: string;
  readonly provenance: string;
  readonly text: string;
}

export const readContentHashes = (store: StoreDatabase): Set<string> =>
  new Set(store.sql<string>("SELECT content_hash FROM files WHERE content_hash <> ''").pluck().all());

export const readFilesToPack = (store: StoreDatabase): { path: WorkspacePath; contentHash: string }[] =>
  store
    .sql<{ path: string; contentHash: string }>(
      "SELECT path, content_hash AS contentHash FROM files WHERE origin = 'disk' AND problem IS NULL AND content_hash <> '' ORDER BY path",
    )
    .all();

const findFile = (store: StoreDatabase, path: WorkspacePath): FileRow | undefined =>
  store
    .sql<FileRow>(
      'SELECT f.id, f.path, f.language, f.content_hash, f.provenance, t.text FROM files f JOIN texts t ON t.file = f.id WHERE f.path=?',
    )
    .get(path);

/** Null where the index does not have the file, or its chunks are not in an order that can be packed. */
export function readFileToPack(store: StoreDatabase, path: WorkspacePath, placeOf: PlaceOf): FileToPack | null {
  const file = findFile(store, path);
  if (!file) return null;
  const records = readChunksOfFile(store, file.id).sort((a, b) => a.id - b.id);
  const at = new Map(records.map(({ id }, i) => [id, i]));
  const chunks: Chunk[] = [];
  for (const { parentId, ...record } of records) {
    const parent = parentId === null ? -1 : at.get(parentId);
    if (parent === undefined || parent >= chunks.length) return null;
    chunks.push({ ...record, parent });
  }
  const references = store
    .sql<{ chunk: number; name: string; kind: string; line: number; module: string | null; arguments: number | null; settled: number }>(
      'SELECT r.chunk, r.name, r.kind, r.line, r.module, r.arguments, r.settled FROM chunks c JOIN refs r ON r.chunk = c.id WHERE c.file = ? ORDER BY r.chunk, r.n',
    )
    .all(file.id)
    .map(({ chunk, name, kind, line, module, arguments: count, settled }) => {
      const from = at.get(chunk) ?? 0;
      return {
        name,
        kind: asReferenceKind(kind),
        from,
        line: line + (chunks[from] as Chunk).lines.start,
        ...(module !== null && { module }),
        ...(count !== null && { arguments: count }),
        settled: settled === 1,
      };
    });
  const { language, provenance, text, content_hash: contentHash } = file;
  return { ...placeOf(path), contentHash, language, provenance, text, chunks, references, parts: readParts(store, file.id) };
}

const readParts = (store: StoreDatabase, file: number): string[] =>
  store
    .sql<string>(
      'SELECT v.hash FROM chunks c JOIN parts p ON p.chunk = c.id JOIN vectors v ON v.id = p.vector WHERE c.file = ? ORDER BY c.id, p.n',
    )
    .pluck()
    .all(file);

/** Valid and complete facts of a file; null where there are none. Edges to what the index does not have are left out. */
export function readFacts(store: StoreDatabase, path: WorkspacePath, placeOf: PlaceOf): PackedFacts | null {
  const found = store
    .sql<{ id: number; provenance: string }>(
      `SELECT f.id, k.provenance FROM files f JOIN facts k ON k.file = f.id AND k.content_hash = f.content_hash
       WHERE f.path = ? AND k.stale = 0 AND k.incomplete IS NULL`,
    )
    .get(path);
  if (!found || !isFactsProvenance(found.provenance)) return null;
  const rows = store
    .sql<{ from_key: string; to_key: string; kind: string; line: number; mentions: number; target: number; path: string; hash: string }>(
      `SELECT e.from_key, e.to_key, e.kind, e.line, e.mentions, f.id AS target, f.path, f.content_hash AS hash
       FROM edges e JOIN chunks c ON c.key = e.to_key JOIN files f ON f.id = c.file
       WHERE e.file = ? ORDER BY e.from_key, e.to_key, e.kind`,
    )
    .all(found.id);
  const own = portableKeys(store, found.id, placeOf(path).localPath);
  const keysOf = new Map<number, ReadonlyMap<string, string>>([[found.id, own]]);
  const targets: [string, string][] = [];
  const targetAt = new Map<number, number>([[found.id, -1]]);
  const edges: PackedEdge[] = [];
  for (const row of rows) {
    const { localPath } = placeOf(row.path);
    let keys = keysOf.get(row.target);
    if (!keys) keysOf.set(row.target, (keys = portableKeys(store, row.target, localPath)));
    let target = targetAt.get(row.target);
    if (target === undefined) targetAt.set(row.target, (target = targets.push([hashOf(localPath), row.hash]) - 1));
    const [from, to] = [own.get(row.from_key), keys.get(row.to_key)];
    if (from && to) edges.push([from, target, to, asEdgeKind(row.kind), row.line, row.mentions]);
  }
  // Keys on disk depend on the machine: the order is made the same everywhere.
  edges.sort((a, b) => (`${a[0]} ${a[2]} ${a[3]}` < `${b[0]} ${b[2]} ${b[3]}` ? -1 : 1));
  return { path: hashOf(placeOf(path).localPath), provenance: found.provenance, targets, edges };
}

/** By the key of a chunk here, its key of the path below the root, which is the same on every machine. */
export function portableKeys(store: StoreDatabase, file: number, localPath: string): Map<string, string> {
  const keyOf = chunkKey(hashOf);
  const rows = store
    .sql<{ key: string; kind: string; symbol_kind: string | null; name: string; qualified: string | null }>(
      'SELECT key, kind, symbol_kind, name, qualified FROM chunks WHERE file = ? ORDER BY id',
    )
    .all(file);
  return new Map(
    rows.map(({ key, kind, symbol_kind: symbolKind, name, qualified }) => [
      key,
      keyOf(chunkIdentity(localPath, { kind, symbolKind, qualifiedName: qualified ?? name })),
    ]),
  );
}

/** Vectors of the base by the hashes of their texts, in that order; those without one have a zero vector. */
export function readVectorsOf(store: StoreDatabase, hashes: readonly string[]): StoredVector[] {
  const select = store.sql<{ scale: number; codes: Buffer }>('SELECT scale, codes FROM vectors WHERE hash=? AND model=?');
  return hashes.map((hash) => {
    const row = select.get(hash, store.state.modelId);
    if (!row) return { hash, scale: 0, codes: new Int8Array(store.state.dimensions) };
    return { hash, scale: row.scale, codes: new Int8Array(row.codes.buffer, row.codes.byteOffset, row.codes.length) };
  });
}
