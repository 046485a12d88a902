/** What reading files whole would cost, to set against the tokens of an answer. Pure: the texts come from outside. */
import { estimateTokens } from '../chunking/estimate-tokens.js';
import { DEPTH } from './score-question.js';

/** Counts the tokens of the distinct files of the first ten results, each read whole: estimates, within a few per cent. */
export function wholeFileCounter(textOf: (path: string) => string): (results: readonly { readonly path: string }[]) => number {
  const known = new Map<string, number>();
  const tokensOf = (path: string): number => {
    let tokens = known.get(path);
    if (tokens === undefined) known.set(path, (tokens = estimateTokens(textOf(path))));
    return tokens;
  };
  return (results) => [...new Set(results.slice(0, DEPTH).map(({ path }) => path))].reduce((sum, path) => sum + tokensOf(path), 0);
}
