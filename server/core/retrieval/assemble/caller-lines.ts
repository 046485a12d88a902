/** Lines that call or use the first results, from code that is not among them: where a function takes effect. */
import type { CallerLine } from '../../model/answer.js';
import { oneLine } from '../../model/answer-text.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import { stepsIn } from '../graph/graph-steps.js';
import type { IndexReader } from '../ports.js';
import { budget } from './budget.js';

/**
 * Callers of functions, in the order of `records`, a few of each. Names that may mean another symbol are left out.
 * @param isShown whether the answer shows a line (0-based) already
 */
export function callerLines(
  reader: IndexReader,
  records: readonly ChunkRecord[],
  textOf: (record: ChunkRecord) => string,
  isShown: (path: string, line: number) => boolean,
): CallerLine[] {
  const functions = records.filter(({ symbolKind }) => isFunction(symbolKind)).slice(0, budget.callersFrom);
  if (!functions.length) return [];
  const steps = stepsIn(reader, functions).filter(({ kind, isGuess }) => kind === 'called_by' && !isGuess);
  const seen = new Set<string>();
  return functions.flatMap((record) => {
    const found: CallerLine[] = [];
    for (const { from, to, edge } of steps) {
      const place = `${edge.path}:${edge.line}`;
      if (from.id !== record.id || seen.has(place) || isShown(edge.path, edge.line) || found.length >= budget.callersOfEach) continue;
      seen.add(place);
      const text = oneLine(textOf(to).split('\n')[edge.line] ?? '').slice(0, budget.lineChars);
      if (text) found.push({ path: edge.path, line: edge.line, text, caller: to.qualifiedName, of: record.qualifiedName });
    }
    return found;
  });
}
