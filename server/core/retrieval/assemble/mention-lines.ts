/** Lines with the names of a question, beside the lines that are known to use them. */
import type { CallerLine } from '../../model/answer.js';
import { clipped, oneLine } from '../../model/answer-text.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { FileRole } from '../../model/file.js';
import { isImportOf, looksLikeComment } from '../../model/line-forms.js';
import { usage } from '../graph/weights.js';
import type { IndexReader } from '../ports.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { type NamedLine, quotedNames, rareNames } from '../recall/lines-with.js';
import { budget } from './budget.js';

export interface Mentions {
  /** False for the key of a setting, an event, a column, a name of another library. */
  readonly isDefined: boolean;
  /** Set where the question quotes it, and may ask for all its lines. */
  readonly isQuoted?: boolean;
  /** Lines of code. */
  readonly code: readonly CallerLine[];
  /** Lines of documents, tests and comments. */
  readonly other: readonly CallerLine[];
}

const NO_CODE: ReadonlySet<FileRole> = new Set(['test', 'documentation', 'generated', 'vendored']);
const isCode = ({ record: { role }, text }: NamedLine): boolean => !NO_CODE.has(role) && !looksLikeComment(text);

/** A variable of the environment is set in scripts and workflows, and read in sources. */
const isSource = ({ record }: NamedLine): boolean => record.role === 'source';

/** As much of a line as is listed, with the name. */
function around(text: string, name: string): string {
  const end = text.indexOf(name) + name.length;
  return end <= budget.lineChars
    ? clipped(text, budget.lineChars)
    : `…${clipped(text.slice(end - budget.lineChars / 2), budget.lineChars)}`;
}

/** A line with a name as an answer lists it. */
export const lineOf = ({ record, line, text }: NamedLine, relation: CallerLine['relation'], of: string): CallerLine => ({
  path: record.path,
  line,
  text: around(oneLine(text), of),
  relation,
  caller: record.qualifiedName,
  of,
});

/**
 * The lines of each rare name, and of each option that is written with hyphens.
 * @param wordings the question and its other wordings
 */
export function mentionsOf(
  reader: IndexReader,
  wordings: readonly AnalysedQuery[],
  accept: ((record: ChunkRecord) => boolean) | null,
): Mentions[] {
  const written = [...new Set(wordings.flatMap(({ identifiers }) => identifiers))];
  const [question] = wordings;
  const quoted = question ? quotedNames(reader, question.text) : [];
  const known = new Set(quoted.map(({ name }) => name));
  const named = [
    ...rareNames(reader, written).filter(({ name, isDefined }) => isDefined || !known.has(name)),
    ...quoted.map((one) => ({ ...one, isDefined: false })),
  ];
  return named.map(({ name, isDefined, lines }) => {
    const all = lines
      .filter(({ record, text }) => (!accept || accept(record)) && !(isDefined && isImportOf(text, name)))
      .sort((a, b) => Number(!isSource(a)) - Number(!isSource(b)) || comparePlaces(a.record, b.record) || a.line - b.line);
    const toLine = (one: NamedLine): CallerLine => lineOf(one, 'contains', name);
    return {
      isDefined,
      isQuoted: !isDefined && known.has(name),
      code: all.filter(isCode).map(toLine),
      other: all.filter((one) => !isCode(one)).map(toLine),
    };
  });
}

/**
 * A few lines of each name, those of code first; of documents, tests and comments one of a name that nothing defines.
 * @param isShown whether the answer has a line (0-based) already
 */
export function fewMentions(all: readonly Mentions[], isShown: (path: string, line: number) => boolean): CallerLine[] {
  const few = (lines: readonly CallerLine[], most: number): CallerLine[] => {
    const left = lines.filter(({ path, line }) => !isShown(path, line));
    const last = left[most - 1];
    return last && left.length > most ? [...left.slice(0, most - 1), { ...last, more: left.length - most }] : left.slice(0, most);
  };
  return [
    ...all.flatMap(({ code, isQuoted, isDefined }) =>
      few(code, isQuoted ? usage.quotedLines : isDefined ? usage.mentionLines : usage.keyLines),
    ),
    ...all.flatMap(({ isDefined, other }) => (isDefined ? [] : few(other, 1).map(({ more, ...line }) => line))),
  ];
}
