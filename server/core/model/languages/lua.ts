/** Lua. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const lua: LanguageDescriptor = {
  id: 'lua',
  extensions: ['lua'],
  interpreter: /\blua/,
  comment: commentStyles.dashes,
  isScript: true,
  testFiles: /^test[_-].*\.lua$/,
};
