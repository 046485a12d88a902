/**
 * The answer to a question for one relation of a symbol or a file. Users (callers, subtypes, tests, importers) come first, each with the
 * lines of its uses, then the symbol itself; users beyond the limit of results are related results. Of callees and of a file's contents,
 * the function or the file comes first.
 */

import { grouped } from '../../../util/grouped.js';
import { foldName } from '../../chunking/words.js';
import type { CallerLine, Relation } from '../../model/answer.js';
import { clipped, oneLine } from '../../model/answer-text.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import { isOfOthers } from '../../model/file-role.js';
import { BY_METHOD_NAMES } from '../../model/related.js';
import { isFunction, isType, outerName } from '../../model/symbol.js';
import { isTestCode } from '../../model/test-code.js';
import { type Expansion, noExpansion } from '../graph/expand-graph.js';
import { findCallPath } from '../graph/find-call-path.js';
import { findCallees } from '../graph/find-callees.js';
import { findImporters } from '../graph/find-importers.js';
import { findMemberUsers, type MemberUsers } from '../graph/find-member-users.js';
import { findSubtypes } from '../graph/find-subtypes.js';
import { findUsers, roleOrderOf, type UseKind, type User } from '../graph/find-users.js';
import { indirectTests, testsNamedAfter } from '../graph/indirect-tests.js';
import { usage } from '../graph/weights.js';
import type { IndexReader } from '../ports.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import type { AskedRelation, RelationKind } from '../query/relation-phrases.js';
import type { StatedName } from '../query/stated-names.js';
import type { Ranked } from '../rank/rank.js';
import { weights } from '../rank/weights.js';
import { entryPoints } from '../recall/entry-points.js';
import { filesNamed } from '../recall/file-named.js';
import { findNamed } from '../recall/find-named.js';
import { linesOfText, type NamedLine } from '../recall/lines-with.js';
import { MAX_NAMESAKES, symbolsNamed, symbolsOfKind, symbolsWithin } from '../recall/look-up.js';
import { answerContents, beside, itselfAt } from './answer-contents.js';
import { budget } from './budget.js';

export interface RelationAnswer {
  readonly ranked: readonly Ranked[];
  readonly expansion: Expansion;
  /** The lines of users beyond the limit, of a list those of all; null where users were not asked for. */
  readonly further: readonly CallerLine[] | null;
  /** True where the lines of the users are enough. */
  readonly isList?: boolean;
  /** Symbols and files of the relation in all. */
  readonly count: number;
  /** Those of them that only the name of a called member joins. */
  readonly guesses?: number;
  /** Those that are known by the signatures of their methods: their language does not declare what implements an interface. */
  readonly bySignatures?: number;
  /** Further users in generated and vendored code, which are not listed. */
  readonly built?: number;
  /** Set where users were asked for, and all that is known imports it. */
  readonly isOnlyImported?: true;
  /** Set where they are tests that do not use the symbol: how they were found. */
  readonly indirect?: 'byName' | 'byCalls';
  /** The type of the workspace through which they use a member that is defined outside of it. */
  readonly type?: string;
}

const verbs: Readonly<Record<UseKind, string>> = {
  call: 'calls',
  use: 'uses',
  type: 'uses',
  inherits: 'extends',
  import: 'imports',
  mention: 'mentions',
};
const relations: Readonly<Record<UseKind, Relation>> = {
  call: 'called_by',
  use: 'called_by',
  type: 'called_by',
  inherits: 'implementation_of',
  import: 'imported_by',
  mention: 'called_by',
};
/** The relation of the edge from a user to the symbol. */
const drawn: Readonly<Record<UseKind, Relation>> = {
  call: 'calls',
  use: 'uses',
  type: 'uses',
  inherits: 'interface_of',
  import: 'imports',
  mention: 'uses',
};
/**
 * The symbols of the name: those in source, else all; empty where the index has none.
 * @param isNamedFile whether the question names the file of a path
 */
function subjectsOf(
  reader: IndexReader,
  { name, container, qualifier = [], kind, certainty }: StatedName,
  isNamedFile: (path: string) => boolean,
): readonly ChunkRecord[] {
  const ofKind = kind === undefined ? [] : symbolsOfKind(reader, name, kind);
  const all = (ofKind.length ? ofKind : symbolsNamed(reader, { symbol: name })).filter(
    // A component may be known by another name than its own.
    (record) => certainty === 'sure' || record.name === name || record.symbolKind === 'component',
  );
  const inSource = (records: readonly ChunkRecord[]): readonly ChunkRecord[] => records.filter(({ role }) => role === 'source');
  const within = container === null ? [] : symbolsWithin(reader, name, container);
  // A namespace, a package or a path is no symbol around it.
  const scoped = inSource(within).length || !qualifier.length ? [] : symbolsNamed(reader, { symbol: [...qualifier, name].join('.') });
  const there = all.filter(({ path }) => isNamedFile(path));
  const meant = [there, within, scoped, all];
  const found = meant.map(inSource).find(({ length }) => length > 0) ?? meant.find(({ length }) => length > 0) ?? [];
  return found.slice(0, MAX_NAMESAKES);
}

