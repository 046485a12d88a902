/**
 * Which definitions a mention may mean that no language server has resolved. The qualifier decides if there is one; a name alone means the
 * innermost definition around it, then one of its file, of its folder, of what its file imports. What remains ambiguous leads nowhere.
 */

import { addTo } from '../../../util/grouped.js';
import { remembered } from '../../../util/remembered.js';
import { foldName } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { isFunction, isOfValue, OWN_SCOPE, outerName, TYPE_ABOVE, valueType } from '../../model/symbol.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import { isInlineTest } from '../rank/demotions.js';
import { functionTypes } from './can-be-called.js';
import { fitArguments } from './fit-arguments.js';
import { filesOfModule, isForeign } from './foreign-modules.js';
import { accessedField, accessorFinder } from './generated-accessors.js';
import { goPackages } from './go-packages.js';
import { mayExtend, memberFinder } from './inherited-members.js';
import { isLocalVariable } from './local-variables.js';
import { hasMethodSets, withoutImplementers } from './method-sets.js';
import { chunksNamed, isSameFamily } from './neighbours.js';
import {
  containerOf,
  distinct,
  fittingKinds,
  folderOf,
  hidesStandard,
  innermost,
  isDeclaredFor,
  isMember,
  isNamed,
  isPath,
  isReachable,
  isWithinReach,
  memberKinds,
  withoutDeclarations,
} from './possible-targets.js';
import { matchOrder, matchQualifier, mentionedName, type Qualifier, readQualifier, scopeOf } from './qualified-scope.js';
import { standardNames } from './standard-names.js';
import { mayBeValue, meantInTemplate, templateOwner } from './template-owners.js';
import { valueTypesFinder } from './value-types.js';

/** A mention of a name with more definitions leads nowhere. */
const MAX_DEFINITIONS = 3;
/** Definitions of a name that are compared with a qualifier. */
const MAX_COMPARED = 40;
/** Files in which local variables are looked for; in further ones a call by name alone means a definition. */
const MAX_TEXTS = 500;
/** Files in which the names of values are read. */
const MAX_NAMING_TEXTS = 200;

export interface Meaning {
  /** Overloads included; empty where nothing is meant clearly. */
  readonly targets: readonly ChunkRecord[];
  /** True where another symbol of the name may be meant. */
  readonly isGuess: boolean;
  /** Distinct definitions of the name in the same family of languages. */
  readonly definitions: number;
  /** True where it is known that nothing of the workspace is meant: a variable, a name of a library. */
  readonly isElsewhere?: true;
}

const nothing = (definitions: number): Meaning => ({ targets: [], isGuess: true, definitions });
/** @param definitions distinct definitions of the name */
const clearly = (targets: readonly ChunkRecord[], definitions: number, isGuess: boolean): Meaning =>
  distinct(targets) <= MAX_DEFINITIONS ? { targets, isGuess: isGuess || distinct(targets) > 1, definitions } : nothing(definitions);
const elsewhere = (definitions: number): Meaning => ({ ...nothing(definitions), isElsewhere: true });

/**
 * Reads the definitions of all mentions at once; the function returned resolves one of them, made in `from`.
 * @param known definitions that count however many others have their name
 */
