/**
 * The rules of one language: which nodes of its grammar matter and what they declare. The walk is independent of the
 * language; the files in `languages/` only add symbols and references to it.
 */
import type { Node } from '@vscode/tree-sitter-wasm';
import type { OutlineReference, OutlineSymbol, SymbolKind, TextSpan, Visibility } from '../../../core/model/symbol.js';
import type { ValueForms } from '../../../core/model/value-forms.js';
import type { IsCalled } from './calls-without-parentheses.js';
import type { BracketLexis } from './close-brackets.js';
import type { Walk } from './walk.js';

/** Called for every node of a type, in document order; adds symbols and references to the walk. */
export type Rule = (node: Node, walk: Walk) => void;

/** A symbol as a rule states it; the walk adds comments, wrappers, signature, parent and lines. */
export interface Declaration {
  kind: SymbolKind;
  name: string;
  nameSpan: TextSpan;
  start: number;
  end: number;
  /** Without its delimiters. */
  body?: TextSpan;
  /** Text of the signature, where it is not what stands between start and body (`a` of `a, b int`). */
  signature?: string;
  /** Where the signature ends; absent: at the body's delimiter, or at the end. */
  signatureEnd?: number;
  /** Text of the parameter list, with or without its parentheses. */
  parameters?: string;
  returnType?: string;
  visibility?: Visibility;
  exported?: boolean;
  async?: boolean;
  tags?: string[];
  /** What the function calls the value that it belongs to, where that is not a keyword: the receiver of a method in Go. */
  selfName?: string | undefined;
  /** Documentation that stands inside (a docstring); it wins over the comment above. */
  doc?: string;
  /** True where names declared inside are local and therefore not symbols. Absent: depends on the kind. */
  isFunction?: boolean;
}

/**
 * Writes in place of what a grammar cannot parse.
 * @param errors those of the best tree so far
 * @param parses whether the grammar reads a part of the text without an error
 */
export type Repair = (text: string, errors: readonly TextSpan[], parses: (part: string) => boolean) => string;

/** Names that mean something outside of the function around them where it binds none of that name. */
export interface FreeNames {
  /** Names that a symbol binds anywhere within it. */
  readonly boundIn: (text: string, symbol: OutlineSymbol) => ReadonlySet<string>;
  /** Whether what stands around a name allows it. */
  readonly mayBe: (text: string, start: number, end: number, word: string) => boolean;
}

