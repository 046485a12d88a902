/**
 * Related symbols: outward what a symbol calls, uses, imports and extends, inward the same of others, each by its own breadth-first walk to a
 * depth; tests and siblings. A symbol includes its contents: a class its methods, a file everything. Callers of an overridden method
 * are callers of the overriding one too.
 */
import { grouped } from '../../../util/grouped.js';
import { remembered } from '../../../util/remembered.js';
import { wordAt } from '../../../util/text.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { isIncomplete, type Problem, queryError } from '../../model/problem.js';
import { BY_METHOD_NAMES, type RelatedAnswer, type RelatedItem, type RelatedKind, type RelatedQuestion } from '../../model/related.js';
import { hasReceiver, isFunction, isType, type SymbolKind } from '../../model/symbol.js';
import { namePosition } from '../assemble/show-chunk.js';
import { toSymbol } from '../assemble/to-result.js';
import type { Found } from '../pipeline.js';
import type { IndexReader } from '../ports.js';
import { filesCalled } from '../recall/file-named.js';
import { findNamed } from '../recall/find-named.js';
import { checkLine, MAX_NAMESAKES, symbolsAround, symbolsNamed } from '../recall/look-up.js';
import { possibleSteps } from './find-users.js';
import { isTrusted, type Step, stepsOut } from './graph-steps.js';
import { inOrder, omittedOf, withinLimit, withinLines, withoutPackages, withoutRepeats } from './limit-related.js';
import { accessesOf } from './member-accesses.js';
import { isDefinitionOf, memberKinds } from './mentions/possible-targets.js';
import { templateOwner } from './mentions/template-owners.js';
import { leadingLines, linesOfNamesakes, ownersOf } from './namesake-lines.js';
import { chunksNamed, filesOnce, innerLines, nearestSiblings } from './neighbours.js';
import { mentionsOfBases, overriders } from './override-family.js';
import { possibleCallers, withoutCrowd, withoutMembersByName } from './possible-callers.js';
import { proofLines, withProof } from './proof-lines.js';
import { foreignBases, unresolvedCalls } from './unresolved-calls.js';
import { inward, outward } from './walk-steps.js';

const MAX_DEPTH = 5;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
const MAX_SIBLINGS = 20;
const MAX_UNCALLED = 20;
/** Members that override one, where the callers of that are told for a type with one of them. */
const MAX_OVERRIDERS = 3;
/** `interface` is a callback of Elixir, among others. */
const declarationKinds: ReadonlySet<SymbolKind | null> = new Set(['function', 'method', 'constructor', 'interface']);

/**
 * @param problems of the engine; those of this answer are added
 * Throws ContextError('query') for a question without a position, key or name, and for a line that its file does not have.
 */
