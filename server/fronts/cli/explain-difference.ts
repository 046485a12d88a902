/** Why one result ranks above another: the score parts that differ most. Pure. */
import type { Result, ScorePart } from '../../core/model/answer.js';
import { fixed, signed } from './html/numbers.js';

const SHOWN = 5;
const SHOWN_IN_LINE = 3;

/** The parts that differ most between two lists. */
export function difference(parts: readonly ScorePart[], others: readonly ScorePart[]): ScorePart[] {
  const by = new Map<string, number>();
  for (const { name, value } of parts) by.set(name, (by.get(name) ?? 0) + value);
  for (const { name, value } of others) by.set(name, (by.get(name) ?? 0) - value);
  return [...by]
    .map(([name, value]) => ({ name, value }))
    .filter(({ value }) => Math.abs(value) >= 0.0005)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, SHOWN);
}

const written = ({ name, value }: ScorePart): string => `${name} ${signed(value, fixed)}`;

/** The parts of a score on one line, the largest first. */
export const partsLine = (parts: readonly ScorePart[]): string =>
  [...parts]
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .map(written)
    .join(', ');

/** The difference to the next result; null if there is none. */
export function aboveNext(result: Result, next: Result | undefined): string | null {
  if (!next) return null;
  const parts = difference(result.parts, next.parts).slice(0, SHOWN_IN_LINE);
  return parts.length ? `above the next by ${fixed(result.score - next.score)}: ${parts.map(written).join(', ')}` : null;
}
