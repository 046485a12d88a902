/** Razor: components and pages, whose code stands in `@code { … }` and `@functions { … }`; the rest is markup. */
import { blank } from '../blank.js';
import type { Grammar, Rule } from '../grammar.js';
import { csharp } from './csharp.js';

const BLOCK = /^[^\S\n]{0,40}@(?:code|functions)\s{0,40}\{/gm;
const USING = /^[^\S\n]{0,40}@(using[^\S\n]{1,9}[\w.= ]{1,200})/gm;
/** Stands for the class that a file is, so that its members are read as such; it is no symbol. */
const CLASS = 'class __R';

interface Part {
  readonly start: number;
  readonly end: number;
}

/** Offset behind the brace that closes one, or the end of the text. Braces in strings count too. */
function blockEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

/** The text with the code of its blocks and what it uses, everything else blanked, so that offsets stay true. */
function codeOnly(text: string): string {
  const blocks = [...text.matchAll(BLOCK)].map(({ index, 0: found }): Part => {
    const open = index + found.length - 1;
    return { start: open, end: blockEnd(text, open) };
  });
  const uses = [...text.matchAll(USING)].map(({ index, 0: found, 1: using = '' }): Part => {
    const end = index + found.length;
    return { start: end - using.length - 1, end };
  });
  let out = '';
  for (const { start, end } of [...blocks, ...uses].sort((a, b) => a.start - b.start)) {
    if (start < out.length) continue;
    const before = blank(text.slice(out.length, start));
    out += text[start] === '{' ? withClass(before) : before;
    // The semicolon that C# wants takes the place of the sign.
    out += text[start] === '@' ? `${text.slice(start + 1, end)};` : text.slice(start, end);
  }
  return out + blank(text.slice(out.length));
}

/** Blanks with the head of a class on their last line that is long enough. */
function withClass(blanks: string): string {
  const at = blanks.lastIndexOf(' '.repeat(CLASS.length));
  return at < 0 ? blanks : blanks.slice(0, at) + CLASS + blanks.slice(at + CLASS.length);
}

const classRule = csharp.rules['class_declaration'] as Rule;

export const razor: Grammar = {
  ...csharp,
  prepare: codeOnly,
  rules: {
    ...csharp.rules,
    class_declaration(node, walk) {
      if (!walk.parsed.startsWith(CLASS, node.startIndex)) classRule(node, walk);
    },
  },
};
