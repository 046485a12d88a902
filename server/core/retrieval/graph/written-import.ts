/** Imports of a file that are read from the text of another at the time of the question. */
import type { ChunkRecord } from '../../model/chunk.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import type { Step } from './graph-steps.js';

export interface ImportingFile extends Pick<ChunkRecord, 'path'> {
  readonly id: number;
  readonly text: string;
  /** Where the text has the import: an offset in its line. */
  readonly at: number;
}

/** The step from a module to a file that imports it; none for a file without a module. @param written what the import names */
export function writtenImport(
  reader: Pick<IndexReader, 'chunksOfFile'>,
  module: ChunkRecord,
  { id, path, text, at }: ImportingFile,
  written: Pick<EdgeRecord, 'name' | 'qualifier'>,
): Step[] {
  const to = reader.chunksOfFile(id).find(({ kind }) => kind === 'module');
  if (!to) return [];
  const line = text.slice(0, at).split('\n').length - 1;
  const edge: EdgeRecord = { ...written, fromId: to.id, toId: module.id, kind: 'import', path, line, provenance: to.provenance };
  return [{ from: module, to, kind: 'imported_by', edge, isGuess: false }];
}
