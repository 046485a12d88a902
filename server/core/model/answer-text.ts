/**
 * The pieces that an answer as a document consists of beside the source itself: headings, fences, lines of needed signatures.
 * Retrieval counts them against the budget, and every front that gives Markdown prints them: so they are here, once. Pure.
 */

import type { CallerLine } from './answer.js';
import type { SymbolKind } from './symbol.js';

export interface Headed {
  readonly path: string;
  readonly qualifiedName: string;
  readonly symbolKind: string | null;
  readonly shortening: string;
  readonly unsaved: boolean;
  readonly answerLines: readonly number[];
  /** How it belongs to a result, where it does not answer itself. */
  readonly belongs?: string | undefined;
}

/** White space folded to single blanks. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Runs of backticks in a text: its fence is longer. */
const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));

function code(text: string): string {
  const line = oneLine(text);
  const longest = longestRun(line);
  const ticks = '`'.repeat(longest + 1);
  return longest > 0 ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

/** The heading of a result: path, lines, symbol and what is special about it. Lines 0-based, `end` exclusive; `text` as it is shown. */
export function headingOf(result: Headed, lines: { readonly start: number; readonly end: number }, text: string): string {
  const symbol = result.symbolKind === null ? '' : ` ${code(result.qualifiedName)}`;
  const notes = [
    result.belongs,
    linesNote(result.answerLines),
    result.unsaved && 'not saved',
    text !== '' && shownNote(result.shortening),
  ].filter(Boolean);
  const span = `${lines.start + 1}-${Math.max(lines.start + 1, lines.end)}`;
  return `## ${oneLine(result.path)}:${span}${symbol}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** How much of a result is shown; '' where it is whole. */
export const shownNote = (shortening: string): string =>
  shortening === 'whole' ? '' : shortening === 'documentation' ? 'documentation shortened' : `shown: ${shortening}`;

/** Lines that are named in a heading, at most. */
const NAMED_LINES = 6;

/** `line 177`, `lines 12, 40-42`, from 1; '' without lines. @param lines 0-based and ascending */
export function linesNote(lines: readonly number[]): string {
  const runs: { readonly first: number; last: number }[] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run && line === run.last + 1) run.last = line;
    else runs.push({ first: line, last: line });
  }
  const named = runs.slice(0, NAMED_LINES).map(({ first, last }) => (first === last ? `${first + 1}` : `${first + 1}-${last + 1}`));
  const more = runs.length > NAMED_LINES ? ' …' : '';
  return named.length ? `line${lines.length > 1 ? 's' : ''} ${named.join(', ')}${more}` : '';
}

/** A result as its place alone; `line` is 0-based. */
export const placeLine = (path: string, line: number, symbol: string): string => `${oneLine(path)}:${line + 1} ${oneLine(symbol)}`;

const SUMMARY_CHARS = 100;

/** Of these the value is what a reader wants to know. */
const VALUES: ReadonlySet<SymbolKind | null> = new Set(['constant', 'variable', 'field', 'property', 'enumMember']);

/**
 * What a symbol is for, in one line of at most 100 characters: the first sentence of its documentation, else its signature. Of a constant with
 * its value, first that.
 */
export function summaryOf({
  doc,
  signature,
  symbolKind,
}: {
  readonly doc: string;
  readonly signature: string;
  readonly symbolKind: SymbolKind | null;
}): string {
  const [sentence = ''] = doc.trim().split(/\n\s*\n|(?<=[.!?])\s/, 1);
  const declared = oneLine(signature);
  const isValue = VALUES.has(symbolKind) && declared.includes('=');
  return clipped((isValue ? declared : oneLine(sentence)) || declared, SUMMARY_CHARS);
}

/** A text of at most `chars` characters; what is cut off is marked. */
export const clipped = (text: string, chars: number): string => (text.length > chars ? `${text.slice(0, chars - 1)}…` : text);

/** Lines above and below a source, without line breaks. */
export function fenceOf(text: string, language: string): { readonly above: string; readonly below: string } {
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1);
  return { above: `${fence}${language}`, below: fence };
}

/** Above the results that do not answer the question themselves but belong to one that does. */
export const relatedHeading = '# Related';
export const callersHeading = '## Called, used or implemented by';
export const neededHeading = '## Referenced, not shown';
/** `line` is 0-based. */
export const neededLine = (signature: string, path: string, line: number): string => `- ${code(signature)} (${oneLine(path)}:${line + 1})`;

const NOTED = new Set<string>(['noMatch', 'unknownName', 'weakMatch', 'sameName', 'indirect', 'unmatchedPath', 'translated', 'corrected']);

/** What a reader has to know before the results: that nothing matches, or no file a name or a path, and which words were corrected; '' for most answers. */
export const notesOf = (problems: readonly { readonly code: string; readonly message: string }[]): string =>
  problems
    .filter(({ code }) => NOTED.has(code))
    .map(({ message }) => `> ${oneLine(message)}`)
    .join('\n');

/** Whether a problem says that what the question asks for is not there, hardly, or under another name: a reader has to know it before the results. */
export const isDenial = ({ code }: { readonly code: string }): boolean => DENIALS.has(code);
const DENIALS = new Set<string>(['noMatch', 'unknownName', 'weakMatch', 'corrected']);

type ShownCaller = Pick<CallerLine, 'path' | 'line' | 'caller' | 'text' | 'more' | 'above'>;

/** `path:12 (in caller) text`; `line` is 0-based. */
const callerText = (one: ShownCaller): string => callerTexts([one])[0] as string;

/**
 * The lines of a list of callers, `path:12 (in caller) text`. What the line above has said is not repeated: of the same file
 * `  14 (in other) text`, of the same caller `  16: text`.
 */
const callerTexts = (callers: readonly ShownCaller[]): string[] =>
  callers.map(({ path, line, caller, text, more }, i) => {
    const above = callers[i - 1];
    const rest = `${text}${more ? ` (and ${more} more)` : ''}`;
    const isOfFile = caller !== '' && above?.path === path;
    if (isOfFile && above.caller === caller) return `  ${line + 1}: ${rest}`;
    const within = `(in ${oneLine(caller || path.slice(path.lastIndexOf('/') + 1))}) ${rest}`;
    return isOfFile ? `  ${line + 1} ${within}` : `${oneLine(path)}:${line + 1} ${within}`;
  });

type Grouped = ShownCaller & Pick<CallerLine, 'relation' | 'of'>;

const groupTitles: readonly (readonly [relation: CallerLine['relation'], title: string, noun: string | null])[] = [
  ['calls', 'called by', 'callers'],
  ['uses', 'used by', 'users'],
  ['implements', 'implemented by', 'implementers'],
  ['mayUse', 'may be used by', null],
  ['contains', 'other lines with names of the question', null],
];

/** Lists of callers: those of the first result of an answer, then those of each other one, each under its name where there are several. @param first its name, if there is one */
export function callerGroups(
  callers: readonly Grouped[],
  first: string | undefined,
): { readonly title: string; readonly lines: string[] }[] {
  // Where other results have callers too, each list says whose it is.
  const isOfOne = callers.every(({ of }) => of === callers[0]?.of);
  return groupTitles.flatMap(([relation, title, noun]) => {
    const own = callers.filter((one) => one.relation === relation);
    if (noun === null) return own.length ? [{ title, lines: callerTexts(own) }] : [];
    return [...new Set(own.map(({ of }) => of))].map((of) => {
      const lines = own.filter((one) => one.of === of);
      const above = lines.find((one) => one.above)?.above;
      const whose = first === undefined || (isOfOne && of === first) ? title : `${noun} of ${of}`;
      return { title: `${whose}${above ? `, besides ${above} shown above` : ''}`, lines: callerTexts(lines) };
    });
  });
}

/** An item of the list of callers in a document: clients find its place by its form. */
export const callerItem = (one: Grouped): string => `- ${callerText(one)} → ${one.relation === 'mayUse' ? 'perhaps ' : ''}${one.of}`;

/** Whether a result is no more than the place of a user whose lines are in the list of callers. */
export const isListed = (
  { path, shortening, answerLines }: Pick<Headed, 'path' | 'shortening' | 'answerLines'>,
  callers: readonly Pick<ShownCaller, 'path' | 'line'>[],
): boolean => shortening === 'place' && callers.some((caller) => caller.path === path && answerLines.includes(caller.line));

const UNKNOWN = 'no file that is indexed contains';

/** That names of a question are in no file. */
export const unknownText = (names: readonly string[]): string => `${UNKNOWN} ${names.join(' or ')}`;

export const saysUnknown = (message: string): boolean => message.startsWith(UNKNOWN);
