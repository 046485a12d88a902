/**
 * Plain text search if ranking or names find nothing: an empty answer makes an agent give up a tool, and most empty answers are to
 * exact strings, patterns, misspelt names or words that no symbol has.
 */
import type { Engine } from '../../core/engine/engine-api.js';
import type { Filters } from '../../core/model/answer.js';
import { ContextError, type Problem } from '../../core/model/problem.js';
import type { RelatedSymbol } from '../../core/model/related.js';
import { isDistinctive, outerName } from '../../core/model/symbol.js';
import type { TextMatch } from '../../core/model/text-search.js';
import { isOfTranslations, originality } from '../../core/model/translated-files.js';
import type { McpPlace, McpTextMatch } from '../../protocol/mcp-common.js';
import { escapePattern } from '../../util/escape-pattern.js';
import { attributeLines, attributeText } from '../attribute-lines.js';
import { isMember, linesOfPattern, wordPattern } from '../further-lines.js';
import { orderMatches } from '../order-matches.js';
import { matchOf, placeOf, withoutRepeats } from './shapes.js';

const MAX_MATCHES = 20;
/** Lines of a name of which the best are listed. */
const MAX_ORDERED = 500;
const MAX_SIMILAR = 8;
/** Fewer are listed. */
const MIN_TRANSLATIONS = 3;
/** The longest words of a question are usually the rarest. */
const MAX_WORDS = 4;
const MIN_WORD_CHARS = 4;
/** Shorter names occur within most words, so they are looked for as whole words first. */
const MAX_SHORT_NAME = 3;

