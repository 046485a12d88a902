/** Which grammar reads which language. C is read as C++, because the name of a header does not tell them apart. */
import type { Grammar } from './grammar.js';
import { cFamily, glsl, metal, openCl, plainC } from './languages/c-family.js';
import { svelte, vue } from './languages/component-files.js';
import { csharp } from './languages/csharp.js';
import { css, looseCss } from './languages/css.js';
import { dart } from './languages/dart.js';
import { elixir } from './languages/elixir.js';
import { go } from './languages/go.js';
import { haskell } from './languages/haskell.js';
import { java } from './languages/java.js';
import { javascript, tsx, typescript } from './languages/javascript.js';
import { kotlin } from './languages/kotlin.js';
import { lua } from './languages/lua.js';
import { objectiveC } from './languages/objective-c.js';
import { php } from './languages/php.js';
import { powershell } from './languages/powershell.js';
import { python } from './languages/python.js';
import { razor } from './languages/razor.js';
import { ruby } from './languages/ruby.js';
import { rust } from './languages/rust.js';
import { scala } from './languages/scala.js';
import { shell } from './languages/shell.js';
import { swift } from './languages/swift.js';
import { yacc } from './languages/yacc.js';
import { zig } from './languages/zig.js';

const grammars: Readonly<Record<string, Grammar>> = {
  typescript,
  typescriptreact: tsx,
  javascript,
  javascriptreact: javascript,
  python,
  c: plainC,
  cpp: cFamily,
  'cuda-cpp': cFamily,
  metal,
  opencl: openCl,
  glsl,
  'objective-c': objectiveC,
  yacc,
  lex: yacc,
  go,
  csharp,
  razor,
  aspnetcorerazor: razor,
  rust,
  java,
  ruby,
  php,
  shellscript: shell,
  css,
  scss: looseCss,
  less: looseCss,
  powershell,
  dart,
  elixir,
  haskell,
  kotlin,
  lua,
  scala,
  swift,
  zig,
  vue,
  svelte,
};

export const treeLanguages: readonly string[] = Object.keys(grammars);

export const grammarOf = (language: string): Grammar | undefined => (Object.hasOwn(grammars, language) ? grammars[language] : undefined);
