/** Places and code as MCP answers have them (lines from 1), and as text. Pure. */
import type { Result, SymbolHit } from '../../core/model/answer.js';
import type { RelatedSymbol } from '../../core/model/related.js';
import { numbered } from '../../core/model/shown-lines.js';
import type { TextMatch } from '../../core/model/text-search.js';
import type { McpCode, McpPlace, McpSymbol, McpTextMatch } from '../../protocol/mcp-common.js';

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
  ...(result.shortening !== 'whole' && result.text !== '' && { shown: result.shortening }),
  ...(result.unsaved && { unsaved: true }),
});

export const matchOf = ({ path, line, text, symbol }: TextMatch): McpTextMatch => ({
  path,
  line: line + 1,
  text,
  symbol: symbol?.qualifiedName ?? '',
});

export const symbolOf = (hit: SymbolHit): McpSymbol => ({ ...placeOf(hit), signature: hit.signature });

export const symbolText = (symbol: McpSymbol): string => `${placeLine(symbol)}${signatureText(symbol)}`;

/** Symbols below their files, each path once. */
export const outlineText = (symbols: readonly McpSymbol[]): string[] =>
  symbols.flatMap((symbol, i) => [
    ...(symbol.path === symbols[i - 1]?.path ? [] : [symbol.path]),
    `  ${withinFile(symbol)}${signatureText(symbol)}`,
  ]);

const signatureText = ({ signature }: McpSymbol): string => (signature ? `  ${signature.replace(/\s+/g, ' ').slice(0, 160)}` : '');

/** `path:10-20 method Client.send`. */
export const placeLine = (place: McpPlace): string => `${place.path}:${withinFile(place)}`;

const withinFile = ({ startLine, endLine, kind, name }: McpPlace): string =>
  `${startLine === endLine ? startLine : `${startLine}-${endLine}`} ${kind} ${name}`;

/** Place, key and code. The key is there to exclude the result from later answers. */
export function codeText({ code, shown, unsaved, ...place }: McpCode): string {
  const notes = [shown && `shown: ${shown}`, unsaved && 'not saved yet'].filter(Boolean);
  const head = `${placeLine(place)} #${place.key}${notes.length ? ` (${notes.join(', ')})` : ''}`;
  return code === '' ? head : `${head}\n${code}\n`;
}

export const matchText = ({ path, line, text, symbol }: McpTextMatch): string =>
  `${path}:${line}: ${text}${symbol ? `  (in ${symbol})` : ''}`;

/** A heading and one line per item; nothing if there are none. */
export const listText = (heading: string, lines: readonly string[]): string[] => (lines.length ? [heading, ...lines, ''] : []);
