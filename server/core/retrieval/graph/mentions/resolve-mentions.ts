/**
 * Which definitions a mention may mean that no language server has resolved. Definitions of the name that cannot be meant are left out first;
 * among the others the type of a value decides (meaning-by-type.ts), or the qualifier and the place (meaning-by-scope.ts), then the arguments.
 */

import type { ArgumentLabels } from '../../../model/argument-labels.js';
import { type ChunkRecord, comparePlaces } from '../../../model/chunk.js';
import { stemOf } from '../../../model/file.js';
import { familyOf } from '../../../model/language.js';
import { hasReceiver, isOfValue, isType, outerName, SOME_VALUE } from '../../../model/symbol.js';
import { isInlineTest, isTestCode } from '../../../model/test-code.js';
import type { EdgeRecord, IndexReader } from '../../ports.js';
import { isSameFamily } from '../neighbours.js';
import { aliasedPaths } from '../type-aliases.js';
import { fitArguments } from './fit-arguments.js';
import { filesOfModule } from './foreign-modules.js';
import { accessorFinder } from './generated-accessors.js';
import { requiredTable } from './lua-modules.js';
import { elsewhere, type Meaning } from './meaning.js';
import { MeaningByScope } from './meaning-by-scope.js';
import { MeaningByType } from './meaning-by-type.js';
import { MentionFiles } from './mention-files.js';
import { fieldsOf, type NamedDefinitions, namedDefinitions } from './named-definitions.js';
import {
  containerOf,
  distinct,
  fittingKinds,
  hidesStandard,
  isDeclaredFor,
  isMember,
  isNamed,
  isPath,
  isWithinReach,
  withoutDeclarations,
} from './possible-targets.js';
import { exportedComponents } from './registered-components.js';
import { isStandard } from './standard-names.js';
import { isCalledAsType, mayBeValue, meantInTemplate, templateOwner } from './template-owners.js';
import { staticTypeFinder } from './value-types.js';

/**
 * Reads the definitions of all mentions at once; the function returned resolves one of them, made in `from`.
 * @param known definitions that count however many others have their name
 * @param isClearAlone whether guesses among several definitions are of no use and may be left out
 */
export function resolveMentions(
  reader: IndexReader,
  mentions: readonly EdgeRecord[],
  known: readonly ChunkRecord[] = [],
  isClearAlone = false,
): (edge: EdgeRecord, from: ChunkRecord) => Meaning {
  const open = mentions.filter(({ toId }) => toId === null);
  const resolver = new MentionResolver(reader, namedDefinitions(reader, open, known), isClearAlone);
  const constructors = known.filter(isCalledAsType);
  if (!constructors.length) return (edge, from) => resolver.resolve(edge, from);
  return (edge, from) => withConstructors(resolver.resolve(edge, from), constructors, edge, resolver.labels(edge, from));
}

/** What a call of a type means besides the type: of its constructors that are in question those that take the arguments. */
function withConstructors(
  meaning: Meaning,
  constructors: readonly ChunkRecord[],
  edge: EdgeRecord,
  labels: ArgumentLabels | null,
): Meaning {
  if (edge.kind !== 'call') return meaning;
  const isMade = (record: ChunkRecord): boolean =>
    meaning.targets.some((type) => isType(type.symbolKind) && type.name === outerName(record) && isSameFamily(type, record));
  const made = constructors.filter(isMade);
  // A nested type may have the name of another one; a file within a namespace leaves that out.
  const isOwn = (record: ChunkRecord): boolean => meaning.targets.some((type) => containerOf(record) === `${type.qualifiedName}.`);
  const own = made.filter(isOwn);
  const called = fitArguments(own.length ? own : made, { ...edge, qualifier: null }, labels);
  return called.length ? { ...meaning, targets: [...meaning.targets, ...called] } : meaning;
}

/** Languages whose constructors have the name of their type. */
const namedAsType: ReadonlySet<string> = new Set(['cpp', 'csharp', 'java']);

