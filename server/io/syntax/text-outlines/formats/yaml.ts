/**
 * YAML: top-level keys, keys of the second level, and list items that carry a name. Works by indentation on
 * lines; block scalars hold no keys.
 */
import type { Outline } from '../../../../core/model/symbol.js';
import { LineIndex } from '../../../../util/text.js';
import { fold, type Heading, outlineOf } from './sections.js';

const maxLineChars = 300;
/** A block of fewer lines is read as a whole. */
const bigBlockLines = 4;
const maxChildren = 300;
const keyPattern = /^("[^"]*"|'[^']*'|[^\s#:'"[\]{},&*!|>%@`-][^:#\n]*?|-[^\s:][^:#\n]*?)\s*:(?=\s|$)/;
/** Fields by which people tell list items apart. */
const itemPattern = /^-\s+(?:name|id|title|key|uses|job_name|alert|repo|path|label|image|type|kind)\s*:\s*(?=\S)/;
const blockScalar = /:\s*(?:[&!]\S+\s+)*[|>][+-]?\d?[+-]?\s*(?:#.*)?$/;

export function yamlOutline(text: string): Outline {
  const index = new LineIndex(text);
  const found: Heading[] = [];
  let commentStart = -1;
  let leading = '';
  let topLine = -1;
  let childIndent = -1;
  let children: Heading[] = [];
  let scalarIndent = -1;
  const flush = (line: number): void => {
    if (topLine >= 0 && line - topLine > bigBlockLines && children.length <= maxChildren) found.push(...children);
    children = [];
  };
  for (let line = 0; line < index.lines; line++) {
    const bom = line === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0;
    const start = index.offsetOf(line) + bom;
    const content = text.slice(start, Math.min(index.offsetOf(line + 1), start + maxLineChars)).trimEnd();
    const trimmed = content.trimStart();
    const indent = content.length - trimmed.length;
    if (!trimmed) {
      commentStart = -1;
      continue;
    }
    if (scalarIndent >= 0) {
      if (indent > scalarIndent) continue;
      scalarIndent = -1;
    }
    if (trimmed.startsWith('#')) {
      if (found.length === 0 && leading.length < 2000) leading += `${trimmed.replace(/^#+\s?/, '')}\n`;
      if (commentStart < 0) commentStart = start + indent;
      continue;
    }
    const from = commentStart >= 0 ? commentStart : start + indent;
    commentStart = -1;
    if (blockScalar.test(content)) scalarIndent = indent;
    const isItem = /^-(\s|$)/.test(trimmed);
    if (indent === 0 && !isItem) {
      const key = keyPattern.exec(trimmed);
      if (!key) continue;
      flush(line);
      topLine = line;
      childIndent = -1;
      found.push(heading(1, from, start, trimmed, key[1]!, 0));
      continue;
    }
    if (childIndent < 0 && (indent > 0 || isItem)) childIndent = indent;
    if (indent !== childIndent) continue;
    const item = isItem ? itemPattern.exec(trimmed) : null;
    if (item) {
      const value = trimmed.slice(item[0].length).replace(/(?<!\s)\s+#.*$/, '');
      const inner = /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
      if (inner && !/^[|>&*{[]/.test(inner))
        children.push(heading(topLine < 0 ? 1 : 2, from, start + indent, trimmed, inner, item[0].length));
    } else if (!isItem && topLine >= 0) {
      const key = keyPattern.exec(trimmed);
      if (key) children.push(heading(2, from, start + indent, trimmed, key[1]!, 0));
    }
    // A list at the root has no key above it that could be too small.
    if (topLine < 0 && children.length) found.push(children.pop()!);
  }
  flush(index.lines);
  return outlineOf('yaml', text, found, leading.trim(), index);

  function heading(level: number, from: number, start: number, content: string, raw: string, offset: number): Heading {
    const name = raw.replace(/^(["'])(.*)\1$/, '$2');
    const nameStart = start + content.indexOf(name, offset);
    const colon = content.indexOf(':', offset);
    return {
      kind: 'key',
      level,
      start: from,
      nameStart,
      nameEnd: nameStart + name.length,
      bodyStart: start + (offset > 0 ? content.length : colon + 1),
      signature: fold(content.slice(0, 200)),
      doc: from < start ? docOf(from, start) : '',
    };
  }
  function docOf(from: number, to: number): string {
    return text
      .slice(from, Math.min(to, from + 2000))
      .replace(/^[ \t]*#+ ?/gm, '')
      .trim();
  }
}
