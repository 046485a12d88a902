/** How well single lines of code fit a question: the rarity of its words in them. Pure. */
import { wordsOf } from '../../chunking/words.js';
import type { Relevance } from '../assemble/extract-statements.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { sameStem } from '../query/name-match.js';
import type { Rarity } from './rarity.js';

/** What code calls the same counts as much as in the search for words. */
const EXPANSION = 0.5;

export function lineRelevance(query: AnalysedQuery, rarity: Rarity): Relevance {
  const weights = new Map<string, number>(query.words.map((word) => [word, rarity.relative(word)]));
  const mean = query.words.length ? [...weights.values()].reduce((sum, weight) => sum + weight, 0) / weights.size : 0;
  for (const word of query.expansions) if (!weights.has(word)) weights.set(word, EXPANSION * mean);
  return (line) => {
    let sum = 0;
    for (const word of new Set(wordsOf(line).split(' '))) {
      let best = weights.get(word) ?? 0;
      if (!best) for (const asked of query.words) if (sameStem(word, asked)) best = Math.max(best, EXPANSION * rarity.relative(asked));
      sum += best;
    }
    return sum;
  };
}
