/** F#. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const fsharp: LanguageDescriptor = {
  id: 'fsharp',
  extensions: ['fs', 'fsi', 'fsx'],
  family: 'csharp',
  comment: commentStyles.block,
  testClasses: ['fs'],
};
