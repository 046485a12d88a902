/** What comments, strings and keywords look like in each language: as much as is needed to find identifiers. Data only. */
export interface Lexis {
  /** To the end of the line. */
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [string, string])[];
  /** Delimiters of strings, longer ones first. */
  readonly strings: readonly StringForm[];
  /** Words that are no identifiers; behind a dot they are. */
  readonly keywords: ReadonlySet<string>;
  /** Of these, those that a text may have as names all the same. */
  readonly freeWords?: readonly string[];
  /** Members stand behind `->` too; elsewhere it says what a function returns. */
  readonly hasArrows?: boolean;
  /** JavaScript: a slash where a value is expected begins a pattern. */
  readonly hasPatterns?: boolean;
}

export interface StringForm {
  readonly open: string;
  readonly close: string;
  /** True: a backslash takes the next character with it. */
  readonly escapes: boolean;
  /** True: it may go over lines. */
  readonly multiline: boolean;
  /** What opens code inside, e.g. `${`; it ends with `}`. */
  readonly code?: string;
  /** Contents that are code all the same: Python's quoted annotations. */
  readonly codeWhere?: RegExp;
  /** Only behind one of these letters: `f"…"`. */
  readonly prefix?: RegExp;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const plain = (open: string, multiline = false): StringForm => ({ open, close: open, escapes: true, multiline });
const slashes = { lineComments: ['//'], blockComments: [['/*', '*/']] as const };

/** A name with what stands in its brackets, brackets in those included. Each character can be read in one way only. */
const annotated = String.raw`[\w.]+(?:\[(?:[\w., |]|\[[\w., |]*\])*\])?`;
/** "Name", "module.Name", "list[Name]", also the entries of __all__; prose has blanks without a bar or a comma. */
const quotedAnnotation = new RegExp(`${annotated}(?: \\| ${annotated})*(?=["'])`, 'y');
const fPrefix = /(?:^|\W)(?:[fFtT][rR]?|[rR][fFtT])$/;
const python: Lexis = {
  lineComments: ['#'],
  blockComments: [],
  strings: ['"""', "'''", '"', "'"].flatMap((quote): StringForm[] => [
    { open: quote, close: quote, escapes: true, multiline: quote.length === 3, code: '{', prefix: fPrefix },
    quote.length === 3 ? plain(quote, true) : { ...plain(quote), codeWhere: quotedAnnotation },
  ]),
  keywords: words(
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self cls',
  ),
};

const javascript: Lexis = {
  ...slashes,
  freeWords: ['any', 'bigint', 'boolean', 'never', 'number', 'object', 'string', 'unknown'],
  strings: [{ open: '`', close: '`', escapes: true, multiline: true, code: '${' }, plain('"'), plain("'")],
  hasPatterns: true,
  keywords: words(
    'any as async await bigint boolean break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in infer instanceof interface keyof let never new null number private protected public readonly return satisfies static string switch this throw true try typeof undefined unknown var void while with yield',
  ),
};

const go: Lexis = {
  ...slashes,
  strings: [{ open: '`', close: '`', escapes: false, multiline: true }, plain('"'), plain("'")],
  keywords: words(
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var true false nil iota append cap close complex copy delete imag len make new panic print println real recover bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr any _',
  ),
};

const cpp: Lexis = {
  ...slashes,
  hasArrows: true,
  strings: [{ open: 'R"(', close: ')"', escapes: false, multiline: true }, plain('"'), plain("'")],
  keywords: words(
    'alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum explicit export extern false final float for friend goto if import inline int long module mutable namespace new noexcept not not_eq nullptr operator or or_eq override private protected public register reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq define undef include ifdef ifndef endif elif pragma defined NULL',
  ),
};

const rust: Lexis = {
  ...slashes,
  strings: [{ open: 'r#"', close: '"#', escapes: false, multiline: true }, plain('"', true)],
  keywords: words(
    'as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type union unsafe use where while yield bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize _',
  ),
};

const csharp: Lexis = {
  ...slashes,
  strings: [
    { open: '"""', close: '"""', escapes: false, multiline: true },
    { open: '"', close: '"', escapes: true, multiline: false, code: '{', prefix: /\$@?$/ },
    { open: '"', close: '"', escapes: false, multiline: true, prefix: /@$/ },
    plain('"'),
    plain("'"),
  ],
  keywords: words(
    'abstract as async await base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach get goto if implicit in init int interface internal is lock long nameof namespace new null object operator out override params partial private protected public readonly record ref required return sbyte sealed set short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using value var virtual void volatile when where while with yield',
  ),
};

const shell: Lexis = {
  lineComments: ['#'],
  blockComments: [],
  strings: [
    { open: '"', close: '"', escapes: true, multiline: true, code: '${' },
    { open: "'", close: "'", escapes: false, multiline: true },
  ],
  keywords: words(
    'if then else elif fi for while until do done case esac in function return local export readonly declare set unset shift exit echo test true false',
  ),
};

/** For servers set by configuration. */
const other: Lexis = {
  hasArrows: true,
  lineComments: ['//', '#'],
  blockComments: [['/*', '*/']],
  strings: [plain('"'), plain("'")],
  keywords: words(
    'abstract and as assert async await begin break case catch class const continue def default delete do else elseif elsif end enum export extends false final finally fn for foreach from fun func function get if implements import in instanceof interface is let local match module namespace new nil not null object of or override package private protected public return self set static struct super switch then this throw trait true try type undef unless until use using val var void when where while with yield',
  ),
};

const byLanguage: Readonly<Record<string, Lexis>> = {
  python,
  typescript: javascript,
  typescriptreact: javascript,
  javascript,
  javascriptreact: javascript,
  go,
  c: cpp,
  cpp,
  'cuda-cpp': cpp,
  'objective-c': cpp,
  'objective-cpp': cpp,
  rust,
  csharp,
  shellscript: shell,
};

export const lexisOf = (language: string): Lexis => byLanguage[language] ?? other;
