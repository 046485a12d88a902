/** Groovy, and the builds of Gradle and Jenkins. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const groovy: LanguageDescriptor = {
  id: 'groovy',
  extensions: ['groovy', 'gradle'],
  fileNames: ['jenkinsfile'],
  family: 'java',
  comment: commentStyles.block,
  testClasses: ['groovy'],
  configurationFiles: /^jenkinsfile$|\.gradle(?:\.kts)?$/,
};
