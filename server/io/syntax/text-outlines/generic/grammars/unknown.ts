/** A language without a description: words that begin definitions nearly everywhere. */

import { wordParents } from '../../../header-parents.js';
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { blockComment, character, lineComment, quoted } from '../tokens.js';

/** In brace languages: closers, chained calls, operators, and words that go on with a header or an if. */
export const cLikeContinuation =
  /^(?:[)\]}{.:?&|=,;+*/]|->|else\b|catch\b|finally\b|while\b(?=.*\)\s*;?$)|where\b|extends\b|with\b|implements\b|throws\b|yield\b)/;

const mods =
  '^(?:(?:public|private|protected|internal|static|export|default|abstract|final|async|pub|open|override|virtual|inline|const(?=\\s+fn)|extern|unsafe|declare|partial|sealed)\\s+)*';
const name = '(?<name>[A-Za-z_$][\\w$]*)';

const definitions: DefinitionRule[] = [
  { kind: 'class', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}(?:class|object|actor|contract|library)\\s+${name}`) },
  { kind: 'interface', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}(?:interface|protocol|trait)\\s+${name}`) },
  { kind: 'struct', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}(?:struct|record)\\s+${name}`) },
  { kind: 'enum', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}enum\\s+${name}`) },
  { kind: 'module', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}(?:module|namespace|package)\\s+${name}(?=\\s*(?:\\{|$))`) },
  {
    kind: 'function',
    scope: 'any',
    shape: 'block',
    pattern: new RegExp(`${mods}(?:function|func|fun|fn|def|sub|proc|procedure|method|modifier|event)\\s*\\*?\\s+${name}`),
  },
  {
    kind: 'function',
    scope: 'any',
    shape: 'block',
    pattern: new RegExp(`${mods}(?:const|let|var)\\s+${name}(?=\\s*=\\s*(?:async\\s*)?(?:function\\b|\\([^()\\n]*\\)\\s*=>|\\w+\\s*=>))`),
  },
  { kind: 'constant', scope: 'top', shape: 'value', pattern: new RegExp(`${mods}(?:const|let|var)\\s+${name}(?=\\s*[:=])`) },
  { kind: 'type', scope: 'top', shape: 'value', pattern: new RegExp(`${mods}type\\s+${name}`) },
  { kind: 'macro', scope: 'top', shape: 'line', pattern: /^#\s*define\s+(?<name>\w+)/ },
  // `int main(void) {`: a typed function, at the margin or in a container.
  {
    kind: 'function',
    scope: 'member',
    shape: 'block',
    pattern: /^(?:[A-Za-z_][\w<>[\],.:?*&]*\s+)+[*&]*(?<name>[A-Za-z_]\w*)(?=\s*\()/,
    after: /^\s*\([^;]*\)[^;{=]*(?:\{|=>|$)/,
  },
];

export const unknown: Grammar = {
  name: 'unknown',
  tokens: [
    lineComment('//'),
    lineComment('#', 'lineStart'),
    blockComment('/*', '*/'),
    quoted('"', '"'),
    quoted('`', '`', { multiline: true }),
    character,
  ],
  definitions,
  blocks: 'braces',
  continuation: cLikeContinuation,
  annotation: /^@([\w.]+)/,
  imports: [{ pattern: /^(?:import|use|include|using|require)\s+(?:static\s+)?["'<]?(?<module>[\w./:@-]+)/ }],
  keywords: words(
    'if else while for switch return break continue case default do try catch throw new in of is as this super null true false and or not',
  ),
  parents: (header) => wordParents(header),
};