/**
 * Null where nothing has the relation.
 * @param ranked the ranked results of the question: they give the scale of the scores
 */
export function answerRelation(
  reader: IndexReader,
  { relation: { kind, of: asked, to }, paths }: Pick<AnalysedQuery, 'paths'> & { readonly relation: AskedRelation },
  ranked: readonly Ranked[],
  accept: ((record: ChunkRecord) => boolean) | null,
  limit: number,
  related: number,
  isBrief: boolean,
): RelationAnswer | null {
  const topScore = Math.max(1, ranked[0]?.score ?? 1) * weights.namedLead;
  if (kind === 'contents') return answerContents(reader, filesNamed(reader, asked.name), topScore, accept, limit, isBrief);
  if (kind === 'entry') return answerEntries(entryPoints(reader, accept), topScore, limit);
  const isNamedFile = (other: string): boolean => paths.some(({ path }) => other === path || other.endsWith(`/${path}`));
  const written = kind === 'users' ? linesOfText(reader, asked.name) : [];
  if (written.length) return answerLines(reader, asked.name, written, topScore, accept, limit);
  const subjects = kind === 'importers' ? findNamed(reader, asked.name, false).records : subjectsOf(reader, asked, isNamedFile);
  if (kind === 'path') return answerPath(reader, subjects, to ? subjectsOf(reader, to, isNamedFile) : [], topScore, accept);
  if (kind === 'callees') return answerCallees(reader, subjects, topScore, limit);
  const isUnqualified = asked.container === null && !subjects.some(({ path }) => isNamedFile(path));
  const all = usersOf(reader, kind, subjects, isUnqualified || areAllNamed(reader, subjects, asked.name), accept);
  // What is built from the sources repeats them.
  const own = all.filter(({ record }) => !isOfOthers(record.role));
  const direct = own.length && subjects.some(({ role }) => role === 'source') ? own : all;
  const isIndirect = kind === 'tests' && !direct.length;
  const named = isIndirect ? testsNamedAfter(reader, subjects, accept) : [];
  const inherited = kind === 'users' ? memberFromOutside(reader, asked, subjects, accept) : null;
  const users = inherited?.users ?? (named.length ? named : isIndirect ? indirectTests(reader, subjects, accept) : direct);
  if (!users.length) return null;
  const using = new Set(users.map(({ record }) => record.id));
  const definitions = (inherited ? [inherited.type] : subjects).filter((record) => !using.has(record.id) && (!accept || accept(record)));
  // Of many users a short answer lists the lines, and no code.
  const isList = isBrief && definitions.length > 0 && users.length > budget.usersWithCode;
  const count = Math.max(1, limit - Math.min(usage.definitions, definitions.length));
  const listed = users.slice(0, count);
  const uses = listed.some(isUse) ? listed.filter(isUse) : listed;
  const shown = uses.map((user, i) => leading(user, topScore * (1 - (usage.slope * i) / count)));
  const last = shown.at(-1)?.score ?? topScore;
  const itself = definitions.map((record, i): Ranked => itselfAt(record, last * usage.decay ** (i + 1)));
  // What only mentions it in words is no user.
  const mentions = listed
    .filter((user) => !uses.includes(user))
    .map((user, i) => leading(user, last * usage.decay ** (definitions.length + i + 1)));
  const rest = users.slice(count).map((user, i) => ({
    record: user.record,
    score: last * usage.decay ** (i + 1),
    relation: relations[user.kind],
    of: user.of.key,
    focus: focusOf(user),
  }));
  // An import says no more than the use below it.
  const usingFiles = new Set(users.flatMap(({ kind, record }) => (kind === 'import' || kind === 'mention' ? [] : record.path)));
  const isNews = ({ kind, record }: User): boolean => kind !== 'import' || !usingFiles.has(record.path);
  const edges = users.map(({ record, of, kind, lines, provenance }) => ({
    from: record.key,
    to: of.key,
    relation: drawn[kind],
    path: record.path,
    line: lines[0] as number,
    provenance,
  }));
  return {
    ranked: [...shown, ...itself, ...mentions],
    expansion: { related: rest.slice(0, related), edges },
    further: (isList ? users : users.slice(count))
      .filter(isUse)
      .filter(isNews)
      .flatMap((user) => linesOf(reader, user)),
    isList,
    count: users.length,
    guesses: named.length ? 0 : users.filter(({ isGuess }) => isGuess).length,
    bySignatures: users.filter(({ provenance }) => provenance === BY_METHOD_NAMES).length,
    ...(direct.length < all.length && { built: all.length - direct.length }),
    ...(kind === 'users' && users.every((user) => user.kind === 'import') && { isOnlyImported: true as const }),
    ...(isIndirect && { indirect: named.length ? 'byName' : 'byCalls' }),
    ...(inherited && { type: inherited.type.qualifiedName }),
  };
}

