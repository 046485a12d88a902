/** Questions about the structure of the code: who depends on whom, by name. */
import type { ChunkRecord } from '../../core/model/chunk.js';
import type { EdgeKind, SymbolKind } from '../../core/model/symbol.js';

/** A chunk reached over edges. */
export interface Reached {
  readonly chunkId: number;
  /** Steps from the start; 1 is a direct neighbour. The start itself is never reached. */
  readonly depth: number;
  /** Kind of the edge by which it was first reached. */
  readonly kind: EdgeKind;
}

export interface SymbolFilter {
  /** Compared without case and separators; exact matches come first. */
  readonly name?: string;
  /** `Container.name` or any end of it. */
  readonly qualifiedName?: string;
  readonly kind?: SymbolKind;
  readonly limit?: number;
}

/**
 * An edge leads from the chunk that mentions a name to the chunks of that name. Of a name that more than five chunks
 * carry only those are taken that lie in the same file, or in the same language and folder.
 * Cycles are harmless; `depth` is cut at 5 and an answer at 2,000 chunks, nearest first.
 */
export interface StructureReader {
  /** What the chunks use, what that uses, and so on. */
  dependencies(chunkIds: readonly number[], depth: number): readonly Reached[];
  /** What uses the chunks (given as ids, or as names of chunks), what uses that, and so on. */
  dependents(of: readonly (number | string)[], depth: number): readonly Reached[];
  /** Chunks of test files that mention one of the names, those that mention most first. */
  testsFor(names: readonly string[], limit: number): readonly { readonly chunkId: number; readonly mentions: number }[];
  findSymbols(filter: SymbolFilter): readonly ChunkRecord[];
}
