/**
 * JSON with comments and trailing commas: keys of the root object, and keys of its large objects.
 * A scanner that never gives up: files that an editor holds are often incomplete.
 */
import type { Outline } from '../../../../core/model/symbol.js';
import { LineIndex } from '../../../../util/text.js';
import { fold, type Heading, outlineOf, trimEnd } from './sections.js';

/** An object of fewer lines is read as a whole; its keys need no symbols of their own. */
const bigObjectLines = 12;
/** An object of more keys is a table (a lock file, translations): its keys are data. */
const maxKeysPerObject = 300;
const maxKeys = 2_000;

interface Key {
  readonly depth: number;
  readonly start: number;
  readonly nameEnd: number;
  valueStart: number;
  end: number;
}

/** Offset behind the string whose quote stands at `from`; a line break ends a broken string. */
function stringEnd(text: string, from: number): number {
  const quote = text.charCodeAt(from);
  for (let i = from + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === quote) return i + 1;
    else if (code === 10) return i;
  }
  return text.length;
}

function keysOf(text: string): Key[] {
  const keys: Key[] = [];
  /** Kinds of the open brackets: 123 for objects, 91 for arrays; deeper ones only count. */
  let depth = 0;
  let arrays = 0;
  const open: (Key | null)[] = [null, null, null];
  let last: { start: number; end: number } | null = null;
  const close = (level: number, end: number): void => {
    const key = open[level];
    if (key) key.end = trimEnd(text, key.valueStart, end);
    if (level < open.length) open[level] = null;
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34 || code === 39) {
      const end = stringEnd(text, i);
      if (depth <= 2 && arrays === 0) last = { start: i, end };
      i = end - 1;
    } else if (code === 47 && text.charCodeAt(i + 1) === 47) {
      const end = text.indexOf('\n', i);
      i = end < 0 ? text.length : end;
    } else if (code === 47 && text.charCodeAt(i + 1) === 42) {
      const end = text.indexOf('*/', i + 2);
      i = end < 0 ? text.length : end + 1;
    } else if (code === 123 || code === 91) {
      depth++;
      if (code === 91 || arrays > 0) arrays++;
      last = null;
    } else if (code === 125 || code === 93) {
      if (depth > 0) {
        if (depth <= 2) close(depth, i);
        depth--;
        if (arrays > 0) arrays--;
      }
      last = null;
    } else if (code === 58) {
      if (last && arrays === 0 && depth >= 1 && depth <= 2 && !open[depth] && keys.length < maxKeys) {
        const key: Key = { depth, start: last.start, nameEnd: last.end, valueStart: i + 1, end: text.length };
        keys.push(key);
        open[depth] = key;
      }
      last = null;
    } else if (code === 44) {
      if (depth >= 1 && depth <= 2 && arrays === 0) close(depth, i);
      last = null;
    }
  }
  for (const key of open) if (key) key.end = trimEnd(text, key.valueStart, text.length);
  return keys;
}

export function jsonOutline(text: string): Outline {
  const index = new LineIndex(text);
  const keys = keysOf(text);
  const headings: Heading[] = [];
  for (let i = 0; i < keys.length; ) {
    const top = keys[i]!;
    let next = i + 1;
    while (next < keys.length && keys[next]!.depth > top.depth) next++;
    const children = top.depth === 1 ? keys.slice(i + 1, next) : [];
    const big = index.lineAt(top.end) - index.lineAt(top.start) >= bigObjectLines && children.length <= maxKeysPerObject;
    for (const key of big ? [top, ...children] : [top]) {
      const open = /[{[]/.exec(text.slice(key.valueStart, key.valueStart + 8));
      const bodyStart = open ? key.valueStart + open.index + 1 : key.end;
      headings.push({
        kind: 'key',
        level: key.depth,
        start: key.start,
        nameStart: key.start + 1,
        nameEnd: Math.max(key.start + 1, key.nameEnd - 1),
        bodyStart,
        end: key.end,
        signature: fold(text.slice(key.start, Math.min(key.end, open ? bodyStart - 1 : key.start + 200))),
      });
    }
    i = next;
  }
  const doc = /^\s*(?:\/\/[^\n]*|\{\s*"(?:description|title)"\s*:\s*"[^"\n]*")/.exec(text.slice(0, 1000))?.[0] ?? '';
  const outline = outlineOf('json', text, headings, doc.replace(/^[\s{/]+/, ''), index);
  // A bracket is a delimiter, not part of the body that collapses.
  return {
    ...outline,
    symbols: outline.symbols.map((symbol) =>
      symbol.bodySpan && /[}\]]/.test(text[symbol.span.end - 1] ?? '') && symbol.bodySpan.end > symbol.bodySpan.start
        ? { ...symbol, bodySpan: { start: symbol.bodySpan.start, end: symbol.span.end - 1 } }
        : symbol,
    ),
  };
}
