/** How a language writes a comment: a collapsed body must look like one to whoever reads the source. */

const hash = new Set([
  'python',
  'ruby',
  'shellscript',
  'powershell',
  'yaml',
  'toml',
  'elixir',
  'r',
  'julia',
  'perl',
  'makefile',
  'dockerfile',
  'cmake',
  'fish',
  'nim',
  'crystal',
  'terraform',
  'graphql',
  'nix',
  'awk',
  'ignore',
]);
const dashes = new Set(['lua', 'haskell', 'sql', 'cabal', 'ada']);
const semicolon = new Set(['ini', 'clojure', 'emacs-lisp', 'lisp', 'scheme', 'racket', 'asm']);
const percent = new Set(['erlang', 'latex']);
const markup = new Set([
  'markdown',
  'html',
  'xml',
  'vue',
  'svelte',
  'astro',
  'restructuredtext',
  'asciidoc',
  'plaintext',
  'org',
  'handlebars',
]);

export interface CommentStyle {
  readonly open: string;
  readonly close: string;
  /** True where the comment reaches to the end of the line, so that what follows must start a new one. */
  readonly toLineEnd: boolean;
}

export function commentStyle(language: string): CommentStyle {
  if (hash.has(language)) return { open: '# ', close: '', toLineEnd: true };
  if (dashes.has(language)) return { open: '-- ', close: '', toLineEnd: true };
  if (semicolon.has(language)) return { open: '; ', close: '', toLineEnd: true };
  if (percent.has(language)) return { open: '% ', close: '', toLineEnd: true };
  if (language === 'vim') return { open: '" ', close: '', toLineEnd: true };
  if (markup.has(language)) return { open: '<!-- ', close: ' -->', toLineEnd: false };
  if (language === 'zig') return { open: '// ', close: '', toLineEnd: true };
  return { open: '/* ', close: ' */', toLineEnd: false };
}
