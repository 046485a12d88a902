/**
 * One step over the graph of symbols: outward to what a symbol mentions, inward to what mentions it. Edges of language servers lead to the
 * resolved symbol; an unresolved mention leads to what its name and its qualifier mean (`resolve-mentions.ts`).
 */
import { grouped } from '../../../util/grouped.js';
import { partsOfName } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { descriptorOf } from '../../model/language.js';
import type { RelatedKind } from '../../model/related.js';
import { type EdgeKind, isDistinctive, isFunction, isInheritance, isOfValue, outerName } from '../../model/symbol.js';
import { isTestCode } from '../../model/test-code.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import { importedFiles, isOfFile } from './imported-files.js';
import { packageFiles } from './mentions/go-packages.js';
import { isValueOfType } from './mentions/named-values.js';
import { overloadKey } from './mentions/possible-targets.js';
import { resolveMentions } from './mentions/resolve-mentions.js';
import { isCalledAsType, mentionedNames } from './mentions/template-owners.js';

/** Edges that are read for one step. */
const MAX_EDGES = 2_000;

const outward: Readonly<Record<EdgeKind, RelatedKind>> = {
  call: 'calls',
  type: 'uses',
  use: 'uses',
  import: 'imports',
  inherits: 'extends',
  implements: 'extends',
  implementedBy: 'extended_by',
};
const inward: Readonly<Record<EdgeKind, RelatedKind>> = {
  call: 'called_by',
  type: 'used_by',
  use: 'used_by',
  import: 'imported_by',
  inherits: 'extended_by',
  implements: 'extended_by',
  implementedBy: 'extends',
};

/** In some languages a function whose name stands alone is called. */
const meantKind = ({ kind }: EdgeRecord, { symbolKind, language }: ChunkRecord): EdgeKind =>
  kind === 'use' && isFunction(symbolKind) && descriptorOf(language)?.callsWithoutMarks === true ? 'call' : kind;

export interface Step {
  readonly from: ChunkRecord;
  readonly to: ChunkRecord;
  readonly kind: RelatedKind;
  readonly edge: EdgeRecord;
  /** True where the edge goes by a name that may mean another symbol. */
  readonly isGuess: boolean;
  /** Of an edge by name: symbols of the name in the workspace. */
  readonly definitions?: number;
  /** Set where `from` is not of the frontier but overridden or implemented by one of it: how that is known. */
  readonly base?: 'declared' | 'methodNames';
}

/** Whether a step is resolved or, of a guess, the only definition of a distinctive name or one in the same file. */
export const isClear = ({ from, to, edge, isGuess, definitions }: Step): boolean =>
  !isGuess || (definitions === 1 && (to.path === from.path || isDistinctive(edge.name)));

/** A name of so many words that one thing alone has is hardly a library's as well. */
const WORDS_OF_OWN = 3;

/**
 * Whether a member of a value of unknown type may be the one that the workspace declares, not that of a library: the file that mentions it
 * mentions the declaring type too, the value is named like the type, or nothing else has the long name.
 */
export function isOwnMember(reader: Pick<IndexReader, 'fileText'>, step: Step): boolean {
  const { from, to, edge, isGuess, definitions } = step;
  if (!isGuess || !isOfValue(edge.qualifier) || from.path === to.path) return true;
  if (definitions === 1 && partsOfName(edge.name).length >= WORDS_OF_OWN) return true;
  const [user, member] = ends(step);
  const container = containerName(member);
  return container !== undefined && ((reader.fileText(user.fileId) ?? '').includes(container) || isNamedLikeType(reader, step));
}

/**
 * Whether what lies behind a step is worth following: a short name may be that of a library's method, unless its file declares one or the value
 * is named like the type.
 */
export const isTrusted = (reader: Pick<IndexReader, 'fileText'>, step: Step): boolean =>
  isClear(step) ||
  isDistinctive(step.edge.name) ||
  step.from.path === step.to.path ||
  // A base is hardly of a library whose name one type of the workspace has.
  (isInheritance(step.edge.kind) && step.definitions === 1) ||
  isNamedLikeType(reader, step);

