/**
 * What a new analysis of a file changes about the chunks that the index holds of it. Chunks are matched by their keys.
 * Reading only: every difference is known before the first row is written.
 */
import { type AnalysedFile, type Chunk, type ChunkPlace, compareInFile } from '../../../core/model/chunk.js';
import type { StoreDatabase, StoreState } from './store-database.js';

/** A file's row, as far as replacing it needs it. */
interface KnownFile {
  readonly id: number;
  readonly content_hash: string;
  readonly model: number;
  readonly ref_count: number;
  readonly vector_count: number;
  readonly masked: string | null;
}

/**
 * same: nothing to write. moved: only where it stands. rewritten: anything else, under the same id and key.
 * inserted: the file had no chunk of this key.
 */
type Change = 'same' | 'moved' | 'rewritten' | 'inserted';

export interface FileDifference {
  readonly file: AnalysedFile;
  readonly known: KnownFile | undefined;
  /** True where rows of before may be kept. */
  readonly isTrusted: boolean;
  /** Chunk id by index into `file.chunks`; those of inserted chunks are new. */
  readonly ids: readonly number[];
  readonly changes: readonly Change[];
  readonly gone: readonly { readonly id: number; readonly name: string }[];
  /** True where chunks that stay have another order. */
  readonly isReordered: boolean;
}

type OldChunk = [id: number, key: string, mark: number, name: string, parent: number | null, ...positions: (number | null)[]];

/** Where a chunk stands, in the order of the columns that `positionColumns` names. */
export const positionsOf = (chunk: Chunk): (number | null)[] => [
  chunk.span.start,
  chunk.span.end,
  chunk.lines.start,
  chunk.lines.end,
  chunk.nameSpan?.start ?? null,
  chunk.nameSpan?.end ?? null,
  chunk.bodySpan?.start ?? null,
  chunk.bodySpan?.end ?? null,
];
export const positionColumns = [
  'span_start',
  'span_end',
  'line_start',
  'line_end',
  'name_start',
  'name_end',
  'body_start',
  'body_end',
] as const;
const FIRST_POSITION = 5;
function placeOf([, key, , , , start, end, , , nameStart, nameEnd]: OldChunk): ChunkPlace {
  const nameSpan = typeof nameStart === 'number' ? { start: nameStart, end: nameEnd as number } : null;
  return { key, span: { start: start as number, end: end as number }, nameSpan };
}
const oldChunksSql = `SELECT id, key, mark, name, parent, ${positionColumns.join(', ')} FROM chunks WHERE file=?`;

/** Takes the ids of inserted chunks from `state`. */
export function diffFile(store: StoreDatabase, state: StoreState, file: AnalysedFile): FileDifference {
  const known = store
    .sql<KnownFile>('SELECT id, content_hash, model, ref_count, vector_count, masked FROM files WHERE path=?')
    .get(file.path);
  const old = new Map<string, OldChunk>();
  if (known) {
    for (const row of store.sql<OldChunk>(oldChunksSql).raw().all(known.id)) old.set(row[1], row);
  }
  // A file that lacks vectors, has another model's or may be damaged has nothing that could be kept.
  const isTrusted = known !== undefined && known.content_hash !== '' && known.model === state.modelId;
  const ids: number[] = [];
  const changes: Change[] = [];
  const kept: { readonly was: ChunkPlace; readonly is: ChunkPlace }[] = [];
  file.chunks.forEach((chunk, i) => {
    const row = old.get(chunk.key);
    if (!row) {
      ids.push(state.nextChunk++);
      changes.push('inserted');
      return;
    }
    old.delete(chunk.key);
    ids.push(row[0]);
    kept.push({ was: placeOf(row), is: chunk });
    if (!isTrusted || row[2] !== file.marks[i]) changes.push('rewritten');
    else {
      const parent = chunk.parent >= 0 ? (ids[chunk.parent] as number) : null;
      const stays = row[4] === parent && positionsOf(chunk).every((at, n) => row[FIRST_POSITION + n] === at);
      changes.push(stays ? 'same' : 'moved');
    }
  });
  kept.sort((a, b) => compareInFile(a.is, b.is));
  const isReordered = kept.some(({ was }, i) => compareInFile(kept[i - 1]?.was ?? was, was) > 0);
  return { file, known, isTrusted, ids, changes, gone: [...old.values()].map(([id, , , name]) => ({ id, name })), isReordered };
}
/** Ids of the chunks whose words leave the lexical index. */
export const rowsLost = ({ ids, changes, gone }: FileDifference): number[] => [
  ...gone.map(({ id }) => id),
  ...ids.filter((_, i) => changes[i] === 'rewritten'),
];
