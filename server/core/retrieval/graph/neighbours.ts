/** Neighbours of a symbol by name and container, as every walk over the graph needs them. */
import { addTo } from '../../../util/grouped.js';
import { remembered } from '../../../util/remembered.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import { descriptorOf, familyOf } from '../../model/language.js';
import { isType } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';

/** A name alone does not connect two languages, unless one calls the other: `fmt` in Go is not the target of that name in a Makefile. */
export const isSameFamily = (a: ChunkRecord, b: ChunkRecord): boolean =>
  familyOf(a.language) === familyOf(b.language) || callsFamily(a.language, b.language) || callsFamily(b.language, a.language);

const callsFamily = (language: string, other: string): boolean => descriptorOf(language)?.calls === familyOf(other);

/** What is read of files for one answer, once each: a file may have hundreds of users of a symbol, and thousands of symbols. */
export interface FilesOnce {
  linesOf(record: ChunkRecord): readonly string[];
  chunksOfFile(fileId: number): readonly ChunkRecord[];
}

export function filesOnce(reader: Pick<IndexReader, 'fileText' | 'chunksOfFile'>): FilesOnce {
  const lines = new Map<number, readonly string[]>();
  const chunks = new Map<number, readonly ChunkRecord[]>();
  return {
    linesOf: ({ fileId }) => remembered(lines, fileId, () => (reader.fileText(fileId) ?? '').split(/\r\n|\r|\n/)),
    chunksOfFile: (fileId) => remembered(chunks, fileId, () => reader.chunksOfFile(fileId)),
  };
}

/** Lines of the symbols inside of a type, a file or a method of Java, which may hold anonymous classes; none for others. */
export const innerLines = (
  files: Pick<FilesOnce, 'chunksOfFile'>,
  { id, fileId, kind, symbolKind, language, span }: ChunkRecord,
): LineSpan[] =>
  kind !== 'module' && !isType(symbolKind) && language !== 'java'
    ? []
    : files
        .chunksOfFile(fileId)
        .filter((one) => one.kind === 'symbol' && one.id !== id && one.span.start >= span.start && one.span.end <= span.end)
        .map(({ lines }) => lines);

/** By name, the chunks of exactly that name, at most `limitPerName` of each. */
export function chunksNamed(reader: IndexReader, names: readonly string[], limitPerName: number): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { name, match, chunkId } of reader.named(names, limitPerName)) {
    if (match === 'exact') addTo(found, name, chunkId);
  }
  return found;
}

/** Of the same kind and in the same container, the nearest first. */
export function nearestSiblings(reader: IndexReader, record: ChunkRecord, limit: number): readonly ChunkRecord[] {
  if (record.symbolKind === null || record.parentId === null) return [];
  const nearest = reader
    .children(record.parentId)
    .filter((other) => other.id !== record.id && other.symbolKind === record.symbolKind)
    .sort((a, b) => Math.abs(a.lines.start - record.lines.start) - Math.abs(b.lines.start - record.lines.start))
    .slice(0, limit);
  return reader.chunks(nearest.map(({ id }) => id));
}
