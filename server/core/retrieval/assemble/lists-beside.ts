/** The lines that an answer lists beside its results: who uses them, the names of the question, the signatures that they need. */
import type { CallerLine, NeededSignature } from '../../model/answer.js';
import type { IndexReader } from '../ports.js';
import { answerLinesOf, type Entry, showsLine } from './answer-entry.js';
import type { AssembleOptions } from './assemble-options.js';
import { callerLines, subjectsAt } from './caller-lines.js';
import { defaultLines } from './default-lines.js';
import type { Draft } from './draft.js';
import { fewMentions } from './mention-lines.js';
import { mentionedBy, neededSignatures } from './needed-signatures.js';
import { isNamed, isUse, type ResultForms } from './result-forms.js';

export interface ListsBeside {
  /** Most useful first. */
  readonly callers: readonly CallerLine[];
  /** Signatures that these results need and do not show. */
  readonly neededBy: (shown: readonly Entry[]) => readonly NeededSignature[];
}

export function listsBeside(reader: IndexReader, draft: Draft, forms: ResultForms, options: AssembleOptions): ListsBeside {
  const { entries, related } = draft;
  const { brief, withText, furtherUses, fit } = options;
  const hasLists = withText && !(brief && options.isNothing);
  const withCode = entries.filter(({ shown }) => shown.shortening !== 'place');
  const ids = [...withCode, ...related.filter(({ shown }) => shown.shortening !== 'place')].map(({ record }) => record.id);
  const mentioned = hasLists && !furtherUses ? mentionedBy(reader, ids, (name) => fit.about(name, 0)) : [];
  // Lines around the ones that are meant mention what nobody asked for.
  const isMeant = (path: string, line: number): boolean =>
    !withCode.some((entry) => forms.isExcerpt(entry.item) && showsLine(entry, path, line) && !answerLinesOf(entry.item).includes(line));
  const neededBy = (shown: readonly Entry[]): readonly NeededSignature[] =>
    neededSignatures(mentioned, (path, line) => shown.some((entry) => showsLine(entry, path, line)), isMeant);
  if (furtherUses) return { callers: furtherUses, neededBy };
  if (!hasLists) return { callers: [], neededBy };

  const subjects = withCode.flatMap(({ item, record }) => (forms.isExcerpt(item) ? subjectsAt(reader, record, answerLinesOf(item)) : []));
  const isSubject = (id: number): boolean => subjects.some((one) => one.id === id);
  const others = withCode.filter(({ record, item }) => !isUse(item) && !isSubject(record.id)).map(({ record }) => record);
  const used = [...subjects, ...others];
  const named = entries.filter(({ item }) => isNamed(item)).map(({ record }) => record.id);
  const asked = new Set([...subjects.map(({ id }) => id), ...(forms.isFound ? named : [])]);
  const users = brief ? callerLines(reader, used, draft.textOf, draft.shows, asked, new Set(named)) : [];
  const defaults = brief && options.isForDefaults ? defaultLines(reader, used, draft.shows) : [];

  const hasLine = (path: string, line: number): boolean =>
    draft.shows(path, line) || [...defaults, ...users].some((user) => user.path === path && user.line === line);
  const mentions = (isDefined: boolean): readonly CallerLine[] =>
    fewMentions(
      options.mentions.filter((one) => one.isDefined === isDefined),
      hasLine,
    );
  // Where the first result takes effect is what a reader asks next; a key of a setting may stand in many files.
  const ofFirst = users.filter(({ of }) => of === users[0]?.of);
  return { callers: [...defaults, ...ofFirst, ...mentions(false), ...users.slice(ofFirst.length), ...mentions(true)], neededBy };
}
