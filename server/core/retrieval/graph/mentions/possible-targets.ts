/**
 * Which definitions of its name a mention can mean at all: by their kinds, by the form of the mention, and by what stands around both. Pure.
 */
import { escapePattern } from '../../../../util/escape-pattern.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import { descriptorOf, familyOf } from '../../../model/language.js';
import {
  HANDLER_TAG,
  hasReceiver,
  isFunction,
  isInheritance,
  isOfValue,
  isType,
  OWN_SCOPE,
  outerName,
  type SymbolKind,
  TYPE_ABOVE,
  valueType,
} from '../../../model/symbol.js';
import type { EdgeRecord } from '../../ports.js';
import { isSameFamily } from '../neighbours.js';
import { canBeCalled, fieldsApart } from './can-be-called.js';
import { isMemberOfAll } from './standard-names.js';

export const memberKinds: ReadonlySet<SymbolKind | null> = new Set(['field', 'property']);
export const isMember = ({ symbolKind }: Pick<ChunkRecord, 'symbolKind'>): boolean =>
  symbolKind === 'method' || memberKinds.has(symbolKind);
const callable: ReadonlySet<SymbolKind | null> = new Set([
  'function',
  'method',
  'constructor',
  'component',
  'macro',
  'class',
  'struct',
  'enumMember',
]);

/** Languages in which a parameter is written with its type first. */
const typeFirst: ReadonlySet<string> = new Set(['c', 'cpp', 'objective-c', 'java', 'csharp', 'php', 'dart', 'groovy']);

/** Whether a parameter as written has a name: `run: &impl Fn()`, `int (*run)(void)`, `run=None`, `val run: () -> Unit`. Its type is no name. */
export function isNamed(parameter: string, name: string, language: string): boolean {
  if (!parameter.includes(name)) return false;
  const own = escapePattern(name);
  const pattern = typeFirst.has(language)
    ? `(?<=[^\\w.:<])${own}\\s*(?:[=)[]|$)`
    : `^[\\s&*.]{0,9}(?:mut\\s+)?${own}(?![\\w$])|(?<![\\w$.:<]|:\\s{1,9})${own}\\s*(?:\\??:(?!:)|[=)]|$)`;
  return new RegExp(pattern, 'u').test(parameter);
}

/**
 * Whether the workspace declares a module of a library or has one of its name: `declare module 'x'` holds the definition, or a path of Rust
 * that is written in the code (without `::`: where it starts is not kept) begins with a module of the same crate.
 */
export const isDeclaredFor = (record: ChunkRecord, module: string, from: ChunkRecord): boolean => {
  const container = containerOf(record);
  if (container && `${module}.`.startsWith(container)) return true;
  if (record.language !== 'rust' || module.includes('::') || !from.path.startsWith(crateOf(record))) return false;
  const first = /^\w*/.exec(module)?.[0] ?? '';
  return record.path.split(/[/.]/).includes(first) || container.split('.').includes(first);
};

/** The folder of a crate, with the slash at its end; '' at the top. */
export const crateOf = ({ path }: ChunkRecord): string => path.slice(0, Math.max(0, `/${path}`.lastIndexOf('/src/')));

/** Whether a definition takes a name of the standard library from it: around the mention, where files share a package, or in declarations of globals. */
export const hidesStandard = (record: ChunkRecord, from: ChunkRecord): boolean =>
  record.path === from.path
    ? `${from.qualifiedName}.`.startsWith(containerOf(record))
    : (sharesPackage.has(from.language) && folderOf(record) === folderOf(from)) || /\.d\.[cm]?ts$/.test(record.path);
const sharesPackage: ReadonlySet<string> = new Set(['go', 'java', 'kotlin', 'scala', 'groovy']);

export const folderOf = ({ path }: ChunkRecord): string => path.replace(/[^/]*$/, '');
export const containerOf = ({ qualifiedName, name }: ChunkRecord): string =>
  qualifiedName.slice(0, Math.max(0, qualifiedName.length - name.length));

