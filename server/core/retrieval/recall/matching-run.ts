/**
 * The longest run of a passage that a source contains; placeholders match any words. Runs start at two neighbouring words in common, or at one
 * before a placeholder, and are followed forwards, so the cost is linear in the length of the source. Pure.
 */
import { addTo } from '../../../util/grouped.js';
import { type Passage, passageWords } from '../query/passages.js';
import { type SourceWords, wordHash } from '../query/source-words.js';
import { literalMatch } from './weights.js';

export interface Run {
  /** Indexes into the words of the source, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** The same words of the passage, `end` exclusive. */
  readonly inPassage: { readonly start: number; readonly end: number };
  /** Words in common. */
  readonly matched: number;
  /** The information of the words in common, in bits. */
  readonly bits: number;
  /** The information of the passage's words that match placeholders. */
  readonly filledBits: number;
  /** The number of these. */
  readonly filled: number;
  /** The number of values that they make, without numbers: an address or an id is one of several words, without a blank in it. */
  readonly filledValues: number;
}

/** A passage prepared for comparison with many sources. */
export interface PassageWords {
  /** Hashes as of `sourceWords`. */
  readonly words: Int32Array;
  /** The information of each word, in bits. */
  readonly bits: readonly number[];
  /** For each word which part between blanks it is in, from 0 on. */
  readonly parts: Int32Array;
  /** By the hash of a word that has one after it, its positions. */
  readonly firsts: ReadonlyMap<number, readonly number[]>;
  /** By the lowest bits of a hash: 0 where no word of the passage has it. */
  readonly filter: Uint8Array;
}

export function preparePassage({ text, words: passage }: Pick<Passage, 'text' | 'words'>, bitsOf: (word: string) => number): PassageWords {
  const words = Int32Array.from(passage, wordHash);
  const parts = text.split(/\s+/).flatMap((part, i) => passageWords(part).map(() => i));
  const firsts = new Map<number, number[]>();
  const filter = new Uint8Array(FILTER_SIZE);
  for (const [i, word] of [...words].slice(0, -1).entries()) {
    addTo(firsts, word, i);
    filter[word & (FILTER_SIZE - 1)] = 1;
  }
  return { words, bits: passage.map(bitsOf), parts: Int32Array.from(parts), firsts, filter };
}
const FILTER_SIZE = 1024;

export function matchingRun(source: SourceWords, passage: PassageWords): Run | null {
  let best: Run | null = null;
  const { words, holeEnds } = source;
  const { firsts, filter } = passage;
  for (let i = 0; i + 1 < words.length; i++) {
    const word = words[i] as number;
    if (!filter[word & (FILTER_SIZE - 1)]) continue;
    for (const at of firsts.get(word) ?? []) {
      if (passage.words[at + 1] !== words[i + 1] && behindHole(holeEnds, i + 1) === i + 1) continue;
      const run = followed(source, passage, i, at);
      if (!best || run.bits > best.bits) best = run;
    }
  }
  return best;
}

function followed(
  { words, holeEnds }: SourceWords,
  { words: passage, bits: passageBits, parts }: PassageWords,
  from: number,
  at: number,
): Run {
  let i = from;
  let j = at;
  let end = from;
  let endInPassage = at;
  let matched = 0;
  let bits = 0;
  let filledBits = 0;
  let filled = 0;
  let filledValues = 0;
  const fill = (start: number, end: number) => {
    for (let k = start; k < end; k++) filledBits += passageBits[k] as number;
    filled += end - start;
    // Numbers have no information.
    const named = parts.slice(start, end).filter((_, k) => (passageBits[start + k] as number) > 0);
    filledValues += new Set(named).size;
  };
  // A placeholder may begin the text.
  if (holeEnds[from - 1] === from && valuesIn(parts, 0, at) <= literalMatch.filledValues) fill(0, at);
  while (i < words.length && j < passage.length) {
    if (words[i] === passage[j]) {
      bits += passageBits[j] as number;
      matched++;
      i++;
      j++;
      end = i;
      endInPassage = j;
      continue;
    }
    const behind = behindHole(holeEnds, i);
    if (behind === i) break;
    const count = behind < words.length ? fillOf(words, holeEnds, behind, { words: passage, parts }, j) : -1;
    if (count < 0) {
      // A placeholder may end the text.
      if (valuesIn(parts, j, passage.length) <= literalMatch.filledValues) fill(j, passage.length);
      break;
    }
    fill(j, j + count);
    i = behind;
    j += count;
  }
  return { start: from, end, inPassage: { start: at, end: endInPassage }, matched, bits, filledBits, filled, filledValues };
}

/** How many parts between blanks the words from `start` to `end` (exclusive) are in. */
const valuesIn = (parts: Int32Array, start: number, end: number): number =>
  end > start ? (parts[end - 1] as number) - (parts[start] as number) + 1 : 0;

/** The first word after a placeholder and those directly after it; `i` itself where no placeholder is there. */
function behindHole(holeEnds: Int32Array, i: number): number {
  let behind = i;
  while (behind < holeEnds.length && (holeEnds[behind] as number) > behind) behind = holeEnds[behind] as number;
  return behind;
}

/** How many words of the passage fill a placeholder that ends before the word `behind`; -1 where the passage does not continue after it. */
function fillOf(
  words: Int32Array,
  holeEnds: Int32Array,
  behind: number,
  { words: passage, parts }: Pick<PassageWords, 'words' | 'parts'>,
  j: number,
): number {
  for (let filled = 0; j + filled < passage.length && valuesIn(parts, j, j + filled) <= literalMatch.filledValues; filled++) {
    if (words[behind] !== passage[j + filled]) continue;
    const goesOn = words[behind + 1] === passage[j + filled + 1] || (holeEnds[behind + 1] ?? 0) > behind + 1;
    if (goesOn || j + filled + 1 >= passage.length) return filled;
  }
  return -1;
}
