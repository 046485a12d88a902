/** How the languages declare values with their types, as patterns for their text. Pure. */
import { familyOf } from './language.js';

/** How a language declares values. */
export interface ValueForms {
  /** Each matches a name where it is declared, from where it begins. Groups: `t`, its type, and perhaps `w`, the first argument of the type. */
  readonly patterns: readonly RegExp[];
  /** The same for lists, arrays and maps. Group: `e`, the type of what they hold. */
  readonly containers?: readonly RegExp[];
  /** A name that takes one value of such a container after the other. Group: `p`, the container, with what it is a member of. */
  readonly loops?: readonly RegExp[];
  /** A name that is declared as another value. Group: `p`, that value, with what it is a member of. */
  readonly same?: readonly RegExp[];
  /** The same for a name that is declared without a type. Absent: members of the own class are always named by `this`. */
  readonly untyped?: readonly RegExp[];
  /** The same in a language without such members: parameters of closures, and variables that are set where they are declared. */
  readonly closures?: readonly RegExp[];
  /** The text before a member of the own object as one of the type above: `super.`. Absent where nothing stands for that. */
  readonly above?: RegExp;
  /** True: `Cart { … }` is a value of the type. */
  readonly hasBracedLiterals?: true;
}

const SUPER = /(?<![\w$.])super(?:\([\w., ]{0,60}\))?\s{0,9}\.\s{0,9}$/;

const TYPE = '(?<t>(?:[A-Za-z_]\\w{0,80}(?:\\.|::|\\\\)){0,8}[A-Za-z_]\\w{0,80})';
/** Behind a colon other words are values: labels of arguments and keys of literals stand there too. */
const UPPER = '(?<t>(?:\\w{1,80}(?:\\.|::)){0,8}[A-Z]\\w{0,80})';
/** The arguments of a type, of which the first may be what it holds. */
const ARGUMENTS = "(?:[<[]\\s*(?:'\\w+\\s*(?:,\\s*)?)?(?<w>(?:const\\s+)?[\\w.:]+)?[^;(){}=]{0,120}?[>\\]])?";
const BLANK = '[^\\S\\n]';

/** A name with what stands before and behind it. Runs of blanks are bounded, so that the time is linear on hostile text too. */
const form = (behind: string, ahead: string): RegExp =>
  new RegExp(
    `(?<=${behind})[A-Za-z_$][\\w$]*${ahead}`.replace(
      /(\\s|\[\^\\S\\n\])([*+])/g,
      (_, blank, count) => `${blank}{${count === '*' ? 0 : 1},99}`,
    ),
    'my',
  );

const MODIFIERS =
  'const|final|static|mutable|constexpr|readonly|private|protected|public|internal|struct|volatile|register|in|out|ref|foreach|for|catch|using|inline|override|required|this|params|var|await|abstract';
const NO_TYPE =
  'new|return|else|throw|delete|goto|case|typedef|namespace|class|enum|auto|let|val|yield|is|as|not|and|or|sizeof|import|package|extends|implements|operator|echo|print|do|if|while|switch|try|finally|throws|where|get|set|async|instanceof|default|break|continue|template|typename|virtual|explicit|export|use|function|int|long|short|char|bool|boolean|float|double|void|byte|string|object|dynamic|unsigned|signed';

/** The arguments of a call, and that nothing is asked of its result: of `new Cart().total()` the value is no cart. */
const CALL = '(?:<[^<>()]{0,80}(?:<[^<>()]{0,60}>[^<>()]{0,60}){0,2}>)?\\([^()]{0,200}(?:\\([^()]{0,100}\\)[^()]{0,100}){0,3}\\)';
const unchained = (but = ''): string => `(?!\\s*(?:${CALL})?\\s*(?:\\?|!!?)?(?:\\.${but}|->|::|\\[))`;

