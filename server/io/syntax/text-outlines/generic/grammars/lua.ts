/** Lua, with LuaCATS annotations (`---@class`) as documentation. */
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { lineComment, luaLong, quoted } from '../tokens.js';

const definitions: DefinitionRule[] = [
  { kind: 'function', scope: 'any', shape: 'block', visibility: 'private', pattern: /^local\s+function\s+(?<name>\w+)/ },
  { kind: 'function', scope: 'any', shape: 'block', pattern: /^function\s+(?:[\w.]+[.:])?(?<name>\w+)(?=\s*\()/ },
  {
    kind: 'function',
    scope: 'any',
    shape: 'block',
    visibility: 'private',
    pattern: /^local\s+(?<name>\w+)(?=\s*=\s*(?:\w+\()*function\b)/,
  },
  { kind: 'function', scope: 'any', shape: 'block', pattern: /^(?:[\w.]+[.:])?(?<name>\w+)(?=\s*=\s*(?:[\w.]+\()*function\b)/ },
  {
    kind: 'test',
    scope: 'any',
    shape: 'block',
    quotedName: true,
    pattern: /^(?:a\.)?(?:describe|context|it|pending|test|insulate|expose)\s*\(?\s*["']/,
  },
  { kind: 'function', scope: 'any', shape: 'block', pattern: /^\[["'](?=[\w ]+["']\]\s*=\s*function\b)/, quotedName: true },
  {
    kind: 'variable',
    scope: 'top',
    shape: 'value',
    visibility: 'private',
    pattern: /^local\s+(?<name>[A-Za-z_]\w*)(?=\s*=(?!\s*(?:require\b|[\w.:]+\s*$))|\s*<)/,
  },
  { kind: 'variable', scope: 'top', shape: 'value', pattern: /^(?:[\w.]+\.)?(?<name>[A-Za-z_]\w*)(?=\s*=(?!=))/ },
];

export const lua: Grammar = {
  name: 'lua',
  tokens: [luaLong('--['), luaLong('['), lineComment('--'), quoted('"', '"'), quoted("'", "'")],
  definitions,
  blocks: 'end',
  closing: /^(?:end\b|[)\]}])/,
  continuation: /^(?:[)\]}{.:]|else\b|elseif\b|until\b|and\b|or\b)/,
  commentType: /^---\s*@(?:class|alias|enum)\s+(?:\([^)\n]*\)\s*)?(?<name>[\w.]+)/m,
  imports: [
    { pattern: /^(?=[^\n]*\brequire\b)(?:local\s+)?(?<alias>\w+)?[^=\n]{0,80}=?[^\n]{0,80}?\brequire\s*\(?\s*["'](?<module>[^"'\n]+)["']/ },
  ],
  keywords: words(
    'if then else elseif end while do for in repeat until return function local and or not nil true false break goto require',
  ),
  tags: (signature) => {
    const receiver = /^(?:function\s+)?([\w.]+)[.:]\w+\s*[(=]?/.exec(signature)?.[1];
    return receiver ? [`receiver:${receiver}`] : [];
  },
  defaultVisibility: (signature, name) => (signature.startsWith('local') || name.startsWith('_') ? 'private' : undefined),
};
