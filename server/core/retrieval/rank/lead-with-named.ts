/**
 * What a question names stands first: of each name the definition that fits best, before everything that only fits the words around it.
 * Other definitions of the names are spared the rule that a file should not come twice. Changes scores in place.
 */
import { foldName } from '../../chunking/words.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { mayBe } from '../query/read-question.js';
import type { StatedName } from '../query/stated-names.js';
import type { Scoring } from './rank.js';
import { nameLookup, weights } from './weights.js';

/** Returns the candidates that the question names, one of each symbol. */
export function leadWithNamed(query: AnalysedQuery, scored: readonly Scoring[]): ReadonlySet<Scoring> {
  const named = new Set<Scoring>();
  const leaders: Scoring[] = [];
  for (const stated of query.stated) {
    const symbols = bestOfEach(definitionsOf(query, stated, scored));
    const [best] = symbols;
    if (!best || (!query.isName && stated.certainty === 'likely' && symbols.length > nameLookup.clearDefinitions)) continue;
    for (const one of query.isName ? symbols : [best]) named.add(one);
    if (!leaders.includes(best)) leaders.push(best);
  }
  const others = scored.reduce((most, one) => (leaders.includes(one) ? most : Math.max(most, one.score)), 0);
  leaders.sort((a, b) => a.score - b.score);
  let least = others * weights.namedLead;
  for (const leader of leaders) {
    const value = least - leader.score;
    if (value > 0) {
      leader.score += value;
      leader.parts.push({ name: 'named in the question', value });
    }
    least = leader.score * weights.leaderStep;
  }
  return named;
}

/** Of overloads the one that fits best; best first. */
function bestOfEach(meant: readonly Scoring[]): Scoring[] {
  const best = new Map<string, Scoring>();
  for (const one of meant) {
    const { path, qualifiedName } = one.candidate.record;
    const symbol = `${path} ${qualifiedName}`;
    if (one.score > (best.get(symbol)?.score ?? Number.NEGATIVE_INFINITY)) best.set(symbol, one);
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}

/** Of what bears the name: those in the container that was said, and in the case that was written, where there are such. */
function definitionsOf(query: AnalysedQuery, stated: StatedName, scored: readonly Scoring[]): Scoring[] {
  let meant = scored.filter(
    ({ candidate: { name, record } }) => (name === 'identifier' || name === 'identifierFolded') && mayBe(record, stated),
  );
  // A sentence is full of the project's own name.
  if (!query.isName && !stated.kinds.length) meant = meant.filter(({ candidate }) => candidate.record.symbolKind !== 'module');
  const narrow = (isMeant: (one: Scoring) => boolean) => {
    const some = meant.filter(isMeant);
    if (some.length) meant = some;
  };
  const { container } = stated;
  if (container !== null) narrow(({ candidate }) => foldName(candidate.record.qualifiedName).endsWith(container + foldName(stated.name)));
  narrow(({ candidate }) => candidate.record.name === stated.name);
  narrow(({ candidate }) => candidate.record.role === 'source');
  return meant;
}