const TYPE_BEFORE = `(?:^|[({;,}\\]]|\\b(?:${MODIFIERS})\\b)${BLANK}*(?:\\?|::)?\\b(?!(?:${MODIFIERS}|${NO_TYPE})\\b)${TYPE}${ARGUMENTS}(?:${BLANK}*[*&]+${BLANK}*(?:const${BLANK}+)?|${BLANK}+(?:const${BLANK}*[*&]*${BLANK}*)?|\\?${BLANK}+)\\$?`;
/** `Cart cart`, `const Cart& cart`, `?Cart $cart`. */
const typeFirst = form(TYPE_BEFORE, `${BLANK}*(?=[=;,):{\\n]|\\bin\\b)`);
/** `Cart cart(1)` of C++. */
const typeFirstMade = form(TYPE_BEFORE, '(?=\\()');
/** `cart = new Cart(…)`. */
const constructed = form('', `\\s*(?::[^=;\\n]{1,60})?=\\s*new\\s+\\\\?${TYPE}\\b${unchained()}`);
/** `cart: Cart`. */
const nameFirst = (behind: string, before: string, ahead: string, type = UPPER): RegExp =>
  form(`(?:${behind})`, `[?!]?${BLANK}*:${BLANK}*${before}${type}${ARGUMENTS}${ahead}`);
/** `val cart = Cart(…)`. */
const capitalCall = (keywords: string): RegExp =>
  form(`\\b(?:${keywords})\\s+`, `\\s*=\\s*(?:new\\s+)?${UPPER}${ARGUMENTS}(?=\\()${unchained()}`);

/** A value, with what it is a member of, and elements that are taken: `n.children[i]`. */
const VALUE =
  '(?<p>(?:[A-Za-z_$][\\w$]{0,60}(?:\\[[^[\\]\\n]{0,80}\\]){0,2}(?:[?!]?\\.|->)){0,5}[A-Za-z_$][\\w$]{0,60}(?:\\[[^[\\]\\n]{0,80}\\]){0,2})';
const VALUES = `${VALUE}(?:\\([^()\\n]{0,80}\\))?`;
const sameAs = (before: string, ahead: string): RegExp =>
  form(before, `${ahead}[&*]{0,2}(?:mut\\s+)?${VALUE}\\s*[!?]{0,2}(?:;|//|$|\\{\\s*$)`);
/** `const cart = desk.cart;`. */
const sameAsDeclared = sameAs('\\b(?:auto|var|val|let|const|final|mut)\\b[^;=\\n(]{0,20}', '\\s*=\\s*');
/** `Cart[] carts`. */
const arrayFirst = form(
  `(?:^|[({;,}\\]]|\\b(?:${MODIFIERS})\\b)${BLANK}*${TYPE.replace('<t>', '<e>')}(?:<[^<>()]{0,60}>)?\\[\\]${BLANK}+`,
  `${BLANK}*(?=[=;,):{\\n]|\\bin\\b)`,
);
/** `List<Cart> carts`, `Map<String, Cart> carts`, `std::vector<Cart> carts`. */
const listFirst = form(
  `(?:^|[({;,}\\]\\s]|\\b(?:${MODIFIERS})\\b)${BLANK}*(?:\\w{1,40}(?:\\.|::)){0,4}\\w{0,40}(?:List|Set|Map|Collection|Iterable|Enumerable|Dictionary|Queue|Deque|Stack|Stream|vector|array|span|list|set|map|deque)<\\s*(?:[^<>,()]{1,80},\\s*)?(?:const\\s+)?(?<e>[\\w.:]+)(?:<[^<>()]{0,60}>)?(?:\\s*[*&])*\\s*>(?:${BLANK}*[*&]+${BLANK}*|${BLANK}+)`,
  `${BLANK}*(?=[=;,):{\\n]|\\bin\\b)`,
);
/** `for (auto& cart : carts)`, `for (var cart : carts)`. */
const loopByColon = form('\\bfor\\s*\\(\\s*(?:const\\s+)?(?:auto|var|final var)\\b[^;:(){}\\n]{0,20}', `\\s*:\\s*\\*?${VALUES}\\s*\\)`);
const auto = form('\\b(?:auto|var|val|let|const)\\b(?:(?!\\b(?:in|of)\\b)[^;:=\\n]){0,40}', '');
/** `cart -> …`, `(cart, index) => …`. */
const lambda = form('', '(?:\\s*,\\s*\\w+){0,3}\\s*\\)?\\s*(?:->|=>)');
/** `int count = 1`, whose type has no members. */
const ofBuiltIn = form(
  '\\b(?:int|long|short|char|bool|boolean|float|double|byte|string|object|decimal|uint|ulong)\\b\\??(?:\\[\\])?\\s+',
  '(?=\\s*[=;,)])',
);
/** `carts: List<Cart>`, `carts: [Cart]`, `carts: Map<String, Cart>`, `carts: Seq[Cart]`. */
const listBehindColon = form(
  '(?:[(,]\\s*(?:\\w+\\s+)?|\\b(?:va[lr]|let|implicit|using)\\s+)',
  `${BLANK}*:${BLANK}*(?:@\\w+\\s+|inout\\s+)?(?:\\w{0,40}(?:List|Set|Map|Collection|Iterable|Sequence|Array|Seq|Vector|Queue|Stack|Flow|Observable|Iterator)[<[]|\\[)\\s*(?:[^<>,:[\\]]{1,60}[,:]\\s*)?(?<e>(?:\\w{1,80}\\.){0,4}[A-Z]\\w{0,80})\\??[>\\]]`,
);

