/** How well single lines of code fit a question: the rarity of its words in them. Pure. */
import { wordsOf } from '../../chunking/words.js';
import type { Relevance } from '../assemble/extract-statements.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { sameStem } from '../query/name-match.js';
import type { Rarity } from './rarity.js';
import { bm25 } from './weights.js';

export function lineRelevance(query: AnalysedQuery, rarity: Rarity): Relevance {
  const weights = new Map<string, number>(query.words.map((word) => [word, rarity.relative(word)]));
  const mean = query.words.length ? [...weights.values()].reduce((sum, weight) => sum + weight, 0) / weights.size : 0;
  for (const word of query.expansions) if (!weights.has(word)) weights.set(word, bm25.expansion * mean);
  return (line) => {
    let sum = 0;
    for (const word of new Set(wordsOf(line).split(' '))) {
      let best = weights.get(word) ?? 0;
      if (!best) for (const asked of query.words) if (sameStem(word, asked)) best = Math.max(best, bm25.expansion * rarity.relative(asked));
      sum += best;
    }
    return sum;
  };
}
