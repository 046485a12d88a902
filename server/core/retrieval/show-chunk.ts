/**
 * How one chunk is shown: whole where it fits, else shortened in stages: children collapsed, outline, signature, one
 * line (C1, R7). Where it is asked for, of a long function the statements that the question is about. Pure.
 */
import { commentStyle } from '../chunking/comment-style.js';
import { wholeLines } from '../chunking/line-spans.js';
import { collapse, renderChunk, wholeSource } from '../chunking/render-chunk.js';
import type { Shortening } from '../model/answer.js';
import type { ChildChunk, ChunkRecord } from '../model/chunk.js';
import { isFunction } from '../model/symbol.js';
import { extractStatements, type Relevance } from './extract-statements.js';
import type { TokenCounter } from './ports.js';

/**
 * One result may not be the whole answer: it takes at most this many tokens, or this share of the budget where that is
 * more. Whole symbols of up to 500 tokens always come whole, with an ample budget longer ones do too. Recall within 500
 * tokens of context rose from 0.56 to 0.90 when 1,200 became 500, with the same ranking.
 */
const MIN_RESULT_TOKENS = 500;
const RESULT_SHARE = 0.12;

/** Most tokens of one result under a budget; where there is none the caller reads top down and stops when it likes. */
export const resultBound = (budgetTokens: number): number =>
  Number.isFinite(budgetTokens) ? Math.max(MIN_RESULT_TOKENS, budgetTokens * RESULT_SHARE) : MIN_RESULT_TOKENS;

export interface Shown {
  readonly text: string;
  readonly shortening: Shortening;
  readonly tokens: number;
}

export interface ShowOptions {
  /** Ids of children whose bodies stay (R8). */
  readonly expanded?: ReadonlySet<number>;
  /** Set where statements of a long function are wanted rather than its first lines. */
  readonly relevance?: Relevance | null;
}

/**
 * The fullest form of a chunk that fits, or null.
 * @param left tokens that are left of the budget: nothing is longer
 * @param most tokens that this result should take at most
 * @param inside its direct children
 */
export function showChunk(
  text: string,
  record: ChunkRecord,
  inside: readonly ChildChunk[],
  tokens: TokenCounter,
  left: number,
  most: number,
  { expanded = new Set(), relevance = null }: ShowOptions = {},
): Shown | null {
  const children = inside.filter((chunk) => !expanded.has(chunk.id));
  const room = Math.min(left, most);
  const forms: readonly (readonly [Shortening, () => string])[] = [
    ['whole', () => (collapsesNothing(text, record, children) ? wholeSource(text, record) : '')],
    ['collapsed', () => renderChunk(text, record, children, record.language)],
    ['extract', () => (relevance ? extractOf(text, record, room, tokens, relevance) : '')],
    ['collapsed', () => outlineOf(text, record, children, room, tokens)],
    ['signature', () => signatureOf(text, record)],
    ['line', () => (record.signature || record.name).split('\n')[0]?.slice(0, 120) ?? ''],
  ];
  for (const [shortening, render] of forms) {
    const shown = render();
    if (!shown) continue;
    // The estimate is within 15 %: only what comes near a bound is counted exactly.
    const estimate = tokens.estimate(shown);
    const bound = shortening === 'line' ? left : room;
    if (estimate > bound * 1.3 && estimate > 40) continue;
    const count = tokens.count(shown);
    if (count <= bound) return { text: shown, shortening, tokens: count };
  }
  return null;
}

/** True where no child has a body long enough to be collapsed: then the chunk is shown as it stands. */
const collapsesNothing = (text: string, record: ChunkRecord, children: readonly ChildChunk[]): boolean =>
  children.every(({ bodySpan }) => !bodySpan) ||
  renderChunk(text, record, children, record.language) === renderChunk(text, record, [], record.language);

/** Of a function too long to show, the statements that the question is about; '' for anything else. */
function extractOf(text: string, record: ChunkRecord, room: number, tokens: TokenCounter, relevance: Relevance): string {
  if (!record.bodySpan || !isFunction(record.symbolKind)) return '';
  const { start: from, end: to } = wholeLines(text, record.span);
  const lineOf = (offset: number): number => text.slice(from, offset).split('\n').length - 1;
  const { open, close } = commentStyle(record.language);
  return extractStatements(text.slice(from, to).trimEnd().split('\n'), {
    head: { start: record.nameSpan ? lineOf(record.nameSpan.start) : 0, end: lineOf(record.bodySpan.start) + 1 },
    relevance,
    comment: (note) => `${open}${note}${close}`,
    room,
    tokensOf: (line) => tokens.estimate(line),
  });
}

/** Too long even with children collapsed: the declaration, then the signatures of the children; for a leaf, its first lines. */
function outlineOf(text: string, record: ChunkRecord, children: readonly ChildChunk[], room: number, tokens: TokenCounter): string {
  const style = commentStyle(record.language);
  const note = (count: number, what: string) => `${style.open}${count} ${what}${style.close}`;
  const named = children.filter((child) => child.symbolKind !== null && child.signature);
  if (named.length > 1) {
    const head = record.kind === 'module' ? [] : [record.signature || record.name];
    const lines = [...head, ...named.map((child) => `  ${child.signature.split('\n')[0]?.slice(0, 160)}`)];
    const shown = fitting(lines, room, tokens);
    return [...lines.slice(0, shown), ...(shown < lines.length ? [`  ${note(lines.length - shown, 'more')}`] : [])].join('\n');
  }
  const source = wholeSource(text, record).trimEnd().split('\n');
  const shown = fitting(source, room, tokens);
  if (shown >= source.length) return source.join('\n');
  return `${source.slice(0, shown).join('\n').trimEnd()}\n${note(source.length - shown, 'lines left out')}`;
}

/** How many of the lines fit, with room for a note on the rest; the estimate may be 15 % too low. */
function fitting(lines: readonly string[], room: number, tokens: TokenCounter): number {
  let used = 15;
  for (const [i, line] of lines.entries()) {
    used += tokens.estimate(line) + 1;
    if (used > room * 0.85) return i;
  }
  return lines.length;
}

function signatureOf(text: string, record: ChunkRecord): string {
  if (!record.bodySpan) return record.signature;
  const { start, end } = wholeLines(text, record.span);
  return collapse(text, start, end, [record.bodySpan], record.language).trimEnd();
}

/** 0-based line and UTF-16 column of a chunk's name; the start of the chunk where it has none. */
export function namePosition(text: string, record: ChunkRecord): { nameLine: number; nameColumn: number } {
  if (!record.nameSpan) return { nameLine: record.lines.start, nameColumn: 0 };
  const at = record.nameSpan.start;
  let nameLine = record.lines.start;
  for (let i = text.indexOf('\n', record.span.start); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) nameLine++;
  return { nameLine, nameColumn: at - (text.lastIndexOf('\n', at - 1) + 1) };
}
