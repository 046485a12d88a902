/**
 * Lines of code beside the users that the structure knows of a symbol: what names and types could not resolve (a function that is passed
 * on, a template, the path of a mock).
 */
import type { Engine } from '../core/engine/engine-api.js';
import type { FileRole } from '../core/model/file.js';
import { ContextError } from '../core/model/problem.js';
import { dependsOn, type RelatedAnswer, type RelatedItem } from '../core/model/related.js';
import { isDistinctive, isType, outerName } from '../core/model/symbol.js';
import type { TextAnswer, TextMatch, TextQuestion } from '../core/model/text-search.js';
import { escapePattern } from '../util/escape-pattern.js';
import { CODE_ROLES } from './code-roles.js';
import { isCodeWith } from './order-matches.js';
import { registeredLines, registeredNote } from './registered-lines.js';

const MAX_LINES = 20;
/** Lines with the name among which they are, and those of settings. */
const MAX_SEARCHED = 500;
const MAX_SETTINGS = 5;
/** So many lines on which nothing names what a member is in are listed all the same: each may be meant. */
const FEW_OTHERS = 8;
/** A member whose name is on more lines, and that has namesakes, shares it with members of other types. */
const MAX_NAMESAKES = 100;

export interface FurtherLines {
  readonly name: string;
  /** At most 20, and those with `texts`. */
  readonly matches: readonly TextMatch[];
  /** How many more there are. */
  readonly more: number;
  /** True where the search ended before all files were read. */
  readonly isIncomplete: boolean;
  /** Texts of the symbol's decorator that have lines among them. */
  readonly texts: readonly string[];
  /** True where all lines of code with the name were searched, and none is beside what is known of the symbol. */
  readonly isNone: boolean;
  /** Whether there are lines with the name that are known to mean another symbol. */
  readonly hasNamesakes: boolean;
  /** Lines that are left out, as the name is that of many things, and nothing in them names what the symbol is in. */
  readonly behindOthers: number;
  /** Whether more is known that depends on the symbol than the answer lists: other relations, or what the limit left out. */
  readonly isPart: boolean;
}

/** For a front: what the list leaves out; '' for nothing. */
export const furtherNote = ({ name, more, isIncomplete, texts, isNone, hasNamesakes, behindOthers, isPart }: FurtherLines): string =>
  [
    behindOthers ? `lines with ${name} behind other values are not listed: ${behindOthers}` : '',
    isNone ? `no other line of code outside of it has the name ${name}${exceptions(hasNamesakes, isPart)}` : '',
    more ? `${more} more lines contain ${name}` : '',
    isIncomplete ? 'not all files were searched for further lines' : '',
    registeredNote({ texts }),
  ]
    .filter(Boolean)
    .join('; ');

function exceptions(hasNamesakes: boolean, isPart: boolean): string {
  const but = [hasNamesakes ? 'where another symbol of that name is meant' : '', isPart ? 'what is not listed' : ''].filter(Boolean);
  return but.length ? `, except ${but.join(', and ')}` : '';
}

