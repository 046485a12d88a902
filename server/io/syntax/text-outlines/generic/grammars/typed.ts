/** Brace languages with typed, name-last functions: D, Groovy, Objective-C, Solidity, shaders; also R, scripts. */

import { wordParents } from '../../../header-parents.js';
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { blockComment, character, lineComment, quoted } from '../tokens.js';
import { cLikeContinuation, unknown } from './unknown.js';

export const d: Grammar = {
  ...unknown,
  name: 'd',
  tokens: [
    lineComment('//'),
    blockComment('/*', '*/'),
    blockComment('/+', '+/', 'nested'),
    quoted('`', '`', { multiline: true, escape: false }),
    quoted('"', '"', { multiline: true }),
    character,
  ],
};

export const groovy: Grammar = {
  ...unknown,
  name: 'groovy',
  tokens: [
    lineComment('//'),
    blockComment('/*', '*/'),
    quoted('"""', '"""', { multiline: true }),
    quoted("'''", "'''", { multiline: true }),
    quoted('"', '"', { interpolation: '${' }),
    quoted("'", "'"),
  ],
  definitions: [
    ...unknown.definitions,
    { kind: 'section', scope: 'member', shape: 'block', pattern: /^(?<name>[a-zA-Z]\w*)(?=\s*\{$)/ },
    { kind: 'section', scope: 'member', shape: 'block', quotedName: true, pattern: /^(?:task|stage|tasks\.register)\s*\(?\s*["']/ },
  ],
};

export const objectiveC: Grammar = {
  ...unknown,
  name: 'objective-cpp',
  annotation: undefined,
  blocks: 'braces',
  definitions: [
    { kind: 'class', scope: 'top', shape: 'line', pattern: /^@interface\s+(?<name>\w+)/ },
    { kind: 'interface', scope: 'top', shape: 'line', pattern: /^@protocol\s+(?<name>\w+)/ },
    { kind: 'impl', scope: 'top', shape: 'line', pattern: /^@implementation\s+(?<name>\w+)/ },
    { kind: 'method', scope: 'any', shape: 'block', pattern: /^[-+]\s*\([^)\n]*\)\s*(?<name>\w+)/ },
    { kind: 'property', scope: 'any', shape: 'line', pattern: /^@property\b[^;\n]*?[\s*](?<name>\w+)(?=\s*;)/ },
    { kind: 'enum', scope: 'any', shape: 'block', pattern: /^typedef\s+NS_(?:ENUM|OPTIONS)\s*\([^,\n]*,\s*(?<name>\w+)(?=\))/ },
    ...unknown.definitions,
  ],
  imports: [{ pattern: /^#\s*(?:import|include)\s+[<"](?<module>[^>"\n]+)/ }, { pattern: /^@import\s+(?<module>[\w.]+)/ }],
  tokens: [lineComment('//'), blockComment('/*', '*/'), quoted('"', '"'), character],
};

const solidityBases = /(?<![\w$])is\s+([^{]{1,1000})/;

export const solidity: Grammar = {
  name: 'solidity',
  tokens: [lineComment('//'), blockComment('/*', '*/'), quoted('"', '"'), quoted("'", "'")],
  definitions: [
    { kind: 'class', scope: 'top', shape: 'block', pattern: /^(?:abstract\s+)?(?:contract|library)\s+(?<name>\w+)/ },
    { kind: 'interface', scope: 'top', shape: 'block', pattern: /^interface\s+(?<name>\w+)/ },
    { kind: 'struct', scope: 'member', shape: 'block', pattern: /^struct\s+(?<name>\w+)/ },
    // They are called: `emit Sent(to)`, `revert Empty()`.
    { kind: 'struct', scope: 'member', shape: 'line', pattern: /^(?:event|error)\s+(?<name>\w+)(?=\s*\()/ },
    { kind: 'enum', scope: 'member', shape: 'block', pattern: /^enum\s+(?<name>\w+)/ },
    { kind: 'enumMember', scope: 'nested', inside: ['enum'], shape: 'line', pattern: /^(?<name>[A-Za-z]\w*)(?=\s*(?:,|$))/ },
    { kind: 'constructor', fixedName: true, scope: 'nested', inside: ['class'], shape: 'block', pattern: /^(?<name>constructor)(?=\s*\()/ },
    {
      kind: 'method',
      fixedName: true,
      scope: 'nested',
      inside: ['class', 'interface'],
      shape: 'block',
      pattern: /^(?<name>receive|fallback)(?=\s*\()/,
    },
    { kind: 'function', scope: 'member', shape: 'block', pattern: /^(?:function|modifier)\s+(?<name>\w+)/ },
    { kind: 'type', scope: 'member', shape: 'line', pattern: /^type\s+(?<name>\w+)(?=\s+is\b)/ },
    {
      kind: 'constant',
      scope: 'member',
      shape: 'value',
      pattern:
        /^[A-Za-z][\w.]{0,100}(?:\[\w{0,40}\]){0,4}\s+(?:(?:public|private|internal|override)\s+)*constant\s+(?:(?:public|private|internal|override)\s+)*(?<name>\w+)(?=\s*=)/,
    },
    {
      kind: 'field',
      scope: 'nested',
      inside: ['class', 'struct'],
      shape: 'value',
      pattern:
        /^(?!(?:return|emit|revert|using|import|delete|new|else|is)\b)(?:mapping\s*\([^;\n]{1,300}\)|[A-Za-z][\w.]{0,100}(?:\[\w{0,40}\]){0,4})\s+(?:(?:public|private|internal|immutable|transient|override)\s+)*(?<name>\w+)(?=\s*(?:=(?!=)|;))/,
    },
  ],
  blocks: 'braces',
  continuation: cLikeContinuation,
  imports: [
    { pattern: /^import\s*(?<names>\{[^}]*\})\s*from\s*["'](?<module>[^"'\n]+)/ },
    { pattern: /^import\s+(?:\*\s+as\s+\w+\s+from\s+)?["'](?<module>[^"'\n]+)/ },
  ],
  keywords: words(
    'if for while return require assert revert emit new delete using mapping function returns catch try unchecked assembly type',
  ),
  parents: (header) =>
    (solidityBases.exec(header)?.[1] ?? '')
      .replace(/\([^()]*\)/g, '')
      .split(',')
      .flatMap((part) => {
        const name = /^\s*([\w.]+)/.exec(part)?.[1];
        return name === undefined ? [] : [{ name, kind: /(?:^|\.)I[A-Z]/.test(name) ? ('implements' as const) : ('inherits' as const) }];
      }),
};

export const r: Grammar = {
  ...unknown,
  name: 'r',
  mentions: 'values',
  keywords: words(
    'function if else for while repeat return next break in library require source invisible c list TRUE FALSE NULL NA Inf NaN',
  ),
  tokens: [lineComment('#'), quoted('"', '"', { multiline: true }), quoted("'", "'", { multiline: true })],
  definitions: [
    { kind: 'function', scope: 'any', shape: 'block', pattern: /^(?<name>[A-Za-z.][\w.]*)(?=\s*(?:<-|=)\s*(?:function\b|\\\())/ },
    { kind: 'function', scope: 'any', shape: 'block', quotedName: true, pattern: /^`(?=[^`\n]{1,200}`\s*(?:<-|=)\s*(?:function\b|\\\())/ },
    { kind: 'class', scope: 'top', shape: 'line', pattern: /^(?<name>[A-Za-z.][\w.]*)(?=\s*(?:<-|=)\s*(?:R6Class|setRefClass)\()/ },
    { kind: 'function', scope: 'top', shape: 'line', quotedName: true, pattern: /^set(?:Generic|Method|Class|Validity)\(\s*["']/ },
    { kind: 'test', scope: 'any', shape: 'line', quotedName: true, pattern: /^(?:test_that|describe|it)\(\s*["']/ },
    { kind: 'variable', scope: 'top', shape: 'line', pattern: /^(?<name>[A-Za-z.][\w.]*)(?=\s*<-)/ },
  ],
  imports: [{ pattern: /^(?:library|require|source)\(\s*["']?(?<module>[\w./-]+)/ }],
};

/** Scripts inside markup, and languages like JavaScript. */
const scriptDefinitions: DefinitionRule[] = [
  {
    kind: 'method',
    scope: 'nested',
    inside: ['class'],
    shape: 'block',
    pattern: /^(?:(?:static|async|get|set|public|private|protected|readonly)\s+)*[*#]?(?<name>[A-Za-z_$][\w$]*)(?=\s*\([^()]*\)[^;{]*\{)/,
  },
  {
    kind: 'method',
    scope: 'any',
    shape: 'block',
    pattern: /^(?:async\s+)?(?<name>(?!(?:if|for|while|switch|catch|function|return)\b)[A-Za-z_$][\w$]*)(?=\s*\([^()]*\)\s*\{$)/,
  },
  {
    kind: 'property',
    scope: 'any',
    shape: 'block',
    pattern: /^(?<name>data|props|computed|methods|watch|emits|setup|components)(?=\s*:\s*[{[(])/,
  },
];
export const script: Grammar = {
  ...unknown,
  name: 'script',
  tokens: [
    lineComment('//'),
    blockComment('/*', '*/'),
    quoted('`', '`', { multiline: true, interpolation: '${' }),
    quoted('"', '"'),
    quoted("'", "'"),
  ],
  definitions: [...unknown.definitions, ...scriptDefinitions],
  continuation: cLikeContinuation,
  imports: [
    { pattern: /^import\s+(?<names>\{[^}\n]*\}|[\w*$, {}]+?)\s+from\s+['"](?<module>[^'"\n]+)/ },
    { pattern: /^import\s+['"](?<module>[^'"\n]+)/ },
  ],
  keywords: words(
    'if else while for switch return break continue case default do try catch throw new in of is as this super null true false function const let var async await typeof import export from',
  ),
  asyncWord: /\basync\b/,
  parents: (header) => wordParents(header),
};
