/**
 * Lines with the text by which a symbol is registered: a command, a route, an event, a task that its decorator or attribute names. Whoever
 * calls it so mentions no name that a structure could resolve.
 */
import type { Engine } from '../core/engine/engine-api.js';
import type { RelatedSymbol } from '../core/model/related.js';
import { isFunction } from '../core/model/symbol.js';
import type { TextMatch } from '../core/model/text-search.js';
import { CODE_ROLES } from './code-roles.js';

const MAX_SYMBOLS = 3;
const MAX_TEXTS = 3;
const MAX_LINES = 12;
const DECORATOR = /^\s*(?:@[\w$]|#\[|\[[A-Z])/;
const TEXT = /(["'])([^"'\\\n]{5,100})\1/g;
/** Joined words, a path: a plain word may be anything. */
const DISTINCTIVE = /[\p{L}\d][.:/_-][\p{L}\d]|^\/[\p{L}\d]|\p{Ll}\p{Lu}/u;

export interface RegisteredLines {
  /** The texts of decorators that have lines elsewhere. */
  readonly texts: readonly string[];
  readonly matches: readonly TextMatch[];
}

/** For a front: what the lines are; '' for none. */
export const registeredNote = ({ texts }: Pick<RegisteredLines, 'texts'>): string =>
  texts.length ? `listed too are lines with ${texts.map((text) => JSON.stringify(text)).join(', ')}, of its decorator` : '';

/** @param isListed whether a list has a line (0-based) already */
export async function registeredLines(
  engine: Engine,
  of: readonly RelatedSymbol[],
  isListed: (match: TextMatch) => boolean,
  signal?: AbortSignal,
): Promise<RegisteredLines> {
  const matches: TextMatch[] = [];
  const texts: string[] = [];
  for (const symbol of of.filter(({ symbolKind }) => isFunction(symbolKind)).slice(0, MAX_SYMBOLS)) {
    if (symbol.nameLine <= symbol.lines.start) continue;
    for (const text of await decoratorTexts(engine, symbol, signal)) {
      const question = { text, match: 'literal', heedsCase: true, filters: { roles: CODE_ROLES }, limit: MAX_LINES } as const;
      const found = (await engine.findText(question, signal)).matches.filter(
        (match) => !isListed(match) && !(match.path === symbol.path && match.line >= symbol.lines.start && match.line < symbol.lines.end),
      );
      if (found.length) texts.push(text);
      matches.push(...found);
    }
  }
  return { texts, matches: matches.slice(0, MAX_LINES) };
}

/** The texts in the decorators above a symbol. */
async function decoratorTexts(engine: Engine, { path, lines, nameLine }: RelatedSymbol, signal?: AbortSignal): Promise<string[]> {
  const { results } = await engine.show({ at: { path, line: lines.start, lastLine: nameLine - 1 } }, signal);
  const above = (results[0]?.text ?? '').split('\n');
  const first = above.findIndex((line) => DECORATOR.test(line));
  if (first < 0) return [];
  const found = [...above.slice(first).join('\n').matchAll(TEXT)].map(([, , text = '']) => text.trim());
  return [...new Set(found)].filter((text) => DISTINCTIVE.test(text) && !/\s/.test(text)).slice(0, MAX_TEXTS);
}
