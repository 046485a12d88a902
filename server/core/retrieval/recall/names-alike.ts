/**
 * Symbols whose names have the same parts as a half-remembered one, in any order and form: `finisherRoutine` for `pullerFinishRoutine`. Parts
 * count by how rare they are; those that only one of the two names has count against it (Dice's coefficient).
 */
import { partsOfName } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { IndexReader } from '../ports.js';
import { isOfRuntime } from '../query/correct-words.js';
import { expandWords } from '../query/expand-words.js';
import { sameStem } from '../query/name-match.js';
import { namesAlike as limits } from './weights.js';

export interface NameAlike {
  readonly record: ChunkRecord;
  /** 0 to 1. */
  readonly likeness: number;
}

/** Those that a note on unknown names tells of. */
export function namesToTell(reader: Reader, unknown: readonly string[], accept: ((record: ChunkRecord) => boolean) | null): ChunkRecord[] {
  const alike = unknown
    .flatMap((name) => namesAlike(reader, name, accept))
    .filter(({ likeness }) => likeness >= limits.leastTold)
    .sort((a, b) => b.likeness - a.likeness);
  // A declaration elsewhere says no more than the definition.
  const isDeclared = ({ qualifiedName, bodySpan }: ChunkRecord): boolean =>
    bodySpan === null && alike.some(({ record }) => record.bodySpan !== null && record.qualifiedName === qualifiedName);
  const distinct = new Map(alike.map(({ record }) => [record.id, record]));
  return [...distinct.values()].filter((record) => !isDeclared(record)).slice(0, limits.told);
}

type Reader = Pick<IndexReader, 'lexical' | 'searchNames' | 'chunks' | 'chunkCount' | 'documentFrequency'>;

/** Best first, one of each name and file; none for a name of one part. */
export function namesAlike(reader: Reader, name: string, accept: ((record: ChunkRecord) => boolean) | null): NameAlike[] {
  const parts = partsOf(name);
  if (parts.length < 2) return [];
  const ids = new Set(
    reader
      .lexical(
        { words: [...new Set([...parts, ...expandWords(parts)])], weights: { path: 0, name: 1, signature: 0, body: 0 } },
        limits.candidates,
      )
      .map(({ chunkId }) => chunkId),
  );
  // Names that begin with a part in another form.
  for (const part of parts) for (const { chunkId } of reader.searchNames(part, limits.candidatesOfPart)) ids.add(chunkId);
  const mayBe = (record: ChunkRecord): boolean =>
    record.symbolKind !== null && (!accept || accept(record)) && !isOfRuntime(name, record.name);
  const symbols = reader.chunks([...ids]).filter(mayBe);
  const all = new Map(symbols.map((record) => [record, partsOf(record.name)]));
  const frequency = reader.documentFrequency([...new Set([...parts, ...[...all.values()].flat()])]);
  const chunks = reader.chunkCount() + 1;
  const weightOf = (part: string): number => Math.log2((chunks + 1) / ((frequency.get(part) ?? 0) + 1));
  const sum = (list: readonly string[]): number => list.reduce((total, part) => total + weightOf(part), 0);
  const asked = sum(parts);
  const likenessOf = (own: readonly string[]): number => {
    const left = [...own];
    let shared = 0;
    for (const part of parts) {
      const exact = left.indexOf(part);
      const at = exact >= 0 ? exact : left.findIndex((other) => sameStem(part, other));
      // Another form of a word is the word.
      if (at >= 0) shared += Math.min(weightOf(part), weightOf(left.splice(at, 1)[0] as string));
    }
    return (2 * shared) / (asked + sum(own));
  };
  const seen = new Set<string>();
  return symbols
    .map((record) => ({
      record,
      likeness: likenessOf(all.get(record) as readonly string[]) * (record.role === 'source' ? 1 : limits.otherRole),
    }))
    .filter(({ likeness }) => likeness >= limits.least)
    .sort((a, b) => b.likeness - a.likeness || a.record.name.length - b.record.name.length || (a.record.path < b.record.path ? -1 : 1))
    .filter(({ record: { path, qualifiedName } }) => !seen.has(`${path} ${qualifiedName}`) && seen.add(`${path} ${qualifiedName}`));
}

const partsOf = (name: string): string[] => [...new Set(partsOfName(name))].filter((part) => part.length > 1);