/** Of a short name only lines that name what it is in as well. None where the answer is about nothing. */
export async function furtherLines(engine: Engine, { of, items }: RelatedAnswer, signal?: AbortSignal): Promise<FurtherLines> {
  const name = of[0] ? nameInCode(of[0]) : '';
  if (!name)
    return {
      name,
      matches: [],
      more: 0,
      isIncomplete: false,
      texts: [],
      isNone: false,
      hasNamesakes: false,
      behindOthers: 0,
      isPart: false,
    };
  // Whatever relations were asked for, and what leads to another symbol of the name for certain.
  const all = await engine.related({ symbol: name, kinds: [...dependsOn], limit: MAX_SEARCHED }, signal);
  const own = new Set(of.map(({ key }) => key));
  const isDirect = ({ kind, depth }: RelatedItem): boolean => depth === 1 && dependsOn.has(kind);
  const known = [...items, ...all.items.filter((item) => own.has(item.of) || !item.isGuess)];
  const listedKeys = new Set(items.map(({ kind, symbol }) => `${kind} ${symbol.key}`));
  const isUnlisted = (item: RelatedItem): boolean =>
    isDirect(item) && own.has(item.of) && !listedKeys.has(`${item.kind} ${item.symbol.key}`);
  // The lines of a function that uses it say no more; those of a whole type may.
  const users = known.filter((item) => isDirect(item) && own.has(item.of) && !isType(item.symbol.symbolKind)).map(({ symbol }) => symbol);
  const placesOf = (found: readonly RelatedItem[]): string[] =>
    found.flatMap(({ proof, moreProof }) =>
      proof ? [proof.line, ...moreProof.map(({ line }) => line)].map((line) => `${proof.path}:${line}`) : [],
    );
  const named = ({ path, nameLine }: RelatedAnswer['of'][number]): string => `${path}:${nameLine}`;
  const listed = new Set([...placesOf(known), ...all.of.map(named)]);
  const ofOwn = new Set([...placesOf(known.filter((item) => own.has(item.of))), ...of.map(named)]);
  const search = (owners: readonly string[], roles: readonly FileRole[], limit: number) => {
    const text = wordPattern(name, owners.length ? [...owners, ...OWN_NAMES] : []);
    return linesOfPattern(engine, { text, match: 'regex', heedsCase: true, filters: { roles }, limit }, signal);
  };
  const plain = isDistinctive(name) ? await search([], CODE_ROLES, MAX_SEARCHED) : null;
  const isOnlyOne = all.of.every(({ key }) => own.has(key));
  const isCommon = plain === null || (plain.matches.length > MAX_NAMESAKES && of.every(isMember) && !isOnlyOne);
  const around = isCommon ? of.map(outerName) : [];
  const { matches, isIncomplete } = isCommon || plain === null ? await search(around, CODE_ROLES, MAX_SEARCHED) : plain;
  const settings = await search(around, ['configuration'], MAX_SETTINGS);
  /** Where a type is defined apart from its members, each of these names it. */
  const isOfOwn = ({ qualifiedName = '' }: { readonly qualifiedName?: string }): boolean =>
    of.some((one) => isType(one.symbolKind) && `${qualifiedName}.`.startsWith(`${one.qualifiedName}.`));
  const isKnown = ({ path, line, symbol }: TextMatch): boolean =>
    listed.has(`${path}:${line}`) ||
    (symbol !== null && isOfOwn(symbol)) ||
    [...of, ...users].some((one) => one.path === path && one.symbolKind !== null && one.lines.start <= line && line < one.lines.end);
  /** By `self` and its like a short name is meant within its type alone. */
  const means = around.length ? new RegExp(wordPattern(name, around), 'u') : null;
  const isWithin = ({ symbol }: TextMatch): boolean => around.includes(symbol?.qualifiedName.split('.').at(-2) ?? '');
  // A member that is called by an ordinary word is meant behind a value or as a key: not in a message, nor as a folder.
  const isWord = of.every(isMember) && /^\p{Ll}+$/u.test(name);
  const asMember = new RegExp(
    `(?:\\.|->|::)${escapePattern(name)}(?![\\w$])|(?<![\\w$/.-])${escapePattern(name)}["']?\\s{0,3}(?:[:=](?![:=])|=>)`,
    'u',
  );
  const likely = likelyFirst(name, of);
  const isCode = (match: TextMatch): boolean => isCodeWith({ ...match, symbol: match.symbol?.qualifiedName ?? '' }, name);
  const further = [...matches, ...settings.matches]
    .filter((match) => isCode(match) && !isKnown(match))
    .filter((match) => !means || means.test(match.text) || isWithin(match))
    .filter(({ text }) => !isWord || asMember.test(text))
    .sort((a, b) => likely(a) - likely(b));
  const others = around.length ? await linesOfPattern(engine, membersNamed(name), signal) : null;
  const isListed = (match: TextMatch): boolean =>
    isKnown(match) || further.some(({ path, line }) => path === match.path && line === match.line);
  const behindOthers = others?.matches.filter((match) => isCode(match) && !isListed(match)) ?? [];
  if (behindOthers.length <= FEW_OTHERS) further.push(...behindOthers.splice(0));
  const registered = await registeredLines(engine, of, isListed, signal);
  return {
    name,
    matches: [...further.slice(0, MAX_LINES), ...registered.matches],
    more: Math.max(0, further.length - MAX_LINES),
    isIncomplete,
    texts: registered.texts,
    hasNamesakes: [...listed].some((place) => !ofOwn.has(place)),
    behindOthers: behindOthers.length,
    isPart: all.items.some(isUnlisted),
    isNone: !around.length && !isWord && !further.length && !isIncomplete && matches.length < MAX_SEARCHED,
  };
}

