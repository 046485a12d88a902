/**
 * Words that the phrasing of a question marks as names of symbols: beside a keyword of a programming language (`class Request`, `the Client
 * class`), in a phrase that asks for a definition (`where is send defined`), in a comparison. read-question.ts checks that the index has
 * such symbols. Pure.
 */
import { foldName } from '../../chunking/words.js';
import { type SymbolKind, typeKinds as TYPES } from '../../model/symbol.js';

export interface StatedName {
  /** The last segment, as written. */
  readonly name: string;
  /** The segment before it, folded; null where the name is not qualified. */
  readonly container: string | null;
  /** All segments before the name, as written; absent where there are none. */
  readonly qualifier?: readonly string[];
  /** What it may be; empty for anything. */
  readonly kinds: readonly SymbolKind[];
  /** Which of them is meant where there are several: `interface` of `interface Container`. */
  readonly kind?: SymbolKind;
  /** `sure`: the phrasing names it, in any case. `likely`: a symbol must have the name, letter for letter. */
  readonly certainty: 'sure' | 'likely';
}

const FUNCTIONS: readonly SymbolKind[] = ['function', 'method', 'constructor', 'macro', 'component', 'property', 'test'];
const VALUES: readonly SymbolKind[] = ['constant', 'variable', 'field', 'property', 'enumMember', 'key', 'macro'];
const MODULES: readonly SymbolKind[] = ['module', 'namespace'];

/** Keywords of languages, and common names of the same things. */
const keywordKinds: Readonly<Record<string, readonly SymbolKind[]>> = {
  ...Object.fromEntries(
    'class struct record union exception object type typedef enum interface trait protocol component model'
      .split(' ')
      .map((word) => [word, TYPES]),
  ),
  ...Object.fromEntries(
    'function func fn fun def defp sub proc method constructor macro defmacro procedure subroutine hook decorator'
      .split(' ')
      .map((word) => [word, FUNCTIONS]),
  ),
  ...Object.fromEntries('const constant var variable let val field property attribute'.split(' ').map((word) => [word, VALUES])),
  ...Object.fromEntries('module namespace mod package defmodule'.split(' ').map((word) => [word, MODULES])),
};
/** Whether a word, in any case, says what a name is of. */
export const isKeyword = (word: string): boolean => Object.hasOwn(keywordKinds, word.toLowerCase());

/** Keywords that say which of these kinds is meant. */
const exactKinds: ReadonlySet<string> = new Set([
  ...TYPES,
  'function',
  'method',
  'constructor',
  'macro',
  'constant',
  'field',
  'property',
  ...MODULES,
]);
const MODIFIER =
  '(?:(?:async|public|private|protected|internal|static|abstract|final|export|default|declare|pub(?:\\(\\w+\\))?|extern|inline|unsafe|data|sealed|partial|virtual|override|the|a|an)\\s+)*';
const KEYWORD = `(?:${Object.keys(keywordKinds).join('|')})`;
// Letters beyond ASCII by their range: Unicode classes cost the first question tens of milliseconds to compile.
const NAME =
  '[`\'"]?([A-Za-z_$@\\u0080-\\uffff][\\w$\\u0080-\\uffff]*[?!]?(?:(?:\\.|::|->|#)[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*[?!]?)*)(?:\\(\\))?[`\'"]?';

/** A name with a keyword before or after it, or without one. Groups: keyword, name, keyword. */
export const THING = `${MODIFIER}(?:(${KEYWORD})\\s+)?${NAME}(?:\\s+(${KEYWORD}))?`;
const END =
  '(?:\\s+(?:in|within|inside|from)\\s+(?:this |the )?(?:code|codebase|source|sources|repo|repository|project|workspace|[\\w./-]+\\.\\w+|[\\w.-]+/[\\w./-]*))?(?:\\s+please)?\\s*[?.!]*$';
export const SEEK =
  '(?:show|find|list|get|give|open|print|display|see|locate|search|look\\s*up|go\\s*to|jump\\s+to|navigate\\s+to|take\\s+me\\s+to)(?:\\s+me)?(?:\\s+for)?';