export const cForms: ValueForms = {
  hasBracedLiterals: true,
  patterns: [
    typeFirst,
    typeFirstMade,
    form('\\bauto\\b[^;=\\n(]{0,20}', `\\s*=\\s*(?:std::)?make_(?:unique|shared)<\\s*${TYPE}`),
    form('\\bauto\\b[^;=\\n(]{0,20}', `\\s*=\\s*(?:new\\s+)?${TYPE}\\s*\\{`),
    // `auto cart = static_cast<Cart*>(item)`, `item.staticCast<Cart>()`.
    form(
      '\\bauto\\b[^;=\\n(]{0,20}',
      `\\s*=\\s*(?:[\\w.:]{1,60}(?:->))?[\\w.:]{0,60}[cC]ast<\\s*(?:const\\s+)?${TYPE}\\s*\\*?\\s*>\\([^()\\n]{0,100}(?:\\([^()\\n]{0,60}\\)[^()\\n]{0,60}){0,2}\\)\\s*[;)]`,
    ),
  ],
  containers: [
    listFirst,
    form(TYPE_BEFORE.replace('<t>', '<e>').replace('<w>', '<w_>'), `${BLANK}*(?=\\[[^\\]\\n]{0,60}\\]\\s*[;,=)\\[{])`),
  ],
  loops: [loopByColon],
  same: [sameAsDeclared],
  untyped: [form('\\bauto\\b[^;:=(){}\\n]{0,40}', '')],
};
/** Messages to the type above are read by their rule. */
export const objectiveCForms: ValueForms = {
  patterns: [
    typeFirst,
    form(
      `:\\s*\\(\\s*(?:(?:nullable|nonnull|const|__\\w+|_N\\w+)\\s+)*${TYPE}(?:<[^;(){}]{0,80}>)?(?:\\s*(?:\\*|_N\\w+|const|__\\w+))*\\s*\\)\\s*`,
      '',
    ),
    form(`@property\\b[^;\\n]{0,120}?[\\s)]${TYPE}(?:<[^;(){}]{0,80}>)?\\s*(?:\\*\\s*)?(?:_N\\w+\\s+)?`, '(?=\\s*;)'),
  ],
  untyped: [form('\\bin\\b\\s*', '')],
};
/** `value is Cart cart`, `case Cart cart:`, `value instanceof Cart cart`. */
const byPattern = form(
  `\\b(?:is|case|instanceof)${BLANK}+(?:final${BLANK}+)?${TYPE}${ARGUMENTS}${BLANK}+`,
  `(?=${BLANK}*(?:[)&|?:;,}\\n]|->|=>|\\bwhen\\b|\\band\\b))`,
);
export const javaForms: ValueForms = {
  patterns: [byPattern, typeFirst, constructed],
  containers: [arrayFirst, listFirst],
  same: [sameAsDeclared],
  loops: [loopByColon, form('\\bforeach\\s*\\(\\s*var\\s+', `\\s+in\\s+${VALUES}\\s*\\)`)],
  untyped: [auto, lambda, ofBuiltIn],
  above: SUPER,
};
export const csharpForms: ValueForms = { ...javaForms, above: /(?<![\w$.])base\s{0,9}\.\s{0,9}$/ };
export const phpForms: ValueForms = {
  patterns: [typeFirst, constructed],
  closures: [form('\\b(?:fn|function)\\s*\\(\\s*', '(?=\\s*[,)])'), form('(?:^|[;{}])\\s*', '(?=\\s*=(?![=>]))')],
  above: /(?<![\w$.])parent\s{0,9}::\s{0,9}$/,
};
export const typescriptForms: ValueForms = {
  above: SUPER,
  closures: [auto, lambda],
  patterns: [
    nameFirst(
      `[(,]\\s*|\\b(?:const|let|var|private|protected|public|readonly|declare|override)\\s+|^${BLANK}*`,
      '',
      '(?:\\s*\\|\\s*(?:null|undefined))*(?=\\s*[,)=;]|\\s*$)',
    ),
    constructed,
    // Angular: `cart = inject(Cart)`.
    form('', `\\s*=\\s*inject\\(\\s*${UPPER}\\s*[,)]`),
  ],
  containers: [
    form(
      `(?:[(,]\\s*|\\b(?:const|let|var|private|protected|public|readonly|declare|override)\\s+|^${BLANK}*)`,
      `[?!]?${BLANK}*:${BLANK}*(?:readonly\\s+)?(?:(?:Array|ReadonlyArray|Set|Iterable)<\\s*|(?:Map|Record)<[^<>,()]{1,60},\\s*)?(?<e>(?:\\w{1,80}\\.){0,4}[A-Z]\\w{0,80})(?:\\[\\]|>)(?=\\s*[,)=;|]|\\s*$)`,
    ),
  ],
  same: [sameAsDeclared],
  loops: [form('\\bfor\\s*\\(\\s*(?:const|let|var)\\s+', `\\s+of\\s+${VALUES}\\s*\\)`)],
};
export const javascriptForms: ValueForms = { patterns: [constructed], above: SUPER };
export const pythonForms: ValueForms = {
  above: SUPER,
  patterns: [
    nameFirst(
      `[(,]\\s*|^${BLANK}*(?:self\\.)?`,
      '(?:Optional\\[)?["\']?',
      `["']?\\]?(?:${BLANK}*\\|${BLANK}*None)?(?=\\s*[,)=]|${BLANK}*$)`,
      TYPE,
    ),
    form(`^${BLANK}*(?:self\\.)?`, `${BLANK}*(?::[^=\\n]{1,60})?=${BLANK}*(?:await${BLANK}+)?${UPPER}(?=\\()${unchained()}`),
    form(`\\bwith\\s+${UPPER}\\([^\\n]{0,120}\\)\\s+as\\s+`, ''),
  ],
  containers: [
    form(
      `(?:[(,]\\s*|^${BLANK}*(?:self\\.)?)`,
      `${BLANK}*:${BLANK}*(?:Optional\\[)?["']?(?:\\w{1,40}\\.){0,3}(?:(?:[Ll]ist|[Ss]et|[Ff]rozen[Ss]et|[Dd]eque|Sequence|MutableSequence|Iterable|Iterator|Collection)\\[|(?:[Dd]ict|Mapping|MutableMapping|[Dd]efault[Dd]ict)\\[[^\\[\\],]{1,60},\\s*)["']?(?<e>[\\w.]+)["']?\\]`,
    ),
  ],
  same: [sameAs(`^${BLANK}*`, `${BLANK}*=${BLANK}*`)],
  loops: [form('\\bfor\\s+', `\\s+in\\s+${VALUES}(?=\\s*(?::|\\]|\\)|\\}|\\bif\\b))`)],
};
/** What reaches the members of what it holds: pointers, guards of locks, arguments of web frameworks. */
const RUST_HOLDERS =
  "(?:\\w{1,40}::){0,4}(?:Box|Arc|Rc|Cow|Pin|Ref|RefMut|MutexGuard|RwLockReadGuard|RwLockWriteGuard|Data|State|Extension|Json|Query|Path|Form)<(?:'\\w+,\\s*)?";
