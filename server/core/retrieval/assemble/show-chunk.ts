/**
 * Shows one chunk: whole where it fits, else shortened in stages: children collapsed, outline, signature, one line. On request a long
 * function or constant is shown as the statements that the question is about. Pure.
 */
import { wholeLines } from '../../chunking/line-spans.js';
import { bodiesOf, showSource } from '../../chunking/render-chunk.js';
import { wordsOf } from '../../chunking/words.js';
import type { Shortening } from '../../model/answer.js';
import type { ChildChunk, ChunkRecord } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import { commentStyle } from '../../model/language.js';
import { hasWord, looksLikeComment } from '../../model/line-forms.js';
import { numbered, type Segment, type ShownLine, segmentsOf, textOfLines } from '../../model/shown-lines.js';
import { isFunction, isType } from '../../model/symbol.js';
import type { TokenCounter } from '../ports.js';
import { sameStem } from '../query/name-match.js';
import { aroundLines } from './around-lines.js';
import { budget } from './budget.js';
import { fenceGrowth } from './document-tokens.js';
import { extractStatements, type Relevance } from './extract-statements.js';
import { shortenAttributes } from './shorten-attributes.js';
import { shortenDocumentation } from './shorten-documentation.js';

/** Most tokens of one of `count` results that are shown for single lines. */
export const boundOfFocused = (budgetTokens: number, count: number): number =>
  Math.max(budget.focusedTokens, (budgetTokens * budget.focusedShare) / Math.max(1, count));

/** Most tokens of one result before remaining tokens complete it; Infinity without a budget. */
export const resultBound = (budgetTokens: number, share: number): number => Math.max(budget.resultTokens, budgetTokens * share);

export interface Shown {
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly shortening: Shortening;
  /** Of the text alone. */
  readonly tokens: number;
  /** As a document prints it, with line numbers, without heading and fence. */
  readonly printedTokens: number;
}

export interface ShowOptions {
  /** Ids of children whose bodies stay. */
  readonly expanded?: ReadonlySet<number>;
  /** Set where statements of a long function are wanted rather than its first lines. */
  readonly relevance?: Relevance | null;
  /** Lines of the file, 0-based, that follow each other: shown with what is around them where not all fits. */
  readonly place?: LineSpan | null;
  /** The question is about nothing else than that place. Default true. */
  readonly placeAlone?: boolean;
  /** Single lines of the file, 0-based, that are shown whatever else is left out. */
  readonly focus?: readonly number[] | null;
  /** Lines of an outline, fullest first; the first that fits is shown, and nothing else. */
  readonly outlines?: readonly (readonly number[])[];
  /** Those lines and nothing around them. */
  readonly focusAlone?: boolean;
  /** Whether an extract shows what follows its statements, as far as tokens are left. */
  readonly goOn?: boolean;
  /** `first`: the first paragraph of long documentation. Default `whole`. */
  readonly documentation?: 'whole' | 'first';
}

interface Form {
  readonly shortening: Shortening;
  readonly lines: readonly ShownLine[];
}

/**
 * The fullest form of a chunk that fits, or null.
 * @param left tokens that are left of the budget: nothing is longer, as it is printed
 * @param most tokens that this result should take at most
 * @param inside its direct children
 */