/** Lines with a name that no symbol has, code first: null where the filters accept none. */
function answerLines(
  reader: IndexReader,
  name: string,
  lines: readonly NamedLine[],
  topScore: number,
  accept: ((record: ChunkRecord) => boolean) | null,
  limit: number,
): RelationAnswer | null {
  // A table, a migration and the like declare what functions read.
  const orderOf = (record: ChunkRecord): number => roleOrderOf(record) + (isFunction(record.symbolKind) ? 0 : usage.commentOrder);
  const places = [...grouped(lines, ({ record }) => record.id).values()]
    .map((some) => ({ record: (some[0] as NamedLine).record, lines: some }))
    .filter(({ record }) => !accept || accept(record))
    .sort((a, b) => orderOf(a.record) - orderOf(b.record) || comparePlaces(a.record, b.record));
  if (!places.length) return null;
  const ranked = places.slice(0, limit).map(({ record, lines }, i): Ranked => {
    const score = topScore * (1 - (usage.slope * i) / limit);
    return {
      candidate: { record, lexical: 0, semantic: 0, name: null },
      score,
      parts: [{ name: 'has the name', value: score }],
      focus: { lines: lines.map(({ line }) => line), reason: `contains ${name}` },
    };
  });
  const further = places
    .slice(limit)
    .flatMap(({ record, lines }) =>
      lines.map(({ line, text }): CallerLine => ({ ...lineAt(reader, record, line, text), relation: 'contains', of: name })),
    );
  return { ranked, expansion: noExpansion, further, count: places.length };
}

/** Where the programs begin. */
function answerEntries(entries: readonly ChunkRecord[], topScore: number, limit: number): RelationAnswer | null {
  if (!entries.length) return null;
  const ranked = entries
    .slice(0, limit)
    .map((record, i) => beside(record, 'a program begins here', topScore * (1 - (usage.slope * i) / entries.length)));
  return { ranked, expansion: noExpansion, further: null, count: entries.length };
}

/** The users of a member that the question qualifies with a type of the workspace, where the type has the member from a library. */
function memberFromOutside(
  reader: IndexReader,
  { name, container, qualifier }: StatedName,
  subjects: readonly ChunkRecord[],
  accept: ((record: ChunkRecord) => boolean) | null,
): MemberUsers | null {
  const written = qualifier?.at(-1);
  if (container === null || written === undefined || subjects.some((record) => foldName(outerName(record)) === container)) return null;
  // A package or a namespace has it.
  if (symbolsNamed(reader, { symbol: [...(qualifier ?? []), name].join('.') }).some((record) => record.name === name)) return null;
  const types = symbolsNamed(reader, { symbol: written }).filter((record) => record.name === written && isType(record.symbolKind));
  return types.length ? findMemberUsers(reader, types, name, accept) : null;
}

/** Whether no other symbol of source code has the name, however the question qualified it. */
const areAllNamed = (reader: IndexReader, subjects: readonly ChunkRecord[], name: string): boolean =>
  subjects.length > 0 &&
  symbolsNamed(reader, { symbol: name }).every(({ id, role }) => role !== 'source' || subjects.some((subject) => subject.id === id));

function usersOf(
  reader: IndexReader,
  kind: RelationKind,
  subjects: readonly ChunkRecord[],
  isWholeName: boolean,
  accept: ((record: ChunkRecord) => boolean) | null,
): User[] {
  if (kind === 'subtypes') return findSubtypes(reader, subjects, accept);
  if (kind === 'importers') return findImporters(reader, subjects, accept);
  const isTest = (record: ChunkRecord): boolean => isTestCode(record) && accept?.(record) !== false;
  return findUsers(reader, subjects, isWholeName, kind === 'tests' ? isTest : accept);
}