/** A phrase of small letters that is the whole question, in letters of any case. */
export interface Phrase {
  /** The question and its groups as written; null where it is another phrase. */
  exec(question: string): readonly (string | undefined)[] | null;
}
const phrases: RegExp[] = [];
// The flag `i` would make each pattern two to four times as slow to compile, because of the letters beyond ASCII.
export function whole(pattern: string): Phrase {
  const phrase = new RegExp(`^(?:please\\s+|can you\\s+|could you\\s+)?${pattern}${END}`, 'd');
  phrases.push(phrase);
  return {
    exec(question) {
      const indices = phrase.exec(question.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))?.indices;
      return indices ? indices.map((range) => range && question.slice(...range)) : null;
    },
  };
}

/**
 * Compiles the phrases, one a turn, until aborted: V8 compiles a pattern when it is first used, and again when it is used once more, which took
 * 45 to 120 ms of the first question.
 */
export async function compilePhrases(turn: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (const phrase of phrases) {
    await turn();
    if (signal.aborted) return;
    for (let use = 0; use < 2; use++) phrase.exec('compiled');
  }
}

/** Phrases that ask for a definition: what they name is a symbol, in any case. */
const DEFINED = [
  `(?:${SEEK}\\s+)?where\\s+${THING}\\s+(?:is|are|gets|get)\\s+(?:being\\s+)?(?:defined|declared)`,
  `(?:where|in\\s+(?:which|what)\\s+(?:file|module|class|package))(?:\\s+(?:is|are|was|does|do)|['’]s)?\\s+${THING}\\s+(?:get\\s+|gets\\s+|being\\s+)?(?:defined|declared)`,
  `(?:(?:what|where)(?:\\s+is|['’]s)\\s+|${SEEK}\\s+)?(?:the\\s+)?(?:definition|declaration|def|signature)\\s+(?:of|for)\\s+${THING}`,
  `(?:${SEEK}\\s+)?${MODIFIER}(?:(${KEYWORD})\\s+)?${NAME}(?:\\s+(${KEYWORD}))?['’s]*\\s+(?:definition|declaration|signature)`,
  `(?:which|what)(?:\\s+(?:file|module|class|line|place|package))?\\s+(?:defines|declares)\\s+${THING}`,
  `(?:define|declare)\\s+${THING}`,
].map(whole);
/** Phrases that ask for a place: a word is a name if a symbol has it, letter for letter. */
const SOUGHT = [
  `where(?:\\s+(?:is|are|was|does|do|can\\s+i\\s+find)|['’]s)?\\s+${THING}(?:\\s+(?:implemented|located|found|written|created|live|lives|come\\s+from|reside|resides|stored))?`,
  `(?:${SEEK}\\s+)?(?:the\\s+)?(?:implementation|source(?:\\s+code)?|code|body)\\s+(?:of|for)\\s+${THING}`,
  `(?:${SEEK}\\s+)?${MODIFIER}(?:(${KEYWORD})\\s+)?${NAME}(?:\\s+(${KEYWORD}))?\\s+(?:implementation|source(?:\\s+code)?|body)`,
  `${SEEK}\\s+${THING}`,
  `(?:which|what)(?:\\s+(?:file|module|class|package))?\\s+(?:contains|has|implements)\\s+${THING}`,
  `how\\s+(?:is|are)\\s+${THING}\\s+implemented`,
].map(whole);
/** Phrases that ask for a symbol or a subject: only words written as names, or marked by a keyword, are names. */
const EXPLAINED = [
  `what(?:\\s+(?:is|are)|['’]s)\\s+${THING}`,
  `(?:what|how)\\s+(?:does|do)\\s+${THING}\\s+(?:do|work|mean)`,
  `(?:explain|describe)\\s+${THING}`,
].map(whole);
const MARKED = whole(THING);
/** A pasted declaration; what follows `exception error: ` is a sentence. */
const PASTED = new RegExp(
  `^${MODIFIER}(?:${KEYWORD}\\s+)?(${KEYWORD})\\s+(?:\\([^()]{0,80}\\)\\s*)?([A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*[?!]?(?:::[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*)*)\\s*(?:[({<\\[=]|:(?!\\s[a-z]+\\s[a-z]+\\b)|extends\\b|implements\\b).*$`,
  's',
);

