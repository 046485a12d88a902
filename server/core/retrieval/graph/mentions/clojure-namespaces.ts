/** Clojure: which namespace a file is. */
import type { IndexReader } from '../../ports.js';

/** As its `ns` says; null where it has none. */
export const clojureNamespace = (reader: Pick<IndexReader, 'chunksOfFile'>, fileId: number): string | null =>
  reader.chunksOfFile(fileId).find(({ symbolKind }) => symbolKind === 'namespace')?.name ?? null;
