/**
 * Converts positions between encodings, by the text of the file of each, and URIs to the spelling of the other side. A value is visited
 * twice: to collect the texts that are needed, and to convert it.
 */
import type { Position } from 'vscode-languageserver';
import { limits } from '../../../core/model/limits.js';
import { readSourceText } from '../../../util/open-plain-file.js';
import type { PositionEncoding } from '../../../util/text.js';
import { columnsOf, LineIndex, offsetOfColumn } from '../../../util/text.js';
import { uriToPath } from '../../../util/uri.js';
import type { Json, Shape } from './shapes.js';

export interface Direction {
  readonly from: PositionEncoding;
  readonly to: PositionEncoding;
  /** The other side's spelling of a URI. */
  readonly spelling: (uri: string) => string;
  /** False: both sides spell all URIs alike. */
  readonly spellsDifferently: boolean;
  /** The text of a document that the editor has open; undefined if it is not open. */
  readonly openText: (uri: string) => string | undefined;
}

interface Lines {
  readonly text: string;
  readonly index: LineIndex;
}

/** Number of cached texts: an editor sends many requests about the same ones. */
const keptLines = 8;
const kept = new Map<string, Lines>();

function linesOf(text: string): Lines {
  const there = kept.get(text);
  kept.delete(text);
  const lines = there ?? { text, index: new LineIndex(text) };
  kept.set(text, lines);
  for (const [oldest] of kept) {
    if (kept.size <= keptLines) break;
    kept.delete(oldest);
  }
  return lines;
}

/** `uri`: of the document that the request is about. */
export function convertPositions(value: Json, shape: Shape, uri: string, direction: Direction): Json {
  const { from, to, spelling, spellsDifferently, openText } = direction;
  if (from === to && !spellsDifferently) return value;
  if (from === to) return shape(value, uri, { position: (_uri, position) => position, uri: spelling });
  const needed = new Set<string>();
  shape(value, uri, {
    position: (in_, position) => {
      needed.add(in_);
      return position;
    },
    uri: (one) => one,
  });
  const texts = new Map<string, Lines>();
  for (const one of needed) {
    const text = openText(one) ?? textOnDisk(one);
    if (text !== null) texts.set(one, linesOf(text));
  }
  return shape(value, uri, {
    position: (in_, position) => {
      const lines = texts.get(in_);
      return lines ? inEncoding(lines, position, from, to) : position;
    },
    uri: spelling,
  });
}

/** A position after the end of its line keeps its distance from it, because editors and servers use it for "to the end". */
function inEncoding({ text, index }: Lines, position: Position, from: PositionEncoding, to: PositionEncoding): Position {
  const { line, character } = position;
  if (line < 0 || line >= index.lines) return position;
  const start = index.offsetOf(line);
  let end = index.offsetOf(line + 1);
  while (end > start && (text.charCodeAt(end - 1) === 10 || text.charCodeAt(end - 1) === 13)) end--;
  const offset = offsetOfColumn(text, start, end, character, from);
  const beyond = offset === end ? Math.max(0, character - columnsOf(text, start, end, from)) : 0;
  return { line, character: columnsOf(text, start, offset, to) + beyond };
}

export const inLines = (text: string, from: PositionEncoding, to: PositionEncoding) => {
  const lines = linesOf(text);
  return (position: Position): Position => inEncoding(lines, position, from, to);
};

export function textOnDisk(uri: string): string | null {
  const path = uriToPath(uri);
  return path === null ? null : readSourceText(path, limits.maxFileBytes * 4);
}
