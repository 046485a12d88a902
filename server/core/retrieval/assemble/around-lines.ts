/** The lines of a long chunk that the question points to, with as many lines around them as fit. Pure. */
import { wholeLines } from '../../chunking/line-spans.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import { commentStyle } from '../../model/language.js';
import type { ShownLine } from '../../model/shown-lines.js';
import type { TokenCounter } from '../ports.js';
import { budget } from './budget.js';

/** The line of the name, then lines around `focus` (of the file, 0-based); empty where not even the first of them fits. */
export function aroundLines(text: string, record: ChunkRecord, focus: LineSpan, room: number, tokens: TokenCounter): ShownLine[] {
  const { start: from, end: to } = wholeLines(text, record.span);
  const lines = text.slice(from, to).trimEnd().split('\n');
  const head = record.nameSpan ? text.slice(from, record.nameSpan.start).split('\n').length - 1 : -1;
  const cost = (line: number): number => tokens.estimate(lines[line] as string) + budget.lineNumberTokens;
  const first = Math.max(0, focus.start - record.lines.start);
  if (first >= lines.length) return [];
  const bound = room * budget.aroundFill - 2 * budget.aroundMarkTokens;
  let used = cost(first);
  if (used > bound) return [];
  const showsHead = head >= 0 && head < first && used + cost(head) <= bound;
  if (showsHead) used += cost(head);
  let start = first;
  let end = first + 1;
  const take = (line: number): boolean => {
    if (line < 0 || line >= lines.length || used + cost(line) > bound) return false;
    used += cost(line);
    return true;
  };
  const last = Math.min(lines.length, focus.end - record.lines.start);
  while (end < last && take(end)) end++;
  // The blocks that the lines are in say what happens there, the innermost first.
  for (const within of blocksAround(lines, first))
    for (let grows = true; grows; ) {
      const up = start > within.start && take(start - 1);
      if (up) start--;
      const down = end < within.end && take(end);
      if (down) end++;
      grows = up || down;
    }
  return printed(lines, record, showsHead && head < start ? head : null, { start, end });
}

/** The blocks around a line, by indentation, each from the line that opens it to the one that ends it; all lines at last. */
function blocksAround(lines: readonly string[], line: number): LineSpan[] {
  const widthOf = (at: number): number => (lines[at] as string).search(/\S/);
  const blocks: LineSpan[] = [];
  for (let inside = line; inside > 0; ) {
    let start = inside - 1;
    while (start > 0 && (widthOf(start) < 0 || widthOf(start) >= widthOf(inside))) start--;
    let end = inside + 1;
    while (end < lines.length && (widthOf(end) < 0 || widthOf(end) > widthOf(start))) end++;
    blocks.push({ start, end: Math.min(lines.length, end + 1) });
    inside = start;
  }
  return [...blocks, { start: 0, end: lines.length }];
}

function printed(lines: readonly string[], record: ChunkRecord, head: number | null, { start, end }: LineSpan): ShownLine[] {
  const { open, close } = commentStyle(record.language);
  const out: ShownLine[] = [];
  const mark = (from: number, to: number) => {
    if (to <= from) return;
    const indent = /^[ \t]*/.exec(lines[start] as string)?.[0] ?? '';
    out.push({ text: `${indent}${open}${to - from} line${to - from === 1 ? '' : 's'} left out${close}`, line: null });
  };
  if (head !== null) {
    mark(0, head);
    out.push({ text: lines[head] as string, line: record.lines.start + head });
  }
  mark(head === null ? 0 : head + 1, start);
  for (let i = start; i < end; i++) out.push({ text: lines[i] as string, line: record.lines.start + i });
  mark(end, lines.length);
  return out;
}