export const rustForms: ValueForms = {
  hasBracedLiterals: true,
  closures: [form('\\|\\s*[&*]{0,2}(?:mut\\s+)?', '(?=\\s*[|,])'), form('\\blet\\s+(?:mut\\s+)?', '')],
  patterns: [
    nameFirst(
      `[(,|]\\s*(?:mut\\s+)?|\\blet\\s+(?:mut\\s+)?|^${BLANK}*(?:pub(?:\\([^)\\n]*\\))?\\s+)?`,
      `(?:&\\s*(?:'\\w+\\s+)?(?:mut\\s+)?|dyn\\s+|impl\\s+|${RUST_HOLDERS})*`,
      '>*(?=\\s*[,)=;|]|\\s*$)',
    ),
    nameFirst(
      '[(,|]\\s*(?:mut\\s+)?|\\blet\\s+(?:mut\\s+)?',
      "(?:&\\s*(?:'\\w+\\s+)?(?:mut\\s+)?)*",
      '(?=\\s*[,)=;|])',
      '(?<t>str|bool|char|[iu](?:8|16|32|64|128|size)|f32|f64)',
    ),
    // `Json(cart): Json<Cart>`.
    form('\\b[A-Z]\\w{0,40}\\((?:mut\\s+)?', `\\)\\s*:\\s*${RUST_HOLDERS}${UPPER}`),
    form(
      '\\blet\\s+(?:mut\\s+)?',
      `\\s*=\\s*${UPPER}(?:::(?:new|default|from|from_\\w+|with_\\w+|open|create)\\b${unchained('(?!unwrap\\b|expect\\b|await\\b)')}|\\s*\\{)`,
    ),
  ],
};
export const kotlinForms: ValueForms = {
  above: SUPER,
  patterns: [
    nameFirst('[(,]\\s*|\\b(?:va[lr]|vararg|crossinline|noinline)\\s+', '', '\\??(?=\\s*[,)={]|\\s*$|\\s+by\\b)'),
    capitalCall('val|var'),
  ],
  containers: [listBehindColon],
  untyped: [auto, lambda],
};
export const scalaForms: ValueForms = {
  above: SUPER,
  patterns: [nameFirst('[(,]\\s*|\\b(?:va[lr]|implicit|using)\\s+', '', '(?=\\s*[,)={]|\\s*$)'), capitalCall('val|var')],
  containers: [listBehindColon],
  untyped: [auto, lambda],
};
export const swiftForms: ValueForms = {
  above: SUPER,
  patterns: [
    nameFirst('[(,]\\s*(?:\\w+\\s+)?|\\b(?:let|var)\\s+', '(?:@\\w+\\s+|inout\\s+|some\\s+|any\\s+)*', '[?!]?(?=\\s*[,)={]|\\s*$)'),
    capitalCall('let|var'),
  ],
  containers: [listBehindColon],
  untyped: [auto, lambda],
};
export const dartForms: ValueForms = {
  above: SUPER,
  patterns: [
    typeFirst,
    form('\\b(?:final|var|const|late)\\s+', `\\s*=\\s*(?:const\\s+)?${UPPER}(?:\\.from\\w{0,60})?${ARGUMENTS}(?=\\()${unchained()}`),
  ],
  untyped: [auto, lambda],
};
/** `[K, []V]` behind a type. */
const GO_TYPES = '(?:\\[[\\w.,* \\[\\]]{1,80}\\](?!\\w))?';
export const goForms: ValueForms = {
  hasBracedLiterals: true,
  patterns: [
    form(`[(,]\\s*|\\bvar\\s+|^${BLANK}+`, `${BLANK}+\\*?(?<t>(?:\\w+\\.)?[A-Za-z_]\\w*)${GO_TYPES}(?=\\s*[,)=]|${BLANK}*(?:\`|//|$))`),
    form('', `\\s*:?=\\s*&?(?<t>(?:\\w+\\.)?[A-Za-z]\\w*)${GO_TYPES}\\{`),
    form('', `(?:,\\s*\\w+)?\\s*:=\\s*(?:\\w+\\.)?New(?<t>[A-Z]\\w*)${GO_TYPES}(?=\\()${unchained()}`),
    // `cart, ok := value.(*Cart)`.
    form('', '(?:,\\s*\\w+)?\\s*:?=\\s*[^=\\n{}]{1,120}\\.\\(\\*?(?<t>(?:\\w+\\.)?[A-Za-z_]\\w*)\\)\\s*(?:[;{]|//|$)'),
  ],
  containers: [
    form(
      `(?:[(,]\\s*|\\bvar\\s+|^${BLANK}+)`,
      `${BLANK}+(?:\\[[^\\]\\n]{0,40}\\]|map\\[[^\\]\\n]{1,80}\\]|\\.\\.\\.){1,3}\\*?(?<e>(?:\\w+\\.)?[A-Za-z_]\\w*)(?=\\s*[,)=]|${BLANK}*(?:\`|//|$))`,
    ),
    form('', '\\s*:?=\\s*(?:make\\()?(?:\\[[^\\]\\n]{0,40}\\]|map\\[[^\\]\\n]{1,80}\\]){1,3}\\*?(?<e>(?:\\w+\\.)?[A-Za-z_]\\w*)(?=[{,)])'),
  ],
  same: [sameAs('', '\\s*:=\\s*')],
  loops: [form('\\bfor\\s+\\w+\\s*,\\s*', `\\s*:?=\\s*range\\s+${VALUES}\\s*(?=\\{)`)],
};
export const zigForms: ValueForms = {
  patterns: [nameFirst(`[(,]\\s*(?:comptime\\s+)?|\\b(?:const|var)\\s+|^${BLANK}*`, '(?:[?*]|const\\s+)*', `(?=\\s*[,)=;]|\\s*$)`)],
};
export const rubyForms: ValueForms = { patterns: [form('', `\\s*(?:\\|\\|)?=\\s*(?<t>(?:[A-Z]\\w*::)*[A-Z]\\w*)\\.new\\b${unchained()}`)] };

