/** Kotlin. */
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { cLikeContinuation, colonParents, jvmTokens } from './shared.js';

const mods =
  '^(?:(?:public|private|protected|internal|open|abstract|final|sealed|data|inner|inline|value|annotation|enum|expect|actual|external|override|suspend|operator|infix|tailrec|const|lateinit|vararg|noinline|crossinline|fun(?=\\s+interface)|companion(?=\\s+object\\s+\\w))\\s+)*';
const name = '(?<name>`[^`\\n]+`|[A-Za-z_]\\w*)';
const typed = '(?:<[^(=]*>\\s*)?';

const definitions: DefinitionRule[] = [
  { kind: 'enum', scope: 'any', shape: 'block', pattern: new RegExp(`${mods.replace('enum|', '')}enum\\s+class\\s+${name}`) },
  { kind: 'class', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}(?:class|object)\\s+${name}`) },
  { kind: 'interface', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}interface\\s+${name}`) },
  {
    kind: 'class',
    fixedName: true,
    scope: 'any',
    shape: 'block',
    pattern: /^(?:(?:public|private|protected|internal)\s+)?(?<name>companion\s+object)\b/,
  },
  // The receiver ends at the last dot before the name.
  {
    kind: 'function',
    scope: 'any',
    shape: 'block',
    pattern: new RegExp(`${mods}fun\\s+${typed}(?:[^=({;]*\\.|\\([^=;]*?\\)\\??\\.)?${name}(?=\\s*\\()`),
  },
  {
    kind: 'constructor',
    fixedName: true,
    scope: 'member',
    shape: 'block',
    pattern: /^(?:(?:public|private|protected|internal)\s+)?(?<name>constructor)(?=\s*\()/,
  },
  { kind: 'constructor', fixedName: true, scope: 'member', shape: 'block', pattern: /^(?<name>init)(?=\s*\{)/ },
  {
    kind: 'constant',
    scope: 'member',
    shape: 'value',
    pattern: new RegExp(`^(?:(?:public|private|protected|internal|actual|expect)\\s+)*const\\s+val\\s+${name}`),
  },
  {
    kind: 'property',
    scope: 'member',
    shape: 'value',
    pattern: new RegExp(`${mods}(?:val|var)\\s+${typed}(?:[\\w<>?*, ]*\\.)?${name}(?=\\s*(?:[:=]|by\\b|$|get\\b))`),
  },
  { kind: 'type', scope: 'member', shape: 'value', pattern: new RegExp(`${mods}typealias\\s+${name}`) },
  { kind: 'enumMember', scope: 'nested', inside: ['enum'], shape: 'line', pattern: /^(?<name>[A-Z][A-Za-z0-9_]*)(?=\s*(?:[,;({]|$))/ },
];

export const kotlin: Grammar = {
  name: 'kotlin',
  tokens: jvmTokens,
  definitions,
  blocks: 'braces',
  continuation: cLikeContinuation,
  annotation: /^@(?:[a-z]+:)?([\w.]+)/,
  imports: [{ pattern: /^import\s+(?<module>[\w.`]+(?:\.\*)?)(?:\s+as\s+(?<alias>\w+))?/ }],
  keywords: words(
    'if else when while for do try catch finally return throw in is as fun val var class object interface constructor init this super by get set true false null break continue package import where typealias',
  ),
  returns: ':',
  asyncWord: /(?:^|\s)suspend\s+(?:\w+\s+)*fun\s/,
  parents: colonParents,
  tags: (signature) => {
    const receiver = /\bfun\s+(?:<[^(]*>\s*)?([\w.<>?*, ]+?)\.(?:`[^`]+`|\w+)\s*\(/.exec(signature)?.[1];
    const found =
      signature
        .split('(', 1)[0]
        ?.match(
          /\b(?:suspend|inline|operator|infix|expect|actual|override|abstract|sealed|data|external)\b(?=.*\b(?:fun|class|interface|object|va[lr])\b)/g,
        ) ?? [];
    return receiver ? [...found, `receiver:${receiver.replace(/<.*/, '')}`] : found;
  },
};
