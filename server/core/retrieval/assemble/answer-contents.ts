/** The answer to a question for what is in a file. */
import type { ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import { noExpansion } from '../graph/expand-graph.js';
import { usage } from '../graph/weights.js';
import type { IndexReader } from '../ports.js';
import type { Ranked } from '../rank/rank.js';
import type { RelationAnswer } from './answer-relation.js';
import { namePosition } from './show-chunk.js';

/** Of one file its outline, then its symbols, those at the top first; of several files of the name each. */
export function answerContents(
  reader: IndexReader,
  files: readonly ChunkRecord[],
  topScore: number,
  accept: ((record: ChunkRecord) => boolean) | null,
  limit: number,
  isBrief: boolean,
): RelationAnswer | null {
  const accepted = files.filter((file) => !accept || accept(file));
  const [file] = accepted;
  if (!file) return null;
  const inside = accepted.length > 1 ? [] : reader.chunksOfFile(file.fileId).filter(isNamed);
  const isAtTop = ({ parentId }: ChunkRecord): boolean => parentId === file.id || parentId === null;
  const top = inside.filter(isAtTop);
  const symbols = [...top, ...inside.filter((record) => !isAtTop(record) && isFunction(record.symbolKind))];
  const text = reader.fileText(file.fileId) ?? '';
  const linesOfNames = (records: readonly ChunkRecord[]): number[] => records.map((record) => namePosition(text, record).nameLine);
  // Its outline has the symbols of a long file.
  const isLong = file.lines.end - file.lines.start > usage.wholeLines;
  const listed = [...accepted.slice(1), ...(isBrief && isLong ? [] : symbols)].slice(0, limit - 1);
  const outlines = [symbols, top, top.slice(0, usage.outlineNames)].filter(({ length }) => length > 0).map(linesOfNames);
  return {
    ranked: [
      { ...itselfAt(file, topScore), ...(isLong && outlines.length && { outlines }) },
      ...listed.map((record, i) => beside(record, 'in the file', topScore * usage.calleeShare * usage.decay ** (i / 10))),
    ],
    expansion: noExpansion,
    further: null,
    count: accepted.length + symbols.length,
  };
}

const isNamed = ({ kind, symbolKind, nameSpan }: ChunkRecord): boolean =>
  kind === 'symbol' && nameSpan !== null && symbolKind !== 'variable' && symbolKind !== 'key';

export const beside = (record: ChunkRecord, name: string, score: number): Ranked => ({
  candidate: { record, lexical: 0, semantic: 0, name: null },
  score,
  parts: [{ name, value: score }],
});

/** What the question names. */
export const itselfAt = (record: ChunkRecord, score: number): Ranked => ({
  candidate: { record, lexical: 0, semantic: 0, name: 'identifier' },
  score,
  parts: [{ name: 'name:identifier', value: score }],
});