export function findRelated(reader: IndexReader, question: RelatedQuestion, problems: Problem[]): Found<RelatedAnswer> {
  const starts = withTwins(reader, startsOf(reader, question, problems));
  const depth = Math.max(1, Math.min(MAX_DEPTH, Math.floor(question.depth ?? 1)));
  const limit = Math.max(1, Math.min(MAX_LIMIT, Math.floor(question.limit ?? DEFAULT_LIMIT)));
  const wanted = question.kinds && new Set(question.kinds);
  const followed = wanted && followedKinds(wanted);
  const files = filesOnce(reader);
  let items: RelatedItem[] = [];
  const importing = new Set<RelatedItem>();
  const callers = new Set<number>();
  const uncalled: ChunkRecord[] = [];
  const own = withContents(reader, starts);
  const asked = new Set(starts.map(({ id }) => id));
  // Overloads have one name, and are several symbols, which one caller may call in turn.
  const symbols = starts.filter(({ kind }) => kind === 'symbol');
  const overloads = [...grouped(symbols, ({ path, qualifiedName }) => `${path} ${qualifiedName}`).values()].filter(
    ({ length }) => length > 1,
  );
  const several = overloads.filter((some) => !isOneSymbol(some)).flat();
  const overloaded = new Set(several.map(({ id }) => id));
  const firstOf = new Map(overloads.filter(isOneSymbol).flatMap((some) => some.map(({ id }) => [id, some[0] as ChunkRecord])));
  const parts = own.map(({ id, key, qualifiedName, path }) => ({
    id,
    key,
    start: asked.has(id) ? key : within(starts, qualifiedName, path),
  }));
  const ownerOf = new Map(parts.map(({ key, start }) => [key, start]));
  const startOf = new Map(parts.map(({ id, start }) => [id, start]));
  /** A declaration and its definition are one symbol. */
  const definedBy = new Map(starts.map((one) => [one.key, starts.find((other) => isDefinitionOf(other, one))?.key ?? one.key]));
  const partOf = (record: ChunkRecord): string | undefined => startOf.get((templateOwner(reader, record) ?? record).id);
  /** Of several symbols of a name one may call another; a symbol, its contents and its template are one. */
  const isItself = (step: Step): boolean => partOf(step.to) !== undefined && partOf(step.to) === partOf(step.from) && !isInnerSubtype(step);
  /** `interface Shape { class Square implements Shape {} }` */
  const isInnerSubtype = ({ from, to, kind }: Step): boolean =>
    kind === 'extended_by' && asked.has(from.id) && !asked.has(to.id) && isType(to.symbolKind);
  const isOfTypes = starts.some(({ symbolKind }) => isType(symbolKind));
  /**
   * What overrides a member of a type in question, or implements a type inside of it: the types say so themselves. Of an implemented interface
   * only the methods do.
   */
  const isOfMember = ({ from, kind, edge }: Step): boolean =>
    (kind === 'extended_by' || (kind === 'extends' && edge.provenance !== BY_METHOD_NAMES)) &&
    !asked.has(from.id) &&
    (isFunction(from.symbolKind) || memberKinds.has(from.symbolKind) || (isOfTypes && isType(from.symbolKind)));
  const functions = new Set(starts.flatMap(({ key, symbolKind }) => (isFunction(symbolKind) ? key : [])));
  const isInFunction = ({ id }: ChunkRecord): boolean => !asked.has(id) && functions.has(startOf.get(id) ?? '');
  /** By its name alone a function inside of one in question, `resolve`, is hardly meant from elsewhere. */
  const isOfClosure = ({ from, to, isGuess }: Step): boolean => isGuess && isInFunction(from) && to.path !== from.path;
  /** Whoever calls a method of an anonymous class through the type above does not call the function that makes it. */
  const overriding = (frontier: readonly ChunkRecord[]): readonly ChunkRecord[] => frontier.filter((record) => !isInFunction(record));
  const overriderCounts = new Map<number, number>();
  /** Of types: a call through the type above that many others answer as well says nothing of one of them. */
  const isOfMany = ({ from, base }: Step): boolean =>
    base !== undefined &&
    isOfTypes &&
    !asked.has(from.id) &&
    remembered(overriderCounts, from.id, () => overriders(reader, [from]).length) > MAX_OVERRIDERS;
  const accessLines = (to: ChunkRecord, from: ChunkRecord): number[] =>
    accessesOf(reader, starts).flatMap(({ member, record, line }) => (member.id === from.id && record.id === to.id ? line : []));
  const unsure = new Set<number>();
  /** The step at which the limit ended a walk. */
  let cutAt = Number.POSITIVE_INFINITY;
  for (const walk of [outward, inward]) {
    const seen = new Set(own.map(({ id }) => id));
    let frontier = own;
    let found = 0;
    let reached = 0;
    // One more than the limit shows that there are more.
    for (let at = 1; at <= depth && frontier.length && found <= limit; at++) {
      const next: ChunkRecord[] = [];
      const before = new Set(seen);
      const listed = new Set<string>();
      const itemAt = new Map<string, number>();
      // Those of the symbols in question are listed by `possibleCallers`.
      const steps = [
        ...walk(reader, frontier, overriding(frontier)),
        ...(walk === inward && at > 1 ? possibleSteps(reader, frontier) : []),
      ];
      if (walk === inward) {
        const called = frontier.filter(({ id }) => callers.has(id));
        uncalled.push(...withoutCallers(reader, called, steps));
      }
      for (const step of steps
        .filter(({ kind }) => !followed || followed.has(kind))
        .sort((a, b) => Number(a.isGuess) - Number(b.isGuess))) {
        const { from, to, kind, edge, isGuess, definitions, base } = step;
        // An import may be one of the file and of the component in it.
        const general = ` ${kind === 'imported_by' ? `${to.path}:${edge.line}` : to.id} ${kind}`;
        // Of several symbols of a name one may be used beside another; a guess may mean any of them.
        const one = firstOf.get(from.id);
        const isOfStart = at === 1 && !isGuess && starts.length > 1 && !one && kind !== 'imported_by';
        const start = isOfStart ? (definedBy.get(startOf.get(from.id) ?? '') ?? '') : '';
        const id = `${at === 1 && overloaded.has(from.id) ? from.id : (one?.id ?? start)}${general}`;
        if (
          at === 1
            ? isItself(step) || isOfMember(step) || isOfClosure(step) || isOfMany(step) || (base === 'methodNames' && asked.has(to.id))
            : before.has(to.id)
        )
          continue;
        const proofOf = (): ReturnType<typeof proofLines> => {
          const source = edge.fromId === from.id ? from : to;
          return proofLines(
            files.linesOf(source),
            edge,
            source,
            source === from ? to : from,
            () => innerLines(files, source),
            () => linesOfNamesakes(reader, source, edge.name, leadingLines(steps, step)),
            () => ownersOf(reader, edge.name),
            () => (asked.has(from.id) ? accessLines(to, from) : []),
          );
        };
        // A function may use several members of a type.
        const known = at === 1 && !isGuess ? itemAt.get(id) : undefined;
        if (known !== undefined) items[known] = withProof(items[known] as RelatedItem, proofOf());
        if (listed.has(id)) continue;
        listed.add(id);
        if (start !== '') listed.add(general);
        // Behind a name that may mean anything nothing is certain.
        if (!seen.has(to.id) && isTrusted(reader, step)) next.push(to);
        seen.add(to.id);
        const isUnsure = isGuess || unsure.has(from.id);
        if (isUnsure) unsure.add(to.id);
        if (wanted && !wanted.has(kind)) continue;
        found++;
        if (kind === 'called_by') callers.add(to.id);
        const through = base ? { name: from.qualifiedName, isByMethodNames: base === 'methodNames' } : null;
        const item: RelatedItem = {
          symbol: toSymbol(reader, to),
          kind,
          of: (one ?? from).key,
          depth: at,
          ...proofOf(),
          through,
          provenance: edge.provenance,
          isGuess: isUnsure,
          ...(isGuess && definitions !== undefined && { definitions }),
          ...(at === 1 && memberKinds.has(from.symbolKind) && !asked.has(from.id) && { member: from.qualifiedName }),
        };
        if (at === 1 && !isUnsure) itemAt.set(id, items.length);
        items.push(item);
        if (edge.kind === 'import') importing.add(item);
      }
      frontier = next;
      reached = Math.max(reached, at);
    }
    if (found > limit && frontier.length && reached < depth) cutAt = Math.min(cutAt, reached);
  }
  for (const start of !wanted || wanted.has('sibling') ? starts : []) {
    for (const record of nearestSiblings(reader, start, wanted ? Number.POSITIVE_INFINITY : MAX_SIBLINGS))
      items.push({
        symbol: toSymbol(reader, record),
        kind: 'sibling',
        of: start.key,
        depth: 1,
        proof: null,
        moreProof: [],
        furtherLines: 0,
        through: null,
        provenance: record.provenance,
        isGuess: false,
      });
  }
  if (!wanted || wanted.has('called_by') || wanted.has('tested_by')) {
    const possible = possibleCallers(reader, starts, items, files.linesOf);
    items.push(...possible.items.filter(({ kind }) => !wanted || wanted.has(kind)));
    problems.push(...possible.problems);
    const fewer = withoutCrowd(items, starts);
    items = fewer.items;
    problems.push(...fewer.problems);
  }
  const severally = new Set(several.map(({ key }) => key));
  items = withoutPackages(withoutRepeats(items, ({ of }) => severally.has(of)));
  const likely = withoutMembersByName(reader, items, starts, own);
  items = likely.items;
  problems.push(...likely.problems);
  // A test that imports a symbol and uses it is one test.
  const testing = new Set(items.filter((item) => item.kind === 'tested_by' && !importing.has(item)).map(({ symbol }) => symbol.path));
  items = items.filter((item) => item.kind !== 'tested_by' || !importing.has(item) || !testing.has(item.symbol.path));
  const ordered = inOrder(items, ({ symbol }) => reader.file(symbol.path)?.role ?? 'source', new Set(starts.map(({ key }) => key)));
  if (!starts.length && (question.at || question.key !== undefined))
    problems.push({ code: 'noMatch', message: nothingFound(reader, question), incomplete: false });
  const listed = withinLimit(ordered, limit, ownerOf);
  const shown = withinLines(listed);
  const omitted = omittedOf(ordered, listed);
  if (omitted.length) {
    const counts = omitted.map(({ kind, count }) => `${kind} ${count}`).join(', ');
    problems.push({
      code: 'budgetExceeded',
      message: `${items.length - limit} more are not listed (${counts})${deeper(cutAt, depth)}${starts.length > 1 ? ONE_ONLY : ''}`,
      incomplete: false,
    });
  }
  const keys = new Set(shown.map(({ symbol }) => symbol.key));
  return {
    of: starts.map((record) => toSymbol(reader, record)),
    items: shown,
    omitted,
    unresolved: [
      ...(!wanted || wanted.has('extends') ? foreignBases(reader, starts) : []),
      ...(!wanted || wanted.has('calls') ? unresolvedCalls(reader, own) : []),
    ],
    uncalled: uncalled
      .filter(({ key }) => keys.has(key))
      .slice(0, MAX_UNCALLED)
      .map((record) => toSymbol(reader, record)),
  };
}

