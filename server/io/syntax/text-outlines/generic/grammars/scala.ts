/** Scala 2 and 3. */
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { jvmTokens, wordParents } from './shared.js';

const mods =
  '^(?:(?:private|protected)(?:\\[[\\w.]+\\])?\\s+|(?:override|abstract|final|sealed|implicit|lazy|inline|transparent|opaque|open|infix|case(?=\\s+(?:class|object))|package(?=\\s+object)|erased)\\s+)*';
const name = '(?<name>`[^`\\n]+`|[A-Za-z_$][\\w$]*(?:_[-+*/%=<>!&|^~?:#]+)?)';

const definitions: DefinitionRule[] = [
  { kind: 'class', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}class\\s+${name}`) },
  { kind: 'class', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}object\\s+${name}`) },
  { kind: 'trait', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}trait\\s+${name}`) },
  { kind: 'enum', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}enum\\s+${name}`) },
  {
    kind: 'function',
    scope: 'any',
    shape: 'block',
    pattern: new RegExp(`${mods}def\\s+(?<name>\`[^\`\\n]+\`|[A-Za-z_$][\\w$]*(?:_[-+*/%=<>!&|^~?:#]+)?|[-+*/%=<>!&|^~?:#@\\\\]+)`),
  },
  { kind: 'property', scope: 'member', shape: 'value', pattern: new RegExp(`${mods}(?:val|var)\\s+${name}(?=\\s*[:=,]|\\s*$)`) },
  { kind: 'type', scope: 'member', shape: 'value', pattern: new RegExp(`${mods}type\\s+${name}`) },
  { kind: 'property', scope: 'member', shape: 'block', pattern: new RegExp(`${mods}given\\s+${name}`) },
  { kind: 'impl', fixedName: true, scope: 'any', shape: 'block', pattern: /^(?<name>extension)(?=\s*[([])/ },
  { kind: 'enumMember', scope: 'nested', inside: ['enum'], shape: 'line', pattern: /^case\s+(?<name>[A-Z]\w*)/ },
  {
    kind: 'test',
    scope: 'any',
    shape: 'block',
    quotedName: true,
    pattern: /^(?:test|property|checkAll|it|describe|scenario|feature)\s*\(\s*"/,
  },
  { kind: 'test', scope: 'any', shape: 'block', quotedName: true, pattern: /^"(?=[^"\n]*"\s+(?:should|in|must|can|when)\b)/ },
];

export const scala: Grammar = {
  name: 'scala',
  tokens: jvmTokens,
  definitions,
  blocks: 'braces',
  continuation: /^(?:[)\]}{.:?&|=,+*/]|->|else\b|catch\b|finally\b|extends\b|with\b|yield\b|end\s+\w+$)/,
  annotation: /^@([\w.]+)/,
  imports: [{ pattern: /^import\s+(?<module>[\w.]+?)(?:\.(?<names>\{[^}]*\}?)|(?=[\s,]|$)|\.(?=_|\*))/ }],
  keywords: words(
    'if else match case while for do try catch finally return throw yield def val var class object trait extends with this super new type import package given using extension then end true false null implicit lazy override Some None Unit',
  ),
  returns: ':',
  parents: (header, signature) => (/\b(?:class|object|trait|enum|given)\b/.test(signature.slice(0, 120)) ? wordParents(header) : []),
  tags: (signature) =>
    signature
      .slice(0, 80)
      .match(/\b(?:implicit|lazy|override|sealed|case|inline|given|object)\b(?=.*\b(?:class|object|trait|def|va[lr]|given)\b)/g) ?? [],
};