/** `cart = await desk.findCart(…)`, the whole of the expression. Groups: `c`, what is called last, and `p`, what it is called on. */
const calledForm = form(
  '',
  '(?:,\\s*\\w+)?\\s*(?::[^=;\\n]{1,60})?:?=\\s*(?:await\\s+)?(?<p>(?:[\\w$]{1,60}(?:\\.|->|::)){0,5})(?<c>[A-Za-z_]\\w{0,60})\\([^()\\n]{0,200}(?:\\([^()\\n]{0,100}\\)[^()\\n]{0,100}){0,3}\\)(?:\\.await)?[?!]?\\s*(?:;|$)',
);

/** Types that point to what they hold and are reached like it. */
export const POINTERS: readonly string[] =
  'unique_ptr shared_ptr weak_ptr Arc Rc Box RefPtr scoped_refptr QPointer QSharedPointer QWeakPointer QScopedPointer intrusive_ptr not_null'.split(
    ' ',
  );

/** Reached through `->` and the like, they stand for what they hold. */
const holders: ReadonlySet<string> = new Set([...POINTERS, 'Optional', 'Final', 'ClassVar', 'Annotated']);

/** Behind the name of a container: one of the values that it holds. */
export const ELEMENT = '[]';
/** The names of values that are members of each other, `f.opt.`; behind one of which an element is taken, `carts[0].`, stands `[]`. */
const namesOfPath = (path: string): string[] =>
  path
    .replace(/\[(?:[^[\]]|\[[^[\]]*\])*\]/g, ELEMENT)
    .split(/[?!]?\.|->/)
    .filter(Boolean);

