/**
 * An answer as text. On a terminal: path, symbol, lines, a score bar, and the code, in colours if they are on.
 * Through a pipe: the same without bars, scores and footers.
 */
import type { Answer, RelatedResult, Result, SymbolAnswer } from '../../core/model/answer.js';
import { callerGroups, clipped, isDenial, isListed, linesNote, placeLine, shownNote, summaryOf } from '../../core/model/answer-text.js';
import type { Problem } from '../../core/model/problem.js';
import { numbered } from '../../core/model/shown-lines.js';
import { aboveNext, partsLine } from './explain-difference.js';
import { stageLines } from './explain-stages.js';
import { highlight, paint } from './highlight.js';

export interface TerminalView {
  readonly color: boolean;
  readonly width: number;
  readonly isTerminal: boolean;
  readonly explain: boolean;
}

const BAR = 10;
const LINE_CHARS = 120;
const INDENT = ' '.repeat(BAR + 1);

const bar = (share: number): string => {
  const full = Math.max(0, Math.min(BAR, Math.round(share * BAR)));
  return '█'.repeat(full) + '░'.repeat(BAR - full);
};

const noted = ({ incomplete, message }: Problem, color: boolean): string =>
  paint(`${incomplete ? 'incomplete: ' : ''}${message}`, 'yellow', color);

export function renderTerminal(answer: Answer, view: TerminalView): string {
  const { color } = view;
  const isPlaces = answer.results.length > 0 && !answer.callers.length && answer.results.every(({ text }) => text === '');
  const out = isPlaces ? places(answer, view) : sources(answer, view);
  const denials = answer.problems.filter(isDenial);
  if (denials.length) out.unshift(...denials.map((problem) => noted(problem, color)), '');
  if (view.explain && answer.explanation) out.push(...stageLines(answer.explanation, color), '');
  const summary = `${answer.results.length} results, ${answer.tokens} tokens, ${answer.considered} candidates, ${answer.elapsedMs.toFixed(1)} ms, confidence ${answer.confidence}`;
  if (view.isTerminal) out.push(paint(summary, 'dim', color));
  else if (!answer.results.length && !denials.length) out.push('no results');
  for (const problem of answer.problems) if (!isDenial(problem)) out.push(noted(problem, color));
  return out.join('\n').replace(/(?<!\n)\n+$/, '');
}

const places = ({ results }: Answer, { color }: TerminalView): string[] =>
  results.map(({ path, nameLine, qualifiedName }) => {
    const line = placeLine(path, nameLine, qualifiedName);
    const at = line.indexOf(' ', path.length);
    return `${paint(line.slice(0, at), 'cyan', color)}${paint(line.slice(at), 'bold', color)}`;
  });

function sources(answer: Answer, view: TerminalView): string[] {
  const { color } = view;
  const best = answer.results[0]?.score || 1;
  const out: string[] = [];
  const shown = answer.results.filter(({ shortening }) => shortening !== 'place');
  for (const [i, result] of shown.entries()) {
    out.push(...header(result, result.score / best, view));
    if (view.explain) out.push(...explanation(result, shown[i + 1], view));
    out.push(...code(result, view), '');
  }
  const callers = answer.callers.map((one) => ({ ...one, text: clipped(one.text, LINE_CHARS) }));
  for (const { title, lines } of callerGroups(callers, answer.results[0]?.qualifiedName)) out.push(...titled(title, lines, view));
  const others = answer.results.filter((result) => result.shortening === 'place' && !isListed(result, answer.callers));
  out.push(
    ...titled(
      'also found',
      others.map((one) => otherLine(one, view)),
      view,
    ),
  );
  if (answer.related.length) out.push(...relatedLines(answer.related, view));
  const needed = answer.needed.map(
    ({ signature, path, line }) => `${highlight(clipped(signature, LINE_CHARS), color)}  ${paint(`${path}:${line + 1}`, 'dim', color)}`,
  );
  return [...out, ...titled('also needed', needed, view)];
}

/** A result without code: its place, and what it is for. */
const otherLine = (result: Result, { color }: TerminalView): string =>
  `${paint(placeOf(result), 'cyan', color)}  ${paint(result.qualifiedName, 'bold', color)}  ${paint(summaryOf(result), 'dim', color)}`.trimEnd();

const titled = (title: string, lines: readonly string[], { color }: TerminalView): string[] =>
  lines.length ? [paint(title, 'bold', color), ...lines.map((line) => `  ${line}`), ''] : [];

function relatedLines(related: readonly RelatedResult[], view: TerminalView): string[] {
  const out = [paint('related', 'bold', view.color), ''];
  for (const result of related) out.push(...header(result, 0, { ...view, isTerminal: false }), ...code(result, view), '');
  return out;
}

/** A result alone: its place and its source, whole. */
export const sourceLines = (result: Result, view: TerminalView): string[] => [...header(result, 0, view), ...code(result, view)];

const placeOf = ({ path, lines }: Result): string => `${path}:${lines.start + 1}-${Math.max(lines.start + 1, lines.end)}`;

function header(result: Result, share: number, { color, isTerminal, explain }: TerminalView): string[] {
  const head = `${paint(placeOf(result), 'cyan', color)}  ${paint(`${result.symbolKind ?? result.kind} ${result.qualifiedName}`, 'bold', color)}`;
  const notes = [linesNote(result.answerLines), result.unsaved && 'unsaved', shownNote(result.shortening).replace('shown: ', '')].filter(
    Boolean,
  );
  const all = [result.score.toFixed(3), result.reason, ...notes].join(' · ');
  if (isTerminal) return [`${paint(bar(share), 'green', color)} ${head}`, `${INDENT}${paint(all, 'dim', color)}`];
  if (explain) return [head, `${INDENT}${all}`];
  const own = 'relation' in result ? [result.reason, ...notes] : notes;
  return [own.length ? `${head}  (${own.join(', ')})` : head];
}

/** The score as a sum of its parts, and the difference to the next result. */
function explanation(result: Result, next: Result | undefined, { color, width }: TerminalView): string[] {
  const above = aboveNext(result, next);
  return [`= ${partsLine(result.parts)}`, ...(above ? [above] : [])].flatMap((line) =>
    wrap(line, Math.max(40, width - INDENT.length)).map((text) => `${INDENT}${paint(text, 'dim', color)}`),
  );
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<=,) /)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : `  ${word}`);
  }
  return lines;
}

/** The source with line numbers. */
const code = ({ text, segments }: Pick<Result, 'text' | 'segments'>, { color, isTerminal }: TerminalView): string[] =>
  numbered(text, segments)
    .split('\n')
    .map((line) => paintLine(isTerminal ? line.replaceAll('\t', '  ') : line, color));

function paintLine(line: string, color: boolean): string {
  const number = /^ *\d+/.exec(line)?.[0] ?? '';
  return `${paint(number, 'dim', color)}${highlight(line.slice(number.length), color)}`;
}

export function renderSymbols(answer: SymbolAnswer, color: boolean): string {
  const out = answer.hits.map(
    (hit) =>
      `${(hit.symbolKind ?? '').padEnd(11)} ${paint(hit.qualifiedName, 'bold', color)}  ${paint(`${hit.path}:${hit.nameLine + 1}`, 'cyan', color)}  ${paint(hit.reason, 'dim', color)}`,
  );
  if (!answer.hits.length) out.push('no symbol matches');
  for (const problem of answer.problems) out.push(paint(problem.message, 'yellow', color));
  return out.join('\n');
}
