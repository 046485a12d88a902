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
  for (let grows = true; grows; ) {
    const up = take(start - 1);
    if (up) start--;
    const down = take(end);
    if (down) end++;
    grows = up || down;
  }
  return printed(lines, record, showsHead && head < start ? head : null, { start, end });
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
