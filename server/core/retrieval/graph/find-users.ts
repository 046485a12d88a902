/**
 * Users of the symbols of one name: calls and other mentions found by language servers and syntax, then other lines that contain the name
 * (strings, macros, documentation). Each with its lines.
 */

import { escapePattern } from '../../../util/escape-pattern.js';
import { grouped } from '../../../util/grouped.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import { isCommentLine } from '../../model/line-forms.js';
import { type EdgeKind, isDistinctive, isFunction, isOfValue, outerName, SOME_VALUE, valueType } from '../../model/symbol.js';
import { isTestCode } from '../../model/test-code.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import { linesWith, type NamedLine } from '../recall/lines-with.js';
import { callsForeignValues } from './foreign-calls.js';
import { callsThroughTables } from './function-tables.js';
import { usersOfGenerated } from './generated-code.js';
import { type Step, stepsIn } from './graph-steps.js';
import { fitArguments } from './mentions/fit-arguments.js';
import { MentionFiles } from './mentions/mention-files.js';
import { isValueOfType } from './mentions/named-values.js';
import { memberKinds } from './mentions/possible-targets.js';
import { mentionedName } from './mentions/qualified-scope.js';
import { resolveMentions } from './mentions/resolve-mentions.js';
import { mentionedNames } from './mentions/template-owners.js';
import { linesOfNamesakes } from './namesake-lines.js';
import { chunksNamed, type FilesOnce, filesOnce, innerLines, isSameFamily } from './neighbours.js';
import { mentionsOfBases } from './override-family.js';
import { aboveOf, linesAgain } from './proof-lines.js';
import { usage } from './weights.js';

/** How something uses a symbol; `mention`: a line contains the name, and no more is known. */
export type UseKind = 'call' | 'use' | 'inherits' | 'type' | 'import' | 'mention';

export interface User {
  /** The innermost symbol or part of a file around the lines. */
  readonly record: ChunkRecord;
  readonly kind: UseKind;
  /** 0-based lines of the file, ascending. */
  readonly lines: readonly number[];
  /** The symbol that is used. */
  readonly of: ChunkRecord;
  readonly provenance: string;
  /** True where all that is known is the name: a member of a value of unknown type. */
  readonly isGuess: boolean;
}

export const useKind: Readonly<Record<EdgeKind, UseKind>> = {
  call: 'call',
  use: 'use',
  type: 'type',
  import: 'import',
  inherits: 'inherits',
  implements: 'inherits',
  implementedBy: 'inherits',
};
const roleOrder: Readonly<Record<string, number>> = usage.roleOrder;
/** Code of the product comes first. */
export const roleOrderOf = ({ role }: Pick<ChunkRecord, 'role'>): number => roleOrder[role] ?? usage.roleOrder.other;

interface Use {
  readonly record: ChunkRecord;
  readonly line: number;
  readonly kind: UseKind;
  readonly of: ChunkRecord;
  readonly provenance: string;
  readonly isGuess?: boolean;
  /** The symbol is used as one of another value, by itself too: `alias.publish()` in `publish`. */
  readonly isOfValue?: boolean;
  /** Of a mention: the name is in a string of its line. */
  readonly isQuoted?: boolean;
  /** Of a mention: it counts beside a surer use of the same symbol only. */
  readonly isLoose?: boolean;
}

/**
 * Users of `subjects`, which share one name, the clearest first: code before tests, calls before imports, then members of that name of
 * values of unknown type; of tests first those named after a subject.
 * @param isWholeName whether the subjects are all symbols of the name: then a mention cannot mean another one
 */
