/** Reads a score from 0 to 100 from the answer of a language model. Pure. */

const number = /(?<![\w.])-?\d+(?:\.\d+)?/g;

/** 0 to 100; null where no number can be made out. Lenient: prose, `Score: 85`, `85/100`, `8 out of 10`, `72.5%`, JSON. */
export function parseScore(text: string): number | null {
  // Thinking aloud is full of numbers that are not the answer.
  const answer = text.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, ' ').slice(0, 4_000);
  const outOf = /(?<!\d)(-?\d+(?:\.\d+)?)\s*(?:\/|out of)\s*(\d+(?:\.\d+)?)/i.exec(answer);
  if (outOf) {
    const most = Number(outOf[2]);
    if (most > 0) return clamp((Number(outOf[1]) / most) * 100);
  }
  const named = /(?:score|rating|relevance|answer)\W{0,12}(?:is|of|:|=)?\W{0,6}(-?\d+(?:\.\d+)?)/i.exec(answer);
  const found = named?.[1] ?? answer.match(number)?.[0];
  return found === undefined ? null : clamp(Number(found));
}

const clamp = (value: number): number => Math.min(100, Math.max(0, value));