/** `new Cart(1)` beside the class or in its namespace means the class by its place, and its constructors that take the arguments. */
function withOwnConstructors(meaning: Meaning, named: readonly ChunkRecord[], edge: EdgeRecord, labels: ArgumentLabels | null): Meaning {
  const types = edge.kind === 'call' ? meaning.targets.filter(({ symbolKind }) => isType(symbolKind)) : [];
  const isOwn = (record: ChunkRecord): boolean =>
    record.symbolKind === 'constructor' && types.some(({ qualifiedName }) => containerOf(record) === `${qualifiedName}.`);
  const made = types.length ? fitArguments(named.filter(isOwn), edge, labels) : [];
  return made.length ? { ...meaning, targets: [...new Set([...meaning.targets, ...made])] } : meaning;
}

class MentionResolver {
  readonly #reader: IndexReader;
  readonly #definitions: NamedDefinitions;
  readonly #files: MentionFiles;
  readonly #byType: MeaningByType;
  readonly #byScope: MeaningByScope;
  readonly #hasAccessor: ReturnType<typeof accessorFinder>;
  readonly #aliased: ReturnType<typeof aliasedPaths>;
  readonly #staticType: ReturnType<typeof staticTypeFinder>;

  constructor(reader: IndexReader, definitions: NamedDefinitions, isClearAlone: boolean) {
    this.#reader = reader;
    this.#definitions = definitions;
    this.#files = new MentionFiles(reader);
    this.#byType = new MeaningByType(reader, this.#files);
    this.#byScope = new MeaningByScope(reader, definitions, this.#files, this.#byType, isClearAlone);
    this.#hasAccessor = accessorFinder(reader);
    this.#staticType = staticTypeFinder(reader);
    this.#aliased = aliasedPaths(reader);
  }

  labels(edge: EdgeRecord, from: ChunkRecord): ArgumentLabels | null {
    return this.#files.labels(edge, from);
  }

