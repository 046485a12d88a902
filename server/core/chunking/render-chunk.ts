/**
 * The source of a chunk as it is shown and embedded: clean text, the bodies of its children collapsed to
 * `signature { /* 38 lines collapsed *\/ }` in the language's own comment style.
 */
import type { LineSpan } from '../model/file.js';
import { commentStyle } from '../model/language.js';
import type { CommentStyle } from '../model/languages/language-descriptor.js';
import type { ShownLine } from '../model/shown-lines.js';
import type { TextSpan } from '../model/symbol.js';
import { wholeLines } from './line-spans.js';

/** What rendering needs of a chunk; Chunk and ChunkRecord both have it. */
export interface Renderable {
  readonly span: TextSpan;
  readonly bodySpan: TextSpan | null;
}

/** Bodies of fewer lines are embedded: a placeholder would not be shorter. */
const MIN_COLLAPSED_LINES = 3;
/** Bodies of fewer lines are shown: a reader of the outline would ask for them next. */
const MIN_HIDDEN_LINES = 7;

/** A piece of a rendered source; `at` is its offset in the text, null for what is not in it. */
interface Piece {
  readonly text: string;
  readonly at: number | null;
}

const countLines = (text: string, from: number, to: number): number => {
  let count = 1;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
};

/** Start of the line that holds `offset`, if only blanks stand before it; else the offset itself. */
export function lineStartIfBlank(text: string, offset: number): number {
  let at = offset;
  while (at > 0) {
    const c = text.charCodeAt(at - 1);
    if (c === 32 || c === 9) at--;
    else return c === 10 || c === 13 ? at : offset;
  }
  return at;
}

function placeholder(lines: number, style: CommentStyle): string {
  return `${style.open}${lines} line${lines === 1 ? '' : 's'} collapsed${style.close}`;
}

/** `text[from, to)` with each of `bodies` (sorted, disjoint) that has lines enough replaced by a placeholder. */
export const collapse = (text: string, from: number, to: number, bodies: readonly TextSpan[], language: string): string =>
  piecesOf(text, from, to, bodies, language, MIN_COLLAPSED_LINES)
    .map((piece) => piece.text)
    .join('');

/** @param minLines bodies of fewer stay */
function piecesOf(text: string, from: number, to: number, bodies: readonly TextSpan[], language: string, minLines: number): Piece[] {
  const style = commentStyle(language);
  const out: Piece[] = [];
  let at = from;
  for (const body of bodies) {
    if (body.start < at || body.end > to) continue;
    let end = body.end;
    while (end > body.start && /\s/.test(text[end - 1] as string)) end--;
    let start = body.start;
    while (start < end && /\s/.test(text[start] as string)) start++;
    const lines = countLines(text, start, end);
    if (lines < minLines) continue;
    const before = text.slice(at, body.start).trimEnd();
    out.push({ text: before, at }, { text: `${before ? ' ' : ''}${placeholder(lines, style)}`, at: null });
    at = end;
    // What closes the body moves up beside the placeholder, unless the comment would swallow it.
    const rest = text.slice(at, to);
    const closer = /^\s*([}\])>]+[;,)]*)/.exec(rest);
    if (style.toLineEnd) {
      if (closer || !/^[ \t]*\r?\n/.test(rest)) out.push({ text: '\n', at: null });
      if (closer) at += rest.search(/\S/);
    } else if (closer) {
      out.push({ text: ' ', at: null });
      at += rest.search(/\S/);
    }
  }
  out.push({ text: text.slice(at, to), at });
  return out;
}

/** The lines of pieces; a line is the one that its first piece from the text begins on. */
function linesOf(text: string, pieces: readonly Piece[], firstLine: number): ShownLine[] {
  const lines: { text: string; line: number | null }[] = [{ text: '', line: null }];
  let counted = pieces[0]?.at ?? 0;
  let line = firstLine;
  const lineAt = (offset: number): number => {
    for (let i = text.indexOf('\n', counted); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line++;
    counted = Math.max(counted, offset);
    return line;
  };
  for (const piece of pieces) {
    let offset = piece.at ?? 0;
    for (const [i, part] of piece.text.split('\n').entries()) {
      if (i > 0) lines.push({ text: '', line: null });
      const current = lines.at(-1) as { text: string; line: number | null };
      if (piece.at !== null && current.line === null && (part || i > 0)) current.line = lineAt(offset);
      current.text += part;
      offset += part.length + 1;
    }
  }
  return lines;
}

export interface ShownSource {
  /** Without blank lines at either end where something is collapsed, else exactly the chunk's lines. */
  readonly lines: readonly ShownLine[];
  /** Bodies that a placeholder stands for. */
  readonly collapsed: number;
}

/** The source of a chunk for a reader: bodies of `children` collapsed where that spares much, each line with its place in the file. */
export function showSource(
  text: string,
  chunk: Renderable & { readonly lines: LineSpan },
  bodies: readonly TextSpan[],
  language: string,
): ShownSource {
  const { start, end } = wholeLines(text, chunk.span);
  const pieces = piecesOf(text, start, end, joined(text, bodies), language, MIN_HIDDEN_LINES);
  const lines = linesOf(text, pieces, chunk.lines.start);
  const collapsed = pieces.filter(({ text: part, at }) => at === null && part.trim()).length;
  // Shown whole it is exactly the lines of the file: the last line break is an empty line here, which is no line of the chunk.
  if (collapsed === 0) {
    const last = lines.at(-1);
    return { lines: last?.text === '' ? [...lines.slice(0, -1), { text: '', line: null }] : lines, collapsed };
  }
  while (lines.length && !lines[0]?.text.trim()) lines.shift();
  while (lines.length && !lines.at(-1)?.text.trim()) lines.pop();
  const last = lines.at(-1);
  if (last) lines[lines.length - 1] = { ...last, text: last.text.trimEnd() };
  return { lines, collapsed };
}

/** Bodies with only white space between them as one: they get one placeholder. */
function joined(text: string, bodies: readonly TextSpan[]): readonly TextSpan[] {
  const out: TextSpan[] = [];
  for (const body of bodies) {
    const last = out.at(-1);
    if (last && body.start >= last.end && !/\S/.test(text.slice(last.end, body.start))) out[out.length - 1] = { ...last, end: body.end };
    else out.push(body);
  }
  return out;
}

/** Bodies of the direct children of a chunk, in source order: what `collapse` folds. */
export const bodiesOf = (children: readonly Renderable[]): TextSpan[] =>
  children
    .map((child) => child.bodySpan)
    .filter((body): body is TextSpan => body !== null)
    .sort((a, b) => a.start - b.start);

/** A chunk's lines with its children collapsed, common indentation kept, without blank lines at either end. */
export function renderChunk(text: string, chunk: Renderable, children: readonly Renderable[], language: string): string {
  const { start, end } = wholeLines(text, chunk.span);
  return collapse(text, start, end, bodiesOf(children), language)
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .trimEnd();
}
