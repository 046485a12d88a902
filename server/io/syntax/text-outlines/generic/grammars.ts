/** Which text grammar reads which language; one grammar of common words reads the others. */
import type { Grammar } from './grammar.js';
import { dockerfile, graphql, makefile, prisma, proto, sql, terraform, thrift } from './grammars/declarative.js';
import { cmake, crystal, fish, julia, vimScript, visualBasic } from './grammars/end-words.js';
import { erlang, fsharp, nim, ocaml } from './grammars/functional.js';
import { clojure, emacsLisp, scheme } from './grammars/lisps.js';
import { nushell } from './grammars/nushell.js';
import { perl } from './grammars/perl.js';
import { d, groovy, objectiveC, r, script, solidity } from './grammars/typed.js';
import { unknown } from './grammars/unknown.js';
import { scriptLanguages } from './scripts.js';

const grammars: ReadonlyMap<string, Grammar> = new Map<string, Grammar>([
  ...[clojure, scheme, nushell, ocaml, fsharp, erlang, nim, julia, crystal, fish, cmake].map((grammar) => [grammar.name, grammar] as const),
  ...[d, groovy, perl, r, solidity, sql, graphql, prisma, proto, thrift, terraform, dockerfile, makefile].map(
    (grammar) => [grammar.name, grammar] as const,
  ),
  ['emacs-lisp', emacsLisp],
  ['lisp', emacsLisp],
  ['racket', scheme],
  ['vb', visualBasic],
  ['vim', vimScript],
  ['viml', vimScript],
  ['objective-cpp', objectiveC],
  ...[...scriptLanguages].map((language) => [language, script] as const),
]);

export const textLanguages: readonly string[] = [...grammars.keys()];

export const grammarOf = (language: string): Grammar => grammars.get(language) ?? unknown;