  resolve(mention: EdgeRecord, user: ChunkRecord): Meaning {
    // `Cart.shared.total()`: a member of a value.
    const path = isPath(mention.qualifier) ? this.#aliased(mention.qualifier as string, user.language) : null;
    const type = path === null ? null : (outerThis(path) ?? this.#staticType(path, user));
    const qualifier = type === null ? (path ?? mention.qualifier) : `${SOME_VALUE}${type}`;
    const edge = qualifier === mention.qualifier ? mention : { ...mention, qualifier };
    const inTemplate = meantInTemplate(this.#reader, edge, user, this.#definitions.named(edge.name));
    if (inTemplate) return { targets: inTemplate, isGuess: distinct(inTemplate) > 1, definitions: distinct(inTemplate) };
    const table = requiredTable(this.#reader, edge, user);
    if (table) return { targets: [table], isGuess: false, definitions: 1 };
    const from = templateOwner(this.#reader, user) ?? user;
    if (isParameter(edge, from)) return elsewhere(0);
    const named = this.#possible(edge, from);
    if (named.length === 0) return this.#exportedComponent(edge, from);
    const meaning = this.#byLanguage(named, edge, from) ?? this.#byArguments(named, edge, from);
    return namedAsType.has(from.language) ? withOwnConstructors(meaning, named, edge, this.labels(edge, from)) : meaning;
  }

  /** A name that nothing has and under which a component is exported, unless it is taken from another library. */
  #exportedComponent({ name, qualifier }: EdgeRecord, from: ChunkRecord): Meaning {
    const found = familyOf(from.language) === 'javascript' ? exportedComponents(this.#reader, name) : [];
    const isOfOthers = found.length > 0 && qualifier !== null && (!isPath(qualifier) || this.#files.isOfLibrary(qualifier, from));
    return found.length && !isOfOthers ? oneOf(found, distinct(found)) : elsewhere(0);
  }

  /** The definitions of the name that a mention can mean. */
  #possible(edge: EdgeRecord, from: ChunkRecord): readonly ChunkRecord[] {
    const { name, kind, qualifier } = edge;
    const definitions = this.#definitions;
    const ofName = ofSameUse(this.#ofGoPackage(definitions.named(name), edge, from), from).filter(
      (record) =>
        isSameFamily(from, record) &&
        definitions.isInScope(record, from, qualifier) &&
        isWithinReach(record, edge, from) &&
        this.#byType.mayBeOwn(record, edge, from) &&
        mayBeValue(record, edge, from),
    );
    const ofKind = fittingKinds(ofName, edge, definitions.functionTypes);
    if (kind !== 'import' && qualifier === null && isStandard(name, from)) {
      const isOwn = (record: ChunkRecord): boolean => hidesStandard(record, from) || this.#files.imports(record, from);
      return withoutDeclarations(ofKind.filter((record) => record.symbolKind !== 'impl' && isOwn(record)));
    }
    const fields = fieldsOf(edge).flatMap((field) => definitions.named(field).filter((record) => this.#hasAccessor(record, name)));
    return withoutDeclarations(this.#files.ofImportedPackage([...ofKind, ...fields], edge, from));
  }

  /** Go: of the definitions of a name behind a package those of the package, none behind an imported one without any: hundreds need no comparison. */
  #ofGoPackage(named: readonly ChunkRecord[], { qualifier }: EdgeRecord, from: ChunkRecord): readonly ChunkRecord[] {
    const own = this.#files.ofGoPackage(named, qualifier, from);
    const isElsewhere = own.length === 0 && this.#files.isOfGoPackage(from) && this.#files.importsModule(qualifier ?? '', from);
    return own.length ? own : isElsewhere ? [] : named;
  }

  /** What the rules of the language say before types and scopes are compared; null where they say nothing. */
  #byLanguage(named: readonly ChunkRecord[], edge: EdgeRecord, from: ChunkRecord): Meaning | null {
    const { kind, qualifier, name } = edge;
    if (from.language === 'sql') return oneOf(lastDefinition(named), 1);
    if (from.language === 'php' && namesClass(edge)) return oneOf(this.#inNamespace(named, kind, from), distinct(named));
    if (kind === 'call' && qualifier === null && this.#files.isLocalVariable(edge, from, named)) return elsewhere(0);
    const extensions = from.language === 'kotlin' && isOfValue(qualifier) ? this.#importedExtensions(named, name, from) : [];
    if (extensions.length) return oneOf(extensions, distinct(named));
    if (!isPath(qualifier)) return null;
    const path = qualifier as string;
    if (this.#files.isOfLibrary(path, from) && !named.some((one) => isDeclaredFor(one, path, from))) return elsewhere(distinct(named));
    // `from mitmproxy import websocket`: the module, unless it has what it is named after.
    const module = from.language === 'python' && kind === 'use' ? filesOfModule(this.#reader, `${path}.${name}`) : null;
    if (!module) return null;
    const free = named.filter((record) => !isMember(record) && module.includes(record.path));
    return free.length ? { targets: free, isGuess: true, definitions: distinct(named) } : elsewhere(distinct(named));
  }

  /** Kotlin: of the functions on values those that the file imports by their name. */
  #importedExtensions(named: readonly ChunkRecord[], name: string, from: ChunkRecord): readonly ChunkRecord[] {
    const modules = this.#reader.imports(from.fileId).flatMap((one) => (one.name === name && one.module !== null ? one.module : []));
    if (!modules.length) return [];
    const isImported = (record: ChunkRecord): boolean => {
      const own = this.#files.namespace(record);
      return modules.some((module) => module === own || module === `${own}.${name}`);
    };
    return named.filter((record) => hasReceiver(record) && isImported(record));
  }

  /** PHP looks for a class without a qualifier in the own namespace alone, and for an imported one outside of all. */
  #inNamespace(classes: readonly ChunkRecord[], kind: EdgeRecord['kind'], from: ChunkRecord): readonly ChunkRecord[] {
    const of = (namespace: string) => classes.filter((record) => this.#files.namespace(record) === namespace);
    const own = kind === 'import' ? [] : of(this.#files.namespace(from));
    const local = own.filter(({ fileId }) => fileId === from.fileId);
    return local.length ? local : own.length ? own : of('');
  }

  /** By type or scope; where the arguments of a call fit none of those, what they fit. */
  #byArguments(named: readonly ChunkRecord[], edge: EdgeRecord, from: ChunkRecord): Meaning {
    const { qualifier } = edge;
    const labels = this.#files.labels(edge, from);
    // Of the overloads of a type and those above it the nearest that takes the arguments.
    const possible = fitArguments(named, edge, labels);
    const ofType =
      (possible.length && possible.length < named.length ? this.#byType.ofValue(edge, possible, from) : null) ??
      this.#byType.ofValue(edge, named, from);
    const meaning = ofType ?? this.#byScope.among(named, edge, from);
    const fitting = fitArguments(meaning.targets, edge, labels);
    if (fitting.length === meaning.targets.length) return meaning;
    if (fitting.length) return { ...meaning, targets: fitting };
    // Behind a path, `this` or a value of a known type the name has said which one is meant.
    if ((ofType && !ofType.isGuess) || (qualifier !== null && !isOfValue(qualifier))) return meaning;
    if (!possible.length) return elsewhere(meaning.definitions);
    return { ...this.#byScope.among(possible, edge, from), definitions: meaning.definitions };
  }
}

/** Java: the type of `Cart.this`, by which a class within it names it. */
const outerThis = (path: string): string | null => /(?:^|\.)(\p{Lu}\w*)\.this$/u.exec(path)?.[1] ?? null;

/** One of these definitions; nothing of the workspace where there are none. */
const oneOf = (targets: readonly ChunkRecord[], definitions: number): Meaning =>
  targets.length ? { targets, isGuess: distinct(targets) > 1, definitions } : elsewhere(definitions);

/** SQL: what is defined again and again is what the file of its name says, or the last of the migrations, which have their order by name. */
function lastDefinition(named: readonly ChunkRecord[]): readonly ChunkRecord[] {
  const whole = named.filter(({ symbolKind }) => symbolKind !== 'impl');
  const ofFile = whole.filter(({ path, name }) => stemOf(path).toLowerCase() === name.toLowerCase());
  const last = [...(ofFile.length ? ofFile : whole.length ? whole : named)].sort(comparePlaces).at(-1);
  return last ? [last] : [];
}

/** A parameter that is called is what the caller has passed. */
const isParameter = ({ kind, qualifier, name }: EdgeRecord, { meta, language }: ChunkRecord): boolean =>
  (kind === 'call' || kind === 'use') &&
  qualifier === null &&
  meta.parameters?.some((parameter) => isNamed(parameter, name, language)) === true;

/** Of the definitions those outside of tests where what mentions them is: a product calls none of its tests. */
function ofSameUse(definitions: readonly ChunkRecord[], from: ChunkRecord): readonly ChunkRecord[] {
  if (from.role !== 'source' || isInlineTest(from)) return definitions;
  let own = outsideOfTests.get(definitions);
  if (!own) outsideOfTests.set(definitions, (own = definitions.filter((record) => !isTestCode(record))));
  return own.length ? own : definitions;
}
/** All mentions of a name ask for the same definitions. */
const outsideOfTests = new WeakMap<readonly ChunkRecord[], readonly ChunkRecord[]>();

/** PHP: whether a mention is a class by its name alone, `new InvalidArgumentException` or `use InvalidArgumentException`. */
const namesClass = ({ name, kind, qualifier }: EdgeRecord): boolean =>
  kind === 'import' ? qualifier === name : qualifier === null && /^\p{Lu}/u.test(name);
