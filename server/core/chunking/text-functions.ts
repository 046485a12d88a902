/** The text functions that chunking calls most. A caller that analyses versions of one text can cache their results. */
import { hashOf } from '../../util/hash.js';
import { wordsOf } from './words.js';

export interface TextFunctions {
  wordsOf(text: string): string;
  hashOf(text: string): string;
}

export const plainFunctions: TextFunctions = { wordsOf, hashOf };
