/** Dart. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const dart: LanguageDescriptor = { id: 'dart', extensions: ['dart'], comment: commentStyles.block, testClasses: ['dart'] };
