/** Comments and docstrings as plain prose: marks, stars and XML tags removed. */
import { limits } from '../../../core/model/limits.js';

/** The words of one comment block (adjacent line comments, or one block comment), cut to `maxDocChars`. */
export function commentText(raw: string): string {
  const lines = raw
    .slice(0, limits.maxDocChars * 4)
    .replace(/^\s*--\[(=*)\[([\s\S]*?)(?:\]\1\])?\s*$/, '$2')
    .replace(/^\s*(?:\/\*+!?<?|<#|=begin\b|\(\*|\{-\s*\|?)/, '')
    .replace(/(?:(?<!\*)\*+\/|#>|^=end|\*\)|-\})\s*$/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/^\s*(?:\/\/[/!]*<?|\*(?!\*)|#+[!']?|;+|--+(?: ?[|^])?)?[ \t]?/, '').trimEnd());
  // Rulers of dashes or stars are not prose.
  const prose = lines.filter((line) => !/^[\s=\-*#/_~+]{4,}$/.test(line));
  let text = prose.join('\n');
  if (text.includes('</') || text.includes('/>')) {
    text = text
      .replace(/<(?:see|paramref|typeparamref)\s+\w+="(?:\w:)?([^"]*)"\s*\/>/g, '$1')
      .replace(
        /<\/?(?:summary|remarks|para|param|returns|value|exception|example|code|c|typeparam|inheritdoc|list|item|p|b|i|em|pre|tt|ul|li)\b[^<>]*>/g,
        '',
      );
  }
  return tidy(text);
}

/** A docstring's text: common indentation removed. */
export function docstringText(raw: string): string {
  const lines = raw.slice(0, limits.maxDocChars * 4).split(/\r\n?|\n/);
  const indents = lines
    .slice(1)
    .filter((line) => line.trim())
    .map((line) => line.length - line.trimStart().length);
  const indent = indents.length ? Math.min(...indents) : 0;
  return tidy(lines.map((line, i) => (i ? line.slice(indent) : line.trimStart()).trimEnd()).join('\n'));
}

function tidy(text: string): string {
  const trimmed = text.replace(/\n{3,}/g, '\n\n').trim();
  return trimmed.length > limits.maxDocChars ? trimmed.slice(0, limits.maxDocChars) : trimmed;
}

const docstring = /[rRuUbBfF]{0,2}("""|'''|"|')/y;

/** The docstring that begins at an offset, or ''. */
export function docstringAt(text: string, at: number): string {
  docstring.lastIndex = at;
  const quote = docstring.exec(text)?.[1];
  if (!quote) return '';
  const from = docstring.lastIndex;
  const to = text.indexOf(quote, from);
  if (to < 0) return '';
  const inside = text.slice(from, to);
  return quote.length === 1 && inside.includes('\n') ? '' : docstringText(inside);
}

/** Licence texts at the head of a file do not describe it. */
export const isLicence = (raw: string): boolean =>
  /copyright|licen[cs]ed?\b|SPDX-|all rights reserved/i.test(raw.slice(0, 2_000)) && !/@(?:file|brief|module|package)/.test(raw);
