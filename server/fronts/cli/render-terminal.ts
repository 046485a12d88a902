/** An answer for a person at a terminal: path, symbol, lines, a score bar, and the code, coloured where colours are shown. */
import type { Answer, Result, SymbolAnswer } from '../../core/model/answer.js';
import { aboveNext, partsLine } from './explain-difference.js';
import { stageLines } from './explain-stages.js';
import { highlight, paint } from './highlight.js';

export interface TerminalView {
  readonly color: boolean;
  readonly width: number;
  readonly explain: boolean;
}

const BAR = 10;
const MAX_LINES = 40;
const INDENT = ' '.repeat(BAR + 1);

const bar = (share: number): string => {
  const full = Math.max(0, Math.min(BAR, Math.round(share * BAR)));
  return '█'.repeat(full) + '░'.repeat(BAR - full);
};

export function renderTerminal(answer: Answer, view: TerminalView): string {
  const { color } = view;
  const best = answer.results[0]?.score || 1;
  const out: string[] = [];
  for (const [i, result] of answer.results.entries()) {
    out.push(...header(result, result.score / best, view));
    if (view.explain) out.push(...explanation(result, answer.results[i + 1], view));
    out.push(...code(result, view), '');
  }
  if (answer.needed.length) {
    out.push(paint('also needed', 'bold', color));
    for (const { signature, path, line } of answer.needed)
      out.push(`  ${highlight(signature.slice(0, 120), color)}  ${paint(`${path}:${line + 1}`, 'dim', color)}`);
    out.push('');
  }
  if (view.explain && answer.explanation) out.push(...stageLines(answer.explanation, color), '');
  const summary = `${answer.results.length} results, ${answer.tokens} tokens, ${answer.considered} candidates, ${answer.elapsedMs.toFixed(1)} ms, confidence ${answer.confidence}`;
  out.push(paint(summary, 'dim', color));
  for (const problem of answer.problems) out.push(paint(`${problem.incomplete ? 'incomplete: ' : ''}${problem.message}`, 'yellow', color));
  return out.join('\n');
}

function header(result: Result, share: number, { color }: TerminalView): string[] {
  const place = `${result.path}:${result.lines.start + 1}-${Math.max(result.lines.start + 1, result.lines.end)}`;
  const kind = result.symbolKind ?? result.kind;
  const head = `${paint(bar(share), 'green', color)} ${paint(place, 'cyan', color)}  ${paint(`${kind} ${result.qualifiedName}`, 'bold', color)}`;
  const notes = [
    `${result.score.toFixed(3)}`,
    result.reason,
    ...(result.unsaved ? ['unsaved'] : []),
    ...(result.shortening === 'whole' ? [] : [result.shortening]),
  ];
  return [head, `${INDENT}${paint(notes.join(' · '), 'dim', color)}`];
}

/** The score as a sum of its parts, and what lifts it above the next one (O3). */
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

function code(result: Result, { color, width }: TerminalView): string[] {
  const lines = result.text.trimEnd().split('\n');
  const shown = lines
    .slice(0, MAX_LINES)
    .map((line) => `  ${highlight(line.replace(/\t/g, '  ').slice(0, Math.max(40, width - 2)), color)}`);
  if (lines.length > MAX_LINES) shown.push(paint(`  … ${lines.length - MAX_LINES} more lines`, 'dim', color));
  return shown;
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