export function showChunk(
  text: string,
  record: ChunkRecord,
  inside: readonly ChildChunk[],
  tokens: TokenCounter,
  left: number,
  most: number,
  {
    expanded = new Set(),
    relevance = null,
    place = null,
    placeAlone = true,
    focus = null,
    focusAlone = false,
    outlines = [],
    goOn = false,
    documentation = 'whole',
  }: ShowOptions = {},
): Shown | null {
  const children = inside.filter((chunk) => !expanded.has(chunk.id) && !(place && overlaps(chunk.lines, place)));
  const named = namedOf(inside);
  // Of a type that holds values the lines that are asked about say more than the first ones.
  const isLeaf = named.length < 2 || holdsValues(record, named);
  const room = Math.min(left, most);
  const forms: readonly (() => Form | null)[] = [
    ...outlines.map((lines) => (): Form => ({ shortening: 'collapsed', lines: linesOf(text, lines) })),
    () => (focus && focusAlone ? { shortening: 'extract', lines: linesOf(text, focus) } : null),
    () => {
      if (focus && focusAlone) return null;
      // Where statements are wanted, those of functions inside count as well.
      const bodies = relevance && isFunction(record.symbolKind) ? [] : bodiesOf(children);
      if (!bodies.length && documentation === 'whole' && isTooLong(record.tokens, room)) return null;
      const { lines, collapsed } = showSource(text, record, bodies, record.language);
      const isPlain = !place && !focus;
      const undocumented =
        isPlain && documentation === 'first' && !isMostlyDocumented(text, record)
          ? shortenDocumentation(lines, record.doc, relevance)
          : null;
      const { language } = record;
      const shorter =
        isPlain && relevance
          ? (shortenAttributes(undocumented ?? lines, { nameLine: namePosition(text, record).nameLine, language }, relevance) ??
            undocumented)
          : undocumented;
      return { shortening: collapsed ? 'collapsed' : shorter ? 'documentation' : 'whole', lines: shorter ?? lines };
    },
    () =>
      place && !placeAlone && relevance && isFunction(record.symbolKind)
        ? { shortening: 'extract', lines: extractOf(text, record, room, tokens, relevance, goOn, place) }
        : null,
    () => (place ? { shortening: 'extract', lines: aroundLines(text, record, place, room, tokens) } : null),
    () => {
      const lines = focus && !focusAlone ? extractOf(text, record, room, tokens, onLines(record, focus), goOn) : [];
      // Of a long statement it may have no room for the line that is meant.
      return focus?.every((wanted) => lines.some(({ line }) => line === wanted)) ? { shortening: 'extract', lines } : null;
    },
    ...firstOf(focus ?? []).map((some) => (): Form => ({ shortening: 'extract', lines: linesOf(text, withName(text, record, some)) })),
    () => (focus ? { shortening: 'line', lines: linesOf(text, withName(text, record, focus.slice(0, 1))) } : null),
    () =>
      relevance &&
      (isFunction(record.symbolKind)
        ? record.bodySpan || record.symbolKind === 'component'
        : isLeaf && isAboutContent(text, record, relevance))
        ? { shortening: 'extract', lines: extractOf(text, record, room, tokens, relevance, goOn) }
        : null,
    () => ({ shortening: 'collapsed', lines: outlineOf(text, record, inside, expanded, room, tokens) }),
    () => ({ shortening: 'signature', lines: signatureOf(text, record) }),
    () => ({ shortening: 'line', lines: oneLineOf(text, record) }),
  ];
  for (const render of forms) {
    const form = render();
    const shown = form && textOfLines(form.lines);
    if (!form || !shown) continue;
    const bound = form.shortening === 'line' ? left : room;
    if (isTooLong(tokens.estimate(shown), bound)) continue;
    const count = tokens.count(shown);
    if (count > bound) continue;
    const segments = segmentsOf(form.lines);
    const printed = numbered(shown, segments);
    const printedTokens = tokens.count(printed) + fenceGrowth(shown, tokens);
    if (printedTokens <= left) return { text: shown, segments, shortening: form.shortening, tokens: count, printedTokens };
  }
  return null;
}

/** The estimate is within 15 %: only what comes near a bound is counted exactly. What is shown besides makes no text shorter. */
const isTooLong = (estimate: number, bound: number): boolean => estimate > bound * budget.countBelow && estimate > budget.countAlways;

/** Of a type with little code the documentation is what there is to say. */
function isMostlyDocumented(text: string, { symbolKind, span, nameSpan, lines }: ChunkRecord): boolean {
  if (!isType(symbolKind) || !nameSpan || lines.end - lines.start > budget.documentedLines) return false;
  return text.slice(nameSpan.start, span.end).split('\n').length <= budget.documentedCode;
}

const onLines =
  ({ lines }: ChunkRecord, focus: readonly number[]): Relevance =>
  (_, index) =>
    focus.includes(lines.start + index) ? 1 : 0;

/** All of the lines that are meant, the first three quarters of them, and so on. */
function firstOf(lines: readonly number[]): readonly (readonly number[])[] {
  const fewer = lines.slice(0, Math.floor(lines.length * 0.75));
  return fewer.length > 1 ? [lines, ...firstOf(fewer)] : lines.length ? [lines] : [];
}

const withName = (text: string, record: ChunkRecord, lines: readonly number[]): readonly number[] =>
  record.nameSpan ? [namePosition(text, record).nameLine, ...lines] : lines;

/** Lines of a file (0-based) without what is around them. */
function linesOf(text: string, shown: readonly number[]): ShownLine[] {
  const lines = text.split('\n');
  return [...new Set(shown)]
    .sort((a, b) => a - b)
    .map((line) => ({ text: lines[line]?.trimEnd().slice(0, budget.focusChars) ?? '', line }));
}