/** The functions of a chain of calls, each with the line of the next call; both ends where there is none. */
function answerPath(
  reader: IndexReader,
  starts: readonly ChunkRecord[],
  ends: readonly ChunkRecord[],
  topScore: number,
  accept: ((record: ChunkRecord) => boolean) | null,
): RelationAnswer | null {
  const hops = findCallPath(reader, starts, ends, accept);
  const last = hops?.at(-1);
  if (!hops || !last) {
    const both = [...starts, ...ends].map((record, i) => itselfAt(record, topScore * usage.decay ** i));
    return { ranked: both, expansion: noExpansion, further: null, count: 0 };
  }
  const scoreAt = (i: number): number => topScore * (1 - (usage.slope * i) / (hops.length + 1));
  // An overriding member is named where the overridden one is called.
  const callers = hops.flatMap(({ from, to, line, kind, isGuess }, i): Ranked[] => {
    const score = scoreAt(i);
    if (kind === 'overrides') return i === 0 ? [itselfAt(from, score)] : [];
    const next = hops[i + 1];
    const through = next?.kind === 'overrides' ? `, overridden by ${next.to.qualifiedName}` : '';
    return [
      {
        candidate: { record: from, lexical: 0, semantic: 0, name: null },
        score,
        parts: [{ name: 'calls on the way', value: score }],
        focus: { lines: [line], reason: `${kind} ${isGuess ? 'something named ' : ''}${to.name}${through}` },
      },
    ];
  });
  const edges = hops.map(({ from, to, line, kind, provenance }) =>
    kind === 'overrides'
      ? { from: to.key, to: from.key, relation: 'interface_of' as const, path: to.path, line, provenance }
      : { from: from.key, to: to.key, relation: kind, path: from.path, line, provenance },
  );
  return {
    ranked: [...callers, itselfAt(last.to, scoreAt(hops.length))],
    expansion: { related: [], edges },
    further: null,
    count: hops.length,
    guesses: hops.filter(({ isGuess }) => isGuess).length,
  };
}

/** The function, then what it calls. */
function answerCallees(reader: IndexReader, subjects: readonly ChunkRecord[], topScore: number, limit: number): RelationAnswer | null {
  const callees = findCallees(reader, subjects);
  if (!callees.length) return null;
  const shown = callees
    .slice(0, Math.max(1, limit - subjects.length))
    .map((record, i) => beside(record, 'called by the symbol', topScore * usage.calleeShare * (1 - (usage.slope * i) / callees.length)));
  const itself = subjects.map((record, i): Ranked => itselfAt(record, topScore * usage.decay ** i));
  return { ranked: [...itself, ...shown], expansion: noExpansion, further: null, count: callees.length };
}

/** Documents and change notes mention a name, and do not use it. */
const isUse = ({ kind, record: { role } }: User): boolean => kind !== 'mention' || role !== 'documentation';

function linesOf(reader: IndexReader, { record, kind, lines, of, isGuess }: User): CallerLine[] {
  const text = (reader.fileText(record.fileId) ?? '').split('\n');
  const relation = isGuess ? 'mayUse' : lineRelations[kind];
  return lines.map((line) => ({ ...lineAt(reader, record, line, text[line] ?? ''), relation, of: of.qualifiedName }));
}

function lineAt(reader: IndexReader, record: ChunkRecord, line: number, text: string): Omit<CallerLine, 'relation' | 'of'> {
  const [around] = record.symbolKind === null && record.parentId !== null ? reader.chunks([record.parentId]) : [];
  return {
    path: record.path,
    line,
    text: clipped(oneLine(text), budget.lineChars),
    caller: record.symbolKind === null ? (around?.kind === 'symbol' ? around.qualifiedName : '') : record.qualifiedName,
  };
}

const lineRelations: Readonly<Record<UseKind, CallerLine['relation']>> = {
  call: 'calls',
  use: 'uses',
  inherits: 'implements',
  type: 'uses',
  import: 'uses',
  mention: 'contains',
};

const leading = (user: User, score: number): Ranked => ({
  candidate: { record: user.record, lexical: 0, semantic: 0, name: null },
  score,
  parts: [{ name: 'uses the symbol', value: score }],
  focus: focusOf(user),
});

const focusOf = ({ kind, lines, of, isGuess }: User): NonNullable<Ranked['focus']> => ({
  lines,
  reason: `${verbs[kind]} ${isGuess ? 'something named ' : ''}${of.name}`,
});
