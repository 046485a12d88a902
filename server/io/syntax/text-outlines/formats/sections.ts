/**
 * Turns a flat list of headings into nested outline symbols. Shared by every format whose structure is
 * "a heading owns the lines up to the next heading of its level".
 */
import { limits } from '../../../../core/model/limits.js';
import type { Outline, OutlineSymbol, SymbolKind } from '../../../../core/model/symbol.js';
import { LineIndex } from '../../../../util/text.js';

export interface Heading {
  readonly kind: SymbolKind;
  /** 1 is outermost; gaps are allowed. */
  readonly level: number;
  /** First character of the heading, including what documents it. */
  readonly start: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** First character after the heading itself. */
  readonly bodyStart: number;
  /** Where the section ends for certain; absent: at the next heading of its level or above. */
  readonly end?: number;
  readonly signature: string;
  readonly doc?: string;
}

const blank = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

/** White space folded to single blanks, cut to the length of a signature. */
export const fold = (text: string): string => {
  const cut = text.length > 4 * limits.maxSignatureChars ? text.slice(0, 4 * limits.maxSignatureChars) : text;
  return cut.replace(/\s+/g, ' ').trim().slice(0, limits.maxSignatureChars);
};

/** The end of `text[start, end)` without trailing white space. */
export function trimEnd(text: string, start: number, end: number): number {
  while (end > start && blank(text.charCodeAt(end - 1))) end--;
  return end;
}

export function outlineOf(
  source: string,
  text: string,
  headings: readonly Heading[],
  moduleDoc: string,
  index = new LineIndex(text),
): Outline {
  const count = Math.min(headings.length, limits.maxSymbolsPerFile);
  // The end of a section is known when a heading of its level or above closes it.
  const ends = new Array<number>(count).fill(text.length);
  const parents = new Array<number>(count).fill(-1);
  const open: number[] = [];
  for (let i = 0; i < count; i++) {
    const heading = headings[i]!;
    while (open.length && headings[open[open.length - 1]!]!.level >= heading.level) ends[open.pop()!] = heading.start;
    while (open.length && (headings[open[open.length - 1]!]!.end ?? text.length) <= heading.start) open.pop();
    parents[i] = open[open.length - 1] ?? -1;
    open.push(i);
  }
  const symbols: OutlineSymbol[] = [];
  for (let i = 0; i < count; i++) {
    const heading = headings[i]!;
    const parentEnd = parents[i]! >= 0 ? symbols[parents[i]!]!.span.end : text.length;
    const limit = Math.min(heading.end ?? ends[i]!, parentEnd);
    const end = Math.max(trimEnd(text, heading.start, limit), Math.min(heading.nameEnd, limit));
    const bodyStart = Math.min(heading.bodyStart, end);
    symbols.push({
      name: text.slice(heading.nameStart, heading.nameEnd),
      kind: heading.kind,
      parent: parents[i]!,
      span: { start: heading.start, end },
      lines: { start: index.lineAt(heading.start), end: index.lineAt(Math.max(heading.start, end - 1)) + 1 },
      nameSpan: { start: heading.nameStart, end: heading.nameEnd },
      ...(bodyStart < end ? { bodySpan: { start: bodyStart, end } } : {}),
      signature: heading.signature,
      doc: heading.doc ?? '',
    });
  }
  return { source, symbols, references: [], comments: [], moduleDoc: moduleDoc.slice(0, limits.maxDocChars).trim(), hasErrors: false };
}

/** What a document says before its first heading, else the first paragraph below it. */
export function openingOf(text: string, headings: readonly Heading[]): string {
  const first = headings[0];
  const before = text.slice(0, Math.min(first?.start ?? text.length, maxOpeningChars)).trim();
  if (before || !first) return before;
  const below = text.slice(first.bodyStart, first.bodyStart + maxOpeningChars).trim();
  return below.split(/\r?\n[ \t]*\r?\n/, 1)[0] ?? '';
}
const maxOpeningChars = 4000;
