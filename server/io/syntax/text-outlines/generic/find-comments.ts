/** Comment blocks that document nothing by themselves: over three lines, or with a mark that people search for. */
import type { CommentBlock, OutlineSymbol } from '../../../../core/model/symbol.js';
import { labelsIn } from '../../comment-labels.js';
import type { Source } from './source.js';

const minLines = 4;
/** More of them in one file are generated. */
const maxBlocks = 500;
/** A longer comment is licence text or data; its first part says what it is. */
const maxCommentChars = 8_000;

export function findComments(source: Source, symbols: readonly OutlineSymbol[]): CommentBlock[] {
  const blocks: CommentBlock[] = [];
  const documented = new Set<number>();
  for (const symbol of symbols) if (symbol.span.start < symbol.nameSpan.start) documented.add(symbol.lines.start);
  for (let line = 0; line < source.lines && blocks.length < maxBlocks; line++) {
    if (!source.commentLine[line]) continue;
    const start = line;
    while (line + 1 < source.lines && source.commentLine[line + 1]) line++;
    const text = source.text.slice(
      source.index.offsetOf(start),
      Math.min(source.index.offsetOf(line + 1), source.index.offsetOf(start) + maxCommentChars),
    );
    const tags = labelsIn(text);
    if (tags.length || (line + 1 - start >= minLines && !documented.has(start))) blocks.push({ lines: { start, end: line + 1 }, tags });
  }
  // A mark behind code on the same line.
  for (const comment of source.comments) {
    if (blocks.length >= maxBlocks) break;
    const text = source.text.slice(comment.start, Math.min(comment.end, comment.start + 400));
    const line = source.index.lineAt(comment.start);
    const tags = source.commentLine[line] ? [] : labelsIn(text);
    if (tags.length) blocks.push({ lines: { start: line, end: line + 1 }, tags });
  }
  return blocks.sort((a, b) => a.lines.start - b.lines.start);
}
