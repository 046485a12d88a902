/** Elixir. */
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { characterAfter, lineComment, quoted, sigil } from '../tokens.js';

const name = '(?<name>[a-z_]\\w*[?!]?)';

const definitions: DefinitionRule[] = [
  { kind: 'module', scope: 'any', shape: 'block', pattern: /^defmodule\s+(?<name>[\w.]+)/ },
  { kind: 'interface', scope: 'any', shape: 'block', pattern: /^defprotocol\s+(?<name>[\w.]+)/ },
  { kind: 'impl', scope: 'any', shape: 'block', pattern: /^defimpl\s+(?<name>[\w.]+)/ },
  { kind: 'macro', scope: 'any', shape: 'block', pattern: new RegExp(`^def(?:macro|guard)\\s+${name}`) },
  { kind: 'macro', scope: 'any', shape: 'block', visibility: 'private', pattern: new RegExp(`^def(?:macrop|guardp)\\s+${name}`) },
  { kind: 'function', scope: 'any', shape: 'block', visibility: 'private', pattern: new RegExp(`^defp\\s+${name}`) },
  { kind: 'function', scope: 'any', shape: 'block', pattern: new RegExp(`^def(?:delegate)?\\s+${name}`) },
  // `def left ~> right`, `def unquote(name)(…)`.
  { kind: 'function', scope: 'any', shape: 'block', pattern: /^defp?\s+\w+\s+(?<name>[-+*/<>=~|&^!@.]{1,4})(?=\s)/ },
  {
    kind: 'struct',
    fixedName: true,
    scope: 'any',
    shape: 'line',
    pattern: /^(?<name>defstruct|defexception|defrecord|embedded_schema|schema)\b/,
  },
  { kind: 'interface', scope: 'any', shape: 'line', pattern: new RegExp(`^@(?:macro)?callback\\s+${name}`) },
  { kind: 'type', scope: 'any', shape: 'line', pattern: new RegExp(`^@(?:type|opaque)\\s+${name}`) },
  { kind: 'type', scope: 'any', shape: 'line', visibility: 'private', pattern: new RegExp(`^@typep\\s+${name}`) },
  { kind: 'test', scope: 'any', shape: 'block', quotedName: true, pattern: /^(?:test|describe|property|feature|scenario)\s*\(?\s*"/ },
  { kind: 'test', fixedName: true, scope: 'any', shape: 'block', pattern: /^(?<name>setup|setup_all)\b(?=.*\bdo$)/ },
];

export const elixir: Grammar = {
  name: 'elixir',
  tokens: [
    lineComment('#'),
    quoted('"""', '"""', { multiline: true }),
    quoted("'''", "'''", { multiline: true }),
    quoted('"', '"', { multiline: true, interpolation: '#{' }),
    quoted("'", "'", { interpolation: '#{' }),
    sigil,
    characterAfter('?'),
  ],
  definitions,
  blocks: 'end',
  opening: /\s*\bdo$|\s*\bdo\s+\|[^|]*\|$/,
  closing: /^end\b/,
  continuation: /^(?:[)\]}|]|else\b|rescue\b|catch\b|after\b|when\b|do:)/,
  attached: /^@(?:doc|spec|impl|typedoc|deprecated|since|dialyzer|tag|describetag|compile)\b/,
  imports: [
    { pattern: /^(?:alias|import|use|require)\s+(?<module>[A-Z][\w.]*?)(?:\.(?<names>\{[^}]*\}?)|\s*,\s*as:\s*(?<alias>\w+)|(?![\w.]))/ },
  ],
  keywords: words(
    'def defp defmacro defmacrop defmodule do end if else unless case cond with for fn when and or not in true false nil rescue catch after quote unquote alias import use require raise receive try',
  ),
  merge: 'arity',
  functionsStay: true,
  moduleDoc: 'moduledoc',
  defaultVisibility: (signature) => (/^def(?:macro|guard)?p\b/.test(signature) ? 'private' : undefined),
};
