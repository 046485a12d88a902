/**
 * The most important symbols of a workspace: what an empty query gives, since pickers open with one. Pure. A symbol is as
 * important as its file and as often as its name is mentioned; while files are being indexed, by what there is so far.
 */
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import type { IndexReader } from '../ports.js';

/** Candidates that are looked at: enough for a picker, and some 20 milliseconds. */
const CANDIDATES = 1_000;
/** A filter may leave few or none of those: then more are looked at. */
const MORE_CANDIDATES = 4_000;
const MOST_CANDIDATES = 20_000;
/** Mentions beyond this add nothing. */
const MANY_MENTIONS = 200;
/** Tests, examples, generated code and the like come after all that is source. */
const BESIDE_SOURCE = 0.2;
/** A file is important for what others can use of it. */
const PRIVATE = 0.2;

export interface ImportantSymbol {
  readonly record: ChunkRecord;
  /** 0 to 1. */
  readonly score: number;
}

/** Best first, at most `limit`. @param accept what a filter lets through; null for everything */
export function importantSymbols(reader: IndexReader, limit: number, accept: ((record: ChunkRecord) => boolean) | null): ImportantSymbol[] {
  let best = ranked(reader, CANDIDATES, accept);
  if (accept && best.length < limit) best = ranked(reader, MORE_CANDIDATES, accept);
  if (accept && best.length === 0) best = ranked(reader, MOST_CANDIDATES, accept);
  return best.slice(0, limit);
}

/** Whether other files can mention it. A private `set` of one module is not what `map.set` in the others means. */
const isReachable = ({ language, meta }: ChunkRecord): boolean =>
  meta.visibility !== 'private' && (familyOf(language) !== familyOf('javascript') || meta.exported === true);

function ranked(reader: IndexReader, candidates: number, accept: ((record: ChunkRecord) => boolean) | null): ImportantSymbol[] {
  const importance = reader.fileImportance();
  const mentions = new Map(reader.prominent(candidates).map((one) => [one.chunkId, one.mentions]));
  const scoreOf = (record: ChunkRecord): number => {
    const reachable = isReachable(record);
    const count = reachable ? (mentions.get(record.id) ?? 0) : 0;
    const mentioned = Math.min(1, Math.log1p(count) / Math.log1p(MANY_MENTIONS));
    const factor = (record.role === 'source' ? 1 : BESIDE_SOURCE) * (reachable ? 1 : PRIVATE);
    return factor * (0.5 * (importance.get(record.fileId) ?? 0) + 0.5 * mentioned);
  };
  return reader
    .chunks([...mentions.keys()])
    .filter((record) => record.symbolKind !== null && (!accept || accept(record)))
    .map((record) => ({ record, score: scoreOf(record) }))
    .sort((a, b) => b.score - a.score || comparePlaces(a.record, b.record));
}
