/** Zig. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const zig: LanguageDescriptor = {
  id: 'zig',
  extensions: ['zig', 'zon'],
  comment: commentStyles.slashes,
  testFiles: /^tests?\.zig$/,
  configurationFiles: /^build\.zig(?:\.zon)?$/,
};
