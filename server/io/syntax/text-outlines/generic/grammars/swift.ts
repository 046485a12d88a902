/** Swift. */
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { blockComment, lineComment, quoted, swiftRaw } from '../tokens.js';
import { colonParents } from './shared.js';

const mods =
  '^(?:(?:public|private|fileprivate|internal|open|package|final|static|class(?=\\s+(?:func|var|let|subscript|final|override))|override|mutating|nonmutating|lazy|weak|unowned|required|convenience|dynamic|indirect|optional|isolated|nonisolated|distributed|prefix|postfix|infix|consuming|borrowing|async)(?:\\([a-zA-Z]+\\))?\\s+)*';
const name = '(?<name>`\\w+`|[A-Za-z_]\\w*)';

const definitions: DefinitionRule[] = [
  { kind: 'class', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}(?:class|actor)\\s+${name}(?=\\s*[:<{]|\\s*$|\\s+where\\b)`) },
  { kind: 'struct', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}struct\\s+${name}`) },
  { kind: 'enum', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}enum\\s+${name}`) },
  { kind: 'interface', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}protocol\\s+${name}`) },
  { kind: 'impl', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}extension\\s+(?<name>[A-Za-z_][\\w.]*)`) },
  {
    kind: 'function',
    scope: 'any',
    shape: 'block',
    pattern: new RegExp(`${mods}func\\s+(?<name>\`\\w+\`|[A-Za-z_]\\w*|[-+*/%=<>!&|^~?.]+(?=\\s*[(<]))`),
  },
  { kind: 'constructor', fixedName: true, scope: 'member', shape: 'block', pattern: new RegExp(`${mods}(?<name>init)(?=[?!]?\\s*[(<])`) },
  { kind: 'method', fixedName: true, scope: 'member', shape: 'block', pattern: /^(?<name>deinit)(?=\s*\{)/ },
  { kind: 'method', fixedName: true, scope: 'member', shape: 'block', pattern: new RegExp(`${mods}(?<name>subscript)(?=\\s*[(<])`) },
  { kind: 'property', scope: 'member', shape: 'value', pattern: new RegExp(`${mods}(?:var|let)\\s+${name}(?=\\s*[:=,{]|\\s*$)`) },
  { kind: 'type', scope: 'member', shape: 'value', pattern: new RegExp(`${mods}(?:typealias|associatedtype)\\s+${name}`) },
  { kind: 'macro', scope: 'any', shape: 'block', pattern: new RegExp(`${mods}macro\\s+${name}(?=\\s*[(<])`) },
  { kind: 'enumMember', scope: 'nested', inside: ['enum'], shape: 'line', pattern: /^(?:indirect\s+)?case\s+(?<name>`\w+`|[A-Za-z_]\w*)/ },
];

export const swift: Grammar = {
  name: 'swift',
  tokens: [
    lineComment('//'),
    blockComment('/*', '*/', 'nested'),
    quoted('"""', '"""', { multiline: true, interpolation: '\\(' }),
    quoted('"', '"', { interpolation: '\\(' }),
    swiftRaw,
  ],
  definitions,
  blocks: 'braces',
  continuation: /^(?:[)\]}{.:?&|=,;+*/]|->|else\b|catch\b|where\b|throws\b|rethrows\b|async\b)/,
  annotation: /^@([\w.]+)/,
  imports: [
    {
      pattern:
        /^(?:@[\w()]+\s+)*(?:(?:public|internal|private|package)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(?<module>[\w.]+)/,
    },
  ],
  keywords: words(
    'if else guard switch case default while for in do try catch repeat return throw throws is as func var let class struct enum protocol extension init deinit self Self super some any where async await import true false nil break continue defer inout static public private internal open get set willSet didSet available objc escaping',
  ),
  returns: '->',
  asyncWord: /\)\s*async\b/,
  parents: colonParents,
  tags: (signature) => signature.slice(0, 80).match(/\b(?:static|override|mutating|convenience|required|final|indirect)\b/g) ?? [],
};
