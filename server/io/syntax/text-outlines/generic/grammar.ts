/** What a language tells the common scanner: data alone, one object a language. */
import type { SymbolKind } from '../../../../core/model/symbol.js';
import type { TokenRule } from './tokens.js';

/** How a definition is recognised and how far it reaches. */
export interface DefinitionRule {
  readonly kind: SymbolKind;
  /** Matched at the first code of a line (behind annotations). Invariant: the match ends where the name ends. */
  readonly pattern: RegExp;
  /**
   * `top`: at no indentation. `member`: at the top level or directly in a container, never a local.
   * `nested`: only directly in a symbol of one of the kinds `inside`. `any`: wherever it stands.
   */
  readonly scope: 'top' | 'member' | 'nested' | 'any';
  readonly inside?: readonly SymbolKind[];
  /**
   * `block`: a header, then a body in braces, up to `end`, or indented. `value`: may have an initialiser, which
   * collapses only when it is long. `line`: ends with its line (and what is indented below). `rest`: holds what follows, up to the next of
   * its kind or the end of the file.
   */
  readonly shape: 'block' | 'value' | 'line' | 'rest';
  /** The name is the text of the string whose quote the pattern ended at. */
  readonly quotedName?: boolean;
  /** The name is a keyword itself (`init`, `constructor`). */
  readonly fixedName?: boolean;
  /** What the code behind the name must look like (its first 400 characters). */
  readonly after?: RegExp;
}

interface ImportRule {
  /** Matched against the original line; group `module`, optional group `names` (comma-separated). */
  readonly pattern: RegExp;
}

export interface Grammar {
  readonly name: string;
  readonly tokens: readonly TokenRule[];
  readonly definitions: readonly DefinitionRule[];
  /** `braces`: bodies in braces or indented. `end`: closed by a word. `layout`: by indentation. `parens`: Lisp. `statements`: SQL. */
  readonly blocks: 'braces' | 'end' | 'layout' | 'parens' | 'statements';
  /** Beginning of a line that goes on with the declaration above although it is not indented deeper. */
  readonly continuation: RegExp;
  /** `end` languages: a line that closes a block. */
  readonly closing?: RegExp;
  /** Where the body begins in `layout` languages, e.g. `=` or `where`. */
  readonly bodyMark?: RegExp;
  /** An annotation at the start of a line, its name in group 1; arguments in brackets may follow. */
  readonly annotation?: RegExp;
  /** A whole statement that belongs to the definition below it (Erlang's `-spec`). */
  readonly attached?: RegExp;
  readonly imports: readonly ImportRule[];
  /** Words before a parenthesis that are no calls, and capitalised words that are no types. */
  readonly keywords: ReadonlySet<string>;
  /** Neighbours of equal name are one symbol. */
  readonly merge?: 'name';
  /** What separates a parameter list from the return type: `:`, `->`, or nothing (Zig). */
  readonly returns?: ':' | '->' | 'bare' | '::';
  /**
   * `none`: files mention nothing that is defined elsewhere in code, only imports are references. `lists`: the first name of a list is
   * called; `requires` (Clojure): so it is, and the file says which names of other files it uses. `modules` (OCaml): names stand behind
   * their modules, and functions before their arguments. `remote` (Erlang): functions of other modules stand behind a colon. `packages`
   * (Perl): methods stand behind arrows, and names of other packages behind these or in an import. `values`
   * (R): functions are values, whose names may hold dots. `tables` (SQL): tables stand behind words, FROM and the like. `banged` (Julia):
   * names may end with exclamation marks, `@` calls a macro. `commands` (Nushell): commands stand before their arguments.
   */
  readonly mentions?: 'none' | 'lists' | 'requires' | 'modules' | 'remote' | 'packages' | 'values' | 'tables' | 'banged' | 'commands';
  /** Functions and values have names of their own: a value that a form binds hides no function. */
  readonly separatesFunctions?: true;
  readonly asyncWord?: RegExp;
  /** Inheritance from the header between name and body. */
  readonly parents?: (header: string, signature: string) => readonly { readonly name: string; readonly kind: 'inherits' | 'implements' }[];
  /** Functions in a module are functions, not methods. */
  readonly functionsStay?: boolean;
}

export const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Kinds whose children are members rather than locals. */
export const containerKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  'module',
  'namespace',
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'impl',
  'type',
  'component',
]);
