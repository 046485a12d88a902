/** Configuration and builds. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

const { block, hash, markup, semicolon } = commentStyles;
const role = 'configuration';

export const configuration: readonly LanguageDescriptor[] = [
  { id: 'json', extensions: ['json', 'jsonc', 'json5'], comment: block, role, isSectioned: true },
  { id: 'jsonc', comment: block },
  {
    id: 'yaml',
    extensions: ['yaml', 'yml'],
    fileNames: ['.clang-format', '.clang-tidy'],
    comment: hash,
    role,
    isSectioned: true,
  },
  { id: 'toml', extensions: ['toml'], comment: hash, role, isSectioned: true },
  {
    id: 'ini',
    extensions: ['ini', 'cfg', 'conf', 'properties', 'env', 'editorconfig'],
    fileNames: ['.editorconfig', '.npmrc', '.env'],
    comment: semicolon,
    role,
    isSectioned: true,
    configurationFiles: /\.editorconfig$/,
  },
  { id: 'properties', comment: block },
  // FreeMarker has the extension too.
  { id: 'fluent', extensions: ['ftl'], comment: hash },
  {
    id: 'xml',
    extensions: ['xml', 'xsd', 'xsl', 'svg', 'csproj', 'props', 'targets'],
    comment: markup,
    role,
    configurationFiles: /\.(?:cs|vb|fs)proj$/,
  },
  { id: 'ignore', fileNames: ['.gitignore', '.gitattributes'], comment: hash, role },
  { id: 'cmake', extensions: ['cmake'], fileNames: ['cmakelists.txt'], comment: hash, role },
  {
    id: 'makefile',
    extensions: ['mk'],
    fileNames: ['makefile', 'gnumakefile', 'justfile'],
    comment: hash,
    role,
    configurationFiles: /^justfile$/,
  },
  { id: 'dockerfile', fileNames: ['dockerfile', 'containerfile'], comment: hash, role },
  { id: 'terraform', extensions: ['tf', 'hcl'], comment: hash },
  { id: 'csv', extensions: ['csv', 'tsv'], comment: hash, role },
  { id: 'po', extensions: ['po', 'pot'], comment: hash, role },
  { id: 'qt-linguist', comment: markup, role },
  { id: 'nix', extensions: ['nix'], comment: hash },
];
