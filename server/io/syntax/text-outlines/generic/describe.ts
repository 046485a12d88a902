/** What a definition says about itself: signature, documentation, parameters, return type, visibility, tags. */
import { limits } from '../../../../core/model/limits.js';
import type { OutlineSymbol, Visibility } from '../../../../core/model/symbol.js';
import { fold } from '../formats/sections.js';
import type { Definition } from './find-definitions.js';
import type { Grammar } from './grammar.js';
import type { Source } from './source.js';
import { lineEnd } from './tokens.js';

const commentMarks = /^\s*(?:\/\*[*!]?|\*\/|\*(?!\*)|\/\/[/!]?[<^]?|#['|!]?|---?(?: ?[|^])?|;+|%+!?|\(\*+|\{-\s*\|?|'{1,3}|"(?!"))?[ \t]?/;
const closingMarks = /(?<![ \t])[ \t]*(?:(?<!\*)\*+[/)]|-\}|\]\])[ \t]*$/;
const onlyMarks = /^[-=*#/~_+;%<>!\s]*$/;

/** A comment's text without its marks; rulers and empty edges go. */
export function uncomment(raw: string): string {
  const cut = raw.length > 2 * limits.maxDocChars ? raw.slice(0, 2 * limits.maxDocChars) : raw;
  const lines: string[] = [];
  for (const line of cut.split(/\r?\n/)) {
    const content = line
      .replace(/^\s*--\[=*\[/, '')
      .replace(closingMarks, '')
      .replace(commentMarks, '')
      .trimEnd();
    lines.push(onlyMarks.test(content) ? '' : content);
  }
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, limits.maxDocChars);
}

function dedent(text: string): string {
  const lines = text.split(/\r?\n/);
  const indent = Math.min(...lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length));
  return lines
    .map((line) => line.slice(indent))
    .join('\n')
    .trim();
}

/** Splits at commas outside brackets. */
function splitTopLevel(text: string, separator = ','): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '(' || char === '[' || char === '{' || char === '<') depth++;
    else if (char === ')' || char === ']' || char === '}' || (char === '>' && text.charAt(i - 1) !== '-' && text.charAt(i - 1) !== '='))
      depth--;
    else if (char === separator && depth <= 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map(fold).filter(Boolean);
}

const maxParameters = 60;
const maxParameterChars = 120;

/** Where a mark stands outside brackets, first or last; -1 where it does not. */
function markOutside(text: string, mark: string, which: 'first' | 'last'): number {
  let depth = 0;
  let found = -1;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (depth === 0 && text.startsWith(mark, i)) {
      if (which === 'first') return i;
      found = i;
      i += mark.length - 1;
    } else if (char === '(' || char === '[' || char === '{') depth++;
    else if (char === ')' || char === ']' || char === '}') depth--;
  }
  return found;
}

function returnTypeOf(source: Source, grammar: Grammar, definition: Definition): string | undefined {
  const { extent, rule } = definition;
  if (!grammar.returns || (rule.kind !== 'function' && rule.kind !== 'method')) return undefined;
  const from =
    grammar.returns === '::'
      ? definition.nameSpan.end
      : extent.params
        ? extent.params.end + 1
        : grammar.returns === ':'
          ? definition.nameSpan.end
          : -1;
  if (from < 0) return undefined;
  const rest = fold(source.code.slice(from, Math.min(extent.headerEnd, from + 600)));
  if (grammar.returns === 'bare') return rest || undefined;
  const at = markOutside(rest, grammar.returns, 'first');
  if (at < 0) return undefined;
  const type = rest.slice(at + grammar.returns.length);
  const last = grammar.returns === '::' ? markOutside(type, '->', 'last') : -1;
  const plain = (last >= 0 ? type.slice(last + 2) : type)
    .replace(/(?<!\s)\s+where\b.*$/, '')
    .replace(/[=:]\s*$/, '')
    .trim();
  return plain.replace(/^[^()]*=>\s*/, '').slice(0, maxParameterChars) || undefined;
}