/** In these languages members are reached through `self` and the like, or a value, never by their name alone. */
const withoutImplicitSelf: ReadonlySet<string> = new Set([
  'python',
  'javascript',
  'javascriptreact',
  'typescript',
  'typescriptreact',
  'rust',
  'go',
  'php',
  'lua',
]);

/** True where a definition can be meant by a name alone or, for a qualifier, through the own scope. */
export function isReachable(
  { symbolKind, qualifiedName, name }: ChunkRecord,
  { language }: ChunkRecord,
  qualifier: string | null,
): boolean {
  if (qualifier === OWN_SCOPE) return qualifiedName.length > name.length;
  return qualifier !== null || symbolKind !== 'method' || !withoutImplicitSelf.has(language);
}

/** In these languages `value.name()` calls a member of a type. */
const withoutFreeMembers: ReadonlySet<string> = new Set(['c', 'python', 'go', 'rust', 'java', 'csharp', 'php']);

/** False where the form of a mention rules a definition out, whatever else has the name. */
export function isWithinReach(record: ChunkRecord, { kind, qualifier }: EdgeRecord, from: ChunkRecord): boolean {
  const { symbolKind, qualifiedName, name, meta } = record;
  const { language } = from;
  if (isHidden(record, from)) return false;
  // Outside of functions C calls macros alone: `API(int) open_it(void);` declares.
  if (kind === 'call' && language === 'c' && from.kind === 'module') return symbolKind === 'macro';
  // A function that was put into a table is reached through the table alone.
  if (language === 'lua' && qualifier === null && kind !== 'import' && hasReceiver(record)) return false;
  // Fields and members of enumerations stand behind a dot.
  if (language === 'zig' && qualifier === null && (memberKinds.has(symbolKind) || symbolKind === 'enumMember')) return false;
  // A block of tests is described by the name of what it tests.
  if (symbolKind === 'test' || meta.tags?.includes(HANDLER_TAG)) return false;
  if (kind === 'import') return !isMember(record) || !withoutImplicitSelf.has(language);
  // `self.name()` in a macro, which stands outside of all types.
  if (qualifier === OWN_SCOPE && withoutFreeMembers.has(language) && qualifiedName === name) return false;
  // `Mode.Nearest` is no member of `ImageMode`.
  if (symbolKind === 'enumMember' && namesEnumerations.has(language) && isPath(qualifier)) {
    return (qualifier as string).split(/\W/).at(-1) === outerName(record);
  }
  if (!isOfValue(qualifier)) return true;
  // Values of all types have such methods; `super().__init__()` is of the type above.
  if (/^__\w+__$/.test(name) && valueType(qualifier) !== TYPE_ABOVE) return false;
  // What is static stands behind its type, unless it is a method that a type is given.
  if (isStaticAlone(record)) return false;
  // Of a value of unknown type what every value has.
  if (!isDeclaredType(valueType(qualifier)) && isMemberOfAll(name, from)) return false;
  if (isMember(record) || qualifiedName.length > name.length || !withoutFreeMembers.has(language)) return true;
  // A module may be a value (`settings.DEBUG`), and an embedded field has the name of its type.
  return kind !== 'call' && !isFunction(symbolKind);
}

/** Languages in which a member of an enumeration stands behind the name of that. */
const namesEnumerations: ReadonlySet<string> = new Set(['csharp', 'java', 'kotlin']);

/** Languages in which nothing outside of a file reaches what is private in it. */
const privateToFile: ReadonlySet<string> = new Set(['java', 'kotlin', 'csharp', 'swift', 'typescript', 'typescriptreact', 'vue', 'svelte']);

/** Whether a definition is private in another file; a type of C# may be in several. */
export const isHidden = (record: ChunkRecord, from: ChunkRecord): boolean =>
  record.meta.visibility === 'private' &&
  record.path !== from.path &&
  privateToFile.has(record.language) &&
  (record.language !== 'csharp' || !from.qualifiedName.split('.').includes(outerName(record)));

