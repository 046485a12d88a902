/** Shells: sh and its relatives, fish, PowerShell. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';
import { type Lexis, words } from './lexis.js';

const lexis: Lexis = {
  lineComments: ['#'],
  commentsBeginWords: true,
  blockComments: [],
  hasSigils: true,
  strings: [
    { open: '"', close: '"', escapes: true, multiline: true, code: '${', command: '$(', sigil: '$' },
    { open: "'", close: "'", escapes: false, multiline: true },
  ],
  keywords: words(
    'if then else elif fi for while until do done case esac in function return local export readonly declare set unset shift exit echo test true false',
  ),
};

export const shell: readonly LanguageDescriptor[] = [
  {
    id: 'shellscript',
    extensions: ['sh', 'bash', 'zsh', 'bats', 'ksh', 'theme'],
    fileNames: ['.bashrc', '.zshrc', '.profile', 'bash_completion', 'pkgbuild'],
    interpreter: /\b(?:ba|z|k|da)?sh\b/,
    comment: commentStyles.hash,
    lexis,
    isScript: true,
    testFiles: /^test[_-].*\.sh$|\.bats$/,
  },
  { id: 'fish', extensions: ['fish'], interpreter: /\bfish/, comment: commentStyles.hash, isScript: true },
  { id: 'powershell', extensions: ['ps1', 'psm1', 'psd1'], interpreter: /\bpwsh/, comment: commentStyles.hash, isScript: true },
];
