/**
 * Lines with the text by which a symbol is known elsewhere: a command, a route, an event, a task that its decorator or attribute names, and the
 * value of a constant. Whoever uses it so mentions no name that a structure could resolve.
 */
import type { Engine } from '../core/engine/engine-api.js';
import type { FileRole } from '../core/model/file.js';
import type { RelatedSymbol } from '../core/model/related.js';
import { isFunction, type SymbolKind } from '../core/model/symbol.js';
import type { TextMatch } from '../core/model/text-search.js';
import { CODE_ROLES } from './code-roles.js';

const MAX_SYMBOLS = 3;
const MAX_TEXTS = 3;
const MAX_LINES = 12;
/** Lines with the value of a constant among which those are that have it between quotation marks. */
const MAX_SEARCHED = 500;
const DECORATOR = /^\s*(?:@[\w$]|#\[|\[[A-Z])/;
/** Its texts are names of warnings, which say nothing of the symbol. */
const OF_WARNINGS =
  /@(?:\w{1,9}:)?(?:Suppress\w*|SuppressWarnings|Deprecated)\s*\([^()]*\)|\[\s*(?:assembly:\s*)?(?:Suppress\w*|Obsolete)\s*\([^()]*\)\s*\]/g;
/** Roles of files that have the values of constants: forms, manifests and settings too. */
const VALUE_ROLES: readonly FileRole[] = [...CODE_ROLES, 'configuration'];
const CONSTANTS: ReadonlySet<SymbolKind | null> = new Set(['constant', 'variable', 'field', 'property', 'enumMember']);
const VALUE = /[=(]\s*(?:[\w.]{1,40}\()?(["'])([^"'\\\n]{4,100})\1\s*\)?\s*[;,]?\s*$/;
const TEXT = /(["'])([^"'\\\n]{5,100})\1/g;
/** Joined words, a path: a plain word may be anything. */
const DISTINCTIVE = /[\p{L}\d][.:/_-][\p{L}\d]|^\/[\p{L}\d]|\p{Ll}\p{Lu}/u;

export interface RegisteredLines {
  /** The texts of decorators, and the values of constants, that have lines elsewhere. */
  readonly texts: readonly string[];
  readonly matches: readonly TextMatch[];
}

/** For a front: what the lines are; '' for none. */
export const registeredNote = ({ texts }: Pick<RegisteredLines, 'texts'>): string =>
  texts.length ? `listed too are lines with ${texts.map((text) => JSON.stringify(text)).join(', ')}, by which it is known too` : '';

/** @param isListed whether a list has a line (0-based) already */
export async function registeredLines(
  engine: Engine,
  of: readonly RelatedSymbol[],
  isListed: (match: TextMatch) => boolean,
  signal?: AbortSignal,
): Promise<RegisteredLines> {
  const matches: TextMatch[] = [];
  const texts: string[] = [];
  const isConstant = ({ symbolKind }: RelatedSymbol): boolean => CONSTANTS.has(symbolKind);
  for (const symbol of of.filter((one) => isFunction(one.symbolKind) || isConstant(one)).slice(0, MAX_SYMBOLS)) {
    const own = isConstant(symbol) ? await constantTexts(engine, symbol, signal) : await decoratorTexts(engine, symbol, signal);
    const [roles, limit] = isConstant(symbol) ? [VALUE_ROLES, MAX_SEARCHED] : [CODE_ROLES, MAX_LINES];
    for (const text of own) {
      // A literal search reads the files that have the text alone.
      const { matches: all } = await engine.findText({ text, match: 'literal', heedsCase: true, filters: { roles }, limit }, signal);
      const meant = isConstant(symbol) ? all.filter((match) => hasQuoted(match.text, text)).slice(0, MAX_LINES) : all;
      const found = meant.filter(
        (match) => !isListed(match) && !(match.path === symbol.path && match.line >= symbol.lines.start && match.line < symbol.lines.end),
      );
      if (found.length) texts.push(text);
      matches.push(...found);
    }
  }
  return { texts, matches: matches.slice(0, MAX_LINES) };
}

/** True too where the text is cut off at the end of a long line. */
const hasQuoted = (line: string, text: string): boolean =>
  !line.includes(text) || [`"${text}"`, `'${text}'`].some((quoted) => line.includes(quoted));

/** The text that a constant is. */
async function constantTexts(engine: Engine, { path, lines }: RelatedSymbol, signal?: AbortSignal): Promise<string[]> {
  const { results } = await engine.show({ at: { path, line: lines.start, lastLine: lines.end - 1 } }, signal);
  const text = VALUE.exec((results[0]?.text ?? '').trim())?.[2] ?? '';
  return DISTINCTIVE.test(text) && !/\s/.test(text) ? [text] : [];
}

/** The texts in the decorators above a symbol. */
async function decoratorTexts(engine: Engine, { path, lines, nameLine }: RelatedSymbol, signal?: AbortSignal): Promise<string[]> {
  if (nameLine <= lines.start) return [];
  const { results } = await engine.show({ at: { path, line: lines.start, lastLine: nameLine - 1 } }, signal);
  const above = (results[0]?.text ?? '').split('\n');
  const first = above.findIndex((line) => DECORATOR.test(line));
  if (first < 0) return [];
  const found = [...above.slice(first).join('\n').replace(OF_WARNINGS, '').matchAll(TEXT)].map(([, , text = '']) => text.trim());
  return [...new Set(found)].filter((text) => DISTINCTIVE.test(text) && !/\s/.test(text)).slice(0, MAX_TEXTS);
}
