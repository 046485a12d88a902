/** The rows that a team's database holds of one file, made of the file in a local index. Reading only. */
import { describeFile } from '../../../core/chunking/describe-file.js';
import { foldName } from '../../../core/chunking/words.js';
import type { Chunk } from '../../../core/model/chunk.js';
import { indexError } from '../../../core/model/problem.js';
import { hashOf } from '../../../util/hash.js';
import { inFile } from '../sqlite/order-places.js';
import { portableKeys } from '../sqlite/pack-rows.js';
import { readChunksOfFile } from '../sqlite/read-chunks.js';
import { type FileColumns, readFileText } from '../sqlite/read-files.js';
import type { StoreDatabase } from '../sqlite/store-database.js';
import { indexedWords } from './indexed-words.js';
import { chunkBits, fieldBits, ordinalBits } from './schema.js';

/** A file of the local index with what its rows depend on besides text and path. */
export interface SourceFile extends FileColumns {
  readonly facts: string | null;
  readonly chunk_count: number;
  readonly symbol_count: number;
  readonly ref_count: number;
  readonly vector_count: number;
  readonly masked: string | null;
}

/** By table, its rows as objects; `file` is one row. */
export interface PublishedRows {
  readonly file: object;
  readonly chunk: readonly object[];
  readonly posting: readonly object[];
  readonly mention: readonly object[];
  readonly edge: readonly object[];
  readonly part: readonly object[];
}

interface ChunkRow {
  readonly id: number;
  readonly parent: number | null;
  readonly key: string;
  readonly name: string;
  readonly fold: number | null;
  readonly signature: string | null;
  readonly doc: string | null;
}

/** Keys of the edges of a file, and those that it leads to, as the database has them. */
export type KeysOf = (file: number) => ReadonlyMap<string, string>;

export const readSourceFiles = (store: StoreDatabase): SourceFile[] =>
  store
    .sql<SourceFile>(
      `SELECT f.*, k.provenance AS facts FROM files f LEFT JOIN facts k ON k.file = f.id AND k.content_hash = f.content_hash ORDER BY f.path`,
    )
    .all();

/** Keys of the chunks of a file, the same from whichever folder it is published, and others in each repository. */
export const publishedKeys = (store: StoreDatabase, repository: string, file: Pick<SourceFile, 'id' | 'path'>): Map<string, string> =>
  portableKeys(store, file.id, `${repository}/${file.path}`);

interface EdgeRow {
  readonly from_key: string;
  readonly to_key: string;
  readonly target: number;
  readonly kind: string;
  readonly line: number;
}

const readEdges = (store: StoreDatabase, file: SourceFile): EdgeRow[] =>
  file.facts === null
    ? []
    : store
        .sql<EdgeRow>(
          `SELECT e.from_key, e.to_key, c.file AS target, e.kind, e.line FROM edges e JOIN chunks c ON c.key = e.to_key
           WHERE e.file = ? ORDER BY e.from_key, e.to_key, e.kind`,
        )
        .all(file.id);

/** Names the rows: of equal digests they are equal. @param basis version and model that the index was made with */
export function digestOf(store: StoreDatabase, file: SourceFile, basis: string, keysOf: KeysOf): string {
  const { path, content_hash, language, role, provenance, facts, problem, masked } = file;
  const edges = readEdges(store, file).map(({ from_key, to_key, target, kind, line }) => [
    keysOf(file.id).get(from_key),
    keysOf(target).get(to_key),
    kind,
    line,
  ]);
  return hashOf(JSON.stringify([basis, path, content_hash, language, role, provenance, facts, problem, masked, edges]));
}

/** PostgreSQL's texts cannot hold the character 0. */
const plain = <T>(value: T): T => (typeof value === 'string' && value.includes('\0') ? (value.replaceAll('\0', '\ufffd') as T) : value);
function plainRow<R extends object>(row: R): R {
  for (const name in row) row[name] = plain(row[name]);
  return row;
}

/**
 * @param id of the new row of `file`
 * Throws ContextError('index') where the file has more chunks than ids.
 */