/** `Foo` and `bar` of `difference between Foo and bar`. */
const COMPARED = [
  `(?:what(?:\\s+is|['’]s)\\s+)?(?:the\\s+)?differences?\\s+between\\s+${THING}\\s+(?:and|or)\\s+${THING}`,
  `(?:compare\\s+|how\\s+(?:does|do)\\s+)?${THING}\\s+(?:vs\\.?|versus|compare[sd]?\\s+(?:to|with))\\s+${THING}`,
  `(?:compare|show|find)\\s+${THING}\\s+(?:and|with|to)\\s+${THING}`,
  `how\\s+(?:do|does|are|is)\\s+${THING}\\s+and\\s+${THING}\\s+(?:differ|relate|related|different|connected|interact|work\\s+together|fit\\s+together)(?:\\s+(?:from|to|with)\\s+each\\s+other)?`,
  `how\\s+(?:do|does|are|is)\\s+${THING}\\s+(?:relate[sd]?\\s+to|differ(?:s|ent)?\\s+from|interact\\s+with|connect(?:ed)?\\s+(?:to|with)|work\\s+with)\\s+${THING}`,
  `(?:when|why)\\s+(?:should|would|do|to)\\s+(?:(?:i|we|you|one)\\s+)?(?:use|prefer|choose|pick)\\s+${THING}\\s+(?:instead\\s+of|rather\\s+than|over|or)\\s+${THING}`,
].map(whole);
/** Two names side by side, which may be two subjects: they must be names letter for letter. */
const LISTED = [`(?:${SEEK}\\s+)?${THING}(?:\\s*,\\s*(?:and\\s+)?|\\s+(?:and|or|&)\\s+)${THING}`].map(whole);
const AFTER_KEYWORD = new RegExp(`(?<![\\w\\u0080-\\uffff])(${KEYWORD})\\s+${NAME}`, 'g');
// Only from the start of a word, so that a word of thousands of letters is tried once.
const BEFORE_KEYWORD = new RegExp(`(?<![\\w$@.:>#\\u0080-\\uffff])${NAME}\\s+(${KEYWORD})(?![\\w\\u0080-\\uffff])`, 'g');

/** Written as a name: with a capital, an underscore, a hyphen, a digit or a qualification. */
export const isWrittenAsName = (name: string): boolean => /\p{Lu}|_|\d|\.|::|\w-|->|#|\$|@/u.test(name);
/** Words in the place of a name that are not names. */
const NO_NAME =
  /^(?:it|this|that|these|those|they|there|the|a|an|and|or|of|for|is|are|all|any|some|everything|anything|something|to|in|on|with|by|who|which|what|how|why|when|where|does|do|not|no|called|named|used|i|we|you)$/i;