/**
 * Of a symbol too long to show, the statements that the question is about; empty where there is none.
 * @param place lines of the file that come first
 */
function extractOf(
  text: string,
  record: ChunkRecord,
  room: number,
  tokens: TokenCounter,
  relevance: Relevance,
  goOn: boolean,
  place: LineSpan | null = null,
): ShownLine[] {
  const { start: from, end: to } = wholeLines(text, record.span);
  const lineOf = (offset: number): number => text.slice(from, offset).split('\n').length - 1;
  const { open, close } = commentStyle(record.language);
  const lines = extractStatements(text.slice(from, to).trimEnd().split('\n'), {
    head: {
      start: record.nameSpan ? lineOf(record.nameSpan.start) : 0,
      end: record.bodySpan ? lineOf(record.bodySpan.start) + 1 : record.nameSpan ? lineOf(record.nameSpan.end) + 1 : 0,
    },
    relevance,
    // Of single lines that are meant nobody asks what the whole is for.
    isDocumented: relevance.byWord !== undefined,
    first: place ? Array.from({ length: place.end - place.start }, (_, i) => place.start - record.lines.start + i) : [],
    comment: (note) => `${open}${note}${close}`,
    goOn,
    room,
    tokensOf: (line) => tokens.estimate(line),
  });
  return lines.map((shown) => (shown.line === null ? shown : { ...shown, line: record.lines.start + shown.line }));
}

const overlaps = (one: LineSpan, other: LineSpan): boolean => one.start < other.end && other.start < one.end;

/** Whether the question has words of a text that its name has not: who asks for a constant by name wants its beginning. */
function isAboutContent(text: string, { name, span }: ChunkRecord, { byWord }: Relevance): boolean {
  const own = wordsOf(name).split(' ');
  return (
    !byWord ||
    [...byWord(text.slice(span.start, span.end)).keys()].some((word) => !own.some((part) => part === word || sameStem(part, word)))
  );
}

/** Whether a symbol has members, none of them a function: a struct, an enumeration. */
const holdsValues = ({ kind }: ChunkRecord, named: readonly ChildChunk[]): boolean =>
  kind !== 'module' && named.every(({ symbolKind }) => !isFunction(symbolKind));

/** Children that an outline lists. */
const namedOf = (children: readonly ChildChunk[]): ChildChunk[] => children.filter((child) => child.symbolKind !== null && child.signature);

/** Too long even with children collapsed: the declaration, then the signatures of the children, some with their bodies; for a leaf, its first lines. */
function outlineOf(
  text: string,
  record: ChunkRecord,
  children: readonly ChildChunk[],
  expanded: ReadonlySet<number>,
  room: number,
  tokens: TokenCounter,
): readonly ShownLine[] {
  const style = commentStyle(record.language);
  const note = (count: number, what: string, indent = ''): ShownLine => ({
    text: `${indent}${style.open}${count} ${what}${style.close}`,
    line: null,
  });
  const named = namedOf(children);
  if (named.length > 1) {
    const inBodies = named.reduce((sum, child) => sum + (expanded.has(child.id) ? child.tokens : 0), 0);
    if (isTooLong(inBodies, room)) return [];
    const head = record.kind === 'module' ? [] : oneLineOf(text, record);
    const rows = named.map((child): Row => {
      const signature = `  ${child.signature.split('\n')[0]?.slice(0, budget.outlineChars)}`;
      const body = expanded.has(child.id) ? showSource(text, child, [], record.language).lines : null;
      return { text: signature, line: namePosition(text, child).nameLine, body };
    });
    if (holdsValues(record, named)) {
      rows.push(...betweenMembers(text, record, named));
      rows.sort((a, b) => a.line - b.line);
    }
    const forBodies = rows.reduce((sum, { body }) => sum + (body ? tokens.estimate(textOfLines(body)) : 0), 0);
    // The bodies stay; signatures of the others as many as fit, in their order.
    const others = rows.filter(({ body }) => !body);
    const kept = new Set(others.slice(0, Math.max(0, fitting([...head, ...others], room - forBodies, tokens) - head.length)));
    const lines = rows.flatMap(
      (row) => row.body?.filter(({ line }) => line !== null) ?? (kept.has(row) ? [{ text: row.text, line: row.line }] : []),
    );
    // What a function does beside its inner functions is no list of members: that it is left out is said.
    const marked = isFunction(record.symbolKind)
      ? withGaps([...head, ...lines], record, text.split('\n'), (count) => note(count, 'lines left out', '  '))
      : [...head, ...lines];
    return [...marked, ...(kept.size < others.length ? [note(others.length - kept.size, 'more', '  ')] : [])];
  }
  if (expanded.size) return [];
  const all = showSource(text, record, [], record.language).lines.filter(({ line }) => line !== null);
  const { nameLine } = namePosition(text, record);
  const toName = all.filter(({ line }) => line !== null && line <= nameLine);
  // What a function is called says more than the beginning of its documentation.
  const lines = fitting(toName, room, tokens) < toName.length ? all.slice(toName.length - 1) : all;
  const shown = fitting(lines, room, tokens);
  if (!shown) return [];
  return shown >= lines.length ? lines : [...lines.slice(0, shown), note(lines.length - shown, 'lines left out')];
}