export interface Grammar {
  /** Part of the wasm file's name: `tree-sitter-<wasm>.wasm`. */
  readonly wasm: string;
  /** True for parsers whose tables take V8 longer to optimise than the optimised code saves. */
  readonly isLarge?: true;
  readonly rules: Readonly<Record<string, Rule>>;
  /** Where functions set members of their type: matches what declares others in the text of a type. Group: the name. */
  readonly memberNames?: RegExp;
  /** A parameter of a constructor is no member: only what is set is one. */
  readonly membersAreSet?: true;
  /** Nodes around a declaration that belong to its span: `export`, `template<…>`, decorated definitions. */
  readonly wrappers?: readonly string[];
  /** Functions without a name: what is declared inside them is local. */
  readonly scopes?: readonly string[];
  readonly comments: readonly string[];
  /** Text inside string literals, in which no reference is looked for. Absent: a rule masks it. */
  readonly strings?: readonly string[];
  /** Nodes that are the name of a type. */
  readonly types?: readonly string[];
  /** Imports: their rule reads them, and no other mention is looked for inside. */
  readonly imports?: readonly string[];
  /** Attributes that stand before a declaration as siblings of it. */
  readonly prefixes?: readonly string[];
  /** How attributes begin in the text before a declaration. */
  readonly attributes?: 'at' | 'hash' | 'bracket';
  /** Words that may stand before a parenthesis without being called. */
  readonly keywords: ReadonlySet<string>;
  /** Languages without type nodes: a capitalised name that is not called is a type, everywhere or where its neighbours say so. */
  readonly typesByCase?: 'everywhere' | 'byContext';
  /** Rewrites what the grammar cannot parse; must not change any offset. */
  readonly prepare?: (text: string) => string;
  /**
   * Mentions in parts of the text that the grammar does not read: templates. Where it is given, everything else is read from what
   * `prepare` left.
   */
  readonly templates?: (walk: Walk, text: string) => readonly OutlineReference[];
  /**
   * Tried in their order while the tree has errors, each on the best text so far; taken where the tree is better for it. They must
   * not change any offset.
   */
  readonly repairs?: readonly Repair[];
  /** How brackets and quotes that are open yet are told from others; absent: not at all. Tried after the repairs, and no repair of the grammar: the text has errors. */
  readonly brackets?: BracketLexis;
  /** Documentation in an attribute that stands before a declaration (Elixir's `@doc`); '' where it is another one. */
  readonly prefixDoc?: (text: string) => string;
  /** Documentation of the file inside the file (a docstring); '' to take the first comment. */
  readonly moduleDoc?: (text: string, symbols: readonly OutlineSymbol[]) => string;
  /** A comment that declares a type by itself (LuaCATS); the match ends where the group `name` ends. */
  readonly commentType?: RegExp;
  /** True where arguments follow a function without parentheses (Haskell): every name may be a call, and names may hold `'`. */
  readonly bareCalls?: true;
  /** Names alone that call a method of their file, unless something around them binds them (Ruby). */
  readonly ownCalls?: FreeNames;
  /** Whether a name that no parenthesis follows is called. */
  readonly isCalled?: IsCalled;
  /** Whether a name with a parenthesis behind it is that of a value which is declared here, `Cart cart(1)`, and called nowhere. */
  readonly isConstructed?: (text: string, start: number) => boolean;
  /** Whether a name is that of a function which is handed over and not called, `&Cart::total`. */
  readonly isHandedOver?: (text: string, start: number) => boolean;
  /** True where `::` joins a function to a value or a type, and is no path: `cart::total`. */
  readonly colonReferences?: true;
  /** How values are declared with their types. */
  readonly values?: ValueForms;
  /** True where a function takes the arguments that it declares: their number tells functions of one name apart. */
  readonly countsArguments?: true;
  /** True where labels of arguments are part of a function's name. */
  readonly labelsArguments?: true;
  /** True where a block behind the arguments of a call is one of them: `f(1) { … }`. */
  readonly blocksAreArguments?: true;
  /** True where names may end with `!` or `?`. */
  readonly markedNames?: true;
  /** False where an import binds no name (`#include`, Ruby's `require`). */
  readonly importsBind?: false;
  /** True where an import is always of a whole module, whatever its name is. */
  readonly importsModules?: true;
  /** True where `@Name(…)` is a type, not a call. */
  readonly annotatesWithTypes?: true;
  /** True where a colon joins a method to its value: `cart:total()`. */
  readonly colonMembers?: true;
  /** True where `#name()` calls a method of the own type. */
  readonly hashedMembers?: true;
  /** True where `_name` is the value of the own property `name`. */
  readonly underscoredMembers?: true;
  /** True: `$name` is the value of the store `name` (Svelte). */
  readonly marksStores?: true;
  /** True where `::name` is outside of all scopes. */
  readonly hasGlobalScope?: true;
  /** True where `self::name` is a path of the module around it, not a member of the own type. */
  readonly selfIsModule?: true;
  /** What stands before the arguments where a value of a type is made without `new` before it, at the end of a text. Group: the type. */
  readonly constructs?: RegExp;
  /** Names that stand for a type in a file, with its path: RSpec's `described_class`. */
  readonly standIns?: (text: string) => ReadonlyMap<string, string>;
  /** True where a dot alone stands for the type that is expected: `const cart: Cart = .init()`, `return .init()`. */
  readonly impliedTypes?: true;
  /** `unique`: no value has the name of another one around it, so that a name alone is what the file declares, members that have it notwithstanding. */
  readonly bareNames?: 'unique';
  /** Whether a name is a key that names a member of a literal's type. It is no mention: users of members are read from the text. */
  readonly isKeyOfMember?: (text: string, start: number, end: number) => boolean;
  /** True where a name alone that nothing around it binds calls a method of the own object, from whatever file it is (Ruby). */
  readonly callsAlone?: true;
  /** True where `value.name = 1` calls `name=`. */
  readonly setsByAssignment?: true;
  /** Names in small letters that may be declared in another file of the package, without a mark of it (Go). */
  readonly freeNames?: FreeNames;
  /** Completes a declaration from its text up to the name (modifiers), whatever rule made it. */
  readonly complete?: (declaration: Declaration, head: string, walk: Walk) => void;
  /** False where names in the text are found by rules alone (shells: a command is no call in parentheses). */
  readonly scan?: false;
}

export const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