const ONE_ONLY = '; of one of these symbols alone its place (path:line) gives them';

/** The start that a symbol is, or is in, by its key. */
const within = (starts: readonly ChunkRecord[], qualifiedName: string, path: string): string =>
  starts.find((start) => start.path === path && `${qualifiedName}.`.startsWith(`${start.qualifiedName}.`))?.key ?? path;

/** Those that nothing calls by any of the steps into them, nor through what they override. */
function withoutCallers(reader: IndexReader, frontier: readonly ChunkRecord[], steps: readonly Step[]): ChunkRecord[] {
  const called = new Set(steps.filter(isCall).map(({ from }) => from.id));
  return frontier.filter(
    (record) => isFunction(record.symbolKind) && !called.has(record.id) && !mentionsOfBases(reader, [record]).some(isCall),
  );
}

const isCall = ({ kind }: Step): boolean => kind === 'called_by' || kind === 'tested_by' || kind === 'used_by';

const deeper = (cutAt: number, depth: number): string =>
  cutAt < depth ? `; the limit was reached at step ${cutAt} of ${depth}, raise it to go on` : '';

/** A walk goes on along the relations asked for; tests are reached through callers and users. */
const followedKinds = (wanted: ReadonlySet<RelatedKind>): ReadonlySet<RelatedKind> =>
  wanted.has('tested_by') ? new Set([...wanted, 'called_by', 'used_by']) : wanted;

