/** Files are copied: a text that an answer shows already comes once, and then as a note on where it stands. */

import type { ChunkRecord } from '../../model/chunk.js';
import { commentStyle } from '../../model/language.js';
import type { TokenCounter } from '../ports.js';
import type { Shown } from './show-chunk.js';

/** Shorter texts are no longer than the note. */
const MIN_TOKENS = 30;

export class RepeatedTexts {
  readonly #tokens: TokenCounter;
  /** By text, where it was shown first. */
  readonly #places = new Map<string, string>();

  constructor(tokens: TokenCounter) {
    this.#tokens = tokens;
  }

  /** What is shown of a chunk: `shown`, or the note where that text stands elsewhere in the answer. */
  shownOnce({ path, lines, language }: ChunkRecord, shown: Shown): Shown {
    if (shown.tokens < MIN_TOKENS) return shown;
    const first = this.#places.get(shown.text);
    if (first === undefined) {
      this.#places.set(shown.text, `${path}:${lines.start + 1}`);
      return shown;
    }
    const { open, close } = commentStyle(language);
    const text = `${open}the same text as ${first}${close}`;
    const tokens = this.#tokens.count(text);
    return tokens < shown.tokens ? { text, segments: [], shortening: 'repeated', tokens, printedTokens: tokens } : shown;
  }
}
