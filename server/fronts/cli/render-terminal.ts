/** An answer for a person at a terminal: path, symbol, lines, a score bar, and the code, coloured where colours are shown. */
import type { Answer, Result, SymbolAnswer } from '../../core/model/answer.js';
import { highlight, paint } from './highlight.js';

export interface TerminalView {
  readonly color: boolean;
  readonly width: number;
  readonly explain: boolean;
}

const BAR = 10;
const MAX_LINES = 40;

const bar = (share: number): string => {
  const full = Math.max(0, Math.min(BAR, Math.round(share * BAR)));
  return '█'.repeat(full) + '░'.repeat(BAR - full);
};

export function renderTerminal(answer: Answer, view: TerminalView): string {
  const { color } = view;
  const best = answer.results[0]?.score || 1;
  const out: string[] = [];
  for (const result of answer.results) out.push(...header(result, result.score / best, view), ...code(result, view), '');
  if (answer.needed.length) {
    out.push(paint('also needed', 'bold', color));
    for (const { signature, path, line } of answer.needed)
      out.push(`  ${highlight(signature.slice(0, 120), color)}  ${paint(`${path}:${line + 1}`, 'dim', color)}`);
    out.push('');
  }
  const summary = `${answer.results.length} results, ${answer.tokens} tokens, ${answer.considered} candidates, ${answer.elapsedMs.toFixed(1)} ms, confidence ${answer.confidence}`;
  out.push(paint(summary, 'dim', color));
  for (const problem of answer.problems) out.push(paint(`${problem.incomplete ? 'incomplete: ' : ''}${problem.message}`, 'yellow', color));
  return out.join('\n');
}

function header(result: Result, share: number, { color, explain }: TerminalView): string[] {
  const place = `${result.path}:${result.lines.start + 1}-${Math.max(result.lines.start + 1, result.lines.end)}`;
  const kind = result.symbolKind ?? result.kind;
  const head = `${paint(bar(share), 'green', color)} ${paint(place, 'cyan', color)}  ${paint(`${kind} ${result.qualifiedName}`, 'bold', color)}`;
  const notes = [
    `${result.score.toFixed(3)}`,
    result.reason,
    ...(result.unsaved ? ['unsaved'] : []),
    ...(result.shortening === 'whole' ? [] : [result.shortening]),
  ];
  const lines = [head, `           ${paint(notes.join(' · '), 'dim', color)}`];
  if (explain)
    lines.push(
      ...result.parts.map(({ name, value }) => paint(`           ${value >= 0 ? '+' : ''}${value.toFixed(3)} ${name}`, 'dim', color)),
    );
  return lines;
}

function code(result: Result, { color, width }: TerminalView): string[] {
  const lines = result.text.split('\n');
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
