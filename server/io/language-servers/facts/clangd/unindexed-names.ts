/**
 * What clangd is asked about because its index on disk lacks it: mentions of local classes and of names in an unnamed namespace of an
 * included file; and the word `override`, there and in files without a shard, whose definition is the overridden method.
 */

import { ChunkMap, hasLocals } from '../../../../core/code-graph/chunk-map.js';
import { typeKinds } from '../../../../core/code-graph/edge-kind.js';
import type { Fact, FileFacts, Occurrence } from '../../../../core/code-graph/facts.js';
import { occurrenceAt } from '../../../../core/code-graph/facts.js';
import { identifiers } from '../../../../core/code-graph/identifiers.js';
import { mentionsToResolve } from '../../../../core/code-graph/mentions-to-resolve.js';
import type { FileToResolve } from '../../../../core/code-graph/ports.js';
import { isSource } from '../../compile-commands/compile-commands.js';

type PlacedText = Pick<FileToResolve, 'path' | 'language' | 'text' | 'chunks' | 'lineStarts'>;
type Ask = (asked: readonly Occurrence[]) => Promise<FileFacts>;

interface OverrideMark {
  readonly method: Occurrence;
  readonly mark: Occurrence;
}

const overriding = /^[^{};]*?\b(override|final)\b/;
const unnamed = /\bnamespace\s*\{/;
/** Characters after a method's name in which the word is searched. */
const maxHeading = 2_000;

/** Completes the facts of the index with those that it lacks. */
export async function addUnindexedNames(file: PlacedText, stored: FileFacts, ask: Ask): Promise<FileFacts> {
  const isLocal = unindexedIn(file);
  if (!isLocal) return stored;
  const names = new Set(file.chunks.filter(({ nameSpan }) => nameSpan && isLocal(nameSpan.start)).map(({ name }) => name));
  // Copying a value calls a constructor without a name, so the name of the fact counts, too.
  const known = new Set(stored.facts.map(({ occurrence }) => `${occurrence.start} ${occurrence.name}`));
  const unknown = identifiers(file.text, file.language).filter(
    ({ name, start }) => names.has(name) && !known.has(`${start} ${name}`) && isLocal(start),
  );
  const mentions = mentionsToResolve(file.text, unknown, new ChunkMap(file.chunks));
  const overriders = new Set(stored.implementations?.map(({ occurrence }) => occurrence.start));
  const marks = overrideMarks(file).filter(({ method }) => isLocal(method.start) && !overriders.has(method.start));
  if (mentions.length === 0 && marks.length === 0) return stored;
  const found = await askWithOverrides(mentions, marks, ask);
  return {
    ...found,
    facts: [...stored.facts, ...found.facts].sort((a, b) => a.occurrence.start - b.occurrence.start),
    implementations: [...(stored.implementations ?? []), ...(found.implementations ?? [])],
  };
}

/** Methods that are marked with `override` or `final`. */
export function overrideMarks({ text, chunks, lineStarts }: PlacedText): OverrideMark[] {
  return chunks.flatMap(({ name, symbolKind, span, nameSpan }) => {
    if (symbolKind !== 'method' || !nameSpan) return [];
    const found = overriding.exec(text.slice(nameSpan.end, Math.min(span.end, nameSpan.end + maxHeading)));
    const word = found?.[1];
    if (!word) return [];
    const at = nameSpan.end + found[0].length - word.length;
    return [{ method: occurrenceAt(name, nameSpan.start, lineStarts), mark: occurrenceAt(word, at, lineStarts) }];
  });
}

/** Asks about mentions and marks in one go. The answer for a mark is what its method implements. */
export async function askWithOverrides(mentions: readonly Occurrence[], marks: readonly OverrideMark[], ask: Ask): Promise<FileFacts> {
  const found = await ask([...mentions, ...marks.map(({ mark }) => mark)]);
  const methods = new Map(marks.map(({ method, mark }) => [mark.start, method]));
  const implementations = found.facts.flatMap(({ occurrence, meaning }): Fact[] => {
    const method = methods.get(occurrence.start);
    return method ? [{ occurrence: method, meaning }] : [];
  });
  return { ...found, facts: found.facts.filter(({ occurrence }) => !methods.has(occurrence.start)), implementations };
}

/** Tells whether the index may have gaps at an offset; null if it has none in this file. */
function unindexedIn({ path, text, chunks }: PlacedText): ((at: number) => boolean) | null {
  if (!isSource(path) && unnamed.test(text)) return () => true;
  const types = chunks.filter(({ symbolKind }) => symbolKind !== null && typeKinds.has(symbolKind));
  const spans = chunks.flatMap(({ span, symbolKind }) =>
    hasLocals({ symbolKind }) && types.some((inner) => span.start < inner.span.start && inner.span.end <= span.end) ? [span] : [],
  );
  return spans.length > 0 ? (at) => spans.some(({ start, end }) => start <= at && at < end) : null;
}