export function findUsers(
  reader: IndexReader,
  subjects: readonly ChunkRecord[],
  isWholeName: boolean,
  accept: ((record: ChunkRecord) => boolean) | null,
): User[] {
  const [first] = subjects;
  if (!first) return [];
  const { uses, others } = isWholeName
    ? allMentions(reader, subjects)
    : {
        uses: [...clearMentions(reader, subjects), ...possibleMentions(reader, subjects), ...readsOfFields(reader, subjects)],
        others: new Set<number>(),
      };
  uses.push(...usersOfGenerated(reader, subjects).map(({ from, to, edge }) => ({ ...useOf(to, from, edge), isGuess: true })));
  const known = new Set(uses.map(({ record, line }) => `${record.fileId} ${line}`));
  const isKnown = ({ record, line }: Use): boolean => known.has(`${record.fileId} ${line}`) || others.has(record.id);
  if (isWholeName) for (const use of textMentions(reader, subjects)) if (!isKnown(use)) uses.push(use);
  const users = new Map<number, User>();
  for (const { record, line, kind, of, provenance, isGuess = false, isQuoted = false, isLoose = false, ...use } of uses) {
    // A function of the same name may call another one; plain recursion is no use.
    if ((record.id === of.id && !(use.isOfValue && kind === 'call')) || (accept && !accept(record))) continue;
    const before = users.get(record.id);
    if (isGuess && before && !before.isGuess) continue;
    // Of a caller, a line with the name in a string is no further call.
    if (isQuoted && before && before.kind !== 'mention') continue;
    if (isLoose && (!before || before.kind === 'mention')) continue;
    const isStronger = before !== undefined && usage.order[kind] < usage.order[before.kind];
    addUse(users, record.id, { record, kind, lines: [line], of, provenance, isGuess }, isStronger);
  }
  const files = filesOnce(reader);
  if (!isWholeName) for (const [key, user] of users) users.set(key, withLinesAgain(reader, user, files));
  const type = outerName(first);
  const member = mentionedName(first.name, first.language);
  const likely = new Set<User>();
  for (const [key, user] of [...users].filter(([, { isGuess }]) => isGuess).slice(0, usage.namedValues)) {
    const lines = user.lines.filter((line) => isValueOfType(files.linesOf(user.record)[line] ?? '', member, type));
    if (!lines.length) continue;
    // Beside a value that is named like the type others are hardly meant.
    const one = { ...user, lines };
    users.set(key, one);
    likely.add(one);
  }
  const orderOf = (user: User): number => usageOrder(user) - (likely.has(user) ? usage.likelyGuess : 0);
  const usageOrder = ({ record, kind, isGuess }: User): number =>
    roleOrderOf(record) +
    (isGuess ? usage.guessOrder : 0) -
    (record.role === 'test' && isNamedAfter(record, first.name) ? usage.namedAfter : 0) +
    (record.kind === 'comment' ? usage.commentOrder : usage.order[kind]) +
    (isSameFamily(record, first) ? 0 : usage.otherFamilyOrder);
  return [...users.values()].sort((a, b) => orderOf(a) - orderOf(b) || comparePlaces(a.record, b.record));
}

/** Mentions are stored once a function: with the lines on which it mentions the symbol again. */
export function withLinesAgain(
  reader: IndexReader,
  user: User,
  files: FilesOnce,
  name = mentionedName(user.of.name, user.of.language),
): User {
  const { record, lines, of, kind } = user;
  if (kind === 'mention') return user;
  const edge = { path: record.path, line: lines[0] as number, kind, name };
  const inner = (): readonly LineSpan[] => innerLines(files, record);
  const again = linesAgain(files.linesOf(record), edge, record, of, inner, () => linesOfNamesakes(reader, record, name, lines));
  return { ...user, lines: [...new Set([...lines, ...again])].sort((a, b) => a - b) };
}

/**
 * Adds a use to what is known under a key: its lines to those of a use before it, which otherwise stays unless the new one is stronger. Beside
 * another use an import says nothing.
 */
export function addUse(users: Map<number, User>, key: number, use: User, isStronger = false): void {
  const before = users.get(key);
  if (before && (before.kind === 'import') !== (use.kind === 'import')) {
    users.set(key, before.kind === 'import' ? use : before);
    return;
  }
  const lines = [...new Set([...(before?.lines ?? []), ...use.lines])].sort((a, b) => a - b);
  users.set(key, before && !isStronger ? { ...before, lines } : { ...use, lines });
}

