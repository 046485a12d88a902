/** Which texts go into one request or one run of a model. Pure. */

/** Code has three to four characters a token; three keeps batches below a provider's limit. */
const charsPerToken = 3;
export const roughTokens = (text: string): number => Math.ceil(text.length / charsPerToken) + 2;

export interface BatchLimits {
  readonly maxTexts: number;
  /** Tokens of all texts of a batch together; with `padded`, of the longest times their number. */
  readonly maxTokens: number;
  /** True where all texts of a batch are padded to the longest: texts of like length go together, the short ones first. */
  readonly padded?: boolean;
}

/** Indices into `tokens`, each exactly once. A text above the limit goes alone. */
export function planBatches(tokens: readonly number[], limits: BatchLimits): number[][] {
  const order = tokens.map((_, i) => i);
  if (limits.padded) order.sort((a, b) => (tokens[a] as number) - (tokens[b] as number) || a - b);
  const batches: number[][] = [];
  let batch: number[] = [];
  let sum = 0;
  let longest = 0;
  for (const i of order) {
    const size = tokens[i] as number;
    const load = limits.padded ? Math.max(longest, size) * (batch.length + 1) : sum + size;
    if (batch.length > 0 && (batch.length >= limits.maxTexts || load > limits.maxTokens)) {
      batches.push(batch);
      batch = [];
      sum = 0;
      longest = 0;
    }
    batch.push(i);
    sum += size;
    longest = Math.max(longest, size);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