/** Lines for a pattern of our own. One that takes too long in this workspace finds nothing and says so: what else is known is answered. */
export async function linesOfPattern(engine: Engine, question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer> {
  try {
    return await engine.findText(question, signal);
  } catch (error) {
    if (!(error instanceof ContextError) || error.code !== 'query') throw error;
    return { matches: [], isIncomplete: true, problems: [{ code: 'budgetExceeded', message: error.message, incomplete: true }] };
  }
}

/** What code has of a symbol's name: `Engine` of a module `Oban.Engine`; in R a dot is a letter. */
export const nameInCode = ({ name, language }: Pick<RelatedAnswer['of'][number], 'name' | 'language'>): string =>
  language === 'r' ? name : (name.split(/[.\\]/).filter(Boolean).at(-1) ?? name);

/** By its kind. */
export const isMember = ({ symbolKind }: RelatedAnswer['of'][number]): boolean =>
  symbolKind === 'method' || symbolKind === 'field' || symbolKind === 'property';

/** Of a member first the lines of its file, then those that name it behind a value; lower is earlier. */
function likelyFirst(name: string, of: RelatedAnswer['of']): (match: TextMatch) => number {
  const files = new Set(of.map(({ path }) => path));
  const isMember = of.some(({ name: written, qualifiedName, symbolKind }) => symbolKind !== null && qualifiedName !== written);
  const behindValue = new RegExp(`(?:\\.|->|::)${escapePattern(name)}(?![\\w$])`, 'u');
  return ({ path, text }) => (!isMember ? 0 : files.has(path) ? 0 : behindValue.test(text) ? 1 : 2);
}

/** What stands for the own type's value. */
const OWN_NAMES = ['self', 'this', '$this'];

/**
 * A pattern for a name as a whole word. @param around names of which one must be joined to it, or a value that is named after one
 * (`self.flow.websocket` for `HTTPFlow`); none where it may stand alone
 */
export function wordPattern(name: string, around: readonly string[] = []): string {
  const owners = [...new Set(around.flatMap((outer) => [escapePattern(outer), ...valuesOf(outer)]))];
  const word = escapePattern(name.slice(0, 200));
  if (!owners.length) return `(?<![\\w$])${word}(?![\\w$])`;
  // What is before it is looked at behind the name alone: from each letter of a very long word on it would take a second.
  return `${word}(?![\\w$])(?<=(?<![\\w$])(?:${owners.join('|')})(?:\\(\\))?(?:[?!]?\\.|::?|->|#)${word})`;
}

/** A search for a name behind any value. */
const membersNamed = (name: string) => ({
  text: `(?:\\.|->|::|(?<=\\w):)${escapePattern(name.slice(0, 200))}(?![\\w$])`,
  match: 'regex' as const,
  heedsCase: true,
  filters: { roles: CODE_ROLES },
  limit: MAX_SEARCHED,
});

/** Shorter words end too many names. */
const MIN_VALUE_CHARS = 3;

/** Names of values that end with the last word of a type's name: `flow`, `server_flow` and `clientFlow` for `HTTPFlow`. */
function valuesOf(type: string): string[] {
  const last = type.match(/[A-Z]?[a-z\d]+/g)?.at(-1) ?? '';
  if (last.length < MIN_VALUE_CHARS || !type.endsWith(last)) return [];
  const [first = '', rest] = [last[0], escapePattern(last.slice(1))];
  return [`(?:[\\w$]*_)?${first.toLowerCase()}${rest}`, `[a-z_$][\\w$]*${first.toUpperCase()}${rest}`];
}
