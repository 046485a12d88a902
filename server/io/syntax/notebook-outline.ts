/** The outline of a notebook in the percent format: one section for each cell, and in it the symbols of the kernel's language. */
import { cellMark, notebookHead } from '../../core/chunking/notebook-text.js';
import type { Outline, OutlineSymbol } from '../../core/model/symbol.js';

/** A cell: `start` and `end` are offsets, `line` the 0-based line of its mark. */
interface Cell {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The language whose code the cells have. */
export const kernelLanguage = (text: string): string =>
  text.startsWith(notebookHead) ? text.slice(notebookHead.length, text.indexOf('\n')).trim() : 'python';

/** @param outline of the text as code of the kernel's language */
export function notebookOutline(text: string, outline: Outline): Outline {
  const symbols: OutlineSymbol[] = [];
  const moved: number[] = [];
  const cells = cellsOf(text);
  const inCells: number[] = [];
  let next = 0;
  const copy = (parent: number) => {
    const symbol = outline.symbols[next] as OutlineSymbol;
    moved[next++] = symbols.length;
    symbols.push({ ...symbol, parent: symbol.parent < 0 ? parent : (moved[symbol.parent] as number) });
  };
  const isBefore = (end: number): boolean => next < outline.symbols.length && (outline.symbols[next] as OutlineSymbol).span.start < end;
  for (const cell of cells) {
    while (isBefore(cell.start)) copy(-1);
    const at = symbols.length;
    inCells.push(at);
    symbols.push(sectionOf(cell));
    while (isBefore(cell.end)) copy(at);
  }
  while (next < outline.symbols.length) copy(-1);
  const cellAt = (line: number): number => inCells[cells.findIndex((cell) => line >= cell.firstLine && line < cell.lastLine)] ?? -1;
  const references = outline.references.map((one) => ({ ...one, from: one.from < 0 ? cellAt(one.line) : (moved[one.from] as number) }));
  return { ...outline, source: `notebook ${outline.source}`, symbols, references };
}

const sectionOf = ({ name, start, end, firstLine, lastLine }: Cell): OutlineSymbol => ({
  name,
  kind: 'section',
  parent: -1,
  span: { start, end },
  lines: { start: firstLine, end: lastLine },
  nameSpan: { start, end: start + cellMark.length },
  signature: name,
  doc: '',
});

/** Cells with their trailing blank lines removed; empty cells are left out. */
function cellsOf(text: string): Cell[] {
  const lines = text.split('\n');
  const cells: Cell[] = [];
  let offset = 0;
  let open: { start: number; firstLine: number; end: number; lastLine: number; name: string } | null = null;
  const close = () => {
    if (open?.name) cells.push(open);
  };
  for (const [i, line] of lines.entries()) {
    if (line.startsWith(cellMark)) {
      close();
      open = { start: offset, firstLine: i, end: offset + line.length, lastLine: i + 1, name: '' };
    } else if (open && line.trim()) {
      open.name ||= nameOf(line);
      open.end = offset + line.length;
      open.lastLine = i + 1;
    }
    offset += line.length + 1;
  }
  close();
  return cells;
}

/** The first heading or line of a cell. */
const nameOf = (line: string): string =>
  line
    .replace(/^[#\s]+/, '')
    .trim()
    .slice(0, 60);
