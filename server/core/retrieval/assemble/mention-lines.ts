/** Lines with the names of a question that nothing defines. */
import type { CallerLine } from '../../model/answer.js';
import { oneLine } from '../../model/answer-text.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { IndexReader } from '../ports.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { usage } from '../rank/weights.js';
import { linesWith, type NamedLine, undefinedNames } from '../recall/lines-with.js';
import { budget } from './budget.js';

const isCode = ({ record: { role } }: NamedLine): boolean => role === 'source' || role === 'configuration';

/**
 * A few lines of each name, those of code first; of documents and tests one.
 * @param wordings the question and its other wordings
 */
export function mentionLines(
  reader: IndexReader,
  wordings: readonly AnalysedQuery[],
  accept: ((record: ChunkRecord) => boolean) | null,
): CallerLine[] {
  const written = [...new Set(wordings.flatMap(({ identifiers, isName }) => (isName && wordings.length === 1 ? [] : identifiers)))];
  const lines = undefinedNames(reader, written).map((name) => {
    const all = linesWith(reader, name)
      .filter(({ record }) => !accept || accept(record))
      .sort((a, b) => comparePlaces(a.record, b.record) || a.line - b.line);
    const toLine = ({ record, line, text }: NamedLine): CallerLine => {
      const caller = record.qualifiedName;
      return { path: record.path, line, text: oneLine(text).slice(0, budget.lineChars), relation: 'uses', caller, of: name };
    };
    const code = all.filter(isCode).slice(0, usage.mentionLines);
    return {
      code: code.map(toLine),
      other: all
        .filter((one) => !isCode(one))
        .slice(0, 1)
        .map(toLine),
    };
  });
  return [...lines.flatMap(({ code }) => code), ...lines.flatMap(({ other }) => other)];
}
