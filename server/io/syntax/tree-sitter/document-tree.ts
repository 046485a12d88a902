/**
 * The last syntax tree of a document that is being edited, so that the next parse goes over what has changed alone.
 * Owns that tree. A tree with errors may then differ a little from one parsed afresh (how a parser recovers depends on
 * where it starts); without errors the two are the same.
 */
import type { Tree } from '@vscode/tree-sitter-wasm';
import type { LoadedGrammar } from './parsers.js';

export interface Parsed {
  readonly tree: Tree;
  /** True where parts of the tree before are in it. */
  readonly isReused: boolean;
}

export class DocumentTree {
  #last: (Parsed & { readonly loaded: LoadedGrammar; readonly text: string }) | null = null;

  /** The tree of a text, which stays this document's. Null as `LoadedGrammar.parse`. */
  parse(loaded: LoadedGrammar, text: string): Parsed | null {
    const last = this.#last?.loaded === loaded ? this.#last : null;
    if (last?.text === text) return last;
    if (last) last.tree.edit(editBetween(last.text, text));
    const tree = loaded.parse(text, last?.tree);
    this.forget();
    if (!tree) return null;
    this.#last = { loaded, text, tree, isReused: last !== null };
    return this.#last;
  }

  forget(): void {
    try {
      this.#last?.tree.delete();
    } catch {
      // Its runtime has failed, and is gone with all its memory.
    }
    this.#last = null;
  }
}

/** One edit that makes `to` of `from`: what lies between their common beginning and their common end. */
function editBetween(from: string, to: string) {
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from.charCodeAt(start) === to.charCodeAt(start)) start++;
  let rest = 0;
  while (rest < most - start && from.charCodeAt(from.length - 1 - rest) === to.charCodeAt(to.length - 1 - rest)) rest++;
  const startPosition = pointAt(from, start, { row: 0, column: 0 }, 0);
  return {
    startIndex: start,
    oldEndIndex: from.length - rest,
    newEndIndex: to.length - rest,
    startPosition,
    oldEndPosition: pointAt(from, from.length - rest, startPosition, start),
    newEndPosition: pointAt(to, to.length - rest, startPosition, start),
  };
}

/** Row and UTF-16 column of an offset, counted on from a known one. */
function pointAt(text: string, offset: number, from: { row: number; column: number }, at: number): { row: number; column: number } {
  let { row } = from;
  let lineStart = at - from.column;
  for (let i = text.indexOf('\n', at); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) {
    row++;
    lineStart = i + 1;
  }
  return { row, column: offset - lineStart };
}