export function resolveMentions(
  reader: IndexReader,
  mentions: readonly EdgeRecord[],
  known: readonly ChunkRecord[] = [],
): (edge: EdgeRecord, from: ChunkRecord) => Meaning {
  const open = mentions.filter(({ toId }) => toId === null);
  const paths = open.filter(({ qualifier }) => isPath(qualifier));
  const names = new Set(open.flatMap((edge) => [edge.name, ...fieldsOf(edge)]));
  // A module may be named by its whole path: `Oban.Engine`.
  const whole = new Set(
    paths.flatMap(({ qualifier, name }) => (mayBeDotted(qualifier) ? [`${qualifier}.${name}`, qualifier as string] : [])),
  );
  const found = chunksNamed(reader, [...names, ...whole], MAX_COMPARED);
  const qualified = paths.flatMap(({ qualifier, name }) =>
    (found.get(name)?.length ?? 0) >= MAX_COMPARED ? `${readQualifier(qualifier as string, '', null).last}.${name}` : [],
  );
  if (qualified.length) for (const [name, ids] of chunksNamed(reader, [...new Set(qualified)], MAX_COMPARED)) add(found, name, ids);
  const records = new Map(reader.chunks([...new Set([...found.values()].flat())]).map((record) => [record.id, record]));
  const byName = new Map<string, ChunkRecord[]>();
  const seen = new Set<number>();
  for (const record of [...known, ...records.values()]) {
    if (seen.has(record.id) || record.kind !== 'symbol') continue;
    seen.add(record.id);
    const name = mentionedName(record.name);
    addTo(byName, name, record);
  }
  const owners = new Set(
    [...records.values()].flatMap(({ parentId, symbolKind }) => (parentId !== null && isFunction(symbolKind) ? parentId : [])),
  );
  const functions = new Set(reader.chunks([...owners]).flatMap(({ id, symbolKind }) => (isFunction(symbolKind) ? id : [])));
  /** A function inside of another one has its name only there; a value may hold it. */
  const isInScope = (record: ChunkRecord, from: ChunkRecord, qualifier: string | null): boolean =>
    record.parentId === null ||
    !functions.has(record.parentId) ||
    isOfValue(qualifier) ||
    (record.path === from.path && `${from.qualifiedName}.`.startsWith(containerOf(record)));
  const called = new Set(open.flatMap(({ kind, name }) => (kind === 'call' ? name : [])));
  const types = functionTypes(
    reader,
    [...called].flatMap((name) => byName.get(name) ?? []),
  );
  const scopes = new Map<number, string[]>();
  const scope = (record: ChunkRecord): string[] => remembered(scopes, record.id, () => scopeOf(record));
  const foreign = new Map<string, boolean>();
  const isOfLibrary = (module: string, from: ChunkRecord): boolean =>
    remembered(foreign, `${from.fileId} ${module}`, () => isForeign(reader, module, from));
  const modules = new Map<number, ReadonlySet<string | null>>();
  const importsModule = (module: string, { fileId }: ChunkRecord): boolean =>
    remembered(modules, fileId, () => new Set(reader.imports(fileId).map((imported) => imported.module))).has(module);
  const imports = new Map<number, Qualifier[]>();
  /** What a file imports from the workspace. */
  const importsOf = (from: ChunkRecord): Qualifier[] =>
    remembered(imports, from.fileId, () =>
      reader
        .imports(from.fileId)
        .filter(({ module, name }) => !isOfLibrary(module === null ? name : `${module}.${name}`, from))
        .flatMap(({ module, name }) => (module === null ? [name] : [module, `${module}.${name}`]))
        .map((imported) => readQualifier(imported, from.path, null)),
    );
  const isInImported = (record: ChunkRecord, from: ChunkRecord): boolean =>
    importsOf(from).some((one) => isImported(matchQualifier(one, scope(record)).match));
  const methods = new Map<string, readonly ChunkRecord[]>();
  /** Of many methods of a name those that no interface among them declares: a call through a value may mean the interface's. */
  const fewer = (name: string, meant: readonly ChunkRecord[]): readonly ChunkRecord[] => {
    if (distinct(meant) <= MAX_DEFINITIONS || !meant.some(hasMethodSets)) return meant;
    const kept = remembered(methods, name, () => withoutImplementers(reader, (byName.get(name) ?? []).filter(hasMethodSets)));
    return meant.filter((one) => kept.includes(one) || !hasMethodSets(one));
  };
  const packageOf = goPackages(reader);
  const texts = new Map<number, string>();
  const textOf = ({ fileId }: ChunkRecord): string => remembered(texts, fileId, () => reader.fileText(fileId) ?? '');
  /** What a local variable holds is called, unless the variable is a definition itself. */
  const isHeld = ({ name, line }: EdgeRecord, from: ChunkRecord, candidates: readonly ChunkRecord[]): boolean =>
    isFunction(from.symbolKind) &&
    candidates.some(({ symbolKind }) => symbolKind !== 'macro') &&
    !candidates.some(({ fileId, span }) => fileId === from.fileId && span.start > from.span.start && span.end <= from.span.end) &&
    (texts.has(from.fileId) || texts.size < MAX_TEXTS) &&
    isLocalVariable(textOf(from), name, line, from);
  const namespaces = new Map<number, string>();
  const namespaceOf = (record: ChunkRecord): string =>
    remembered(namespaces, record.fileId, () => phpNamespace(reader.fileText(record.fileId) ?? ''));
  /** PHP looks for a class without a qualifier in the own namespace alone, and for an imported one outside of all. */
  const inNamespace = (candidates: readonly ChunkRecord[], kind: string, from: ChunkRecord): readonly ChunkRecord[] => {
    const of = (namespace: string) => candidates.filter((record) => namespaceOf(record) === namespace);
    const own = kind === 'import' ? [] : of(namespaceOf(from));
    const local = own.filter(({ fileId }) => fileId === from.fileId);
    return local.length ? local : own.length ? own : of('');
  };
  const exists = new Map<string, boolean>();
  const isOwnName = (name: string): boolean => remembered(exists, name, () => chunksNamed(reader, [name], 1).size > 0);

  /** What a mention may mean of the definitions that it can. */
  const meaningAmong = (candidates: readonly ChunkRecord[], { qualifier, kind, name }: EdgeRecord, from: ChunkRecord): Meaning => {
    const count = distinct(candidates);
    const clear = (targets: readonly ChunkRecord[], isGuess: boolean): Meaning => clearly(targets, count, isGuess);
    if (from.language === 'go' && isPath(qualifier) && packageOf(from.path)) {
      const isOf = ({ path }: ChunkRecord): boolean => `${qualifier}.`.startsWith(`${packageOf(path)}.`);
      const own = candidates.filter((record) => packageOf(record.path) && isOf(record));
      if (own.length) return clear(own, false);
      if (importsModule(qualifier as string, from)) return elsewhere(count);
    }
    if (isPath(qualifier) || kind === 'import') {
      const read = readQualifier(qualifier ?? '', from.path, kind === 'import' ? name : null);
      const orderOf = ({ match, count }: ReturnType<typeof matchQualifier>): number => (match ? matchOrder[match] + count : 0);
      const rate = (record: ChunkRecord): ReturnType<typeof matchQualifier> => {
        const own = scope(record);
        const rating = matchQualifier(read, own);
        // A file that is named after the class in it is no namespace of its own.
        const isOuter = record.qualifiedName === record.name || (kind === 'call' && record.symbolKind === 'constructor');
        if (read.isFile || !isOuter || own.at(-1) !== foldName(record.name)) return rating;
        const outer = matchQualifier(read, own.slice(0, -1));
        return orderOf(outer) > orderOf(rating) ? outer : rating;
      };
      const rated = candidates.map((record) => ({ record, ...rate(record) }));
      const best = Math.max(...rated.map(orderOf));
      const chosen = rated.filter((one) => best > 0 && orderOf(one) === best);
      const isExact = chosen[0]?.match === 'exact';
      // A member is not reached through a module, only through what holds it.
      const free = isExact ? chosen : chosen.filter(({ record }) => !isMember(record) || outerName(record) === read.last);
      if (chosen.length)
        return clear(
          (free.length ? free : chosen).map(({ record }) => record),
          !isExact,
        );
      if (kind !== 'import') {
        // A type or module of that name is not in the workspace: the name belongs to another library.
        if (/^\p{Lu}/u.test(read.last))
          return isOwnName(read.last) && !isStandard(qualifier as string, from) ? clear(candidates, true) : nothing(count);
        // A package of Go is named by its folder: one without is of a library.
        if (from.language === 'go') return elsewhere(count);
        const free = candidates.filter((record) => !isMember(record));
        return free.length ? clear(free, true) : nothing(count);
      }
    }
    const local = candidates.filter(({ path }) => path === from.path);
    const reachable = local.filter((record) => isReachable(record, from, qualifier));
    if (qualifier === OWN_SCOPE && from.language === 'rust') {
      // A method that is called by one of its name is the inherent one, which `self` means first.
      const others = candidates.filter((record) => record.id !== from.id && outerName(record) === outerName(from));
      const here = others.filter(({ path }) => path === from.path);
      if (others.length) return clear(here.length ? here : others, false);
    }
    const around = innermost(reachable, from);
    if (isOfValue(qualifier)) {
      // The own members would be named by `this`.
      const others = local.filter((record) => !around.includes(record));
      return clear(fewer(name, others.length ? others : candidates), true);
    }
    if (around.length) return clear(around, false);
    if (qualifier === OWN_SCOPE) {
      // The methods of a type in Go may be in several files of its folder.
      const own = candidates.filter((record) => containerOf(record) === containerOf(from) && folderOf(record) === folderOf(from));
      if (own.length) return clear(own, false);
      const inherited = inheritedBy(from, candidates);
      if (inherited?.length) return clear(inherited, false);
      return clear(local.length ? local : candidates, true);
    }
    if (reachable.length) return clear(reachable, true);
    const usable = candidates.filter((record) => !memberKinds.has(record.symbolKind) && isReachable(record, from, qualifier));
    const folder = folderOf(from);
    const near = usable.filter(({ path }) => path.startsWith(folder) && !path.includes('/', folder.length));
    if (near.length) return clear(near, from.language !== 'go');
    const imported = distinct(usable) > 1 ? usable.filter((record) => isInImported(record, from)) : [];
    return clear(imported.length ? imported : usable, familyOf(from.language) !== 'c');
  };

  const hasAccessor = accessorFinder(reader);
  const membersOf = memberFinder(reader);
  const typesOf = valueTypesFinder(reader, membersOf, (record) =>
    texts.has(record.fileId) || texts.size < MAX_NAMING_TEXTS ? textOf(record) : null,
  );
  /** Of members those that the nearest type above the own one has; null where nothing is known of those. */
  const inheritedBy = (from: ChunkRecord, candidates: readonly ChunkRecord[]): readonly ChunkRecord[] | null => {
    const containers = from.qualifiedName.split('.').slice(0, -1).reverse();
    return containers.map((type) => membersOf(type, candidates, from)).find((found) => found !== null) ?? null;
  };
  /** What `super.name()` means: what the nearest type above the own one has; null where nothing is known of those. */
  const ofTypeAbove = (candidates: readonly ChunkRecord[], from: ChunkRecord): Meaning | null => {
    const members = inheritedBy(from, candidates);
    return members && (members.length ? clearly(members, distinct(candidates), false) : elsewhere(distinct(candidates)));
  };
  /** What a member of a value of a type means; null where the type does not say. */
  const ofValue = (edge: EdgeRecord, candidates: readonly ChunkRecord[], from: ChunkRecord): Meaning | null => {
    const count = distinct(candidates);
    if (valueType(edge.qualifier) === TYPE_ABOVE) return ofTypeAbove(candidates, from);
    if (!isOfValue(edge.qualifier) || (count < 2 && valueType(edge.qualifier) === null)) return null;
    const { types, isSure } = typesOf(edge, from, candidates);
    const [type, ...others] = types;
    if (type === undefined || others.length) return null;
    if (isSure && isOfLibrary(type, from)) return elsewhere(count);
    const read = readQualifier(type, from.path, null);
    const rated = candidates.map((record) => ({ record, ...matchQualifier(read, scope(record)) })).filter(({ match }) => match === 'exact');
    const most = Math.max(...rated.map((one) => one.count));
    const own = rated.filter((one) => one.count === most).map(({ record }) => record);
    const targets = own.length ? own : membersOf(read.last, candidates, from);
    if (targets?.length) return clearly(targets, count, !isSure);
    // A type that the workspace has not is of a library: it has what the workspace adds to it.
    const isForeignType = /^\p{Lu}/u.test(read.last) || type.startsWith('std.') || builtInTypes.has(type);
    if (targets !== null || !isSure || !isForeignType || isVariable(type, from)) return null;
    const added = candidates.filter((record) => mayExtend(reader, record));
    return added.length ? clearly(added, count, true) : elsewhere(count);
  };

  /** False for a member of C++ that is called by its name alone where neither its class nor one below it is around. */
  const mayBeOwn = (record: ChunkRecord, { kind, qualifier }: EdgeRecord, from: ChunkRecord): boolean => {
    if (kind !== 'call' || qualifier !== null || record.language !== 'cpp' || record.symbolKind !== 'method') return true;
    const owner = outerName(record);
    if (membersOf(owner, [], from) === null) return true;
    const around = from.qualifiedName.split('.').slice(0, -1);
    return around.some((type) => type === owner || membersOf(type, [record], from)?.length);
  };
  return (edge, user) => {
    const { qualifier, kind, name } = edge;
    const inTemplate = meantInTemplate(reader, edge, user, byName.get(name) ?? []);
    if (inTemplate) return { targets: inTemplate, isGuess: distinct(inTemplate) > 1, definitions: distinct(inTemplate) };
    const from = templateOwner(reader, user) ?? user;
    // A parameter that is called is what the caller has passed.
    const isValue = (kind === 'call' || kind === 'use') && qualifier === null;
    if (isValue && from.meta.parameters?.some((parameter) => isNamed(parameter, name, from.language))) return elsewhere(0);
    const ofKind = fittingKinds(
      ofSameUse(byName.get(name) ?? [], from).filter(
        (record) =>
          isSameFamily(from, record) &&
          isInScope(record, from, qualifier) &&
          isWithinReach(record, edge, from) &&
          mayBeOwn(record, edge, from) &&
          mayBeValue(record, edge, from),
      ),
      edge,
      types,
    );
    const fields = fieldsOf(edge).flatMap((field) => (byName.get(field) ?? []).filter((record) => hasAccessor(record, name)));
    const named = withoutDeclarations(
      kind !== 'import' && qualifier === null && isStandard(name, from)
        ? ofKind.filter((record) => record.symbolKind !== 'impl' && (hidesStandard(record, from) || isInImported(record, from)))
        : [...ofKind, ...fields],
    );
    if (named.length === 0) return elsewhere(0);
    if (from.language === 'php' && namesClass(edge)) {
      const own = inNamespace(named, kind, from);
      return own.length ? { targets: own, isGuess: distinct(own) > 1, definitions: distinct(named) } : elsewhere(distinct(named));
    }
    if (kind === 'call' && qualifier === null && isHeld(edge, from, named)) return elsewhere(0);
    if (isPath(qualifier) && isOfLibrary(qualifier as string, from) && !named.some((one) => isDeclaredFor(one, qualifier as string, from)))
      return elsewhere(distinct(named));
    // `from mitmproxy import websocket`: the module, unless it has what it is named after.
    const module = from.language === 'python' && kind === 'use' && isPath(qualifier) ? filesOfModule(reader, `${qualifier}.${name}`) : null;
    if (module) {
      const free = named.filter((record) => !isMember(record) && module.includes(record.path));
      return free.length ? { targets: free, isGuess: true, definitions: distinct(named) } : elsewhere(distinct(named));
    }
    const ofType = ofValue(edge, named, from);
    const meaning = ofType ?? meaningAmong(named, edge, from);
    const fitting = fitArguments(meaning.targets, edge);
    if (fitting.length === meaning.targets.length) return meaning;
    if (fitting.length) return { ...meaning, targets: fitting };
    // Behind a path, `this` or a value of a known type the name has said which one is meant.
    if ((ofType && !ofType.isGuess) || (qualifier !== null && !isOfValue(qualifier))) return meaning;
    const possible = fitArguments(named, edge);
    if (!possible.length) return elsewhere(meaning.definitions);
    return { ...meaningAmong(possible, edge, from), definitions: meaning.definitions };
  };
}

