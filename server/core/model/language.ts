/** Which language a file is in, from its name, its first line, or what the editor says. Pure data. */

const byExtension: Readonly<Record<string, string>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'typescriptreact',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascriptreact',
  py: 'python',
  pyi: 'python',
  pyw: 'python',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  'c++': 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  hxx: 'cpp',
  ipp: 'cpp',
  inl: 'cpp',
  inc: 'cpp',
  tcc: 'cpp',
  cu: 'cpp',
  cuh: 'cpp',
  go: 'go',
  cs: 'csharp',
  csx: 'csharp',
  rs: 'rust',
  java: 'java',
  rb: 'ruby',
  rake: 'ruby',
  gemspec: 'ruby',
  ru: 'ruby',
  php: 'php',
  phtml: 'php',
  sh: 'shellscript',
  bash: 'shellscript',
  zsh: 'shellscript',
  bats: 'shellscript',
  ksh: 'shellscript',
  fish: 'fish',
  css: 'css',
  scss: 'scss',
  less: 'less',
  ps1: 'powershell',
  psm1: 'powershell',
  psd1: 'powershell',
  kt: 'kotlin',
  kts: 'kotlin',
  swift: 'swift',
  scala: 'scala',
  sc: 'scala',
  sbt: 'scala',
  lua: 'lua',
  ex: 'elixir',
  exs: 'elixir',
  hs: 'haskell',
  lhs: 'haskell',
  hsc: 'haskell',
  zig: 'zig',
  zon: 'zig',
  erl: 'erlang',
  hrl: 'erlang',
  ml: 'ocaml',
  mli: 'ocaml',
  fs: 'fsharp',
  fsi: 'fsharp',
  fsx: 'fsharp',
  clj: 'clojure',
  cljs: 'clojure',
  cljc: 'clojure',
  dart: 'dart',
  r: 'r',
  jl: 'julia',
  pl: 'perl',
  pm: 'perl',
  m: 'objective-c',
  mm: 'objective-cpp',
  nim: 'nim',
  cr: 'crystal',
  d: 'd',
  groovy: 'groovy',
  gradle: 'groovy',
  vb: 'vb',
  pas: 'pascal',
  f90: 'fortran',
  f: 'fortran',
  asm: 'asm',
  s: 'asm',
  vue: 'vue',
  svelte: 'svelte',
  astro: 'astro',
  html: 'html',
  htm: 'html',
  xml: 'xml',
  xsd: 'xml',
  xsl: 'xml',
  svg: 'xml',
  csproj: 'xml',
  props: 'xml',
  targets: 'xml',
  sql: 'sql',
  graphql: 'graphql',
  gql: 'graphql',
  proto: 'proto',
  thrift: 'thrift',
  tf: 'terraform',
  hcl: 'terraform',
  nix: 'nix',
  vim: 'vim',
  el: 'emacs-lisp',
  lisp: 'lisp',
  scm: 'scheme',
  rkt: 'racket',
  tex: 'latex',
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  mdc: 'markdown',
  rst: 'restructuredtext',
  adoc: 'asciidoc',
  txt: 'plaintext',
  org: 'org',
  json: 'json',
  jsonc: 'json',
  json5: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  ini: 'ini',
  cfg: 'ini',
  conf: 'ini',
  properties: 'ini',
  env: 'ini',
  editorconfig: 'ini',
  cmake: 'cmake',
  mk: 'makefile',
  bzl: 'python',
  bazel: 'python',
  star: 'python',
  sol: 'solidity',
  wgsl: 'wgsl',
  glsl: 'glsl',
  vert: 'glsl',
  frag: 'glsl',
  hlsl: 'hlsl',
  cabal: 'cabal',
  eex: 'eex',
  heex: 'eex',
  erb: 'erb',
  ejs: 'html',
  hbs: 'handlebars',
  j2: 'jinja',
  liquid: 'liquid',
  pug: 'pug',
  sass: 'sass',
  awk: 'awk',
  ahk: 'ahk',
  theme: 'shellscript',
};

