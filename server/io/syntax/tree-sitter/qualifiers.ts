/**
 * What a name in the text is qualified with: `Oban.Engine` for the `fetch` of `Engine.fetch()` below `alias Oban.Engine`. Names that the
 * file imports are replaced by the paths that they stand for, so that a call through an alias can be matched with a definition elsewhere.
 */
import { GLOBAL_SCOPE, OWN_SCOPE, SOME_VALUE } from '../../../core/model/symbol.js';
import type { Grammar } from './grammar.js';
import type { Mention } from './walk-parts.js';

/** The enclosing type or module: a call through it stays in the own scope. */
export const ownNames: ReadonlySet<string> = new Set(['this', 'self', 'Self', 'cls', '$this', 'static', '__MODULE__']);
/** First segments of a path that say where it starts, not what it names. */
const rootNames: ReadonlySet<string> = new Set(['crate', 'self', 'super', '__MODULE__']);
const MAX_CHARS = 200;
/** Lua: what a file returns. */
const MODULE_TABLE = /^_?M$/;
const separators = /[.:\\/]+/;
/** Whether a name has a path before it: `base.Pool`. */
export const isQualified = (name: string): boolean => separators.test(name);

/** A name that the file imports. */
interface Imported {
  readonly name: string;
  /** Module and name. */
  readonly path: string;
  /** What a mention of the name alone is qualified with: the path without the name, or '' . */
  readonly container: string;
}

export class Qualifiers {
  readonly #text: string;
  readonly #imported = new Map<string, Imported>();
  /** Names of symbols of the file that hold others. */
  readonly #containers: ReadonlySet<string>;
  readonly #hasGlobalScope: boolean;
  readonly #selfIsModule: boolean;
  readonly #constructs: RegExp | undefined;
  readonly #standIns: ReadonlyMap<string, string> | undefined;
  readonly #hasColonMembers: boolean;
  readonly #hasColonReferences: boolean;
  readonly #renamed: ReadonlyMap<string, string | null>;

  /**
   * @param mentions of which the imports are read; none where an import binds no name
   * @param renamed other names of functions, as `Walk.renamed`
   */
  constructor(
    text: string,
    mentions: readonly Mention[],
    containers: ReadonlySet<string>,
    {
      importsModules,
      hasGlobalScope,
      selfIsModule,
      constructs,
      standIns,
      colonMembers,
      colonReferences,
    }: Pick<
      Grammar,
      'importsModules' | 'hasGlobalScope' | 'selfIsModule' | 'constructs' | 'standIns' | 'colonMembers' | 'colonReferences'
    > = {},
    renamed: ReadonlyMap<string, string | null> = new Map(),
  ) {
    this.#text = text;
    this.#containers = containers;
    this.#hasGlobalScope = hasGlobalScope === true;
    this.#selfIsModule = selfIsModule === true;
    this.#constructs = constructs;
    this.#standIns = standIns?.(text);
    this.#hasColonMembers = colonMembers === true;
    this.#hasColonReferences = colonReferences === true;
    this.#renamed = renamed;
    for (const mention of mentions) {
      if (mention.kind !== 'import') continue;
      const local = mention.alias ?? mention.name;
      // `use a::B as _` binds no name.
      if (local === '_') continue;
      // `import a.b` binds `a`.
      const first = /^\w+(?=\.\w)/.exec(local)?.[0];
      this.#imported.set(first ?? local, first ? { name: first, path: first, container: '' } : importOf(mention, importsModules === true));
    }
  }

