/** Finds the chunk that a position in a file names or lies in. Chunks are in source order, parents before children. */
import type { Chunk } from '../model/chunk.js';
import { isSetIn } from '../model/symbol.js';

export type PlacedChunk = Pick<Chunk, 'key' | 'kind' | 'symbolKind' | 'name' | 'span' | 'nameSpan'>;

export interface Resolved<T> {
  readonly chunk: T;
  /** True: the position is the chunk's name. False: it is something inside that is not a chunk. */
  readonly exact: boolean;
}

/** The chunks of a file, indexed by the positions of their names. */
export class ChunkMap<T extends PlacedChunk> {
  readonly #chunks: readonly T[];
  readonly #byName: ReadonlyMap<number, T>;

  readonly #module: T | null;

  constructor(chunks: readonly T[]) {
    this.#module = chunks.find(({ kind }) => kind === 'module') ?? null;
    this.#chunks = chunks;
    const byName = new Map<number, T>();
    for (const chunk of chunks) if (chunk.nameSpan) byName.set(chunk.nameSpan.start, chunk);
    this.#byName = byName;
  }

  /** The innermost chunk that contains an offset; the module chunk if no symbol does. */
  around(offset: number): T | null {
    let best: T | null = null;
    for (const chunk of this.#chunks) {
      if (chunk.kind !== 'symbol' || chunk.span.start > offset || offset >= chunk.span.end) continue;
      // A field that a function sets comes behind the function, whose mentions those of its line are.
      if (!best || (size(chunk) <= size(best) && !isSetIn(chunk.symbolKind, best.symbolKind))) best = chunk;
    }
    return best ?? this.#module;
  }

  /** The chunk whose name starts at an offset. */
  named(offset: number): T | null {
    return this.#byName.get(offset) ?? null;
  }

  /** Of the chunks with this name, the one whose name is nearest to an offset. */
  nearest(name: string, offset: number): T | null {
    let best: { readonly chunk: T; readonly distance: number } | null = null;
    for (const [start, chunk] of this.#byName) {
      const distance = Math.abs(start - offset);
      if (chunk.name === name && (!best || distance < best.distance)) best = { chunk, distance };
    }
    return best?.chunk ?? null;
  }

  /** The chunk of a definition at this offset. Servers return the name's position, some the start of the declaration (`*args`, decorators). */
  at(offset: number): Resolved<T> | null {
    const named = this.#byName.get(offset);
    if (named) return { chunk: named, exact: true };
    const around = this.around(offset);
    if (!around) return null;
    const isStart = around.nameSpan !== null && offset >= around.span.start && offset <= around.nameSpan.start && around.kind === 'symbol';
    return { chunk: around, exact: isStart || (offset === 0 && around.kind === 'module') };
  }
}

/**
 * Whether a chunk's name is declared at an offset. The name of an `impl` is declared elsewhere. The name after the `~` of a destructor
 * is not a reference to the class.
 */
export const isDeclaredAt = (
  { name, nameSpan, symbolKind }: Pick<PlacedChunk, 'name' | 'nameSpan' | 'symbolKind'>,
  offset: number,
): boolean =>
  nameSpan !== null && symbolKind !== 'impl' && nameSpan.start === (name.startsWith('~') && offset > nameSpan.start ? offset - 1 : offset);

const size = ({ span }: PlacedChunk): number => span.end - span.start;

/** Whether declarations inside it are local, so that nothing outside can refer to them. */
export const hasLocals = ({ symbolKind }: Pick<PlacedChunk, 'symbolKind'>): boolean =>
  symbolKind === 'function' || symbolKind === 'method' || symbolKind === 'constructor' || symbolKind === 'test';
