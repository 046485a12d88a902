/**
 * Which identifiers are worth a question: edges are kept by chunk, so of equal mentions in one chunk (same name behind the
 * same receiver) one is asked, and the name of a declaration is not: its definition is itself.
 */

import { type ChunkMap, isDeclaredAt, type PlacedChunk } from './chunk-map.js';
import { type Occurrence, occurrenceAt } from './facts.js';
import type { PlacedFile } from './ports.js';

const quote = /["'`]/;
/** `{ line: 1 }`, `f(line=1)`: names a property, a field or a parameter. */
const listing = /[({,]\s*$/;
/** `{ line, column }`: names a property and a variable at once. */
const shorthand = /[{,]\s*$/;
const listed = /^\s*[,}]/;
const follower = /^\s*(\(|=(?!=)|:(?!:)|as\b)/;
const receiver = /[\w$\])?!]+(?:\s*(?:\.|->|::|\?\.)\s*)$/;
const opening = '([{';
const closing = ')]}';
const opener = /[\w$.]+\s*[:=(&*]?\s*[&*]?$/;
/** How far the beginning of a literal or of a call is looked for. */
const ownerReach = 1_000;

export function mentionsToResolve<T extends PlacedChunk>(
  text: string,
  occurrences: readonly Occurrence[],
  chunks: ChunkMap<T>,
): Occurrence[] {
  const seen = new Set<string>();
  return occurrences.filter(({ name, start: nameStart }) => {
    const chunk = chunks.around(nameStart);
    // `#name` is another thing than `name`; where it is declared the mark is a part of it.
    const isPrivate = text[nameStart - 1] === '#';
    const start = isPrivate ? nameStart - 1 : nameStart;
    if (chunk && isDeclaredAt(chunk, start)) return false;
    const behind = text.slice(Math.max(0, start - 60), start);
    const before = receiver.exec(behind)?.[0].replace(/\s+/g, '') ?? '';
    const after = text.slice(nameStart + name.length, nameStart + name.length + 8);
    const role = `${quote.test(behind.at(-1) ?? '') ? '"' : ''}${roleOf(text, start, behind, after)}`;
    const key = `${chunk?.key ?? ''} ${before}${isPrivate ? '#' : ''}${name} ${role}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}

/** A named argument, a key, or what is imported under another name, is another thing than the variable of that name. */
function roleOf(text: string, start: number, behind: string, after: string): string {
  const mark = follower.exec(after)?.[1] ?? (listed.test(after) && shorthand.test(behind) ? ',' : '');
  return mark === ',' || (/[:=]/.test(mark) && listing.test(behind)) ? `${mark}${ownerOf(text, start)}` : mark;
}

/** What stands before the bracket around a place, or before one further out: keys belong to it. */
function ownerOf(text: string, at: number): string {
  let depth = 0;
  for (let i = at - 1; i >= Math.max(0, at - ownerReach); i--) {
    const char = text[i] as string;
    if (closing.includes(char)) depth++;
    else if (!opening.includes(char)) continue;
    else if (depth > 0) depth--;
    else {
      const found = opener.exec(text.slice(Math.max(0, i - 60), i));
      if (found) return found[0].replace(/\s+/g, '');
    }
  }
  return '';
}

/**
 * The names of a file's interfaces and of their methods. Where no text states who implements an interface, the server is asked about them.
 */
export function interfaceNames({ chunks, lineStarts }: Pick<PlacedFile, 'chunks' | 'lineStarts'>): Occurrence[] {
  const interfaces = chunks.filter(({ symbolKind }) => symbolKind === 'interface');
  const isInside = ({ span, symbolKind }: PlacedChunk) =>
    symbolKind === 'method' && interfaces.some((one) => one.span.start < span.start && span.end <= one.span.end);
  return [...interfaces, ...chunks.filter(isInside)].flatMap(({ name, nameSpan }) =>
    nameSpan ? [occurrenceAt(name, nameSpan.start, lineStarts)] : [],
  );
}
