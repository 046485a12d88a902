/** Counts tokens as cl100k_base does. The tables (1 MB) load with the first count; counts of recent texts are kept. */
import { createRequire } from 'node:module';
import { estimateTokens } from '../../core/chunking/estimate-tokens.js';
import type { TokenCounter } from '../../core/retrieval/ports.js';

const CACHED_TEXTS = 4_000;

export function cl100kCounter(): TokenCounter {
  const require = createRequire(import.meta.url);
  let countTokens: ((text: string, options: object) => number) | null = null;
  const cache = new Map<string, number>();
  return {
    estimate: estimateTokens,
    count(text) {
      const known = cache.get(text);
      if (known !== undefined) return known;
      countTokens ??= (require('gpt-tokenizer/encoding/cl100k_base') as { countTokens: (text: string, options: object) => number })
        .countTokens;
      // Special tokens in source are text like any other.
      const count = countTokens(text, { disallowedSpecial: new Set() });
      if (cache.size >= CACHED_TEXTS) cache.delete(cache.keys().next().value as string);
      cache.set(text, count);
      return count;
    },
  };
}
