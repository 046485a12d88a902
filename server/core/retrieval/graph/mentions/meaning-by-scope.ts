/**
 * What a mention means by its qualifier and by where it stands: what the qualifier names if there is one; else the innermost definition
 * around it, then one of its file, of its folder, of what its file imports. What remains ambiguous leads nowhere.
 */
import { remembered } from '../../../../util/remembered.js';
import { foldName } from '../../../chunking/words.js';
import { type ChunkRecord, comparePlaces } from '../../../model/chunk.js';
import { familyOf } from '../../../model/language.js';
import { isDistinctive, isFunction, isOfValue, isType, OWN_SCOPE, outerName, SOME_VALUE } from '../../../model/symbol.js';
import type { EdgeRecord, IndexReader } from '../../ports.js';
import { clearly, elsewhere, MAX_DEFINITIONS, type Meaning, nothing } from './meaning.js';
import { closedTypes, type MeaningByType } from './meaning-by-type.js';
import type { MentionFiles } from './mention-files.js';
import { hasMethodSets, withoutImplementers } from './method-sets.js';
import type { NamedDefinitions } from './named-definitions.js';
import { namesWholePackages } from './package-types.js';
import {
  callableFirst,
  containerOf,
  crateOf,
  distinct,
  folderOf,
  innermost,
  isMember,
  isPath,
  isReachable,
  memberKinds,
} from './possible-targets.js';
import { matchOrder, matchQualifier, type Qualifier, readQualifier } from './qualified-scope.js';
import { isStandard } from './standard-names.js';
import { packageFolder } from './workspace-packages.js';

type Definitions = readonly ChunkRecord[];

/** Of these an import of a name states where it is. */
const namesMembersByPath: ReadonlySet<string> = new Set(['zig', 'clojure', 'ocaml', 'erlang']);
const namesModulesByPath: ReadonlySet<string> = new Set(['go', 'lua', 'zig', 'clojure', 'ocaml', 'erlang']);
/** Functions and values of other files stand behind the name of their module. */
const namesOthersByModule: ReadonlySet<string> = new Set(['ocaml', 'erlang', 'perl']);

export class MeaningByScope {
  readonly #reader: IndexReader;
  readonly #definitions: NamedDefinitions;
  readonly #files: MentionFiles;
  readonly #types: MeaningByType;
  readonly #isClearAlone: boolean;
  readonly #methods = new Map<string, Definitions>();

  /** @param isClearAlone whether guesses among several definitions may be left out */
  constructor(reader: IndexReader, definitions: NamedDefinitions, files: MentionFiles, types: MeaningByType, isClearAlone: boolean) {
    this.#reader = reader;
    this.#definitions = definitions;
    this.#files = files;
    this.#types = types;
    this.#isClearAlone = isClearAlone;
  }

  /** What a mention means of the definitions that it can mean. */
  among(all: Definitions, edge: EdgeRecord, from: ChunkRecord): Meaning {
    // A path of Rust leads to no field: `person::id` is a column; and behind a module, `text::size`, there is no method of `Text`.
    const isToItem = from.language === 'rust' && isPath(edge.qualifier);
    const isBehindModule = isToItem && /(?:^|\W)[a-z_]\w*$/.test(edge.qualifier as string);
    const isItem = (record: ChunkRecord): boolean => record.symbolKind !== 'field' && !(isBehindModule && isMember(record));
    const items = isToItem ? all.filter(isItem) : all;
    if (!items.length) return elsewhere(distinct(all));
    const definitions = this.#called(items, edge, from);
    return (
      this.#byOwnProperty(definitions, edge, from) ??
      this.#byPackage(definitions, edge, from) ??
      this.#byWorkspacePackage(definitions, edge, from) ??
      this.#byOwnCrate(definitions, edge, from) ??
      this.#byCrate(definitions, edge, from) ??
      this.#byPath(definitions, edge, from) ??
      this.#byPlace(definitions, edge, from)
    );
  }

