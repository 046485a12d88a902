/** Shows a text of copied files once; a repetition is a note that says where it was shown. */
import type { ChunkRecord } from '../../model/chunk.js';
import { commentStyle } from '../../model/language.js';
import type { TokenCounter } from '../ports.js';
import { budget } from './budget.js';
import type { Shown } from './show-chunk.js';

export class RepeatedTexts {
  readonly #tokens: TokenCounter;
  /** By text, the place where it was shown first. */
  readonly #places = new Map<string, string>();

  constructor(tokens: TokenCounter) {
    this.#tokens = tokens;
  }

  /** `shown`, or a note where the answer already shows that text. */
  shownOnce({ path, lines, language }: ChunkRecord, shown: Shown): Shown {
    if (shown.tokens < budget.repeatedTokens) return shown;
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
