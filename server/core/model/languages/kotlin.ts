/** Kotlin. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const kotlin: LanguageDescriptor = {
  id: 'kotlin',
  extensions: ['kt', 'kts'],
  family: 'java',
  comment: commentStyles.block,
  testClasses: ['kt'],
};
