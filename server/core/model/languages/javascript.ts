/** JavaScript and TypeScript. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';
import { type Lexis, plain, slashes, words } from './lexis.js';

export const scriptLexis: Lexis = {
  ...slashes,
  freeWords: ['any', 'bigint', 'boolean', 'never', 'number', 'object', 'string', 'unknown'],
  strings: [{ open: '`', close: '`', escapes: true, multiline: true, code: '${' }, plain('"'), plain("'")],
  hasPatterns: true,
  keywords: words(
    'any as async await bigint boolean break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in infer instanceof interface keyof let never new null number private protected public readonly return satisfies static string switch this throw true try typeof undefined unknown var void while with yield',
  ),
};

const family = 'javascript';
const comment = commentStyles.block;
const configurationFiles =
  /\.config\.[cm]?[jt]sx?$|^(?:gulpfile|gruntfile|karma\.conf|babel\.config|rollup\.config|webpack[\w.-]*)\.[cm]?[jt]s$/;

export const javascript: readonly LanguageDescriptor[] = [
  {
    id: 'javascript',
    extensions: ['js', 'mjs', 'cjs'],
    interpreter: /\bnode|deno|bun\b/,
    family,
    comment,
    lexis: scriptLexis,
    isScript: true,
    testFiles: /^test_.*\.[cm]?js$|^tests?\.m?js$/,
    configurationFiles,
  },
  { id: 'javascriptreact', extensions: ['jsx'], family, comment, lexis: scriptLexis },
  {
    id: 'typescript',
    extensions: ['ts', 'mts', 'cts'],
    family,
    comment,
    lexis: scriptLexis,
    isScript: true,
    testFiles: /^(?:test_.*|tests?)\.ts$/,
    declarationFiles: /\.d\.(?:[cm]?|[\w-]+\.)ts$/,
  },
  { id: 'typescriptreact', extensions: ['tsx'], family, comment, lexis: scriptLexis },
];
