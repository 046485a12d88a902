/** Haskell, and the packages of Cabal. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const haskell: readonly LanguageDescriptor[] = [
  {
    id: 'haskell',
    extensions: ['hs', 'lhs', 'hsc'],
    interpreter: /\brunhaskell/,
    comment: commentStyles.dashes,
    testClasses: ['hs'],
    callsWithoutMarks: true,
  },
  { id: 'cabal', extensions: ['cabal'], comment: commentStyles.dashes, role: 'configuration' },
];
