/** Languages of which little more than the extensions is known. A language with more facts has its own file. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

const { block, dashes, hash, percent, quote, semicolon } = commentStyles;

export const others: readonly LanguageDescriptor[] = [
  { id: 'ada', comment: dashes },
  { id: 'ahk', extensions: ['ahk'], comment: block },
  { id: 'asm', extensions: ['asm', 's'], comment: semicolon },
  { id: 'awk', extensions: ['awk'], comment: hash, isScript: true },
  { id: 'clojure', extensions: ['clj', 'cljs', 'cljc'], comment: semicolon },
  { id: 'crystal', extensions: ['cr'], comment: hash },
  { id: 'd', extensions: ['d'], comment: block },
  { id: 'emacs-lisp', extensions: ['el'], comment: semicolon },
  { id: 'erlang', extensions: ['erl', 'hrl'], comment: percent, testFiles: /_(?:suite|tests)\.erl$/ },
  { id: 'fortran', extensions: ['f90', 'f'], comment: block },
  { id: 'graphql', extensions: ['graphql', 'gql'], comment: hash },
  { id: 'hlsl', extensions: ['hlsl'], comment: block },
  { id: 'julia', extensions: ['jl'], comment: hash, testFiles: /^(?:test[_-].*|tests?)\.jl$/ },
  { id: 'lisp', extensions: ['lisp', 'lsp', 'asd', 'ny'], comment: semicolon },
  { id: 'nim', extensions: ['nim'], comment: hash },
  { id: 'nushell', extensions: ['nu'], interpreter: /\bnu$/, comment: hash, isScript: true },
  { id: 'ocaml', extensions: ['ml', 'mli'], comment: block, callsWithoutMarks: true },
  { id: 'pascal', extensions: ['pas'], comment: block },
  { id: 'perl', extensions: ['pl', 'pm', 't', 'psgi'], interpreter: /\bperl/, comment: hash, isScript: true, testFiles: /\.t$/ },
  { id: 'pod', extensions: ['pod'], comment: hash, role: 'documentation' },
  { id: 'prisma', extensions: ['prisma'], comment: block },
  { id: 'proto', extensions: ['proto'], comment: block },
  { id: 'r', extensions: ['r'], comment: hash, calls: 'c', testFiles: /^test[_-].*\.r$/ },
  { id: 'racket', extensions: ['rkt'], comment: semicolon },
  { id: 'scheme', extensions: ['scm'], comment: semicolon },
  { id: 'solidity', extensions: ['sol'], comment: block },
  { id: 'sql', extensions: ['sql'], comment: dashes },
  { id: 'thrift', extensions: ['thrift'], comment: block },
  { id: 'vim', extensions: ['vim'], comment: quote },
  { id: 'viml', comment: block },
  { id: 'wgsl', extensions: ['wgsl'], comment: block },
];