/** Lines of a file with a note where several others between them, or behind them, are missing; a single short one is no longer than the note. */
function withGaps(
  shown: readonly ShownLine[],
  { lines }: ChunkRecord,
  all: readonly string[],
  note: (count: number) => ShownLine,
): ShownLine[] {
  const out: ShownLine[] = [];
  const fill = (from: number, to: number): void => {
    const only = to - from === 1 ? (all[from]?.trimEnd() ?? '') : null;
    if (to > from) out.push(only !== null && only.length <= budget.markedLineChars ? { text: only, line: from } : note(to - from));
  };
  let next: number | null = null;
  for (const one of shown) {
    if (next !== null && one.line !== null) fill(next, one.line);
    out.push(one);
    if (one.line !== null) next = one.line + 1;
  }
  if (next !== null) fill(next, lines.end);
  return out;
}

/** A line of an outline: a member, with its body where that is shown. */
interface Row {
  readonly text: string;
  readonly line: number;
  readonly body: readonly ShownLine[] | null;
}

/** Lines of code between the members of a type that belong to none: what macros declare. */
function betweenMembers(text: string, record: ChunkRecord, members: readonly ChildChunk[]): Row[] {
  const { nameLine } = namePosition(text, record);
  const isOfMember = (line: number): boolean => members.some(({ lines }) => line >= lines.start && line < lines.end);
  let isComment = false;
  return text
    .split('\n')
    .slice(nameLine + 1, record.lines.end - 1)
    .flatMap((source, i) => {
      const line = nameLine + 1 + i;
      const wasComment = isComment;
      isComment = wasComment ? !source.includes('*/') : /\/\*(?:(?!\*\/).)*$/.test(source);
      if (wasComment || isOfMember(line) || looksLikeComment(source) || !hasWord(source)) return [];
      return [{ text: source.trimEnd().slice(0, budget.outlineChars), line, body: null }];
    });
}

/** How many of the lines fit, with room for a note on the rest; the estimate may be 15 % too low. */
function fitting(lines: readonly ShownLine[], room: number, tokens: TokenCounter): number {
  let used = budget.noteTokens;
  for (const [i, { text }] of lines.entries()) {
    used += tokens.estimate(text) + 1;
    if (used > room * budget.outlineFill) return i;
  }
  return lines.length;
}

function signatureOf(text: string, record: ChunkRecord): readonly ShownLine[] {
  if (record.bodySpan) return showSource(text, record, [record.bodySpan], record.language).lines;
  return record.signature ? [{ text: record.signature.replace(/\s+/g, ' '), line: namePosition(text, record).nameLine }] : [];
}

const oneLineOf = (text: string, record: ChunkRecord): readonly ShownLine[] => [
  { text: (record.signature || record.name).split('\n')[0]?.slice(0, budget.lineChars) ?? '', line: namePosition(text, record).nameLine },
];

/** 0-based line and UTF-16 column of a chunk's name; the start of the chunk where it has none. */
export function namePosition(
  text: string,
  record: Pick<ChunkRecord, 'nameSpan' | 'lines' | 'span'>,
): { nameLine: number; nameColumn: number } {
  if (!record.nameSpan) return { nameLine: record.lines.start, nameColumn: 0 };
  const at = record.nameSpan.start;
  let nameLine = record.lines.start;
  for (let i = text.indexOf('\n', record.span.start); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) nameLine++;
  return { nameLine, nameColumn: at - (text.lastIndexOf('\n', at - 1) + 1) };
}