/** Whether a member of C# or Java is reached through its type only. */
const isStaticAlone = ({ language, symbolKind, signature, meta }: ChunkRecord): boolean =>
  (language === 'csharp' || language === 'java') &&
  (symbolKind === 'enumMember' || /\bstatic\b|^(?:\w+\s+){0,3}const\b/.test(signature)) &&
  !isType(symbolKind) &&
  !/^this\s/.test(meta.parameters?.[0] ?? '');

/** False for what is left to the index: a member of the own type, what a function returns. */
export const isDeclaredType = (type: string | null): boolean => type !== null && !type.startsWith(OWN_SCOPE) && !type.endsWith(')');

export const isPath = (qualifier: string | null): boolean => qualifier !== null && qualifier !== OWN_SCOPE && !isOfValue(qualifier);

/** A call means something that can be called, and a type a type if there is such; a type in small letters is no function. */
export function fittingKinds(
  candidates: readonly ChunkRecord[],
  { kind, name, qualifier }: EdgeRecord,
  functions: ReadonlySet<string>,
): readonly ChunkRecord[] {
  // `Kind::Text { … }` of Rust looks like a type.
  const owner = kind === 'type' && isPath(qualifier) ? (qualifier as string).split(/\W/).at(-1) : null;
  const variants = owner ? candidates.filter((record) => isVariant(record) && outerName(record) === owner) : [];
  if (variants.length) return variants;
  // Only a type can be extended, whatever else has its name.
  const isBase = isInheritance(kind);
  const isMeant = ({ symbolKind }: ChunkRecord): boolean => isType(symbolKind) || (isBase && symbolKind === 'module');
  const types = kind === 'type' || isBase ? candidates.filter(isMeant) : [];
  // What Rust implements is a trait.
  const traits = kind === 'implements' ? types.filter(({ symbolKind }) => symbolKind === 'trait') : [];
  if (traits.length) return traits;
  if (types.length) return types;
  if (kind === 'type' && /^\p{Ll}/u.test(name)) return candidates.filter(({ symbolKind }) => !isFunction(symbolKind));
  if (kind === 'type') return candidates.filter((record) => !isNoType(record));
  // `self.total` without a call is the field, where a type has a method of the name as well.
  if (kind === 'use' && fieldsApart.has(candidates[0]?.language ?? '')) {
    const owners = new Set(candidates.flatMap((one) => (memberKinds.has(one.symbolKind) ? containerOf(one) : [])));
    const meant = candidates.filter((one) => one.symbolKind !== 'method' || !owners.has(containerOf(one)));
    if (meant.length < candidates.length) return meant;
  }
  // Of a type and its constructor that have one name only a call means both.
  if (kind !== 'call') return candidates.some(isOfTypes) ? candidates.filter(({ symbolKind }) => symbolKind !== 'constructor') : candidates;
  const possible = candidates.filter((record) => canBeCalled(record, qualifier, functions));
  // Behind the name of a type the type decides first.
  return isPath(qualifier) ? possible : callableFirst(possible);
}

const isVariant = ({ symbolKind, language }: ChunkRecord): boolean => symbolKind === 'enumMember' && language === 'rust';

const isOfTypes = ({ symbolKind }: ChunkRecord): boolean => isType(symbolKind);

/** Functions and types, where there are any, before values that may hold a function. */
export function callableFirst(possible: readonly ChunkRecord[]): readonly ChunkRecord[] {
  const called = possible.filter(({ symbolKind }) => callable.has(symbolKind));
  return called.length ? called : possible;
}

const valueKinds: ReadonlySet<SymbolKind | null> = new Set(['constant', 'variable', 'field', 'property']);
/**
 * Whether a definition can be no type. In some languages a variable may hold one: `Point = namedtuple(…)`. In C++ a constant may stand where the
 * grammar sees a type: `Reader reader(Format::VERSION)` declares a value or a function.
 */