function nothingFound(reader: IndexReader, { at, key }: RelatedQuestion): string {
  if (at) return reader.file(at.path) ? `${at.path} declares nothing` : `the index has no file ${at.path}`;
  return `the index has no symbol with the key ${JSON.stringify(key)}`;
}

function startsOf(reader: IndexReader, { at, key, symbol, kinds }: RelatedQuestion, problems: Problem[]): readonly ChunkRecord[] {
  if (at) return atPlace(reader, at, problems);
  if (key !== undefined) return symbolsNamed(reader, { key });
  if (!symbol) throw queryError('related: expected textDocument and position, key, or symbol');
  const { records, problem } = findNamed(reader, symbol, isIncomplete(problems));
  if (problem) problems.push(problem);
  // What imports something of a name imports the files of that name too.
  const isOfImports = kinds?.length === 1 && kinds[0] === 'imported_by' && records.every(({ kind }) => kind !== 'module');
  return isOfImports ? [...records, ...filesCalled(reader, symbol)] : records;
}

/** A declaration and its definition are one symbol: calls lead to the definition. */
function withTwins(reader: IndexReader, starts: readonly ChunkRecord[]): ChunkRecord[] {
  const declared = starts.filter(({ bodySpan, symbolKind }) => bodySpan === null && declarationKinds.has(symbolKind));
  if (!declared.length) return [...starts];
  const ids = [...chunksNamed(reader, [...new Set(declared.map(({ name }) => name))], MAX_NAMESAKES).values()].flat();
  const known = new Set(starts.map(({ id }) => id));
  const definitions = reader.chunks(ids).filter((record) => !known.has(record.id) && declared.some((one) => isDefinitionOf(record, one)));
  return [...starts, ...definitions];
}

