/** Nushell: names with hyphens, and commands of several words, whose names are quoted. */
import { type Grammar, words } from '../grammar.js';
import { lineComment, quoted } from '../tokens.js';

const EXPORTED = '(?:export\\s+)?';
const FLAGS = '(?:--[\\w-]+\\s+){0,4}';

export const nushell: Grammar = {
  name: 'nushell',
  tokens: [
    lineComment('#', 'spaced'),
    quoted('"', '"', { multiline: true }),
    quoted("'", "'", { multiline: true, escape: false }),
    quoted('`', '`', { escape: false }),
  ],
  definitions: [
    { kind: 'function', scope: 'any', shape: 'block', pattern: new RegExp(`^${EXPORTED}(?:def|extern)\\s+${FLAGS}(?<name>\\w[\\w?!-]*)`) },
    {
      kind: 'function',
      scope: 'any',
      shape: 'block',
      quotedName: true,
      pattern: new RegExp(`^${EXPORTED}(?:def|extern)\\s+${FLAGS}["'\`]`),
    },
    { kind: 'module', scope: 'any', shape: 'block', pattern: new RegExp(`^${EXPORTED}module\\s+(?<name>[\\w-]+)(?=\\s*\\{)`) },
    { kind: 'function', scope: 'any', shape: 'value', pattern: new RegExp(`^${EXPORTED}alias\\s+(?<name>[\\w-]+)(?=\\s*=)`) },
    { kind: 'constant', scope: 'any', shape: 'value', pattern: new RegExp(`^${EXPORTED}const\\s+(?<name>[\\w-]+)(?=\\s*[:=])`) },
  ],
  blocks: 'braces',
  continuation: /^(?:[\])}]|->|:)/,
  imports: [{ pattern: /^(?:export\s+)?(?:use|source|overlay use)\s+(?<module>[\w./*-]+)(?<names>\s+\[[^\]\n]*\])?/ }],
  keywords: words(
    'if else for in let mut const def export use module match while loop break continue return do try catch not and or true false null where each error make alias extern overlay source',
  ),
  mentions: 'commands',
  functionsStay: true,
};
