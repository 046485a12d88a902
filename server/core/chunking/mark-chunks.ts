/**
 * One hash a chunk over all that the index stores of it, except where it stands. Equal marks: nothing to write but
 * positions, however far an edit above has moved the chunk. Pure.
 */
import { fingerprintOf } from '../../util/hash.js';
import type { Chunk, EmbeddingPart, LexicalFields } from '../model/chunk.js';
import type { OutlineReference } from '../model/symbol.js';

/** The chunk that a mention belongs to; those outside every chunk belong to the module chunk, the first. */
export const ownerOf = ({ from }: OutlineReference, chunks: readonly Chunk[]): number => (from >= 0 && from < chunks.length ? from : 0);

/** In the order of `chunks`. The hash of a part stands for its text. */
export function markChunks(
  chunks: readonly Chunk[],
  lexical: readonly LexicalFields[],
  parts: readonly Pick<EmbeddingPart, 'chunk' | 'hash'>[],
  references: readonly OutlineReference[],
): number[] {
  const contents = chunks.map(
    ({ symbolKind, tokens, signature, doc, meta }, i) =>
      `${symbolKind} ${tokens}\0${signature}\0${doc}\0${JSON.stringify(meta)}\0${lexical[i]?.body}`,
  );
  for (const { chunk, hash } of parts) contents[chunk] += `\0${hash}`;
  for (const reference of references) {
    const from = ownerOf(reference, chunks);
    const { name, kind, module, qualifier, line, arguments: count = '' } = reference;
    contents[from] += `\0${name} ${kind} ${line - (chunks[from] as Chunk).lines.start} ${module ?? qualifier ?? ''} ${count}`;
  }
  return contents.map((content) => fingerprintOf(content));
}