const byName: Readonly<Record<string, string>> = {
  makefile: 'makefile',
  gnumakefile: 'makefile',
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
  rakefile: 'ruby',
  gemfile: 'ruby',
  podfile: 'ruby',
  vagrantfile: 'ruby',
  'cmakelists.txt': 'cmake',
  build: 'python',
  workspace: 'python',
  jenkinsfile: 'groovy',
  justfile: 'makefile',
  '.bashrc': 'shellscript',
  '.zshrc': 'shellscript',
  '.profile': 'shellscript',
  bash_completion: 'shellscript',
  readme: 'markdown',
  license: 'plaintext',
  'go.mod': 'go-mod',
  '.gitignore': 'ignore',
  '.gitattributes': 'ignore',
  pkgbuild: 'shellscript',
  '.editorconfig': 'ini',
  '.npmrc': 'ini',
  '.env': 'ini',
  '.clang-format': 'yaml',
  '.clang-tidy': 'yaml',
};

const byInterpreter: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ba|z|k|da)?sh\b/, 'shellscript'],
  [/\bpython/, 'python'],
  [/\bnode|deno|bun\b/, 'javascript'],
  [/\bruby/, 'ruby'],
  [/\bperl/, 'perl'],
  [/\bphp/, 'php'],
  [/\blua/, 'lua'],
  [/\bpwsh/, 'powershell'],
  [/\belixir/, 'elixir'],
  [/\bfish/, 'fish'],
  [/\brunhaskell/, 'haskell'],
];

/** Every id that `languageOf` and `languageOfHeader` give. */
export const languageIds: ReadonlySet<string> = new Set([
  ...Object.values(byExtension),
  ...Object.values(byName),
  ...byInterpreter.map(([, language]) => language),
  'plaintext',
]);

/** Extension of the last path segment, lower case, without the dot; '' where there is none. */
function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** LSP language id of a file; `plaintext` where nothing tells. `firstLine` decides for names that say nothing (a shebang). */
export function languageOf(path: string, firstLine = ''): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  // A file may be called `constructor`.
  const named = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (named) return named;
  const extension = extensionOf(path);
  const known = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
  if (known) return known;
  if (name.startsWith('dockerfile')) return 'dockerfile';
  if (firstLine.startsWith('#!')) for (const [pattern, language] of byInterpreter) if (pattern.test(firstLine)) return language;
  return 'plaintext';
}

/** Of the start of a header that matter is decided by; licences are long. */
const maxHeaderChars = 40_000;
const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const cppOnly =
  /^[ \t]*(?:#\s*include\s*<\w+>|template\s*<|(?:inline\s+)?namespace\b|(?:public|protected|private)\s*:|class\s+\w[^;=]*\{|using\s+\w|constexpr\b|\w[^\n;]*\w::\w)/m;

/** A header of C++ has the name of one of C: `cpp` where something in it is no C. */
export const languageOfHeader = (path: string, text: string): string | null =>
  path.endsWith('.h') && cppOnly.test(text.slice(0, maxHeaderChars).replace(comments, '')) ? 'cpp' : null;

const families: readonly (readonly string[])[] = [
  ['c', 'cpp', 'objective-c', 'objective-cpp', 'cuda-cpp'],
  ['javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'vue', 'svelte', 'astro'],
  ['java', 'kotlin', 'scala', 'groovy'],
  ['csharp', 'razor', 'fsharp', 'vb'],
];
/** Languages whose code mentions each other's names have one family, named after its first; others are their own. */
export const familyOf = (language: string): string => families.find((family) => family.includes(language))?.[0] ?? language;

/** True: types implement interfaces without naming them, so nothing in a text tells who does. */
export const hasStructuralInterfaces = (language: string): boolean => language === 'go';
