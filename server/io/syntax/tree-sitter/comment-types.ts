/** Types that a comment alone declares (LuaCATS). */
import type { OutlineSymbol } from '../../../core/model/symbol.js';
import { commentText } from './comment-text.js';
import type { Walk } from './walk.js';

/** Adds a symbol for each comment at the top level that matches the grammar's `commentType` and documents no other symbol. */
export function addCommentTypes(walk: Walk): void {
  const { commentType } = walk.grammar;
  if (!commentType) return;
  const { symbols, text, lines } = walk;
  const added: OutlineSymbol[] = [];
  let next = 0;
  let end = 0;
  for (const block of walk.blocks) {
    for (; next < symbols.length && (symbols[next] as OutlineSymbol).span.start <= block.start; next++)
      end = Math.max(end, (symbols[next] as OutlineSymbol).span.end);
    if (block.documents || block.start < end) continue;
    const raw = text.slice(block.start, block.end);
    const found = commentType.exec(raw);
    const name = found?.groups?.['name'];
    if (!found || !name) continue;
    const nameEnd = block.start + found.index + found[0].length;
    block.documents = true;
    added.push({
      name,
      kind: 'class',
      parent: -1,
      span: { start: block.start, end: block.end },
      lines: { start: lines.lineAt(block.start), end: lines.lineAt(block.end - 1) + 1 },
      nameSpan: { start: nameEnd - name.length, end: nameEnd },
      signature: text.slice(block.start + found.index, nameEnd),
      doc: commentText(raw),
      exported: true,
    });
  }
  if (added.length) insert(walk, added);
}

/** Merges symbols by their offsets; what refers to a symbol by its index follows. */
function insert(walk: Walk, added: readonly OutlineSymbol[]): void {
  const moved: number[] = [];
  const merged: OutlineSymbol[] = [];
  let next = 0;
  for (const symbol of walk.symbols) {
    for (; next < added.length && (added[next] as OutlineSymbol).span.start < symbol.span.start; next++)
      merged.push(added[next] as OutlineSymbol);
    moved.push(merged.length);
    merged.push(symbol.parent < 0 ? symbol : { ...symbol, parent: moved[symbol.parent] as number });
  }
  merged.push(...added.slice(next));
  walk.symbols.splice(0, walk.symbols.length, ...merged);
  const mentions = walk.mentions.map((mention) => (mention.from < 0 ? mention : { ...mention, from: moved[mention.from] as number }));
  walk.mentions.splice(0, walk.mentions.length, ...mentions);
}
