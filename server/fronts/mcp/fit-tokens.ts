/**
 * Fits printed text into a token budget. Invariant: counts err upwards, so that an answer is never longer than its budget. Pure.
 */

import type { McpCode } from '../../protocol/mcp-common.js';
import { estimateTokens } from '../../util/estimate-tokens.js';
import { placeLine } from './shapes.js';

/** Estimates of code may be 15 % too low, those of lines with paths and keys 30 %. */
const CODE_MARGIN = 1.15;
const LINE_MARGIN = 1.3;
/** The last line of an answer with a note. */
export const STATE_TOKENS = 40;
const NOTE_TOKENS = 30;
/** A key, and that the code is shortened. */
const KEY_TOKENS = 20;

/** Of lines with places. */
export const tokensOf = (text: string): number => Math.ceil(estimateTokens(text) * LINE_MARGIN) + 1;

/** Of a result as it is printed. */
export const codeTokens = (one: McpCode): number =>
  tokensOf(`${placeLine(one)} ${one.within ?? ''}`) + KEY_TOKENS + Math.ceil(estimateTokens(one.code) * CODE_MARGIN);

/** How many of the lines fit, from the first on; at least one. */
function fittingLines(lines: readonly string[], room: number): number {
  let used = 0;
  for (const [i, line] of lines.entries()) {
    used += tokensOf(line);
    if (used > room) return Math.max(1, i);
  }
  return lines.length;
}

/** As many lines as fit into `room`, and how many were left out. */
export function fitted<T>(items: readonly T[], textOf: (item: T) => string, room: number) {
  const count = items.length ? fittingLines(items.map(textOf), room) : 0;
  const kept = items.slice(0, count);
  return { kept, omitted: items.length - count, used: kept.reduce((sum, item) => sum + tokensOf(textOf(item)), 0) };
}

export interface FittedCode {
  readonly results: McpCode[];
  /** Of the room. */
  readonly left: number;
  readonly notes: string[];
}

/** Results within `room`: whole from the first on; the first is cut to it, later ones become places, and the last are left out. */
export function fitCode(all: readonly McpCode[], room: number): FittedCode {
  const results: McpCode[] = [];
  const notes: string[] = [];
  let left = room;
  for (const [i, result] of all.entries()) {
    let shown = result;
    if (codeTokens(shown) > left) {
      shown = i === 0 ? beginningOf(result, left - NOTE_TOKENS, notes) : { ...result, code: '', shown: 'place' };
      if (i > 0 && codeTokens(shown) > left) {
        notes.push(`${all.length - i} more are left out by budgetTokens`);
        break;
      }
    }
    left -= codeTokens(shown);
    results.push(shown);
  }
  const places = results.filter(({ shown }, i) => i > 0 && shown === 'place').length;
  if (places) notes.push(`${places} of them are given as places only; read them by key or place`);
  return { results, left, notes };
}

function beginningOf(result: McpCode, room: number, notes: string[]): McpCode {
  const lines = result.code.split('\n');
  const kept = fittingLines(lines, (room - codeTokens({ ...result, code: '' })) * (LINE_MARGIN / CODE_MARGIN));
  if (kept === lines.length) return result;
  notes.push(`cut after ${kept} of ${lines.length} lines by budgetTokens; read on at ${result.path}:${result.startLine + kept}`);
  return { ...result, code: lines.slice(0, kept).join('\n'), shown: 'beginning' };
}