/** The symbol that is declared or mentioned at the position; else the one around it. */
function atPlace(reader: IndexReader, { path, line, column }: NonNullable<RelatedQuestion['at']>, problems: Problem[]): ChunkRecord[] {
  const file = reader.file(path);
  if (!file) return [];
  const text = reader.fileText(file.id) ?? '';
  const written = text.split(/\r\n|\r|\n/)[line];
  // A cursor may stand behind the last line.
  if (written === undefined) checkLine(file, text, line);
  const word = wordAt(written ?? '', column);
  const around = symbolsAround(reader, file.id, line);
  const innermost = around.at(-1);
  if (!innermost) return [];
  const declared = reader
    .chunksOfFile(file.id)
    .filter((one) => one.kind === 'symbol' && one.name === word && namePosition(text, one).nameLine === line);
  if (declared.length) return declared.slice(-1);
  const edges = reader.edgesFrom([innermost.id]).filter(({ name }) => name === word);
  const mentioned = edges.flatMap(({ toId }) => toId ?? []);
  if (mentioned.length) return [...reader.chunks(mentioned.slice(0, 1))];
  const named = edges.length ? stepsOut(reader, [innermost]).filter(({ edge }) => edge.name === word) : [];
  if (named.length) return [(named[0] as Step).to];
  if (isMemberAt(written ?? '', column, word) && innermost.name !== word) {
    const message = `${word} at ${path}:${line + 1} is no symbol of the index; the answer is for ${innermost.qualifiedName || path}`;
    problems.push({ code: 'unknownName', message, incomplete: false });
  }
  return [innermost];
}

/** Whether the word at a column stands behind a dot: a member, such as an attribute that no class declares. */
function isMemberAt(line: string, column: number, word: string): boolean {
  const start = line.lastIndexOf(word, column);
  return word !== '' && start >= 0 && start + word.length >= column && /(?:\.|->)$/.test(line.slice(0, start));
}

/** Symbols with everything inside them. */
function withContents(reader: IndexReader, starts: readonly ChunkRecord[]): ChunkRecord[] {
  const all = new Map(starts.map((record) => [record.id, record]));
  for (const start of starts) {
    if (start.kind === 'module') for (const record of reader.chunksOfFile(start.fileId)) all.set(record.id, record);
    else {
      const inside = (id: number): number[] => reader.children(id).flatMap((child) => [child.id, ...inside(child.id)]);
      for (const record of reader.chunks(inside(start.id))) all.set(record.id, record);
      // Lua: `function Cart:total()` stands beside the table.
      if (start.language === 'lua' && start.symbolKind === 'variable')
        for (const record of reader.chunksOfFile(start.fileId))
          if (hasReceiver(record) && record.qualifiedName.startsWith(`${start.name}.`)) all.set(record.id, record);
    }
  }
  return [...all.values()];
}

/**
 * Whether symbols of one name in a file are one: the overloads of a function of TypeScript or Python, the getter and the setter of a property, a
 * type of Rust and what is implemented for it.
 */
const isOneSymbol = (some: readonly ChunkRecord[]): boolean =>
  some.some(({ symbolKind, language, meta }) => symbolKind === 'impl' || (language === 'python' && meta.tags?.some(isOverload))) ||
  some.every(({ language, symbolKind }) => symbolKind === 'property' || (isFunction(symbolKind) && familyOf(language) === 'javascript'));

const isOverload = (tag: string): boolean => /^(?:\w+\.)?overload$/.test(tag);
