/** Swift. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const swift: LanguageDescriptor = {
  id: 'swift',
  extensions: ['swift'],
  comment: commentStyles.block,
  testClasses: ['swift'],
  hasArgumentLabels: true,
  calls: 'c',
  configurationFiles: /^package\.swift$/,
};
