/** The symbol around a place, as users and agents ask for it. */
import type { Engine } from '../core/engine/engine-api.js';
import type { ShowAnswer, ShowQuestion } from '../core/model/show.js';
import { isFunction } from '../core/model/symbol.js';
import type { Place } from './parse-place.js';

/** A longer symbol is not shown whole for one of its lines: a function, and a table, a grammar or a file. */
const MOST_LINES = { function: 300, other: 120 };
const LINES_AROUND = 20;

/** The symbol around a line; of one that is long, the lines around that line. */
export async function showPlace(
  engine: Engine,
  { at }: Place,
  options: Pick<ShowQuestion, 'detail' | 'limit'>,
  signal?: AbortSignal,
): Promise<ShowAnswer> {
  const answer = await engine.show({ at, ...options }, signal);
  const [only] = answer.results;
  if (at.lastLine !== undefined || !only) return answer;
  const most = isFunction(only.symbolKind) ? MOST_LINES.function : MOST_LINES.other;
  if (only.lines.end - only.lines.start <= most) return answer;
  const around = { ...at, line: Math.max(0, at.line - LINES_AROUND), lastLine: at.line + LINES_AROUND };
  return engine.show({ at: around, ...options }, signal);
}