/** `others`: ids of what mentions the name and means something else by it each time. */
function allMentions(
  reader: IndexReader,
  subjects: readonly ChunkRecord[],
): { readonly uses: Use[]; readonly others: ReadonlySet<number> } {
  const byId = new Map(subjects.map((record) => [record.id, record]));
  const names = new Set(subjects.flatMap((record) => mentionedNames(reader, record)));
  const guessed = reader.edgesTo([...names], usage.edges).filter(({ name }) => names.has(name));
  const edges = [...reader.edgesInto([...byId.keys()], usage.edges), ...guessed];
  const records = new Map(reader.chunks([...new Set(edges.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
  const meaningOf = resolveMentions(reader, guessed, subjects);
  const others = new Set<number>();
  const uses = edges.flatMap((edge): Use[] => {
    const record = records.get(edge.fromId);
    const meaning = edge.toId === null && record ? meaningOf(edge, record) : null;
    if (meaning?.isElsewhere) {
      others.add(edge.fromId);
      return [];
    }
    // Every other mention of the name counts: it means one of the subjects, if only not clearly which.
    const meant = meaning?.targets.find(({ id }) => byId.has(id));
    const of = edge.toId === null ? (meant ?? subjects.find((one) => record && isSameFamily(record, one))) : byId.get(edge.toId);
    return record && of ? [useOf(record, of, edge)] : [];
  });
  for (const { record } of uses) others.delete(record.id);
  return { uses: [...uses, ...throughOthers(reader, subjects).map(({ from, to, edge }) => useOf(to, from, edge))], others };
}

/** Mentions of what the subjects override, and of the members of a struct for which tables hold them. */
const throughOthers = (reader: IndexReader, subjects: readonly ChunkRecord[]): Step[] => [
  ...mentionsOfBases(reader, subjects),
  ...callsThroughTables(reader, subjects),
];

/** Mentions that lead to the subjects; those that may as well mean another symbol of the name are guesses. */
const clearMentions = (reader: IndexReader, subjects: readonly ChunkRecord[]): Use[] =>
  [...stepsIn(reader, subjects), ...throughOthers(reader, subjects)].map(({ from, to, edge, isGuess, definitions }) => ({
    ...useOf(to, from, edge),
    isGuess: isGuess && isOfValue(edge.qualifier) && definitions !== 1,
  }));

/** Members that have the name of the subjects, of values whose type is not known: each may mean a subject. */
function possibleMentions(reader: IndexReader, subjects: readonly ChunkRecord[]): Use[] {
  const of = subjects.find(({ symbolKind }) => isFunction(symbolKind));
  if (!of) return [];
  const name = mentionedName(of.name, of.language);
  const guessed = reader
    .edgesTo([name], usage.edges)
    .filter((edge) => edge.name === name && edge.toId === null && isOfValue(edge.qualifier));
  const records = new Map(reader.chunks([...new Set(guessed.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
  const meaningOf = resolveMentions(reader, guessed, subjects);
  const files = new MentionFiles(reader);
  const isForeign = callsForeignValues(reader);
  return guessed.flatMap((edge): Use[] => {
    const record = records.get(edge.fromId);
    if (!record || !isSameFamily(record, of)) return [];
    const { targets, isElsewhere } = meaningOf(edge, record);
    if (targets.length || (isElsewhere && valueType(edge.qualifier) !== null)) return [];
    if (!fitArguments(subjects, edge, files.labels(edge, record)).length) return [];
    if (of.symbolKind === 'method' && edge.kind === 'call' && isForeign(record, of)) return [];
    return [{ ...useOf(record, of, edge), isGuess: true }];
  });
}

/** Symbols with the name of a field, of which the types are told apart. */
const MAX_NAMESAKES = 1_000;

/**
 * Lines that read or write a field of a value, by the text: syntax notes calls alone. The value may be one of another type with such a member,
 * unless it is named like the type; where it is named like another one of those types, that one is meant.
 */
function readsOfFields(reader: IndexReader, subjects: readonly ChunkRecord[]): Use[] {
  const of = subjects.find(({ symbolKind }) => memberKinds.has(symbolKind));
  if (!of) return [];
  const { name } = of;
  const own = new Set(subjects.map(outerName));
  const namesakes = reader.chunks(chunksNamed(reader, [name], MAX_NAMESAKES).get(name) ?? []);
  const others = [...new Set(namesakes.filter((record) => isSameFamily(record, of)).map(outerName))].filter(
    (type) => type && !own.has(type),
  );
  const before = `(?:\\.|->)\\s{0,60}${escapePattern(name)}`;
  // The brace behind a condition is no closure.
  const read = new RegExp(`${before}(?![\\w$]|\\s{0,60}[({])|\\b(?:if|guard|while|switch|for|when|match)\\b.{0,300}${before}\\s{1,60}\\{`);
  const found = linesWith(reader, name).filter(
    ({ record, text }) =>
      isSameFamily(record, of) && !isCommentLine(text, record.language) && !isInString(text, name) && read.test(text.trimStart()),
  );
  const isOfOwn = ({ text }: NamedLine): boolean => [...own].some((type) => isValueOfType(text, name, type));
  const likely = found.filter((line) => isOfOwn(line) && !isOwnValue(line.text, name));
  const rest = found.filter((line) => {
    if (likely.includes(line)) return false;
    if (isOwnValue(line.text, name)) return own.has(outerName(line.record));
    return !others.some((type) => isValueOfType(line.text, name, type));
  });
  const counted = likely.length + rest.length > MAX_POSSIBLE ? likely : [...likely, ...rest];
  return counted.map(({ record, line }) => ({ record, line, kind: 'use', of, provenance: record.provenance, isGuess: true }));
}

/** `this.name`, `self.name`. */
const isOwnValue = (text: string, name: string): boolean =>
  new RegExp(`\\b(?:this|self)\\s{0,60}(?:\\.|->)\\s{0,60}${escapePattern(name)}\\b`).test(text);

/** More functions that may call a method say nothing. */
export const MAX_POSSIBLE = 60;

/** Calls of methods of one name on values of unknown type, each a guess. */
export const possibleCalls = (reader: IndexReader, methods: readonly ChunkRecord[]): Step[] =>
  possibleMentions(reader, methods)
    .filter(({ kind }) => kind === 'call')
    .map(({ record, line, of, provenance }): Step => {
      const { path } = record;
      const edge = { fromId: record.id, toId: null, name: of.name, qualifier: SOME_VALUE, kind: 'call' as const, path, line, provenance };
      return { from: of, to: record, kind: isTestCode(record) && !isTestCode(of) ? 'tested_by' : 'called_by', edge, isGuess: true };
    });

/** The same of methods with distinctive names, where they are few: a walk may follow them. */
export function possibleSteps(reader: IndexReader, members: readonly ChunkRecord[]): Step[] {
  const methods = members.filter(({ symbolKind, name }) => symbolKind === 'method' && isDistinctive(name));
  return [...grouped(methods, ({ name }) => name).values()].flatMap((group): Step[] => {
    const calls = possibleCalls(reader, group);
    return calls.length > MAX_POSSIBLE ? [] : calls;
  });
}

/** Whether a test or its file has the name of what it tests: `to-have-screenshot.spec.ts` for `toHaveScreenshot`. */
export function isNamedAfter({ name, path }: Pick<ChunkRecord, 'name' | 'path'>, subject: string): boolean {
  const wanted = lettersOf(subject);
  return wanted.length > 3 && [name, path.slice(path.lastIndexOf('/') + 1)].some((one) => lettersOf(one).includes(wanted));
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const useOf = (record: ChunkRecord, of: ChunkRecord, { kind, line, provenance, qualifier }: EdgeRecord): Use => ({
  record,
  line,
  kind: useKind[kind],
  of,
  provenance,
  isOfValue: isOfValue(qualifier),
});

/**
 * Of comments in symbols nothing: they explain a use that is found otherwise, or the symbol. Of a short name, which may be that of anything,
 * the lines that name what it is in as well; other lines are loose.
 */
function textMentions(reader: IndexReader, [of]: readonly ChunkRecord[]): Use[] {
  if (!of) return [];
  const { name } = of;
  const around = outerName(of);
  const isMeant = (text: string): boolean =>
    isDistinctive(name) || [`${around}.${name}`, `${around}::${name}`].some((one) => text.includes(one));
  // A call of the type above is found by the structure where it means a subject.
  const above = new RegExp(`(?<![\\w$.])${aboveOf(of.language)}(?:\\.|::)${escapePattern(name)}(?![\\w$])`);
  return linesWith(reader, name)
    .filter(({ record, text }) => (record.kind !== 'symbol' || !isCommentLine(text, record.language)) && !above.test(text))
    .map(({ record, line, text }) => ({
      record,
      line,
      kind: 'mention',
      of,
      provenance: record.provenance,
      isQuoted: isInString(text, name),
      isLoose: !isMeant(text),
    }));
}

/** Whether an open quotation mark is before a name in its line. */
const isInString = (text: string, name: string): boolean =>
  ['"', "'", '`'].some((mark) => text.slice(0, text.indexOf(name)).split(mark).length % 2 === 0);