  /** What a name means, with or without a path before it: another name, if the file imports it under this one, and its qualifier. */
  ofName(local: string): { readonly name: string; readonly qualifier?: string } {
    const segments = local.split(separators).filter(Boolean);
    const name = segments.pop() ?? local;
    const [first, ...rest] = segments;
    if (first !== undefined) {
      const path = [this.#imported.get(first)?.path ?? first, ...rest].filter((segment) => !rootNames.has(segment));
      return { name, ...(path.length > 0 && { qualifier: path.join('.').slice(0, MAX_CHARS) }) };
    }
    const renamed = this.#renamed.get(local);
    if (renamed) return this.ofName(renamed);
    const imported = this.#imported.get(local);
    return imported ? { name: imported.name, ...(imported.container && { qualifier: imported.container }) } : { name: local };
  }

  /** A type as written, its first segment replaced by what the file imports under that name. */
  ofType(type: string): string {
    const [first = '', ...rest] = type.split(separators).filter(Boolean);
    return [this.#imported.get(first)?.path ?? first, ...rest].join('.').slice(0, MAX_CHARS);
  }

  /**
   * The qualifier of the name at an offset: a path, as imported or else as written; OWN_SCOPE behind `this` and its like; SOME_VALUE behind
   * any other expression; undefined for a name alone that is not imported.
   * @param selfName what stands for `this` here
   * @param isType whether the name is that of a type: what stands before it is no value
   */
  of(start: number, end: number, selfName?: string, isType = false): string | undefined {
    const { segments, isPath } = this.#chainBefore(start);
    if (segments === null) return SOME_VALUE;
    // Ruby: `Cart.new.total`.
    if (segments.at(-1) === 'new' && this.#constructs?.test(this.#text.slice(Math.max(0, start - 120), start - 1))) segments.pop();
    const [first, ...rest] = segments;
    if (first === undefined && isPath && this.#hasGlobalScope) return GLOBAL_SCOPE;
    if (first === undefined) return this.ofName(this.#text.slice(start, end)).qualifier;
    const isOwn = ownNames.has(first) || first === selfName;
    if (!rest.length && isOwn && !(this.#selfIsModule && isPath && first === 'self')) return OWN_SCOPE;
    if (!rest.length && this.#hasColonMembers && MODULE_TABLE.test(first) && this.#containers.has(first)) return OWN_SCOPE;
    const standIn = this.#standIns?.get(first);
    if (standIn !== undefined && !rest.length) return standIn;
    // A decorator: `@click.option()`.
    const imported = this.#imported.get(first.replace(/^@/, ''));
    if (imported) return [imported.path, ...rest].join('.').slice(0, MAX_CHARS);
    const isLibrary = this.#hasColonMembers && LUA_LIBRARIES.has(first);
    const isNamed = isPath || isType || isLibrary || /^(?:\p{Lu}|__MODULE__)/u.test(first) || this.#containers.has(first);
    if (!isNamed || first === 'parent') return SOME_VALUE;
    return (
      segments
        .filter((segment) => !rootNames.has(segment))
        .join('.')
        .slice(0, MAX_CHARS) || undefined
    );
  }

  /** The names before an offset, joined to it by dots and the like, outermost first; null where another expression is joined to it. */
  #chainBefore(start: number): { readonly segments: string[] | null; readonly isPath: boolean } {
    const text = this.#text;
    const segments: string[] = [];
    let isPath = false;
    for (let at = start; ; ) {
      const isColonMember = this.#hasColonMembers && text[at - 1] === ':' && text[at - 2] !== ':';
      const separator = isColonMember ? 1 : separatorBefore(text, at);
      if (separator === 0) return { segments, isPath };
      const isColon = text[at - 1] === ':' && !isColonMember;
      if ((isColon && !this.#hasColonReferences) || text[at - 1] === '\\') isPath = true;
      const end = at - separator;
      for (at = end; at > 0 && end - at < MAX_CHARS && isNamePart(text.charCodeAt(at - 1)); ) at--;
      if (at < end) segments.unshift(text.slice(at, end));
      else if (text[at - 1] === ')') {
        const constructed = constructedBefore(text, at - 1, this.#constructs);
        return { segments: constructed && [...constructed, ...segments], isPath };
      }
      // The dot may begin the next line.
      else if (text[end] === '.' && OWN_BEFORE.test(text.slice(Math.max(0, end - MAX_CHARS), end)))
        return { segments: ['self', ...segments], isPath };
      // `\Name` and `::Name` start at the root.
      else return (isPath || isColon) && !/[\]}>]/.test(text[at - 1] ?? '') ? { segments, isPath } : { segments: null, isPath };
    }
  }
}

const OWN_BEFORE = /(?<![\w$.:>])(?:self|this)\s{1,200}$/;

/** Tables of Lua's own library: they have no functions of the workspace. */
const LUA_LIBRARIES: ReadonlySet<string> = new Set('bit bit32 coroutine debug io jit math os package string table utf8'.split(' '));

const MAX_ARGUMENTS = 400;
/** The name of a type before the arguments of its constructor: `new shop.Cart`. */
const CONSTRUCTED = /(?<![\w$])new\s+\\?([\w$\\.]{1,100})$/;
/** The same within brackets, from their start: `(new Cart($user))->take()`. */
const NEW = /^\(\s*new\s+\\?([\w$\\.]{1,100})/;

/**
 * The type whose constructor is called by the expression that ends with the bracket at an offset, as its segments; null for any other one.
 * Brackets within strings are counted too: then there is no such type in most cases.
 */
function constructedBefore(text: string, close: number, constructs: RegExp | undefined): string[] | null {
  const at = openingBefore(text, close);
  if (at < 0) return null;
  const ahead = text.slice(Math.max(0, at - 120), at);
  const before = CONSTRUCTED.exec(ahead) ?? constructs?.exec(ahead);
  const name = before?.[1] ?? NEW.exec(text.slice(at, at + 120))?.[1];
  return name?.split(separators).filter(Boolean) ?? null;
}

/** Where the bracket opens that closes at an offset, if that is near; else -1. */
export function openingBefore(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - MAX_ARGUMENTS); at--) {
    const c = text.charCodeAt(at);
    if (c === 41) depth++;
    else if (c === 40 && --depth === 0) return at;
  }
  return -1;
}

/** Characters of the separator that ends at an offset; 0 where there is none. A range or a spread is none. */
export function separatorBefore(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  const before = text.charCodeAt(at - 2);
  if (last === 46) return before === 46 ? 0 : before === 63 || before === 33 ? 2 : 1;
  if (last === 58) return before === 58 ? 2 : 0;
  if (last === 62) return before === 45 ? 2 : 0;
  return last === 92 ? 1 : 0;
}

/** Letters, digits, `_`, `$`, `@`, and anything beyond ASCII. */
const isNamePart = (c: number): boolean =>
  (c >= 97 && c <= 122) || (c >= 64 && c <= 90) || c === 95 || (c >= 48 && c <= 57) || c === 36 || c > 0xbf;

function importOf({ name, module }: Mention, isModule: boolean): Imported {
  if (module === undefined) return { name, path: name, container: '' };
  if (isModule) return { name, path: module, container: '' };
  const isFile = module.includes('/') || /^\.+$/.test(module);
  // `import x from './x'`, `import a.b.x`: the module is what the name stands for.
  const isWhole = module.split(separators).at(-1) === name;
  const path = isWhole ? module : `${module}${isFile ? '/' : '.'}${name}`;
  return { name, path, container: isFile || !isWhole ? module : module.slice(0, -name.length).replace(/(?<![.:\\])[.:\\]+$/, '') };
}