/** Of a call in Java, the field whose generated method it may be: one or none. */
function fieldsOf({ name, kind, path }: EdgeRecord): readonly string[] {
  const field = kind === 'call' && path.endsWith('.java') ? accessedField(name) : null;
  return field === null ? [] : [field];
}

/** Of the definitions those outside of tests where what mentions them is: a product calls none of its tests. */
function ofSameUse(definitions: readonly ChunkRecord[], from: ChunkRecord): readonly ChunkRecord[] {
  if (from.role !== 'source' || isInlineTest(from)) return definitions;
  const own = definitions.filter((record) => record.role !== 'test' && !isInlineTest(record));
  return own.length ? own : definitions;
}

/** Whether a file would have to import or declare a type of that name: what is neither is a variable, `Req = make()`, and may be any type. */
const isVariable = (type: string, from: ChunkRecord): boolean =>
  importsByName.has(familyOf(from.language)) && /^\w+$/.test(type) && !builtInTypes.has(type) && !isStandard(type, from);
const importsByName: ReadonlySet<string> = new Set(['python', 'javascript']);

/** Written with small letters. */
const builtInTypes: ReadonlySet<string> = new Set('str bytes int float bool list dict set tuple object string error'.split(' '));

/** Whether a file of that language knows the name without an import. */
export const isStandard = (name: string, { language }: ChunkRecord): boolean => standardNames[familyOf(language)]?.has(name) === true;
const mayBeDotted = (qualifier: string | null): boolean => qualifier !== null && /^\p{Lu}[\w.]*$/u.test(qualifier);
const phpNamespace = (text: string): string => /^[^\S\n]{0,40}namespace[^\S\n]+([\w\\]+)/m.exec(text)?.[1] ?? '';
/** PHP: whether a mention is a class by its name alone, `new InvalidArgumentException` or `use InvalidArgumentException`. */
const namesClass = ({ name, kind, qualifier }: EdgeRecord): boolean =>
  kind === 'import' ? qualifier === name : qualifier === null && /^\p{Lu}/u.test(name);
const isImported = (match: string | null): boolean => match === 'exact' || match === 'path';

function add(found: Map<string, number[]>, name: string, ids: readonly number[]): void {
  found.set(name, [...new Set([...(found.get(name) ?? []), ...ids])]);
}
