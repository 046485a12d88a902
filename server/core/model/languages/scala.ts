/** Scala. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const scala: LanguageDescriptor = {
  id: 'scala',
  extensions: ['scala', 'sc', 'sbt'],
  family: 'java',
  comment: commentStyles.block,
  testClasses: ['scala'],
  configurationFiles: /^build\.sbt$/,
};
