/** `--explain` on the terminal: how the question was read, and the candidates of each stage. */
import type { ExplainedEntry, Explanation } from '../../core/model/answer.js';
import { paint } from './highlight.js';

/** How the question was read: pairs of a heading and its values, without empty ones. */
export function readAs({ query }: Explanation): readonly (readonly [string, string])[] {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['words', query.words],
    ['also looked for', query.expansions],
    ['names', query.identifiers],
    ['words that are one name', query.compounds],
    ['paths', query.paths],
  ];
  return rows.flatMap(([name, list]) => (list.length ? [[name, list.join(', ')] as const] : []));
}

export const placeOf = ({ path, lines: { start, end } }: ExplainedEntry): string =>
  `${path}:${end <= start + 1 ? start + 1 : `${start + 1}-${end}`}`;

export function stageLines(explanation: Explanation, color: boolean): string[] {
  const out = [paint('how it came about', 'bold', color)];
  for (const [name, value] of readAs(explanation)) out.push(`  ${name}: ${paint(value, 'dim', color)}`);
  for (const { name, count, note, top } of explanation.stages) {
    out.push(`  ${paint(name, 'bold', color)} ${count}  ${paint(note, 'dim', color)}`);
    for (const entry of top) {
      const place = paint(placeOf(entry), 'cyan', color);
      out.push(`    ${entry.score.toFixed(3).padStart(8)}  ${place}  ${entry.symbol}  ${paint(entry.why, 'dim', color)}`);
    }
  }
  return out;
}
