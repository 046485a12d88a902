/** Places and code as MCP answers have them (lines from 1), and as text. Pure. */
import type { Result, SymbolHit } from '../../core/model/answer.js';
import { clipped, linesNote, shownNote, summaryOf } from '../../core/model/answer-text.js';
import type { RelatedSymbol } from '../../core/model/related.js';
import { numbered } from '../../core/model/shown-lines.js';
import type { TextMatch } from '../../core/model/text-search.js';
import type { McpCode, McpNeeded, McpPlace, McpSymbol, McpTextMatch } from '../../protocol/mcp-common.js';
import { declares } from '../order-matches.js';

export const placeOf = (one: Result | SymbolHit | RelatedSymbol): McpPlace => ({
  path: one.path,
  startLine: one.lines.start + 1,
  endLine: Math.max(one.lines.start + 1, one.lines.end),
  kind: one.symbolKind ?? ('kind' in one ? one.kind : 'module'),
  name: one.qualifiedName,
  key: one.key,
});

export const codeOf = (result: Result): McpCode => ({
  ...placeOf(result),
  code: result.text === '' ? '' : numbered(result.text, result.segments),
  ...(result.shortening !== 'whole' && (result.text !== '' || result.shortening === 'place') && { shown: result.shortening }),
  ...(result.answerLines.length && { answerLines: result.answerLines.map((line) => line + 1) }),
  ...(result.unsaved && { unsaved: true }),
});

/** As `codeOf`; of a place what it is for. */
export function summarized(result: Result): McpCode {
  const one = codeOf(result);
  return one.code === '' ? { ...one, summary: summaryOf(result) } : one;
}

export const matchOf = ({ path, line, text, symbol, before, after }: TextMatch): McpTextMatch => ({
  path,
  line: line + 1,
  text,
  symbol: symbol?.qualifiedName ?? '',
  ...(before.length && { before: [...before] }),
  ...(after.length && { after: [...after] }),
});

export const symbolOf = (hit: SymbolHit): McpSymbol => ({ ...placeOf(hit), signature: hit.signature });

export const symbolText = (symbol: McpSymbol): string => `${symbol.path}:${declaration(symbol)}`;

/** Symbols below their files, each path once. */
export const outlineText = (symbols: readonly McpSymbol[]): string[] =>
  symbols.flatMap((symbol, i) => [...(symbol.path === symbols[i - 1]?.path ? [] : [symbol.path]), `  ${declaration(symbol)}`]);

const MAX_SIGNATURE = 160;
/** What a signature may have before its name without saying more than the kind of the symbol. */
const PLAIN_PREFIX =
  /^(?:(?:async|class|const|def|enum|export|fn|func(?: \([^)]*\))?|function|interface|let|pub|struct|trait|type|var)(?: |$))*$/;

/** Lines, kind and qualified name, with what the signature has beside them: `4-9 method Client.send(self, request) -> Response`. */
function declaration(symbol: McpSymbol): string {
  const { name, kind } = symbol;
  // `Cart::Cart(int)`: the name says what it is in.
  const signature = symbol.signature
    .replace(/\s+/g, ' ')
    .replace(/\( /g, '(')
    .replace(/,? \)/g, ')')
    .replace(/^(?:\w+::)+(?=~?\w)/, '');
  if (signature === `${kind} ${name}`) return withinFile(symbol);
  const last = name.split(/[.#]|::/).at(-1) ?? name;
  const at = signature.indexOf(last);
  const rest = signature.slice(at + last.length);
  if (at < 0 || /^\w/.test(rest) || !PLAIN_PREFIX.test(signature.slice(0, at)))
    return `${withinFile(symbol)}${signature && `  ${clipped(signature, MAX_SIGNATURE)}`}`;
  return `${withinFile(symbol)}${rest.trim() === kind ? '' : rest.slice(0, MAX_SIGNATURE)}`;
}

/** `path:10-20 method Client.send`. */
export const placeLine = (place: McpPlace): string => `${place.path}:${withinFile(place)}`;

const withinFile = ({ startLine, endLine, kind, name }: McpPlace): string =>
  `${startLine === endLine ? startLine : `${startLine}-${endLine}`} ${kind} ${name}`;

export const neededText = ({ signature, path, line }: McpNeeded): string => `${path}:${line} ${signature.replace(/\s+/g, ' ')}`;

/** Place, key and code. The key is there to exclude the result from later answers. */
export function codeText({ code, shown, answerLines = [], unsaved, within, summary, ...place }: McpCode): string {
  const named = linesNote(answerLines.map((line) => line - 1));
  const notes = [named, shown && shown !== 'place' && shownNote(shown), unsaved && 'not saved yet'].filter(Boolean);
  const head = `${placeLine(place)} #${place.key}${notes.length ? ` (${notes.join(', ')})` : ''}${within ? `\nin: ${within}` : ''}`;
  return code === '' ? `${head}${summary ? `  ${summary}` : ''}` : `${head}\n${code}\n`;
}

/** A place beside code, with what it is for if that says more than its name. */
export function besideText({ summary, ...place }: McpCode): string {
  const last = place.name.split(/[.#]|::/).at(-1) ?? place.name;
  return `${placeLine(place)}${summary && !summary.includes(last) ? `  ${summary}` : ''}`;
}

/** Matching lines below their files, each path once, with the innermost enclosing symbols, or what a declaration is in. */
export const matchTexts = (matches: readonly McpTextMatch[]): string[] =>
  matches.flatMap((match, i) => [...(match.path === matches[i - 1]?.path ? [] : [match.path]), matchText(match)]);

/** Matches with no line around them that another one shows, or is. */
export const withoutRepeats = (matches: readonly McpTextMatch[]): McpTextMatch[] =>
  matches.map((match, i) => {
    const { path, line, before, after } = match;
    const above = matches[i - 1];
    const below = matches[i + 1];
    const from = above?.path === path && above.line < line ? Math.min(line, above.line + 1 + (above.after?.length ?? 0)) : 0;
    const to = below?.path === path && below.line > line ? below.line : Number.POSITIVE_INFINITY;
    return {
      ...match,
      ...(before && { before: before.slice(Math.max(0, from - line + before.length)) }),
      ...(after && { after: after.slice(0, Math.max(0, to - line - 1)) }),
    };
  });

/** A matching line with the lines around it, as grep marks them: `12: found`, `13- after it`. */
export function matchText(match: McpTextMatch): string {
  const { line, text, symbol, before = [], after = [] } = match;
  const [, container = '', name = ''] = /^(?:(.*)(?:\.|#|::))?(.*)$/.exec(symbol) ?? [];
  const around = declares(match, name) ? container : symbol;
  // Elements of XML without a name of their own are called by their tags.
  const within = around && !around.startsWith('<') && !text.includes(around) ? `  (in ${around})` : '';
  const beside = (lines: readonly string[], first: number) => lines.map((one, i) => `  ${first + i}- ${one}`);
  return [...beside(before, line - before.length), `  ${line}: ${text}${within}`, ...beside(after, line + 1)].join('\n');
}

/** A heading and one line per item; nothing if there are none. */
export const listText = (heading: string, lines: readonly string[]): string[] => (lines.length ? [heading, ...lines, ''] : []);