  /** Of a call behind a path functions and types, unless a value alone is where the path leads: `static final parse = Decoder.parse`. */
  #called(definitions: Definitions, { kind, qualifier }: EdgeRecord, from: ChunkRecord): Definitions {
    if (kind !== 'call' || !isPath(qualifier)) return definitions;
    const called = callableFirst(definitions);
    if (called.length === definitions.length) return called;
    const read = readQualifier(qualifier as string, from.path, null);
    const isThere = (record: ChunkRecord): boolean => this.#rate(record, read, kind).match === 'exact';
    return called.some(isThere) || !definitions.some(isThere) ? called : definitions.filter(isThere);
  }

  /** C#: `Store.Save()` where a property of the own type, or of one above, is called `Store`, perhaps like another type. */
  #byOwnProperty(definitions: Definitions, edge: EdgeRecord, from: ChunkRecord): Meaning | null {
    const { qualifier } = edge;
    if (from.language !== 'csharp' || edge.kind !== 'call' || !isPath(qualifier) || !/^\p{Lu}\w*$/u.test(qualifier as string)) return null;
    const meaning = this.#types.ofValue({ ...edge, qualifier: `${SOME_VALUE}${OWN_SCOPE}${qualifier}` }, definitions, from);
    return meaning?.targets.length && !meaning.isGuess ? meaning : null;
  }

  /** Go: a qualifier that is a package. */
  #byPackage(definitions: Definitions, { qualifier }: EdgeRecord, from: ChunkRecord): Meaning | null {
    const packageOf = this.#files.goPackage;
    if (!isPath(qualifier) || !this.#files.isOfGoPackage(from)) return null;
    const own = this.#files.ofGoPackage(definitions, qualifier, from);
    // `conf.Email.Enabled`: of what a variable of the package holds.
    const members = own.filter(({ path, qualifiedName, name }) => `${packageOf(path)}.${qualifiedName}` === `${qualifier}.${name}`);
    if (own.length) return clearly(members.length ? members : own, distinct(definitions), false);
    return this.#files.importsModule(qualifier as string, from) ? elsewhere(distinct(definitions)) : null;
  }

  /** JavaScript, TypeScript: a qualifier that is another package of the workspace, by its name. */
  #byWorkspacePackage(definitions: Definitions, { qualifier }: EdgeRecord, from: ChunkRecord): Meaning | null {
    if (familyOf(from.language) !== 'javascript' || !isPath(qualifier) || (qualifier as string).startsWith('.')) return null;
    const folder = packageFolder(this.#reader, qualifier as string);
    const own = folder ? definitions.filter(({ path }) => path.startsWith(folder)) : [];
    const exported = own.filter((record) => !isMember(record));
    return exported.length ? clearly(exported, distinct(definitions), false) : null;
  }

  /** Rust: `crate::Index`, which the root of the crate has itself or from one of its modules, where one alone has the name. */
  #byOwnCrate(definitions: Definitions, { qualifier, name }: EdgeRecord, from: ChunkRecord): Meaning | null {
    if (from.language !== 'rust' || qualifier !== 'crate') return null;
    const crate = crateOf(from);
    const own = definitions.filter((record) => crateOf(record) === crate && record.qualifiedName === record.name);
    const root = this.#reader.file(`${crate}src/lib.rs`) ?? this.#reader.file(`${crate}src/main.rs`);
    const module =
      root &&
      this.#reader
        .imports(root.id)
        .find((one) => one.name === name)
        ?.module?.split('::')
        .at(-1);
    const meant = own.filter(({ path }) => (module ? path.split(/[/.]/).includes(module) : path === root?.path));
    const chosen = meant.length ? meant : own;
    return distinct(chosen) === 1 ? clearly(chosen, distinct(definitions), false) : null;
  }

  /** Rust: `shop_events::Hook`, of another crate of the workspace, whose root may have it from any of its modules. */
  #byCrate(definitions: Definitions, { qualifier }: EdgeRecord, from: ChunkRecord): Meaning | null {
    const crate = from.language === 'rust' && isPath(qualifier) ? (/^\w+$/.exec(qualifier as string)?.[0] ?? null) : null;
    if (crate === null) return null;
    const isOfCrate = (record: ChunkRecord): boolean =>
      record.qualifiedName === record.name && foldName(crateOf(record).split('/').at(-2) ?? '') === foldName(crate);
    const own = definitions.filter(isOfCrate);
    return distinct(own) === 1 ? clearly(own, distinct(definitions), false) : null;
  }

  /** A qualifier that is a path: of a module, a type, a file. */
  #byPath(definitions: Definitions, { qualifier, kind, name }: EdgeRecord, from: ChunkRecord): Meaning | null {
    if (!isPath(qualifier) && kind !== 'import') return null;
    const count = distinct(definitions);
    if (from.language === 'erlang' && kind === 'import' && qualifier === name)
      return clearly(
        definitions.filter(({ symbolKind }) => symbolKind === 'module'),
        count,
        false,
      );
    if (from.language === 'csharp' && kind === 'import' && qualifier !== null) return this.#ofUsing(definitions, qualifier);
    if (from.language === 'swift' && kind === 'import' && qualifier?.includes('.')) {
      // `import enum Utility.Diagnostics`: a module has the name of its folder.
      const module = qualifier.slice(0, qualifier.indexOf('.'));
      const meant = definitions.filter(({ path }) => path.split('/').includes(module));
      return meant.length ? clearly(meant, count, false) : elsewhere(count);
    }
    const read = readQualifier(qualifier ?? '', from.path, kind === 'import' ? name : null);
    const rated = definitions.map((record) => ({ record, ...this.#rate(record, read, kind) }));
    const best = Math.max(...rated.map(orderOf));
    // A namespace of Clojure is named as a whole.
    const isNamed = ({ record }: (typeof rated)[number]): boolean =>
      from.language !== 'clojure' || this.#files.namespace(record) === '' || this.#files.namespace(record) === qualifier;
    const chosen = rated.filter((one) => best > 0 && orderOf(one) === best && isNamed(one));
    if (chosen.length) {
      const isExact = chosen[0]?.match === 'exact';
      // A member is not reached through a module, only through what holds it.
      const free = isExact ? chosen : chosen.filter(({ record }) => !isMember(record) || outerName(record) === read.last);
      const targets = (free.length ? free : chosen).map(({ record }) => record);
      const own = targets.filter((record) => this.#isNearest(record, qualifier ?? '', from));
      return clearly(own.length ? own : targets, count, !isExact);
    }
    if (kind === 'import') return namesMembersByPath.has(from.language) ? elsewhere(count) : null;
    const inherited = this.#types.ofType(read.last, definitions, from);
    if (inherited) return inherited;
    // A type or module of that name is not in the workspace: the name belongs to another library.
    if (/^\p{Lu}/u.test(read.last) && from.language !== 'ocaml') {
      const isOwn = this.#files.isOwnName(read.last) && !isStandard(qualifier as string, from);
      return isOwn ? clearly(definitions, count, true) : nothing(count);
    }
    if (from.language === 'cpp' && /^std(?:::|$)/.test(qualifier ?? '')) return elsewhere(count);
    // A package of Go is named by its folder, a module of Lua or Zig by its path: one without is of a library.
    if (namesModulesByPath.has(from.language)) return elsewhere(count);
    const free = definitions.filter((record) => !isMember(record));
    return free.length ? clearly(free, count, true) : nothing(count);
  }

  /** C#: `using Shop.Input;` means that namespace, whichever of its files comes first, or with `static` that type: their names are whole. */
  #ofUsing(definitions: Definitions, written: string): Meaning {
    const count = distinct(definitions);
    const isIt = (record: ChunkRecord): boolean =>
      record.qualifiedName === written || `${this.#files.namespace(record)}.${record.qualifiedName}` === written;
    const meant = definitions.filter((record) => (record.symbolKind === 'namespace' || isType(record.symbolKind)) && isIt(record));
    if (!meant.length) return elsewhere(count);
    const [first] = [...meant].sort(comparePlaces);
    return clearly(meant.every(({ symbolKind }) => symbolKind === 'namespace') ? [first as ChunkRecord] : meant, count, false);
  }

  /** Of what a path may mean: a table of Lua of the own file, a module of Rust of the own crate. */
  #isNearest(record: ChunkRecord, path: string, from: ChunkRecord): boolean {
    if (from.language === 'lua') return record.path === from.path;
    if (from.language !== 'rust' || crateOf(record) !== crateOf(from)) return false;
    const first = path.split('::').find((segment) => !/^(?:crate|self|super)$/.test(segment));
    return first !== undefined && record.path.split(/[/.]/).includes(first);
  }

  #rate(record: ChunkRecord, read: Qualifier, kind: EdgeRecord['kind']): ReturnType<typeof matchQualifier> {
    const own = this.#files.scope(record);
    const rating = matchQualifier(read, own);
    // C++: members of most enumerations are named behind what is around the enumeration.
    if (record.symbolKind === 'enumMember' && record.language === 'cpp' && rating.match !== 'exact') {
      const around = matchQualifier(read, own.slice(0, -1));
      return orderOf(around) > orderOf(rating) ? around : rating;
    }
    // A file that is named after the class in it is no namespace of its own.
    const isOuter = record.qualifiedName === record.name || (kind === 'call' && record.symbolKind === 'constructor');
    if (read.isFile || !isOuter || own.at(-1) !== foldName(record.name)) return rating;
    const outer = matchQualifier(read, own.slice(0, -1));
    return orderOf(outer) > orderOf(rating) ? outer : rating;
  }

  /** By where the mention stands: what is around it, in its file, in its folder, imported. */
  #byPlace(definitions: Definitions, { qualifier, name }: EdgeRecord, from: ChunkRecord): Meaning {
    const count = distinct(definitions);
    const local = definitions.filter(({ path }) => path === from.path);
    const reachable = local.filter((record) => isReachable(record, from, qualifier));
    if (qualifier === OWN_SCOPE && from.language === 'rust') {
      // A method that is called by one of its name is the inherent one, which `self` means first.
      const others = definitions.filter((record) => record.id !== from.id && outerName(record) === outerName(from));
      const here = others.filter(({ path }) => path === from.path);
      if (others.length) return clearly(here.length ? here : others, count, false);
    }
    const around = innermost(reachable, from);
    if (isOfValue(qualifier)) {
      if (this.#isClearAlone && count > 1) return nothing(count);
      // The own members would be named by `this`.
      const others = local.filter((record) => !around.includes(record));
      return clearly(this.#fewer(name, others.length ? others : definitions), count, true);
    }
    if (around.length) return clearly(around, count, false);
    if (qualifier === OWN_SCOPE) return this.#ofOwnType(definitions, local, from);
    const statics = from.language === 'csharp' && qualifier === null ? definitions.filter((one) => this.#isOfStaticUsing(one, from)) : [];
    if (statics.length) return clearly(statics, count, false);
    const constants = definitions.filter((record) => isConstantOfType(record) && !this.#files.imports(record, from));
    const inherited = constants.length ? this.#types.inheritedBy(from, constants) : null;
    if (inherited?.length) return clearly(inherited, count, false);
    const labels = from.language === 'java' && qualifier === null ? definitions.filter((record) => this.#mayBeLabel(record, from)) : [];
    if (labels.length) return clearly(labels, count, false);
    const near = reachable.filter((record) => !constants.includes(record));
    if (near.length) return clearly(near, count, true);
    const usable = definitions.filter(
      (record) =>
        !memberKinds.has(record.symbolKind) &&
        !constants.includes(record) &&
        isReachable(record, from, qualifier) &&
        !(namesOthersByModule.has(from.language) && isOfModule(record)),
    );
    if (!usable.length && namesOthersByModule.has(from.language)) return elsewhere(count);
    if (!usable.length && constants.length) return elsewhere(count);
    const ofParts = from.language === 'csharp' ? usable.filter((record) => this.#isOfPart(record, from)) : [];
    if (ofParts.length) return clearly(ofParts, count, false);
    const members = hasImplicitSelf.has(from.language) ? this.#types.inheritedBy(from, definitions.filter(isMember)) : null;
    if (members?.length) return clearly(members, count, false);
    const ofPackage = namesWholePackages.has(from.language) ? this.#ofPackage(usable, from) : [];
    if (ofPackage.length) return clearly(ofPackage, count, false);
    const enclosing = inNamespaces.has(from.language) ? this.#enclosing(usable, from) : [];
    if (enclosing.length) return clearly(enclosing, count, false);
    const used = from.language === 'csharp' ? usable.filter((record) => this.#seesNamespace(record, from)) : [];
    if (used.length) return clearly(used, count, false);
    const folder = folderOf(from);
    const beside = usable.filter(({ path }) => path.startsWith(folder) && !path.includes('/', folder.length));
    const isOnlyOne = count === 1 && isDistinctive(name) && importsAllNames.has(from.language);
    if (beside.length) return clearly(beside, count, !sharesFolder.has(from.language) && !isOnlyOne);
    // Names of other packages stand behind these; `Email: x` is the field of a structure.
    if (from.language === 'go' && qualifier === null) return elsewhere(count);
    const imported = distinct(usable) > 0 ? usable.filter((record) => this.#files.imports(record, from)) : [];
    const isNamed = distinct(imported) === 1 && from.language === 'kotlin' && this.#files.importsName(name, from);
    return clearly(imported.length ? imported : usable, count, familyOf(from.language) !== 'c' && !isOnlyOne && !isNamed);
  }

  /** C#: whether a member is of a type around that is in several files. */
  #isOfPart(record: ChunkRecord, from: ChunkRecord): boolean {
    const container = containerOf(record);
    const isAround = container !== '' && containerOf(from).startsWith(container);
    return isMember(record) && isAround && this.#files.namespace(record) === this.#files.namespace(from);
  }

  /** C#: whether a member is of a type whose static members the file names alone, `using static Shop.Level`. */
  #isOfStaticUsing(record: ChunkRecord, from: ChunkRecord): boolean {
    const type = containerOf(record).slice(0, -1);
    if (type === '' || isType(record.symbolKind) || record.symbolKind === 'namespace') return false;
    return this.#files.importsModule(type, from) || this.#files.importsModule(`${this.#files.namespace(record)}.${type}`, from);
  }

  /** Java: whether a name alone, as in `case FLAGGED:`, may be a member of an enumeration that the file imports or that is of its package. */
  #mayBeLabel(record: ChunkRecord, from: ChunkRecord): boolean {
    if (record.symbolKind !== 'enumMember') return false;
    const type = outerName(record);
    return (
      this.#reader.imports(from.fileId).some(({ name }) => name === type) || this.#files.namespace(record) === this.#files.namespace(from)
    );
  }

  /** Java, Kotlin: what the package of a file declares outside of types, wherever its files are. */
  #ofPackage(definitions: Definitions, from: ChunkRecord): Definitions {
    const own = this.#files.namespace(from);
    return definitions.filter((record) => isOutermost(record) && this.#files.namespace(record) === own);
  }

  /** C#: whether a file uses the namespace of a type, or is in it. A namespace for a whole file is no part of the names in it. */
  #seesNamespace(record: ChunkRecord, from: ChunkRecord): boolean {
    const namespace = namespaceOf(record) || this.#files.namespace(record);
    const own = this.#files.namespace(from);
    if (namespace === '') return false;
    if (this.#files.importsModule(namespace, from) || `${own}.`.startsWith(`${namespace}.`)) return true;
    // `using Util;` within `namespace Shop.Batching` is Shop.Util.
    const outer = own.split('.').map((_, i, segments) => `${segments.slice(0, i + 1).join('.')}.`);
    return outer.some((one) => namespace.startsWith(one) && this.#files.importsModule(namespace.slice(one.length), from));
  }

  /** Those of the innermost namespace or module around a mention that has any, whatever file they are in. */
  #enclosing(definitions: Definitions, from: ChunkRecord): Definitions {
    return innermost(
      definitions.filter((record) => record.symbolKind !== 'method' && containerOf(record) !== ''),
      from,
    );
  }

  /** What `this.name` means where the definition around the mention has no such member. */
  #ofOwnType(definitions: Definitions, local: Definitions, from: ChunkRecord): Meaning {
    const count = distinct(definitions);
    // The methods of a type in Go may be in several files of its folder.
    const own = definitions.filter((record) => containerOf(record) === containerOf(from) && folderOf(record) === folderOf(from));
    if (own.length) return clearly(own, count, false);
    const inherited = this.#types.inheritedBy(from, definitions);
    if (inherited?.length) return clearly(inherited, count, false);
    if (inherited && closedTypes.has(from.language)) return elsewhere(count);
    return clearly(local.length ? local : definitions, count, true);
  }

  /** Of many methods of a name those that no interface among them declares: a call through a value may mean the interface's. */
  #fewer(name: string, meant: Definitions): Definitions {
    if (distinct(meant) <= MAX_DEFINITIONS || !meant.some(hasMethodSets)) return meant;
    const kept = remembered(this.#methods, name, () =>
      withoutImplementers(this.#reader, this.#definitions.named(name).filter(hasMethodSets)),
    );
    return meant.filter((one) => kept.includes(one) || !hasMethodSets(one));
  }
}

/** C#: what a type or its constructor is in; '' at the outermost. */
const namespaceOf = (record: ChunkRecord): string => {
  const segments = record.qualifiedName.split('.');
  return segments.slice(0, record.symbolKind === 'constructor' ? -2 : -1).join('.');
};

/** Also a constructor of an outermost type, which is called by the type's name. */
const isOutermost = ({ name, qualifiedName, symbolKind }: ChunkRecord): boolean =>
  qualifiedName === name || (symbolKind === 'constructor' && qualifiedName === `${name}.${name}`);

/** Languages in which a name alone may be that of an inherited member. */
const hasImplicitSelf: ReadonlySet<string> = new Set(['java', 'kotlin', 'scala', 'csharp', 'swift', 'dart', 'cpp', 'ruby']);

/** Languages in which a name alone may be that of a namespace or module around it. */
const inNamespaces: ReadonlySet<string> = new Set(['csharp', 'cpp', 'ruby']);

/** Languages whose imports bring names that they do not list: a distinctive one that the workspace has once is hardly that of a library. */
const importsAllNames: ReadonlySet<string> = new Set(['dart', 'rust', 'swift', 'kotlin', 'scala', 'ruby']);

/** Languages in which the files of a folder see each other's names. */
const sharesFolder: ReadonlySet<string> = new Set(['go', 'r']);

const isOfModule = ({ symbolKind }: ChunkRecord): boolean => isFunction(symbolKind) || symbolKind === 'variable';

/** A constant that is named alone in its own type and those below it only. */
const isConstantOfType = ({ symbolKind, language, qualifiedName, name }: ChunkRecord): boolean =>
  symbolKind === 'constant' && constantsInTypes.has(language) && qualifiedName !== name;
const constantsInTypes: ReadonlySet<string> = new Set(['csharp', 'java']);

const orderOf = ({ match, count }: ReturnType<typeof matchQualifier>): number => (match ? matchOrder[match] + count : 0);
