/** Visual Basic. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const vb: LanguageDescriptor = {
  id: 'vb',
  extensions: ['vb'],
  family: 'csharp',
  comment: commentStyles.block,
  testClasses: ['vb'],
};
