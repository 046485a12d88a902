/** Zig: containers are values (`const X = struct { … }`). */
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { character, lineComment, quoted, zigLine } from '../tokens.js';

const name = '(?<name>@"[^"\\n]*"|[A-Za-z_]\\w*)';
const value = `^(?:pub\\s+)?(?:export\\s+|extern\\s+|threadlocal\\s+)*(?:const|var)\\s+${name}`;
const container = (kinds: string): RegExp => new RegExp(`${value}(?=\\s*(?::[^=\\n]*)?=\\s*(?:packed\\s+|extern\\s+)?(?:${kinds})\\b)`);

const definitions: DefinitionRule[] = [
  {
    kind: 'function',
    scope: 'any',
    shape: 'block',
    pattern: new RegExp(`^(?:pub\\s+)?(?:export\\s+|inline\\s+|noinline\\s+|extern\\s+(?:"[^"\\n]*"\\s+)?)*fn\\s+${name}(?=\\s*\\()`),
  },
  { kind: 'struct', scope: 'any', shape: 'block', pattern: container('struct|opaque') },
  { kind: 'enum', scope: 'any', shape: 'block', pattern: container('enum|error') },
  { kind: 'enum', scope: 'any', shape: 'block', pattern: container('union') },
  {
    kind: 'constant',
    scope: 'any',
    shape: 'value',
    pattern: new RegExp(
      `^pub\\s+(?:export\\s+|extern\\s+|threadlocal\\s+)*(?:const|var)\\s+${name}(?=\\s*[:=])(?!\\s*=\\s*@import\\([^)]*\\);)`,
    ),
  },
  {
    kind: 'constant',
    scope: 'member',
    shape: 'value',
    pattern: new RegExp(`${value}(?=\\s*[:=])(?!\\s*=\\s*@(?:import\\([^)]*\\)|This\\(\\))[\\w.]*;)(?!\\s*=\\s*[\\w.]+;)`),
  },
  { kind: 'test', scope: 'any', shape: 'block', quotedName: true, pattern: /^test\s+"/ },
  { kind: 'test', scope: 'any', shape: 'block', pattern: /^test\s+(?<name>\w[\w.]*)(?=\s*\{)/ },
  { kind: 'test', fixedName: true, scope: 'member', shape: 'block', pattern: /^(?<name>comptime|test)(?=\s*\{)/ },
  {
    kind: 'field',
    scope: 'nested',
    inside: ['struct', 'enum'],
    shape: 'value',
    pattern: new RegExp(`^(?:comptime\\s+)?${name}(?=\\s*:[^:])`),
  },
  // A file is a struct: its fields stand at the margin.
  { kind: 'field', scope: 'top', shape: 'value', pattern: new RegExp(`^${name}(?=\\s*:[^:].*,$)`) },
  { kind: 'enumMember', scope: 'nested', inside: ['enum'], shape: 'value', pattern: new RegExp(`^${name}(?=\\s*(?:=[^=][^,]*)?,$)`) },
];

export const zig: Grammar = {
  name: 'zig',
  tokens: [lineComment('//'), quoted('"', '"'), character, zigLine],
  definitions,
  blocks: 'braces',
  continuation: /^(?:[)\]}{.:?&|=,;+*/]|else\b|orelse\b|catch\b|callconv\b|align\b|and\b|or\b)/,
  imports: [{ pattern: /^(?:pub\s+)?(?:usingnamespace\s+|(?:const|var)\s+(?<alias>\w+)\s*=\s*)@import\(\s*"(?<module>[^"\n]+)"/ }],
  keywords: words(
    'if else while for switch return break continue defer errdefer try catch orelse and or fn pub const var struct enum union error opaque comptime inline export extern test unreachable undefined null true false usingnamespace async await suspend resume nosuspend align callconv linksection anytype anyframe noalias volatile',
  ),
  returns: 'bare',
  defaultVisibility: (signature) =>
    signature.startsWith('pub ') || signature.startsWith('export ')
      ? 'public'
      : /^(?:const|var|fn|inline|extern|threadlocal)\b/.test(signature)
        ? 'private'
        : undefined,
};
