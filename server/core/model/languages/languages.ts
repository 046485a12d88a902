/** Every language: the one list of the descriptors in this folder. */
import { c } from './c.js';
import { configuration } from './configuration.js';
import { csharp } from './csharp.js';
import { dart } from './dart.js';
import { documents } from './documents.js';
import { elixir } from './elixir.js';
import { fsharp } from './fsharp.js';
import { go } from './go.js';
import { groovy } from './groovy.js';
import { haskell } from './haskell.js';
import { java } from './java.js';
import { javascript } from './javascript.js';
import { kotlin } from './kotlin.js';
import type { LanguageDescriptor } from './language-descriptor.js';
import { lua } from './lua.js';
import { others } from './others.js';
import { php } from './php.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { scala } from './scala.js';
import { shell } from './shell.js';
import { swift } from './swift.js';
import { vb } from './vb.js';
import { web } from './web.js';
import { zig } from './zig.js';

export const languages: readonly LanguageDescriptor[] = [
  ...c,
  ...configuration,
  ...csharp,
  dart,
  ...documents,
  ...elixir,
  fsharp,
  ...go,
  groovy,
  ...haskell,
  java,
  ...javascript,
  kotlin,
  lua,
  ...others,
  php,
  ...python,
  ruby,
  rust,
  scala,
  ...shell,
  swift,
  vb,
  ...web,
  zig,
];
