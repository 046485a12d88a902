/**
 * How one chunk is shown: whole where it fits, else shortened in stages: children collapsed, outline, signature, one
 * line (C1, R7). Pure.
 */
import { commentStyle } from '../chunking/comment-style.js';
import { collapse, lineStartIfBlank, renderChunk } from '../chunking/render-chunk.js';
import type { Shortening } from '../model/answer.js';
import type { ChildChunk, ChunkRecord } from '../model/chunk.js';
import type { TokenCounter } from './ports.js';

/** A chunk longer than this is shown in outline: one result may not be the whole answer. Tokens. */
const LONG_RESULT_TOKENS = 1200;

export interface Shown {
  readonly text: string;
  readonly shortening: Shortening;
  readonly tokens: number;
}

/**
 * The fullest form of a chunk that fits into `left` tokens, or null.
 * @param inside its direct children
 * @param expanded ids of children whose bodies stay (R8)
 */
export function showChunk(
  text: string,
  record: ChunkRecord,
  inside: readonly ChildChunk[],
  tokens: TokenCounter,
  left: number,
  expanded: ReadonlySet<number> = new Set(),
): Shown | null {
  const children = inside.filter((chunk) => !expanded.has(chunk.id));
  const forms: readonly (readonly [Shortening, () => string])[] = [
    ['whole', () => (children.some((child) => child.bodySpan) ? '' : renderChunk(text, record, [], record.language))],
    ['collapsed', () => renderChunk(text, record, children, record.language)],
    ['collapsed', () => outlineOf(text, record, children)],
    ['signature', () => signatureOf(text, record)],
    ['line', () => (record.signature || record.name).split('\n')[0]?.slice(0, 120) ?? ''],
  ];
  for (const [shortening, render] of forms) {
    const shown = render();
    if (!shown) continue;
    // The estimate is within 15 %: only what comes near a bound is counted exactly.
    const estimate = tokens.estimate(shown);
    const bound = shortening === 'line' ? left : Math.min(left, LONG_RESULT_TOKENS);
    if (estimate > bound * 1.3 && estimate > 40) continue;
    const count = tokens.count(shown);
    if (count <= bound) return { text: shown, shortening, tokens: count };
  }
  return null;
}

/** Too long even with children collapsed: the declaration, then the signatures of the children; for a leaf, its first lines. */
function outlineOf(text: string, record: ChunkRecord, children: readonly ChildChunk[]): string {
  const style = commentStyle(record.language);
  const named = children.filter((child) => child.symbolKind !== null && child.signature);
  const head = record.signature || record.name;
  if (named.length > 1) {
    const lines = named.slice(0, 40).map((child) => `  ${child.signature.split('\n')[0]?.slice(0, 160)}`);
    const more = named.length > 40 ? [`  ${style.open}${named.length - 40} more${style.close}`] : [];
    return [...(record.kind === 'module' ? [] : [head]), ...lines, ...more].join('\n');
  }
  const from = lineStartIfBlank(text, record.span.start);
  const source = text.slice(from, record.span.end).split('\n');
  const first = source.slice(0, 60);
  if (source.length <= first.length) return source.join('\n').trimEnd();
  return `${first.join('\n').trimEnd()}\n${style.open}${source.length - first.length} lines left out${style.close}`;
}

function signatureOf(text: string, record: ChunkRecord): string {
  if (!record.bodySpan) return record.signature;
  const from = lineStartIfBlank(text, record.span.start);
  return collapse(text, from, record.span.end, [record.bodySpan], record.language).trimEnd();
}

/** 0-based line and UTF-16 column of a chunk's name; the start of the chunk where it has none. */
export function namePosition(text: string, record: ChunkRecord): { nameLine: number; nameColumn: number } {
  if (!record.nameSpan) return { nameLine: record.lines.start, nameColumn: 0 };
  const at = record.nameSpan.start;
  let nameLine = record.lines.start;
  for (let i = text.indexOf('\n', record.span.start); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) nameLine++;
  return { nameLine, nameColumn: at - (text.lastIndexOf('\n', at - 1) + 1) };
}