/** The literal part of a question: a quotation, a single word, or code. Null for plain words. */
export function literalIn(query: string): string | null {
  const text = query.trim();
  const quoted = [...text.matchAll(/(["'`])([^\n]{2,200}?)\1(?!\w)/g)].map(([, , part]) => part as string);
  // `'int' and 'None'` are values of an error, and stand everywhere.
  const [longest] = quoted.filter((part) => !VALUES.test(part)).sort((a, b) => b.length - a.length);
  if (longest !== undefined) return longest;
  if (text.length > 200 || text.includes('\n')) return null;
  // Code has the name of an option without its dashes.
  if (!/\s/.test(text)) return text.replace(/^--(?=\w)/, '').replace(/(?<![?!.,;:])[?!.,;:]+$/, '') || text || null;
  return /[(){}[\]=<>;$@%^&*|\\]|::|->/.test(text) ? text : null;
}

const VALUES =
  /^(?:none|null|nil|undefined|true|false|int|integer|float|str|string|bool|boolean|bytes|list|dict|tuple|object|number|function|nonetype)$/i;

/** True for a regular expression as it is given to grep, e.g. `def .*_callback\(`; false for code such as `a[0]`. */
export const isPattern = (text: string): boolean =>
  /\.[*+]|\\[wWsSdDbB.()[\]{}+*?|^$]|\[\^|\[\w-\w|\w\|\w|^\^\S|\S\$$/.test(text) && isRegularExpression(text);

export function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

export interface TextFound {
  readonly textMatches: McpTextMatch[];
  readonly problems: readonly Problem[];
  /** What limits the list. */
  readonly notes: readonly string[];
  /** What the lines are, where they answer by themselves. */
  readonly about?: string;
}

export const nothingFound: TextFound = { textMatches: [], problems: [], notes: [] };

/**
 * Lines that contain a symbol's name as a whole word; those that look like calls first, of a member on a receiver. Of a member with a common
 * name (`request`) that has more lines than are listed, those on a value that is named after its type, else calls on any value if they are few.
 */
export async function findName(
  engine: Engine,
  of: readonly RelatedSymbol[],
  name: string,
  signal: AbortSignal,
  limit = MAX_MATCHES,
): Promise<TextFound> {
  const isOfValue = of.every(isMemberOfValue);
  const search = (text: string) => linesOfPattern(engine, { text, match: 'regex', heedsCase: true, limit: MAX_ORDERED }, signal);
  const listed = (found: readonly TextMatch[], notes: readonly string[], problems: readonly Problem[]): TextFound => {
    const { matches: own, note } = oneTranslation(found);
    const more = own.length - limit;
    const count = found.length === MAX_ORDERED ? `${more} or more` : `${more}`;
    const further = more > 0 ? [`${count} more lines match; search_code with match "text" and paths lists them`] : [];
    return {
      textMatches: orderMatches(own.map(matchOf), name, isOfValue).slice(0, limit),
      problems,
      notes: [...notes, ...note, ...further],
    };
  };
  const { matches, problems } = await search([name, ...namesInBuild(of)].map((one) => wordPattern(one)).join('|'));
  const owners = [...new Set(of.map(outerName))];
  if (!owners.length || !isOfValue || isDistinctive(name) || matches.length <= MAX_MATCHES) return listed(matches, [], problems);
  const count = `${matches.length}${matches.length === MAX_ORDERED ? ' or more' : ''} lines contain ${name}`;
  const after = `after ${owners.join(' or ')} or a value named so`;
  const own = await search(wordPattern(name, owners));
  // Within its type a member is named alone too.
  const isOwn = ({ path, line }: TextMatch): boolean => of.some((one) => one.path === path && one.nameLine === line);
  const within = matches.filter((match) => owners.includes(match.symbol?.qualifiedName.split('.').at(-2) ?? '') && !isOwn(match));
  const meant = [...new Map([...within, ...own.matches].map((match) => [`${match.path}:${match.line}`, match])).values()];
  const inside = within.length ? `, and those within ${owners.join(' or ')}` : '';
  if (meant.length) return listed(meant, [`${count}; listed are those ${after}${inside}`], own.problems);
  const call = new RegExp(`(?:\\.|->|::?)${escapePattern(name)}\\s*\\(`);
  const calls = matches.filter(({ text }) => call.test(text));
  return calls.length > 0 && calls.length <= MAX_MATCHES
    ? listed(calls, [`${count}; none of them is ${after}, listed are calls on any value`], problems)
    : listed([], [`${count}; none of them is ${after}`], problems);
}

/** The lines of an attribute that nothing declares; null for any other name. */
export async function findAttribute(engine: Engine, symbol: string, limit: number, signal: AbortSignal): Promise<TextFound | null> {
  const found = await attributeLines(engine, symbol, signal);
  if (!found) return null;
  const more = found.matches.length - limit;
  const notes = more > 0 ? [`${more} more lines are not listed`] : [];
  return { textMatches: found.matches.slice(0, limit).map(matchOf), problems: [], notes, about: attributeText(found) };
}

/** Functions of Lua are members of tables. */
const isMemberOfValue = (symbol: RelatedSymbol): boolean =>
  isMember(symbol) || (symbol.path.endsWith('.lua') && symbol.qualifiedName !== symbol.name);

/** Classes that a build makes of files: `ParcelRowBinding` of the layout `parcel_row.xml` of Android. */
const namesInBuild = (of: readonly RelatedSymbol[]): string[] =>
  of.flatMap(({ path, symbolKind }) => {
    const layout = symbolKind === null ? /\/layout(?:-[\w-]+)?\/([a-z][a-z\d_]*)\.xml$/.exec(path)?.[1] : undefined;
    return layout === undefined ? [] : `${layout.replace(/(?:^|_)([a-z\d])/g, (_, first: string) => first.toUpperCase())}Binding`;
  });

/** Segments at the end of a path by which code names a file. */
const MAX_PATH_SEGMENTS = 5;
/** Files that are called after their kind: their folders have the names. */
const OF_FOLDER = /^(?:index|component|mod|__init__|main|page|route)$/;

/**
 * Lines that have the end of a file's path between quotation marks, as code names templates, partials and components: `render 'cart/lines'` for
 * `views/cart/_lines.html.erb`, `component("ui/panel")` for `ui/panel/component.rb`. Of a file of code at least two segments of it. Templates
 * of Twirl are called by their names.
 */
export async function findPath(engine: Engine, path: string, isCode: boolean, limit: number, signal: AbortSignal): Promise<TextFound> {
  const segments = path.split('/');
  const [stem = ''] = (segments.pop() as string).replace(/^_/, '').split('.');
  const whole = [...segments, stem];
  const paths = [whole, ...(OF_FOLDER.test(stem) ? [segments] : [])].flatMap((all) =>
    Array.from({ length: MAX_PATH_SEGMENTS }, (_, i) => all.slice(-1 - i)),
  );
  const search = async (some: readonly string[][], heedsCase: boolean) => {
    const names = [...new Set(some.map((parts) => parts.map(escapePattern).join('[/.]')))];
    const quoted = `(["'\`])(?:\\.{0,2}/)?(?:${names.join('|')})(?:\\.\\w{1,10}){0,2}\\1`;
    return engine.findText(
      { text: twirlCall(path) ?? quoted, match: 'regex', limit: MAX_ORDERED, ...(heedsCase && { heedsCase }) },
      signal,
    );
  };
  const [long, short] = [paths.filter(({ length }) => length > 1), paths.filter(({ length }) => length === 1)];
  if (!long.length && (isCode || !short.length)) return nothingFound;
  let found = await search(long.length ? long : short, !long.length);
  // The name alone may be that of anything: `"head"`.
  if (!found.matches.length && long.length && short.length && !isCode) found = await search(short, true);
  const { problems } = found;
  const matches = found.matches.filter(({ text }) => !isNameOfRoute(text));
  const more = matches.length - limit;
  return {
    textMatches: matches.slice(0, limit).map(matchOf),
    problems,
    notes: matches.length ? [`the lines name the file by its path${more > 0 ? `; ${more} more are not listed` : ''}`] : [],
  };
}

/** `route('carts.show')`, `['as' => 'carts.show']`: the name of a route of Laravel, which is often that of a template too. */
const isNameOfRoute = (text: string): boolean =>
  /(?:\b(?:to_)?route(?:Is)?|->name)\(\s*["']|["']as["']\s*=>/.test(text) && !/\b(?:view|render\w*|include\w*|extends|embed)\b/.test(text);

/** A pattern for `html.cart(…)` or `shop.html.cart(…)`, by which Scala calls the template `shop/cart.scala.html`; null for other files. */
function twirlCall(path: string): string | null {
  const [name = '', folder = ''] = path.split('/').reverse();
  const [, stem, format] = /^([^.]+)\.scala\.(html|xml|txt|js)$/.exec(name) ?? [];
  return stem === undefined ? null : `(?:(?<![\\w.])|\\b${escapePattern(folder)}\\.)${format}\\.${escapePattern(stem)}(?!\\w)`;
}

/** Lines with the whole text, as a literal or as a pattern; if there are none and `orWords`, lines with one of its longer words. */
export async function findLiterally(
  engine: Engine,
  text: string,
  filters: Filters,
  signal: AbortSignal,
  orWords: 'words' | 'whole',
): Promise<TextFound> {
  const search = async (asked: string, match: 'literal' | 'regex'): Promise<TextFound> => {
    const { matches, problems } = await engine.findText({ text: asked, match, filters, limit: MAX_ORDERED }, signal);
    const { matches: own, note } = oneTranslation(matches);
    return {
      textMatches: withoutRepeats(own.slice(0, MAX_MATCHES).map(matchOf)),
      problems,
      notes: [...note, ...(own.length > MAX_MATCHES ? [MORE_LINES] : [])],
    };
  };
  const whole = text.slice(0, 1000).trim();
  if (!whole) return nothingFound;
  const isShortName = whole.length <= MAX_SHORT_NAME && /^\w+$/.test(whole);
  const asWord = isShortName ? await search(`\\b${whole}\\b`, 'regex') : nothingFound;
  if (asWord.textMatches.length) return asWord;
  const found = await search(whole, 'literal');
  if (found.textMatches.length) return found;
  const asPattern = isPattern(whole) ? await search(whole, 'regex').catch(noResultOfBadPattern) : nothingFound;
  if (asPattern.textMatches.length)
    return { ...asPattern, notes: ['the lines match the text as a regular expression', ...asPattern.notes] };
  if (orWords === 'whole') return found;
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])]
    .filter(({ length }) => length >= MIN_WORD_CHARS)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS);
  for (const word of words) {
    const one = await search(word, 'literal');
    if (one.textMatches.length) return { ...one, notes: [`no line contains the whole text; these contain "${word}"`, ...one.notes] };
  }
  return found;
}

/** A pattern that takes too long finds nothing here, since nobody asked for a regular expression. */
function noResultOfBadPattern(error: unknown): TextFound {
  if (error instanceof ContextError && error.code === 'query') return nothingFound;
  throw error;
}

/** The matching lines; a note if there are more than `limit`. */
export async function findLines(
  engine: Engine,
  question: Parameters<Engine['findText']>[0] & { readonly limit: number },
  signal: AbortSignal,
): Promise<TextFound> {
  const { limit } = question;
  const { matches, problems } = await engine.findText({ ...question, limit: limit + 1 }, signal);
  const notes = matches.length > limit ? [MORE_LINES] : [];
  return { textMatches: withoutRepeats(matches.slice(0, limit).map(matchOf)), problems, notes };
}

/** Of lines in tables of messages for many languages those of the language that the program is written in. */
function oneTranslation<T extends { readonly path: string }>(
  matches: readonly T[],
): { readonly matches: readonly T[]; readonly note: readonly string[] } {
  const tables = matches.filter(isOfTranslations);
  const best = Math.max(...tables.map(originality));
  const others = new Set(tables.filter((match) => originality(match) < best));
  if (others.size < MIN_TRANSLATIONS) return { matches, note: [] };
  return { matches: matches.filter((match) => !others.has(match)), note: [`${others.size} lines of translations are not listed`] };
}

/** Of a key in tables of several languages one. */
const oneOfKeys = <T extends { readonly path: string; readonly name: string }>(hits: readonly T[]): readonly T[] =>
  hits.filter((hit, i) => !isOfTranslations(hit) || hits.findIndex((other) => isOfTranslations(other) && other.name === hit.name) === i);

/** What to do about lines that are left out. */
export const MORE_LINES = 'more lines match; narrow with paths or raise limit';

/** Whether an answer is about more symbols of a name that is only similar than anybody can have meant. */
export const isWildGuess = (found: readonly unknown[], problems: readonly Problem[]): boolean =>
  found.length > MAX_CORRECTED && problems.some(isCorrection);
const MAX_CORRECTED = 3;

/** Which symbol an answer is about, where the name was another. */
export const isCorrection = ({ code }: Problem): boolean => code === 'corrected';

/** Symbols with a similar name, for a name that does not exist. */
export async function similarNames(engine: Engine, name: string, signal: AbortSignal): Promise<McpPlace[]> {
  // Of one word nothing is known but its letters.
  for (const mode of /\s/.test(name.trim()) ? (['name', 'meaning'] as const) : (['name'] as const)) {
    const { hits } = await engine.symbols({ query: name, mode, limit: MAX_SIMILAR }, signal);
    if (hits.length) return oneOfKeys(oneTranslation(hits).matches).map(placeOf);
  }
  return [];
}