/** What a text ends with where a sentence begins. */
export const SENTENCE_START = /(?:^|[.?!:;"'(*-])$/;

/** A question for one name is short, and the patterns try every way to divide a text. */
export const MAX_PHRASE_CHARS = 140;
const MAX_PASTED_CHARS = 300;
/** A shorter word in `show me X` is hardly a name. */
const MIN_PLAIN_CHARS = 3;
const MAX_SPACED_WORDS = 5;
const MIN_SPACED_CHARS = 6;

/** Without the mark at the end: a name may end in one, but more often the question does. */
export function withoutEnd(question: string): string {
  let end = question.length;
  while (end > 0 && /[\s?!.]/.test(question[end - 1] as string)) end--;
  return question.slice(0, end).replace(/\s+/g, ' ');
}

/** A name with what is before it. */
export function qualified(segments: readonly string[]): Pick<StatedName, 'name' | 'container' | 'qualifier'> {
  const name = segments.at(-1) as string;
  const qualifier = segments.slice(0, -1);
  const container = qualifier.at(-1);
  return container === undefined ? { name, container: null } : { name, container: foldName(container), qualifier };
}

export function named(
  name: string | undefined,
  keywords: readonly (string | undefined)[],
  certainty: StatedName['certainty'],
): StatedName | null {
  if (name === undefined || NO_NAME.test(name) || Object.hasOwn(keywordKinds, name)) return null;
  const segments = name.split(/\.|::|->|#/).filter(Boolean);
  const keyword = keywords.find((word) => word !== undefined)?.toLowerCase();
  return {
    ...qualified(segments),
    kinds: (keyword !== undefined && keywordKinds[keyword]) || [],
    ...(keyword !== undefined && exactKinds.has(keyword) && { kind: keyword as SymbolKind }),
    certainty,
  };
}

/** The one name that a whole question asks for; null where it asks for something else. */
export function wholeName(question: string): StatedName | null {
  const text = withoutEnd(question);
  if (text.length > MAX_PASTED_CHARS) return null;
  const pasted = PASTED.exec(text);
  if (pasted) return named(pasted[2], [pasted[1]], 'sure');
  if (text.length > MAX_PHRASE_CHARS) return null;
  for (const pattern of DEFINED) {
    const match = pattern.exec(text);
    if (match) return named(match[2], [match[1], match[3]], 'sure');
  }
  const marked = MARKED.exec(text);
  if (marked && (marked[1] ?? marked[3]) !== undefined) return named(marked[2], [marked[1], marked[3]], 'sure');
  for (const pattern of [...SOUGHT, ...EXPLAINED]) {
    const match = pattern.exec(text);
    const [, before, name, behind] = match ?? [];
    if (name === undefined) continue;
    const isMarked = (before ?? behind) !== undefined || match?.[0]?.includes(`\`${name}`);
    const isName = isMarked || isWrittenAsName(name) || (SOUGHT.includes(pattern) && name.length >= MIN_PLAIN_CHARS);
    if (isName) return named(name, [before, behind], isMarked ? 'sure' : 'likely');
  }
  return null;
}

/** Words around a name: `show me the … function`, `where is … defined`. */
const AROUND = new Set(
  `please can could you i we me where is are was does do what which file module package has have contains implements show find get give see
  open go to jump locate search look up for the a an this that of in definition declaration implementation source code body signature how
  defined declared implemented located found written created live lives work works handled done`.split(/\s+/),
);

/**
 * What a short question may write as several words: `the connection pool class` gives `connectionpool`, most words first. Words around
 * the name may be part of it: `get user` gives `getuser` too.
 */
export function spacedNames(question: string): StatedName[] {
  const text = withoutEnd(question);
  const words = text.length > MAX_PHRASE_CHARS ? [] : text.split(/[\s-]+/);
  if (words.length < 2 || words.length > 12 || !words.every((word) => /^[A-Za-z][A-Za-z\d]*$/.test(word))) return [];
  const isAround = (word: string) => AROUND.has(word.toLowerCase()) || Object.hasOwn(keywordKinds, word.toLowerCase());
  const first = words.findIndex((word) => !isAround(word));
  const last = words.findLastIndex((word) => !isAround(word));
  const found: StatedName[] = [];
  for (let from = 0; first >= 0 && from <= first; from++) {
    for (let to = words.length - 1; to >= last; to--) {
      const count = to - from + 1;
      if (count < 2 || count > MAX_SPACED_WORDS) continue;
      const keyword = [words[to + 1], words[from - 1]].find(
        (word) => word !== undefined && Object.hasOwn(keywordKinds, word.toLowerCase()),
      );
      const one = named(words.slice(from, to + 1).join(''), [keyword], 'sure');
      if (one && one.name.length >= MIN_SPACED_CHARS) found.push(one);
    }
  }
  return found.sort((a, b) => b.name.length - a.name.length);
}

/** Names in a longer question: compared with each other, or marked by a keyword. */
export function namesWithin(question: string): StatedName[] {
  const text = withoutEnd(question);
  const found: (StatedName | null)[] = [];
  for (const pattern of COMPARED) {
    const match = text.length > MAX_PHRASE_CHARS ? null : pattern.exec(text);
    if (match) found.push(named(match[2], [match[1], match[3]], 'sure'), named(match[5], [match[4], match[6]], 'sure'));
  }
  for (const pattern of LISTED) {
    const match = text.length > MAX_PHRASE_CHARS ? null : pattern.exec(text);
    const putListed = (name = '', keywords: readonly (string | undefined)[]) =>
      found.push(named(name, keywords, isWrittenAsName(name) ? 'sure' : 'likely'));
    if (match) putListed(match[2], [match[1], match[3]]);
    if (match) putListed(match[5], [match[4], match[6]]);
  }
  const put = (name: string | undefined, keyword: string | undefined) => {
    if (name !== undefined && isWrittenAsName(name)) found.push(named(name, [keyword], 'likely'));
  };
  for (const [, keyword, name] of text.matchAll(AFTER_KEYWORD)) put(name, keyword);
  for (const [, name, keyword] of text.matchAll(BEFORE_KEYWORD)) put(name, keyword);
  const seen = new Set<string>();
  const isFirst = (one: StatedName): boolean => {
    const written = `${one.container ?? ''} ${one.name}`;
    return !seen.has(written) && seen.add(written) !== undefined;
  };
  return found.filter((one): one is StatedName => one !== null && isFirst(one));
}