export function readPublishedFile(
  store: StoreDatabase,
  file: SourceFile,
  given: { readonly id: number; readonly repository: number; readonly digest: string; readonly keysOf: KeysOf },
): PublishedRows {
  const { id, repository, keysOf } = given;
  const own = { repository, file: id };
  const rows = store.sql<ChunkRow>(`SELECT * FROM chunks c WHERE file = ? ORDER BY ${inFile}`).all(file.id);
  if (rows.length >= 2 ** chunkBits) throw indexError(`${file.path} has too many chunks to be published`);
  const base = id * 2 ** chunkBits;
  const ids = new Map(rows.map((row, n) => [row.id, base + n]));
  const text = readFileText(store, file.id) ?? '';
  const words = indexedWords(describeFile(file.path, file.language, text, chunksOf(store, file.id), []).lexical);
  const keys = keysOf(file.id);
  const postings = new Map<string, { chunks: number; last: number; at: number[] }>();
  for (const [n, fields] of words.entries())
    for (const [field, list] of fields.entries())
      for (const [offset, word] of list.entries()) {
        let posting = postings.get(word);
        if (!posting) postings.set(word, (posting = { chunks: 0, last: -1, at: [] }));
        if (posting.last !== n) posting.chunks++;
        posting.last = n;
        posting.at.push(n * 2 ** ordinalBits + field * 2 ** fieldBits + offset);
      }
  const lengths = words.map((fields) => fields.reduce((sum, { length }) => sum + length, 0));
  const idOf = (chunk: number): number => ids.get(chunk) as number;
  const byKey = new Map(rows.map((row) => [row.key, idOf(row.id)]));
  const { language, role, content_hash, size_bytes, lines, provenance, facts, problem, masked } = file;
  const { chunk_count, symbol_count, ref_count, vector_count } = file;
  return {
    file: plainRow({
      ...{ id, repository, digest: given.digest, path: file.path, language, role, content_hash, size_bytes, lines, provenance, facts },
      ...{ problem, chunk_count, symbol_count, ref_count, vector_count, masked, text },
      words: lengths.reduce((sum, length) => sum + length, 0),
    }),
    chunk: rows.map((row, n) =>
      plainRow({
        ...row,
        ...own,
        id: base + n,
        parent: row.parent === null ? null : idOf(row.parent),
        key: keys.get(row.key) ?? row.key,
        folded: row.fold === null ? null : foldName(row.name),
        words: lengths[n] ?? 0,
      }),
    ),
    posting: [...postings].map(([word, { chunks, at }]) => ({ ...own, word: plain(word), chunks, at })),
    mention: store
      .sql<{ readonly chunk: number; readonly settled: number }>(
        `SELECT r.chunk, r.n, n.folded, r.name, r.kind, r.line, r.module, r.arguments, r.settled FROM chunks c JOIN refs r ON r.chunk = c.id
         JOIN names n ON n.id = r.fold WHERE c.file = ? ORDER BY r.chunk, r.n`,
      )
      .all(file.id)
      .map((row) => plainRow({ ...row, ...own, chunk: idOf(row.chunk), settled: facts !== null && row.settled === 1 })),
    edge: readEdges(store, file).flatMap(({ from_key, to_key, target, kind, line }) => {
      const [from, to] = [byKey.get(from_key), keysOf(target).get(to_key)];
      return from === undefined || to === undefined ? [] : [{ ...own, from_chunk: from, to_key: to, kind, line }];
    }),
    part: readParts(store, file.id).map(({ chunk, n, scale, codes }) => ({
      ...own,
      chunk: idOf(chunk),
      n,
      scale,
      codes: `\\x${codes.toString('hex')}`,
      embedding: rounded(codes, scale),
    })),
  };
}

/** As a literal of pgvector. Half precision is no better than five digits of a unit vector, and shorter texts take half the time. */
function rounded(codes: Buffer, scale: number): string {
  const factor = scale * 1e5;
  let text = '[';
  for (let i = 0; i < codes.length; i++) text += `${i > 0 ? ',' : ''}${Math.round(codes.readInt8(i) * factor)}e-5`;
  return `${text}]`;
}

/** In the same order: of chunks with one span the outer one is first, so that parents come before their children. */
function chunksOf(store: StoreDatabase, file: number): Chunk[] {
  const records = readChunksOfFile(store, file);
  const at = new Map(records.map(({ id }, n) => [id, n]));
  return records.map(({ parentId, ...record }) => ({ ...record, parent: parentId === null ? -1 : (at.get(parentId) ?? -1) }));
}

const readParts = (store: StoreDatabase, file: number) =>
  store
    .sql<{ readonly chunk: number; readonly n: number; readonly scale: number; readonly codes: Buffer }>(
      `SELECT p.chunk, p.n, v.scale, v.codes FROM chunks c JOIN parts p ON p.chunk = c.id JOIN vectors v ON v.id = p.vector
       WHERE c.file = ? AND v.model = ? ORDER BY p.chunk, p.n`,
    )
    .all(file, store.state.modelId);