/** A place where a text declares a name. */
export interface Declared {
  /** Offset of the name. */
  readonly at: number;
  /** As written; `findCart()` for what a function returns; null where none is written. */
  readonly type: string | null;
  /** Of a container the type of what it holds. */
  readonly element?: string;
  /** The container whose values it takes, with what that is a member of. */
  readonly elementOf?: readonly string[];
  /** Another value that it is, with what that is a member of. */
  readonly sameAs?: readonly string[];
  /** Of what a function returns: the values or types that it is called on, each a member of the one before. */
  readonly owner?: readonly string[];
}

/** All declarations of a name between two offsets, in order, with the types that they state. */
export const declarations = (text: string, start: number, end: number, name: string, { patterns, untyped }: ValueForms): Declared[] =>
  declarationsWithOthers(text, start, end, name, { patterns, ...(untyped && { untyped }) });

/** The same, and what a name is declared by: as another value, as one of those of a container, or as a container. */
export function declarationsWithOthers(text: string, start: number, end: number, name: string, forms: ValueForms): Declared[] {
  const { patterns, containers = [], loops = [], same = [], untyped = forms.closures ?? [] } = forms;
  const found: Declared[] = [];
  for (let at = text.indexOf(name, start); at >= 0 && at < end; at = text.indexOf(name, at + name.length)) {
    if (isNamePart(text.charCodeAt(at - 1)) || isNamePart(text.charCodeAt(at + name.length))) continue;
    const type = typeAt(text, at, patterns);
    const element = groupAt(text, at, containers, 'e');
    const container = type === null && element === null ? groupAt(text, at, loops, 'p') : null;
    const other = type === null && element === null ? groupAt(text, at, same, 'p') : null;
    const called = type === null ? matchAt(calledForm, text, at)?.groups : undefined;
    if (element !== null) found.push({ at, type, element });
    else if (container !== null) found.push({ at, type: null, elementOf: namesOfPath(container) });
    else if (type !== null) found.push({ at, type });
    else if (called) found.push({ at, type: `${called.c}()`, owner: called.p?.split(/\.|->|::/).filter(Boolean) });
    else if (other !== null && !other.startsWith(name)) found.push({ at, type: null, sameAs: namesOfPath(other) });
    else if (untyped.some((pattern) => matchAt(pattern, text, at))) found.push({ at, type: null });
  }
  return found;
}