/** Who mentions, and what is mentioned. */
const ends = ({ from, to, edge }: Step): readonly [ChunkRecord, ChunkRecord] => (edge.fromId === from.id ? [from, to] : [to, from]);
const containerName = ({ qualifiedName }: ChunkRecord): string | undefined => qualifiedName.split(/\.|::|#/).at(-2);

/** Whether a member is one of a value that is named like its type: `action.record()` for `Action`. */
function isNamedLikeType(reader: Pick<IndexReader, 'fileText'>, step: Step): boolean {
  const [user, member] = ends(step);
  const container = containerName(member);
  if (container === undefined || !isOfValue(step.edge.qualifier)) return false;
  const text = (reader.fileText(user.fileId) ?? '').slice(user.span.start, user.span.end);
  return isValueOfType(text, step.edge.name, container);
}

/** Of one state of an index: what symbols mention. One answer asks for the same symbols several times. */
interface KnownSteps {
  readonly writes: number;
  readonly of: Map<number, readonly Step[]>;
  count: number;
}
/** All steps, and those that are clear. */
const knownSteps = { all: new WeakMap<IndexReader, KnownSteps>(), clear: new WeakMap<IndexReader, KnownSteps>() };
const MAX_KNOWN_STEPS = 10_000;

function knownStepsOf(reader: IndexReader, isClearAlone: boolean): KnownSteps {
  const kept = isClearAlone ? knownSteps.clear : knownSteps.all;
  const known = kept.get(reader);
  if (known && known.writes === reader.writes && known.count <= MAX_KNOWN_STEPS) return known;
  const empty = { writes: reader.writes, of: new Map<number, readonly Step[]>(), count: 0 };
  kept.set(reader, empty);
  return empty;
}

type Select = (edges: readonly EdgeRecord[]) => readonly EdgeRecord[];

/**
 * Symbols that the frontier mentions or extends. Of overloads that a name means, the first.
 * @param select which of the frontier's edges are followed; all where it is left out
 */
export const stepsOut = (reader: IndexReader, frontier: readonly ChunkRecord[], select?: Select): Step[] =>
  outOf(reader, frontier, select, false);

/** The same without guesses that are not clear (`isClear`), which takes a fraction of the time: common names are not compared further. */
export const clearStepsOut = (reader: IndexReader, frontier: readonly ChunkRecord[], select?: Select): Step[] =>
  outOf(reader, frontier, select, true).filter(isClear);

function outOf(reader: IndexReader, frontier: readonly ChunkRecord[], select: Select | undefined, isClearAlone: boolean): Step[] {
  if (select) return stepsAlong(reader, frontier, select(reader.edgesFrom(frontier.map(({ id }) => id))), isClearAlone);
  const known = knownStepsOf(reader, isClearAlone);
  const records = [...new Map(frontier.map((record) => [record.id, record])).values()];
  const unknown = records.filter(({ id }) => !known.of.has(id));
  const edges = unknown.length ? reader.edgesFrom(unknown.map(({ id }) => id)) : [];
  if (edges.length > MAX_EDGES) return stepsAlong(reader, records, reader.edgesFrom(records.map(({ id }) => id)), isClearAlone);
  const found = grouped(stepsAlong(reader, unknown, edges, isClearAlone), ({ from }) => from.id);
  for (const { id } of unknown) known.of.set(id, found.get(id) ?? []);
  known.count += edges.length;
  return records.flatMap(({ id }) => known.of.get(id) ?? []);
}

function stepsAlong(reader: IndexReader, frontier: readonly ChunkRecord[], all: readonly EdgeRecord[], isClearAlone: boolean): Step[] {
  const byId = new Map(frontier.map((record) => [record.id, record]));
  const edges = all.slice(0, MAX_EDGES);
  const meaningOf = resolveMentions(reader, edges, [], isClearAlone);
  const records = new Map(reader.chunks([...new Set(edges.flatMap(({ toId }) => toId ?? []))]).map((record) => [record.id, record]));
  return edges.flatMap((edge): Step[] => {
    const from = byId.get(edge.fromId);
    if (!from) return [];
    const kindTo = (to: ChunkRecord): RelatedKind => outward[meantKind(edge, to)];
    if (edge.toId !== null) {
      const to = records.get(edge.toId);
      return to ? [{ from, to, kind: kindTo(to), edge, isGuess: false }] : [];
    }
    if (edge.kind === 'import' && from.language === 'go')
      return packageMeant(reader, edge).map((to) => ({ from, to, kind: 'imports', edge, isGuess: false }));
    if (isOfFile(edge)) return modulesMeant(reader, edge).map((to) => ({ from, to, kind: kindTo(to), edge, isGuess: false }));
    const { targets, isGuess, definitions } = meaningOf(edge, from);
    return firstOfOverloads(targets, from).map((to) => ({ from, to, kind: kindTo(to), edge, isGuess, definitions }));
  });
}

/** Go: the package that an import means, as the module of one of its files. */
function packageMeant(reader: IndexReader, { qualifier }: EdgeRecord): readonly ChunkRecord[] {
  const path = packageFiles(reader).get(qualifier ?? '');
  const file = path === undefined ? null : reader.file(path);
  return file ? reader.chunksOfFile(file.id).filter(({ kind }) => kind === 'module') : [];
}

/** The file that an import means, as its module; none where it may be one of several. */
function modulesMeant(reader: IndexReader, { qualifier, path }: EdgeRecord): readonly ChunkRecord[] {
  const [meant, other] = importedFiles(reader, qualifier ?? '', path);
  if (meant === undefined || other !== undefined) return [];
  const file = reader.file(meant);
  return file ? reader.chunksOfFile(file.id).filter(({ kind }) => kind === 'module') : [];
}

/** Symbols that mention the frontier, from at most `maxEdges` mentions by name and as many others; by edges of some kinds alone where given. */
export function stepsIn(reader: IndexReader, frontier: readonly ChunkRecord[], maxEdges = MAX_EDGES, kinds?: readonly EdgeKind[]): Step[] {
  const byId = new Map(frontier.map((record) => [record.id, record]));
  const symbols = frontier.filter(({ symbolKind }) => symbolKind !== null);
  const names = new Set(symbols.flatMap((record) => mentionedNames(reader, record)));
  const types = new Set(symbols.filter(isCalledAsType).map(outerName));
  const isMeant = (edge: EdgeRecord): boolean =>
    !isOfFile(edge) && (names.has(edge.name) || (edge.kind === 'call' && types.has(edge.name)));
  const guessed = reader.edgesTo([...names, ...types], maxEdges, kinds).filter(isMeant);
  const meaningOf = resolveMentions(reader, guessed, symbols);
  const resolved = reader.edgesInto([...byId.keys()], maxEdges);
  const edges = [...(kinds ? resolved.filter(({ kind }) => kinds.includes(kind)) : resolved), ...guessed];
  const records = new Map(reader.chunks([...new Set(edges.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
  return edges.flatMap((edge): Step[] => {
    const user = records.get(edge.fromId);
    if (!user) return [];
    const meaning = edge.toId === null ? meaningOf(edge, user) : null;
    const meant = meaning ? meaning.targets.filter(({ id }) => byId.has(id)) : [byId.get(edge.toId as number)];
    const targets = meant.filter((target) => target !== undefined);
    return firstOfOverloads(targets, user).flatMap((target): Step[] => {
      if (user.id === target.id) return [];
      const related = inward[meantKind(edge, target)];
      // A class of a test extends another one like any class.
      const isOfType = related === 'extended_by' || related === 'extends';
      const kind = isTestCode(user) && !isTestCode(target) && !isOfType ? 'tested_by' : related;
      return [
        { from: target, to: user, kind, edge, isGuess: meaning?.isGuess ?? false, ...(meaning && { definitions: meaning.definitions }) },
      ];
    });
  });
}

/** Of overloads the first. One that calls its own name hands on to another one. */
function firstOfOverloads(records: readonly ChunkRecord[], user: ChunkRecord): readonly ChunkRecord[] {
  if (records.length < 2) return records;
  const first = new Map<string, ChunkRecord>();
  const others = records.filter(({ id }) => id !== user.id);
  for (const record of others) {
    const symbol = overloadKey(record);
    if (!first.has(symbol)) first.set(symbol, record);
  }
  return [...first.values()];
}
