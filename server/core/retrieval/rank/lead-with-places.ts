/** Places that a question points to stand first, in their order, before what it names and what is like it. Changes scores in place. */
import type { Scoring } from './rank.js';
import { weights } from './weights.js';

/** Returns the candidates that are such places. */
export function leadWithPlaces(scored: readonly Scoring[]): ReadonlySet<Scoring> {
  const leaders = scored.filter(({ candidate }) => candidate.place);
  leaders.sort((a, b) => (b.candidate.place?.order ?? 0) - (a.candidate.place?.order ?? 0));
  let least = weights.namedLead * scored.reduce((most, one) => (one.candidate.place ? most : Math.max(most, one.score)), 0);
  for (const leader of leaders) {
    const value = least - leader.score;
    if (value > 0) {
      leader.score += value;
      leader.parts.push({ name: leader.candidate.place?.by === 'frame' ? 'frame of the trace' : 'literal match', value });
    }
    least = leader.score * weights.leaderStep;
  }
  return new Set(leaders);
}
