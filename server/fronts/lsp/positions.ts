/**
 * Columns of the engine (UTF-16) in the negotiated encoding. UTF-16 needs nothing; the others need the text of the
 * line, from the open document or, for paths that the engine named, from the file.
 */
import type { Range } from 'vscode-languageserver';
import type { Engine } from '../../core/engine/engine-api.js';
import type { WorkspacePath } from '../../core/model/file.js';
import { limits } from '../../core/model/limits.js';
import { readSourceText } from '../../util/open-plain-file.js';
import { columnsOf, LineIndex } from '../../util/text.js';
import type { Session } from './session.js';

interface Span {
  readonly path: WorkspacePath;
  readonly line: number;
  /** UTF-16 columns. */
  readonly start: number;
  readonly end: number;
}

export type ToRange = (span: Span) => Range;

/** A function that converts spans in these files; reads each file once, and only if the encoding needs it. */
export function rangesIn(session: Session, engine: Engine, paths: Iterable<WorkspacePath>): ToRange {
  const { encoding } = session;
  if (encoding === 'utf-16') return ({ line, start, end }) => inLine(line, start, end);
  const texts = new Map<WorkspacePath, { text: string; index: LineIndex } | null>();
  for (const path of new Set(paths)) {
    const text = session.documents.get(session.uriOf(path, engine))?.getText() ?? textOnDisk(engine.absolute(path));
    texts.set(path, text === null ? null : { text, index: new LineIndex(text) });
  }
  return ({ path, line, start, end }) => {
    const known = texts.get(path);
    if (!known) return inLine(line, start, end);
    const from = known.index.offsetOf(line);
    const bound = (column: number) => Math.min(from + column, known.text.length);
    return inLine(line, columnsOf(known.text, from, bound(start), encoding), columnsOf(known.text, from, bound(end), encoding));
  };
}

const inLine = (line: number, start: number, end: number): Range => ({
  start: { line, character: start },
  end: { line, character: end },
});

/** From the start of the first line to the start of the line after the last: the same in every encoding. */
export const wholeLines = (lines: { readonly start: number; readonly end: number }): Range => ({
  start: { line: lines.start, character: 0 },
  end: { line: Math.max(lines.end, lines.start), character: 0 },
});

function textOnDisk(file: string | null): string | null {
  return file === null ? null : readSourceText(file, limits.maxFileBytes);
}
