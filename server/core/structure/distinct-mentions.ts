/**
 * Which identifiers are worth a question: edges are kept by chunk, so of equal mentions in one chunk (same name behind the
 * same receiver) one is asked, and the name of a declaration is not: its definition is itself.
 */
import type { Occurrence } from './facts.js';
import type { ChunkMap, PlacedChunk } from './resolve-target.js';

const quote = /["'`]/;
/** `{ line, column }`: names a property and a variable at once. */
const shorthand = /[{,]\s*$/;
const listed = /^\s*[,}]/;
const follower = /^\s*(\(|=(?!=)|:(?!:))/;
const receiver = /[\w$\])?!]+(?:\s*(?:\.|->|::|\?\.)\s*)$/;

export function distinctMentions<T extends PlacedChunk>(
  text: string,
  occurrences: readonly Occurrence[],
  chunks: ChunkMap<T>,
): Occurrence[] {
  const seen = new Set<string>();
  return occurrences.filter(({ name, start }) => {
    const chunk = chunks.around(start);
    if (chunk?.nameSpan?.start === start) return false;
    // A keyword argument, a key or a quoted name is another thing than the variable of that name.
    const behind = text.slice(Math.max(0, start - 60), start);
    const before = receiver.exec(behind)?.[0].replace(/\s+/g, '') ?? '';
    const after = text.slice(start + name.length, start + name.length + 8);
    const role = `${quote.test(behind.at(-1) ?? '') ? '"' : ''}${follower.exec(after)?.[1] ?? (listed.test(after) && shorthand.test(behind) ? ',' : '')}`;
    const key = `${chunk?.key ?? ''} ${before}${name} ${role}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}
