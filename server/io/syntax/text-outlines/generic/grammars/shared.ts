/** What several grammars have in common. */
import { blockComment, character, lineComment, quoted } from '../tokens.js';

/** In brace languages: closers, chained calls, operators, and words that go on with a header or an if. */
export const cLikeContinuation =
  /^(?:[)\]}{.:?&|=,;+*/]|->|else\b|catch\b|finally\b|while\b(?=.*\)\s*;?$)|where\b|extends\b|with\b|implements\b|throws\b|yield\b)/;

/** Kotlin and Scala: nested comments, raw and interpolated strings. */
export const jvmTokens = [
  lineComment('//'),
  blockComment('/*', '*/', 'nested'),
  quoted('"""', '"""', { escape: false, multiline: true, interpolation: '${' }),
  quoted('"', '"', { interpolation: '${' }),
  character,
];
