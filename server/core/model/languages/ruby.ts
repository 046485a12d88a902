/** Ruby. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const ruby: LanguageDescriptor = {
  id: 'ruby',
  extensions: ['rb', 'rake', 'gemspec', 'ru'],
  fileNames: ['rakefile', 'gemfile', 'podfile', 'vagrantfile'],
  interpreter: /\bruby/,
  comment: commentStyles.hash,
  isScript: true,
  testFiles: /^test[_-].*\.rb$/,
  configurationFiles: /^(?:rakefile|gemfile|podfile|brewfile|fastfile|vagrantfile)$|\.(?:gemspec|podspec)$/,
};
