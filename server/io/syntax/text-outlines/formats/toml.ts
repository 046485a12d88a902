/** TOML: `[tables]` and `[[arrays of tables]]` as sections, nested by their dotted names, and the keys before the first one. */
import type { Outline } from '../../../../core/model/symbol.js';
import { LineIndex } from '../../../../util/text.js';
import { fold, type Heading, outlineOf } from './sections.js';

const maxLineChars = 500;

export function tomlOutline(text: string): Outline {
  const index = new LineIndex(text);
  const headings: Heading[] = [];
  let commentStart = -1;
  let moduleDoc = '';
  let quotes = '';
  let inSection = false;
  for (let line = 0; line < index.lines; line++) {
    const start = index.offsetOf(line) + (line === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0);
    const content = text.slice(start, Math.min(index.offsetOf(line + 1), start + maxLineChars)).trimEnd();
    if (quotes) {
      if (content.includes(quotes)) quotes = '';
      continue;
    }
    const multi = /=\s*("""|''')/.exec(content)?.[1];
    if (multi && !content.slice(content.indexOf(multi) + 3).includes(multi)) quotes = multi;
    const trimmed = content.trimStart();
    if (!trimmed) {
      if (commentStart >= 0 && headings.length === 0 && !moduleDoc) moduleDoc = uncomment(commentStart, start);
      commentStart = -1;
      continue;
    }
    if (trimmed.startsWith('#')) {
      if (commentStart < 0) commentStart = start + content.length - trimmed.length;
      continue;
    }
    const from = commentStart >= 0 ? commentStart : start + content.length - trimmed.length;
    const doc = commentStart >= 0 ? uncomment(commentStart, start) : '';
    commentStart = -1;
    const table = /^\[\[?\s*([^\][]+?)\s*\]\]?(?=\s*(?:#|$))/.exec(trimmed);
    if (table) {
      const nameStart = text.indexOf(table[1]!, start);
      headings.push({
        kind: 'section',
        level: levelOf(table[1]!),
        start: from,
        nameStart,
        nameEnd: nameStart + table[1]!.length,
        bodyStart: index.offsetOf(line + 1),
        signature: fold(table[0]),
        doc,
      });
      inSection = true;
      continue;
    }
    const key = inSection ? null : /^([\w.-]+|"[^"]*")\s*=/.exec(trimmed);
    if (key) {
      const nameStart = text.indexOf(key[1]!, start);
      headings.push({
        kind: 'key',
        level: 1,
        start: from,
        nameStart,
        nameEnd: nameStart + key[1]!.length,
        bodyStart: start + content.length - trimmed.length + key[0].length,
        signature: fold(trimmed.slice(0, 200)),
        doc,
      });
    }
  }
  return outlineOf('toml', text, headings, moduleDoc, index);

  /** `[tool.x.y]` nests in `[tool.x]` where that stands open above it. */
  function levelOf(name: string): number {
    for (let i = headings.length - 1, steps = 0; i >= 0 && steps < 50; i--, steps++) {
      const other = headings[i]!;
      if (other.kind !== 'section') break;
      if (name.startsWith(`${text.slice(other.nameStart, other.nameEnd)}.`)) return other.level + 1;
    }
    return 1;
  }
  function uncomment(from: number, to: number): string {
    return text
      .slice(from, Math.min(to, from + 2000))
      .replace(/^[ \t]*#+ ?/gm, '')
      .trim();
  }
}
