/** The names of a file's interfaces and of their methods: where nothing in a text says who implements them, a server is asked. */
import type { Occurrence } from './facts.js';
import { occurrenceAt } from './occurrence-at.js';
import type { PlacedFile } from './ports.js';
import type { PlacedChunk } from './resolve-target.js';

export function interfaceNames({ chunks, lineStarts }: Pick<PlacedFile, 'chunks' | 'lineStarts'>): Occurrence[] {
  const interfaces = chunks.filter(({ symbolKind }) => symbolKind === 'interface');
  const isInside = ({ span, symbolKind }: PlacedChunk) =>
    symbolKind === 'method' && interfaces.some((one) => one.span.start < span.start && span.end <= one.span.end);
  return [...interfaces, ...chunks.filter(isInside)].flatMap(({ name, nameSpan }) =>
    nameSpan ? [occurrenceAt(name, nameSpan.start, lineStarts)] : [],
  );
}
