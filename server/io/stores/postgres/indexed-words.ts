/** Words as the lexical index of SQLite has them: FTS5 splits at every ASCII character that is neither a letter nor a digit. Pure. */
import type { LexicalFields } from '../../../core/model/chunk.js';

const separators = /[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/;

/** The words of one field or of one word of a question. */
export const splitWords = (text: string): readonly string[] =>
  text
    .split(separators)
    .filter(Boolean)
    .map((word) => word.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));

/** By chunk and field: path, name, signature, body. */
export const indexedWords = (lexical: readonly LexicalFields[]): (readonly string[])[][] =>
  lexical.map(({ path, name, signature, body }) => [path, name, signature, body].map(splitWords));
