/**
 * Selects the identifiers that a language server is asked about. Edges are stored by chunk, so one of several equal mentions in a chunk
 * (same name, same receiver) is enough. The name of a declaration is left out: its definition is itself.
 */

import { type ChunkMap, isDeclaredAt, type PlacedChunk } from './chunk-map.js';
import { type Occurrence, occurrenceAt } from './facts.js';
import type { PlacedFile } from './ports.js';

const quote = /["'`]/;
/** `{ line: 1 }`, `f(line=1)`: the name of a property, a field or a parameter. */
const listing = /[({,]\s*$/;
/** `{ line, column }`: the name of a property and of a variable. */
const shorthand = /[{,]\s*$/;
const listed = /^\s*[,}]/;
const follower = /^\s*(\(|=(?!=)|:(?!:)|as\b)/;
const receiver = /(?<![\w$\])?!])[\w$\])?!]+(?:\s*(?:\.|->|::|\?\.)\s*)$/;
const construction = /\bnew\s+$/;
const opening = '([{';
const closing = ')]}';
const opener = /(?<![\w$.])[\w$.]+\s*(?:[:=(&*]\s*)?[&*]?$/;
/** Characters before a mention in which the start of its literal or call is searched. */
const ownerReach = 1_000;

export function mentionsToResolve<T extends PlacedChunk>(
  text: string,
  occurrences: readonly Occurrence[],
  chunks: ChunkMap<T>,
): Occurrence[] {
  const seen = new Set<string>();
  const branchOf = typeSwitches(text);
  return occurrences.filter(({ name, start: nameStart }) => {
    const chunk = chunks.around(nameStart);
    // `#name` and `name` are different symbols. In the declaration the `#` is part of the name.
    const isPrivate = text[nameStart - 1] === '#';
    const start = isPrivate ? nameStart - 1 : nameStart;
    if (chunk && isDeclaredAt(chunk, start)) return false;
    const behind = text.slice(Math.max(0, start - 60), start);
    // `new Cart<Price>()` is the constructor, `Cart<Price>` the type.
    const before = receiver.exec(behind)?.[0].replace(/\s+/g, '') ?? construction.exec(behind)?.[0] ?? '';
    const after = text.slice(nameStart + name.length, nameStart + name.length + 8);
    const role = `${quote.test(behind.at(-1) ?? '') ? '"' : ''}${roleOf(text, start, behind, after)}`;
    const branch = before === '' ? '' : branchOf(start, chunk?.span.start ?? 0);
    const key = `${chunk?.key ?? ''} ${branch}${before}${isPrivate ? '#' : ''}${name} ${role}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}

const caseStart = /^[ \t]*(?:case\b|default\s*:)/gm;
const typeSwitch = /\.\(type\)/g;

/**
 * In Go's `switch x := y.(type)` the variable has another type in each case. Returns the case around an offset in a function that starts
 * at `from`; '' outside of such switches.
 */
function typeSwitches(text: string): (offset: number, from: number) => string {
  const switches = [...text.matchAll(typeSwitch)].map(({ index }) => index);
  return (offset, from) => {
    const last = switches.findLast((one) => one < offset);
    if (last === undefined || last < from) return '';
    const inside = text.slice(last, offset);
    return `${last}:${[...inside.matchAll(caseStart)].at(-1)?.index ?? 0} `;
  };
}

/** A named argument, a key or an imported name with an alias is not the variable of the same name. */
function roleOf(text: string, start: number, behind: string, after: string): string {
  const mark = follower.exec(after)?.[1] ?? (listed.test(after) && shorthand.test(behind) ? ',' : '');
  return mark === ',' || (/[:=]/.test(mark) && listing.test(behind)) ? `${mark}${ownerOf(text, start)}` : mark;
}

/** The text before the bracket that encloses an offset, or before an outer one: keys belong to it. */
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

/** The name of an interface, and those of the methods that it declares. */
export interface InterfaceNames {
  readonly name: Occurrence;
  readonly methods: readonly Occurrence[];
}

/** The interfaces of a file. Where no text states who implements an interface, the server is asked about them. */
export function interfaceNames({ chunks, lineStarts }: Pick<PlacedFile, 'chunks' | 'lineStarts'>): InterfaceNames[] {
  const occurrence = ({ name, nameSpan }: PlacedChunk) => (nameSpan ? [occurrenceAt(name, nameSpan.start, lineStarts)] : []);
  return chunks.flatMap((one) => {
    const [name] = one.symbolKind === 'interface' ? occurrence(one) : [];
    const isMethod = ({ span, symbolKind }: PlacedChunk) =>
      symbolKind === 'method' && one.span.start < span.start && span.end <= one.span.end;
    return name ? [{ name, methods: chunks.filter(isMethod).flatMap(occurrence) }] : [];
  });
}
