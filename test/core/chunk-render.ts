/** Chunks of a text, and how tests print them. */
import { chunkFile } from '../../server/core/chunking/chunk-file.js';
import { describeFile, type FileDescription } from '../../server/core/chunking/describe-file.js';
import { renderChunk } from '../../server/core/chunking/render-chunk.js';
import type { Chunk } from '../../server/core/model/chunk.js';
import { languageOf } from '../../server/core/model/language.js';
import type { OutlineReference } from '../../server/core/model/symbol.js';
import { createOutliner } from '../../server/io/syntax/outline.js';
import { LineIndex } from '../../server/util/text.js';

const outliner = await createOutliner();
const sectioned = /^(?:markdown|json|yaml|toml|ini)$/;

export interface Chunked {
  readonly path: string;
  readonly text: string;
  readonly language: string;
  readonly chunks: readonly Chunk[];
  readonly references: readonly OutlineReference[];
}

export async function chunksOf(path: string, text: string): Promise<Chunked> {
  const language = languageOf(path);
  const outline = await outliner.outline(text, language);
  return { path, text, language, ...chunkFile(path, text, new LineIndex(text), outline, sectioned.test(language)) };
}

export const describe = ({ path, language, text, chunks, references }: Chunked): FileDescription =>
  describeFile(path, language, text, chunks, references);

/** One line a chunk, below its parent: `symbol class Queue 3-20`, lines 1-based and inclusive. */
export function renderTree({ chunks }: Chunked): string {
  const render = (parent: number, indent: string): string[] =>
    chunks.flatMap(({ kind, symbolKind, qualifiedName, lines, ...chunk }, i) => {
      if (chunk.parent !== parent) return [];
      const words = [kind, symbolKind, qualifiedName, `${lines.start + 1}-${lines.end}`].filter(Boolean);
      return [indent + words.join(' '), ...render(i, `${indent}  `)];
    });
  return `\n${render(-1, '').join('\n')}\n`;
}

/** The source of the chunk of that qualified name as an answer shows it, children collapsed. */
export function shown({ chunks, text, language }: Chunked, qualifiedName: string): string {
  const at = chunks.findIndex((chunk) => chunk.qualifiedName === qualifiedName);
  const children = chunks.filter(({ parent }) => parent === at);
  return `\n${renderChunk(text, chunks[at] as Chunk, children, language)}\n`;
}
