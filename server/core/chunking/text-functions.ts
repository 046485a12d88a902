/** The functions of text that chunking calls most, so that whoever analyses a text again and again can remember results. */
import { hashOf } from '../../util/hash.js';
import { wordsOf } from './words.js';

export interface TextFunctions {
  wordsOf(text: string): string;
  hashOf(text: string): string;
}

export const plainFunctions: TextFunctions = { wordsOf, hashOf };