const isNoType = ({ symbolKind, language }: ChunkRecord): boolean =>
  symbolKind === 'method' ||
  (symbolKind === 'enumMember' && language !== 'cpp' && language !== 'rust') ||
  (typeFirst.has(language) && valueKinds.has(symbolKind) && !(language === 'cpp' && symbolKind === 'constant'));

/** Without declarations whose definition is among them: prototypes, callbacks, overload signatures. */
export function withoutDeclarations(candidates: readonly ChunkRecord[]): readonly ChunkRecord[] {
  if (candidates.every(({ bodySpan }) => bodySpan === null)) return candidates;
  return candidates.filter(
    (one) => one.bodySpan !== null || !candidates.some((other) => other.bodySpan !== null && isDefinitionOf(other, one)),
  );
}

/** True where `definition` is what `declaration` announces: the same name in the same file or in its interface (OCaml), or of C anywhere. */
export const isDefinitionOf = (definition: ChunkRecord, declaration: ChunkRecord): boolean =>
  definition.id !== declaration.id &&
  definition.bodySpan !== null &&
  declaration.bodySpan === null &&
  hasSameName(definition, declaration) &&
  hasSameLabels(definition, declaration) &&
  (definition.path === implementationOf(declaration.path) ||
    (familyOf(definition.language) === 'c' && isSameFamily(definition, declaration)));

/** In C++ a file may leave out the namespace that it uses, `void Cart::clear()` for `shop.Cart.clear` of its header. */
function hasSameName(definition: ChunkRecord, { qualifiedName, path }: ChunkRecord): boolean {
  if (definition.qualifiedName === qualifiedName) return true;
  if (familyOf(definition.language) !== 'c' || !definition.qualifiedName.includes('.')) return false;
  return qualifiedName.endsWith(`.${definition.qualifiedName}`) && stemOf(definition.path) === stemOf(path);
}

const stemOf = (path: string): string => (/([^/.]*)(?:\.[^/]*)?$/.exec(path)?.[1] ?? '').toLowerCase();

/** `cart.ml` for `cart.mli`; of other languages the path itself. */
export const implementationOf = (path: string): string => path.replace(/\.mli$/, '.ml');

/** Whether the parts of two selectors are the same, in a language with messages. */
function hasSameLabels({ language, symbolKind, meta }: ChunkRecord, other: ChunkRecord): boolean {
  if (descriptorOf(language)?.hasMessages !== true || symbolKind !== 'method') return true;
  const labelsOf = (parameters: readonly string[] = []): string => parameters.map((one) => one.trim().split(' ')[0]).join(':');
  return labelsOf(meta.parameters) === labelsOf(other.meta.parameters);
}

/** Overloads are one definition. */
export const distinct = (records: readonly ChunkRecord[]): number =>
  records.length < 2 ? records.length : new Set(records.map(overloadKey)).size;

/** One for overloads, for a type and a constructor that is named like it, for what an interface and its implementation have. */
export function overloadKey(record: ChunkRecord): string {
  let key = overloadKeys.get(record);
  if (key === undefined) overloadKeys.set(record, (key = readOverloadKey(record)));
  return key;
}

/** Definitions of common names are counted again and again. */
const overloadKeys = new WeakMap<ChunkRecord, string>();

function readOverloadKey({ path, qualifiedName, name, symbolKind }: ChunkRecord): string {
  const container = qualifiedName.slice(0, -name.length - 1);
  const isOfType = symbolKind === 'constructor' && (container === name || container.endsWith(`.${name}`));
  return `${implementationOf(path)} ${isOfType ? container : qualifiedName}`;
}

/** Of the definitions in a file those of the innermost scope around a symbol. */
export function innermost(local: readonly ChunkRecord[], from: ChunkRecord): readonly ChunkRecord[] {
  const inside = `${from.qualifiedName}.`;
  let best: ChunkRecord[] = [];
  let depth = -1;
  for (const record of local) {
    const container = containerOf(record);
    if (!inside.startsWith(container) || container.length < depth) continue;
    if (container.length > depth) best = [];
    depth = container.length;
    best.push(record);
  }
  return best;
}
