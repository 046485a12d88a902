/** Java. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const java: LanguageDescriptor = {
  id: 'java',
  extensions: ['java'],
  family: 'java',
  comment: commentStyles.block,
  testClasses: ['java'],
};
