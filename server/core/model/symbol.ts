/**
 * Symbols and references as an outline of one file states them. Pure data: what a syntax tree or a
 * language server found, before chunking.
 */
import { type LineSpan, stemOf } from './file.js';

/** `symbolKinds` of server/protocol/symbol-kinds.ts lists the same; the fronts convert one into the other and do not compile where they differ. */
export const symbolKinds = [
  'module',
  'namespace',
  'class',
  'interface',
  'struct',
  'enum',
  'enumMember',
  'trait',
  'impl',
  'type',
  'function',
  'method',
  'constructor',
  'property',
  'field',
  'variable',
  'constant',
  'macro',
  'component',
  'section',
  'key',
  'test',
] as const;
export type SymbolKind = (typeof symbolKinds)[number];

const FUNCTIONS: ReadonlySet<SymbolKind | null> = new Set(['function', 'method', 'constructor', 'component', 'test']);

/** Kinds of types that hold members, or stand for such. */
export const typeKinds: readonly SymbolKind[] = ['class', 'struct', 'interface', 'trait', 'enum', 'type', 'component'];
const types: ReadonlySet<SymbolKind | null> = new Set(typeKinds);
export const isType = (kind: SymbolKind | null): boolean => types.has(kind);

/** Whether symbols are one: a module of Ruby, or a namespace, that several files open. */
export const areOneModule = ([first, ...others]: readonly { symbolKind: SymbolKind | null; qualifiedName: string }[]): boolean =>
  (first?.symbolKind === 'module' || first?.symbolKind === 'namespace') &&
  others.every(({ symbolKind, qualifiedName }) => symbolKind === first.symbolKind && qualifiedName === first.qualifiedName);

/** Symbols that can be called or run. `null` is a chunk without a symbol. */
export const isFunction = (kind: SymbolKind | null): boolean => FUNCTIONS.has(kind);

export type Visibility = 'public' | 'protected' | 'private' | 'internal';

/** A range of UTF-16 offsets into the file's text, `end` exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** One symbol of an outline. `parent` is an index into the same array, always smaller than the own index, or -1. */
export interface OutlineSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly parent: number;
  /** The whole declaration, with decorators and the documentation comment directly above it. */
  readonly span: TextSpan;
  readonly lines: LineSpan;
  /** The name alone: what an editor selects. */
  readonly nameSpan: TextSpan;
  /** What collapses to a placeholder: the body between its delimiters, delimiters excluded. Absent where there is none. */
  readonly bodySpan?: TextSpan;
  /** The declaration up to its body, white space folded to single blanks, at most `maxSignatureChars` long. */
  readonly signature: string;
  /** The documentation without comment marks, first paragraph first; '' where there is none. */
  readonly doc: string;
  readonly visibility?: Visibility;
  readonly exported?: boolean;
  readonly async?: boolean;
  readonly parameters?: readonly string[];
  readonly returnType?: string;
  /** Decorators, attributes and annotations, without their arguments. */
  readonly tags?: readonly string[];
}

/** Whether a field stands within a function: it is a member of the type around, which the function sets. What it mentions is the function's. */
export const isSetIn = (field: SymbolKind | null, around: SymbolKind | null | undefined): boolean =>
  field === 'field' && around !== undefined && isFunction(around);

/** Of a function without a name that is handed over with a text, which stands for its name: no code can call it by that. */
export const HANDLER_TAG = 'handler';

/** Whether a function was declared for a value or a type that its declaration names before it: `function cart.total()` of Lua. */
export const hasReceiver = ({ meta }: { readonly meta: { readonly tags?: readonly string[] } }): boolean =>
  meta.tags?.some((tag) => tag.startsWith('receiver:')) === true;

export const referenceKinds = ['call', 'type', 'import', 'inherits', 'implements', 'use'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];
/** `implementedBy`: from an interface, whose implementations do not name it. */
export type EdgeKind = ReferenceKind | 'implementedBy';
/** Edges from a type, or a member, to the one above it. */
export const INHERITANCE: readonly EdgeKind[] = ['inherits', 'implements'];
export const isInheritance = (kind: EdgeKind): boolean => INHERITANCE.includes(kind);

/** One mention of a name that is declared elsewhere. */
export interface OutlineReference {
  readonly name: string;
  readonly kind: ReferenceKind;
  /** Index of the innermost symbol that contains it, or -1 for the top level of the file. */
  readonly from: number;
  /** 0-based line of the first mention from that symbol. */
  readonly line: number;
  /** For imports: the module or path as written, without quotes. */
  readonly module?: string;
  /** For others: a path (`Oban.Engine`, `./cart`) with the file's imports resolved, OWN_SCOPE, GLOBAL_SCOPE, or SOME_VALUE and perhaps a type. Absent for a name alone. */
  readonly qualifier?: string;
  /** Of calls: how many arguments they have. Absent where the text does not say, or where calls of one symbol differ. */
  readonly arguments?: number;
}

/** Qualifier of `this.name`: the own type or module. */
export const OWN_SCOPE = '@';
/** Qualifier of a name outside of all scopes: `::close(fd)` of C++ is no member, whatever is around it. */
export const GLOBAL_SCOPE = '::';
/**
 * Qualifier of `value.name`: a value whose type is not known. Before the name of a type: a value that is declared to have it; before
 * `findCart()`: what that function returns; before `@cart`: a member of the own type.
 */
export const SOME_VALUE = '*';
/** Behind it: the own object as one of the type above its own. */
export const TYPE_ABOVE = `${OWN_SCOPE}super`;
export const isOfValue = (qualifier: string | null | undefined): boolean => qualifier?.startsWith(SOME_VALUE) === true;
/** The type that a value is declared to have; null where that is not known, or the qualifier is no value. */
export const valueType = (qualifier: string | null): string | null =>
  qualifier !== null && qualifier.length > SOME_VALUE.length && isOfValue(qualifier) ? qualifier.slice(SOME_VALUE.length) : null;

/** A block of comment lines that documents no symbol by itself (over three lines), or one with TODO, FIXME or NOTE. */
export interface CommentBlock {
  readonly lines: LineSpan;
  readonly tags: readonly string[];
}

export interface Outline {
  /** Who made it, e.g. `tree-sitter-python`, `markdown`, `generic`. */
  readonly source: string;
  /** The language server whose symbols these are, where it has healed them (core/code-graph/server-outline.ts). */
  readonly server?: string;
  readonly symbols: readonly OutlineSymbol[];
  readonly references: readonly OutlineReference[];
  readonly comments: readonly CommentBlock[];
  /** Text of the file's own documentation (module docstring, leading comment, first Markdown paragraph); ''. */
  readonly moduleDoc: string;
  /** True where the parser met errors, so that symbols may be missing. */
  readonly hasErrors: boolean;
  /** True where a parse from the beginning might read the errors otherwise; it was spared for speed. */
  readonly isProvisional?: boolean;
}

export const isConstant = ({ symbolKind }: { readonly symbolKind: SymbolKind | null }): boolean =>
  symbolKind === 'enumMember' || symbolKind === 'constant';

/** What a symbol is directly in: its class or namespace, else its file without the extension. */
export const outerName = ({ qualifiedName, path }: { readonly qualifiedName: string; readonly path: string }): string =>
  qualifiedName.split(/\.|::|#/).at(-2) ?? stemOf(path);

/** A shorter name without a capital inside may be a method of a library or a parameter. */
const DISTINCTIVE_CHARS = 10;
/** Whether a name is hardly that of anything else. */
export const isDistinctive = (name: string): boolean => name.length >= DISTINCTIVE_CHARS || /.[_\d]|[a-z][A-Z]/.test(name);