function explicitVisibility(signature: string): Visibility | undefined {
  const word = /(?:^|[\s(])(public|open|private|fileprivate|protected|internal|package)(?=[\s([])/.exec(signature.slice(0, 80))?.[1];
  if (!word) return undefined;
  return word === 'open' ? 'public' : word === 'fileprivate' ? 'private' : word === 'package' ? 'internal' : (word as Visibility);
}

/** The symbol of a definition, without parent and documentation attributes that only the caller knows. */
export function describe(source: Source, grammar: Grammar, definition: Definition, parent: number, nestedInCode: boolean): OutlineSymbol {
  const { extent, rule } = definition;
  const { text } = source;
  const valueEnd =
    rule.shape === 'value' && extent.end - definition.start <= 160 && !text.slice(definition.start, extent.end).includes('\n');
  const signature = fold(
    plainText(source, definition.start, valueEnd ? extent.end : Math.max(extent.headerEnd, definition.nameSpan.end)),
  ).replace(/(?<!\s)\s*:?=$/, '');
  const raw = definition.attachedStart < definition.start ? text.slice(definition.attachedStart, definition.start) : '';
  const doc =
    (raw && uncomment(withoutAnnotations(source, definition))) || (grammar.blocks === 'parens' ? docstring(source, definition) : '');
  const visibility = explicitVisibility(signature);
  const params = extent.params;
  const parameters =
    params && (rule.shape === 'block' || rule.kind === 'macro') && params.end - params.start < 4_000
      ? splitTopLevel(text.slice(params.start, params.end))
          .slice(0, maxParameters)
          .map((part) => part.slice(0, maxParameterChars))
      : undefined;
  const returnType = returnTypeOf(source, grammar, definition);
  const { tags } = definition;
  const hasBody = extent.bodyStart <= extent.bodyEnd && !valueEnd;
  return {
    name: definition.name,
    kind: rule.kind,
    parent,
    span: { start: definition.attachedStart, end: extent.end },
    lines: {
      start: source.index.lineAt(definition.attachedStart),
      end: source.index.lineAt(Math.max(definition.attachedStart, extent.end - 1)) + 1,
    },
    nameSpan: definition.nameSpan,
    ...(hasBody ? { bodySpan: { start: extent.bodyStart, end: extent.bodyEnd } } : {}),
    signature,
    doc,
    ...(visibility ? { visibility } : {}),
    ...(!nestedInCode && (visibility === undefined || visibility === 'public' || visibility === 'internal') && rule.kind !== 'test'
      ? { exported: true }
      : {}),
    ...(grammar.asyncWord?.test(signature) ? { async: true } : {}),
    ...(parameters ? { parameters } : {}),
    ...(returnType ? { returnType } : {}),
    ...(tags.length ? { tags: [...new Set(tags)].slice(0, 30) } : {}),
  };
}

/** Index of the first comment at or behind an offset. */
function commentFrom(source: Source, offset: number): number {
  let low = 0;
  let high = source.comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((source.comments[middle] as { start: number }).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `text[from, to)` without comments; a type that is a comment keeps its first line. */
function plainText(source: Source, from: number, to: number): string {
  let out = '';
  let at = from;
  for (let i = commentFrom(source, from); i < source.comments.length && out.length < 4 * limits.maxSignatureChars; i++) {
    const comment = source.comments[i] as { start: number; end: number };
    if (comment.start >= to) break;
    out += `${source.text.slice(at, comment.start)} `;
    at = comment.end;
  }
  const plain = out + source.text.slice(at, Math.max(at, to));
  return plain.trim() ? plain : source.text.slice(from, Math.min(lineEnd(source.text, from), to));
}

/** The comments between the start of what is attached and the declaration; annotations are no documentation. */
function withoutAnnotations(source: Source, definition: Definition): string {
  const { comments } = source;
  const parts: string[] = [];
  for (let i = commentFrom(source, definition.attachedStart), size = 0; i < comments.length && size < 2 * limits.maxDocChars; i++) {
    const comment = comments[i] as { start: number; end: number };
    if (comment.start >= definition.start) break;
    // A language pragma is no prose.
    if (source.text.startsWith('{-#', comment.start)) continue;
    parts.push(source.text.slice(comment.start, comment.end));
    size += comment.end - comment.start;
  }
  return parts.join('\n');
}

/** Lisps document a definition by a string behind its name or its parameters. */
function docstring(source: Source, definition: Definition): string {
  const { extent, nameSpan } = definition;
  for (const from of [nameSpan.end, extent.headerEnd]) {
    const text = source.text.slice(from, Math.min(extent.end, from + limits.maxDocChars));
    const found = /^\s*"([^"]*)"/.exec(text)?.[1];
    if (found) return dedent(found);
  }
  return '';
}
