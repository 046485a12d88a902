/** How comments, strings and keywords of a language are written: as much as is needed to find identifiers. */
export interface Lexis {
  /** To the end of the line. */
  readonly lineComments: readonly string[];
  /** Shells: `a#b` and `$#` are no comments. */
  readonly commentsBeginWords?: boolean;
  readonly blockComments: readonly (readonly [string, string])[];
  /** Delimiters of strings, longer ones first. */
  readonly strings: readonly StringForm[];
  /** Words that are no identifiers; behind a dot they are. */
  readonly keywords: ReadonlySet<string>;
  /** Of these, those that a text may have as names all the same. */
  readonly freeWords?: readonly string[];
  /** Keywords that name a constructor or a module where this matches, sticky: `base(`, `super::`. */
  readonly namingKeywords?: RegExp;
  /** Members stand behind `->` too; elsewhere it says what a function returns. */
  readonly hasArrows?: boolean;
  /** `$name` is the variable `name`. */
  readonly hasSigils?: boolean;
  /** JavaScript: a slash where a value is expected begins a pattern. */
  readonly hasPatterns?: boolean;
}

export interface StringForm {
  readonly open: string;
  readonly close: string;
  /** True: a backslash takes the next character with it. */
  readonly escapes: boolean;
  /** True: the closing mark twice is part of the string. */
  readonly doubles?: boolean;
  /** True: it may go over lines. */
  readonly multiline: boolean;
  /** What opens code inside, e.g. `${`; it ends with `}`. */
  readonly code?: string;
  /** What opens a command inside, e.g. `$(`; it ends with `)`. */
  readonly command?: string;
  /** What a single name inside stands behind, e.g. `$`. */
  readonly sigil?: string;
  /** Contents that are code all the same: Python's quoted annotations. */
  readonly codeWhere?: RegExp;
  /** Only where this matches the 100 characters before the opening mark, and the contents are code: Vue's `:items="…"`. */
  readonly codeBehind?: RegExp;
  /** Only behind one of these letters: `f"…"`. */
  readonly prefix?: RegExp;
}

export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
export const plain = (open: string, multiline = false): StringForm => ({ open, close: open, escapes: true, multiline });
export const slashes = { lineComments: ['//'], blockComments: [['/*', '*/']] as const };

/** For languages whose descriptor has no lexis. */
export const commonLexis: Lexis = {
  hasArrows: true,
  lineComments: ['//', '#'],
  blockComments: [['/*', '*/']],
  strings: [plain('"'), plain("'")],
  keywords: words(
    'abstract and as assert async await begin break case catch class const continue def default delete do else elseif elsif end enum export extends false final finally fn for foreach from fun func function get if implements import in instanceof interface is let local match module namespace new nil not null object of or override package private protected public return self set static struct super switch then this throw trait true try type undef unless until use using val var void when where while with yield',
  ),
};
