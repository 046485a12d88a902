/**
 * A cheap estimate of cl100k_base tokens: fitted on 3,000 chunks of TypeScript, Python and C (median error 4 %, p95 14 %).
 * Budgets are kept with the real tokenizer; this one sizes chunks and decides when to count.
 */
export function estimateTokens(text: string): number {
  let words = 0;
  let marks = 0;
  let lines = 0;
  let inWord = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57)) {
      // A long word takes a token for about every five letters.
      if (inWord === 0 || inWord % 6 === 0) words++;
      inWord++;
      continue;
    }
    inWord = 0;
    if (c === 10) lines++;
    else if (c > 127) words++;
    else if (c !== 32 && c !== 9 && c !== 13) marks++;
  }
  return Math.ceil(words * 0.785 + marks * 0.72 + lines * 1.03);
}
