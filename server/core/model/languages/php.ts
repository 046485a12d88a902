/** PHP. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const php: LanguageDescriptor = {
  id: 'php',
  extensions: ['php', 'phtml'],
  interpreter: /\bphp/,
  comment: commentStyles.block,
  isScript: true,
  testFiles: /^test[_-].*\.php$/,
  testClasses: ['php'],
};
