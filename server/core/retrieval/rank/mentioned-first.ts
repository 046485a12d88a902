/** A name alone that no code defines, such as a variable of the environment: what has it word for word comes before what is like it. Pure. */
import type { ChunkRecord } from '../../model/chunk.js';
import type { IndexReader } from '../ports.js';
import { nameAsked } from '../query/alone.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { linesWith, type NamedLine } from '../recall/lines-with.js';
import type { Ranked } from './rank.js';

/** The lines with the name that is the whole question; none for another question, for a name that code defines, and where it is a text that was found as a whole. */
export function linesOfNameAlone(reader: IndexReader, query: AnalysedQuery, ranked: readonly Ranked[]): readonly NamedLine[] {
  const name = nameAsked(query);
  if (name === null || ranked[0]?.candidate.place?.isQuestion) return [];
  const isDefined = ranked.some(
    ({ candidate: { record, name: match } }) =>
      match !== null && record.symbolKind !== 'key' && (record.name === name || record.symbolKind === 'component'),
  );
  return isDefined ? [] : linesWith(reader, name);
}

/** Results that have one of the lines, code before settings, then the others; in their order. */
export function mentionedFirst(ranked: readonly Ranked[], lines: readonly NamedLine[]): readonly Ranked[] {
  if (!lines.length) return ranked;
  const hasLine = ({ fileId, lines: own, kind }: ChunkRecord): boolean =>
    kind !== 'module' && lines.some(({ record, line }) => record.fileId === fileId && line >= own.start && line < own.end);
  const orderOf = ({ candidate: { record } }: Ranked): number => (!hasLine(record) ? 2 : record.symbolKind === 'key' ? 1 : 0);
  return [...ranked].sort((a, b) => orderOf(a) - orderOf(b));
}
