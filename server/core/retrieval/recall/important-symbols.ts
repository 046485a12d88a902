/**
 * The most important symbols of a workspace: the answer to an empty query, with which pickers open. The importance of a symbol is that of its
 * file and the number of mentions of its name; during indexing, as far as they are known.
 */
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { FileRecord } from '../../model/file.js';
import { familyOf } from '../../model/language.js';
import type { IndexReader } from '../ports.js';
import { definitionShare } from '../rank/weights.js';
import { importantSymbol } from './weights.js';

export interface ImportantSymbol {
  readonly record: ChunkRecord;
  /** 0 to 1. */
  readonly score: number;
}

/** Files whose symbols are all read. */
const MAX_FILES = 200;

/**
 * Best first, at most `limit`.
 * @param accept the filter; null for everything
 * @param acceptFile what it says of a file
 */
export function importantSymbols(
  reader: IndexReader,
  limit: number,
  accept: ((record: ChunkRecord) => boolean) | null,
  acceptFile: (file: Pick<FileRecord, 'path' | 'language' | 'role'>) => boolean,
): ImportantSymbol[] {
  let best = ranked(reader, importantSymbol.candidates, accept);
  if (!accept || best.length >= limit) return best.slice(0, limit);
  const files = reader.files().filter(acceptFile);
  if (files.length <= MAX_FILES) {
    const known = new Set(best.map(({ record }) => record.id));
    const others = files.flatMap(({ id }) => reader.chunksOfFile(id)).filter(({ id }) => !known.has(id));
    const further = scored(reader, others, new Map(), accept).map(({ record, score }) => ({
      record,
      score: score * definitionShare(record.symbolKind),
    }));
    return [...best, ...further.sort((a, b) => b.score - a.score)].slice(0, limit);
  }
  best = ranked(reader, importantSymbol.moreCandidates, accept);
  if (best.length === 0) best = ranked(reader, importantSymbol.mostCandidates, accept);
  return best.slice(0, limit);
}

/** Whether other files can mention it: `map.set` elsewhere does not mean a private `set` of one module. */
const isReachable = ({ language, meta }: ChunkRecord): boolean =>
  meta.visibility !== 'private' && (familyOf(language) !== familyOf('javascript') || meta.exported === true);

function ranked(reader: IndexReader, candidates: number, accept: ((record: ChunkRecord) => boolean) | null): ImportantSymbol[] {
  const mentions = new Map(reader.prominent(candidates).map((one) => [one.chunkId, one.mentions]));
  return scored(reader, reader.chunks([...mentions.keys()]), mentions, accept);
}

function scored(
  reader: IndexReader,
  records: readonly ChunkRecord[],
  mentions: ReadonlyMap<number, number>,
  accept: ((record: ChunkRecord) => boolean) | null,
): ImportantSymbol[] {
  const scoreOf = (record: ChunkRecord): number => {
    const reachable = isReachable(record);
    const count = reachable ? (mentions.get(record.id) ?? 0) : 0;
    const mentioned = Math.min(1, Math.log1p(count) / Math.log1p(importantSymbol.manyMentions));
    const factor = (record.role === 'source' ? 1 : importantSymbol.otherRole) * (reachable ? 1 : importantSymbol.unreachable);
    return factor * (importantSymbol.file * reader.fileImportance(record.fileId) + importantSymbol.mentions * mentioned);
  };
  return records
    .filter((record) => record.symbolKind !== null && (!accept || accept(record)))
    .map((record) => ({ record, score: scoreOf(record) }))
    .sort((a, b) => b.score - a.score || comparePlaces(a.record, b.record));
}