function groupAt(text: string, at: number, patterns: readonly RegExp[], group: string): string | null {
  for (const pattern of patterns) {
    const found = matchAt(pattern, text, at)?.groups?.[group];
    if (found !== undefined) return found;
  }
  return null;
}

function typeAt(text: string, at: number, patterns: readonly RegExp[]): string | null {
  for (const pattern of patterns) {
    const groups = matchAt(pattern, text, at)?.groups;
    if (!groups) continue;
    const { t = '', w } = groups;
    return holders.has(t.replace(/^.*(?:::|\.)/, '')) ? (w?.replace(/^const\s+/, '') ?? null) : t;
  }
  return null;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const isNamePart = (c: number): boolean => (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || (c >= 48 && c <= 57);

const byLanguage: Readonly<Record<string, ValueForms>> = {
  'objective-c': objectiveCForms,
  'objective-cpp': objectiveCForms,
  kotlin: kotlinForms,
  scala: scalaForms,
};
const byFamily: Readonly<Record<string, ValueForms>> = {
  c: cForms,
  java: javaForms,
  csharp: csharpForms,
  php: phpForms,
  javascript: typescriptForms,
  python: pythonForms,
  rust: rustForms,
  swift: swiftForms,
  dart: dartForms,
  go: goForms,
  zig: zigForms,
  ruby: rubyForms,
};

/** Undefined for a language that declares no types. */
export const valueFormsOf = (language: string): ValueForms | undefined => byLanguage[language] ?? byFamily[familyOf(language)];
