/**
 * The longest run of a passage that a source contains; placeholders match any words. Runs start at two neighbouring words in common and are
 * followed forwards, so the cost is linear in the length of the source. Pure.
 */
import type { SourceWords } from '../query/source-words.js';
import { literalMatch } from '../rank/weights.js';

export interface Run {
  /** Indexes into the words of the source, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** Words in common. */
  readonly matched: number;
  /** The information of the words in common, in bits. */
  readonly bits: number;
  /** The information of the passage's words that match placeholders. */
  readonly filledBits: number;
}

/** Positions of the pairs of neighbouring words in a passage. */
export function pairsOf(words: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const pairs = new Map<string, number[]>();
  for (let i = 0; i + 1 < words.length; i++) {
    const pair = `${words[i]} ${words[i + 1]}`;
    const known = pairs.get(pair);
    if (known) known.push(i);
    else pairs.set(pair, [i]);
  }
  return pairs;
}

/** @param bitsOf the information of a word of the passage */
export function matchingRun(
  source: SourceWords,
  passage: readonly string[],
  pairs: ReadonlyMap<string, readonly number[]>,
  bitsOf: (word: string) => number,
): Run | null {
  let best: Run | null = null;
  const { words } = source;
  let next = 0;
  for (let i = 0; i + 1 < words.length; i++) {
    if (i < next) continue;
    for (const at of pairs.get(`${words[i]} ${words[i + 1]}`) ?? []) {
      const run = followed(source, passage, i, at, bitsOf);
      if (!best || run.bits > best.bits) {
        best = run;
        next = Math.max(next, i + 1);
      }
    }
  }
  return best;
}

function followed(
  { words, holeEnds }: SourceWords,
  passage: readonly string[],
  from: number,
  at: number,
  bitsOf: (word: string) => number,
): Run {
  let i = from;
  let j = at;
  let end = from;
  let matched = 0;
  let bits = 0;
  let filledBits = 0;
  const fill = (count: number) => {
    for (const word of passage.slice(j, j + count)) filledBits += bitsOf(word);
  };
  while (i < words.length && j < passage.length) {
    const word = words[i] as string;
    if (word === passage[j]) {
      bits += bitsOf(word);
      matched++;
      i++;
      j++;
      end = i;
      continue;
    }
    const behind = behindHole(holeEnds, i);
    if (behind === i) break;
    const filled = behind < words.length ? fillOf(words, holeEnds, behind, passage, j) : -1;
    if (filled < 0) {
      // A placeholder may end the text.
      if (passage.length - j <= literalMatch.filledWords) fill(passage.length - j);
      break;
    }
    fill(filled);
    i = behind;
    j += filled;
  }
  return { start: from, end, matched, bits, filledBits };
}

/** The first word after a placeholder and those directly after it; `i` itself where no placeholder is there. */
function behindHole(holeEnds: readonly number[], i: number): number {
  let behind = i;
  while (behind < holeEnds.length && (holeEnds[behind] as number) > behind) behind = holeEnds[behind] as number;
  return behind;
}

/** How many words of the passage fill a placeholder that ends before the word `behind`; -1 where the passage does not continue after it. */
function fillOf(words: readonly string[], holeEnds: readonly number[], behind: number, passage: readonly string[], j: number): number {
  for (let filled = 0; filled <= literalMatch.filledWords && j + filled < passage.length; filled++) {
    if (words[behind] !== passage[j + filled]) continue;
    const goesOn = words[behind + 1] === passage[j + filled + 1] || (holeEnds[behind + 1] ?? 0) > behind + 1;
    if (goesOn || j + filled + 1 >= passage.length) return filled;
  }
  return -1;
}
