/** OCaml, F#, Erlang, Nim and other languages whose definitions end where the next begins or indentation returns. */
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { blockComment, character, characterAfter, lineComment, quoted } from '../tokens.js';

const mlDefinitions: DefinitionRule[] = [
  {
    kind: 'module',
    scope: 'any',
    shape: 'block',
    pattern: /^(?:module|namespace)\s+(?:rec\s+|type\s+|private\s+|internal\s+)*(?<name>[A-Z][\w.']*)/,
  },
  { kind: 'class', scope: 'any', shape: 'block', pattern: /^class\s+(?:virtual\s+)?(?<name>\w+)/ },
  {
    kind: 'type',
    scope: 'any',
    shape: 'block',
    pattern:
      /^(?:type|and)\s+(?:(?:private|internal|nonrec|rec)\s+)*(?:'\w+\s+|\([^)\n]*\)\s*)?(?<name>[A-Za-z_][\w']*)(?=\s*(?:<[^=\n]*>)?\s*(?:\([^)\n]*\)\s*)?(?:=|$|:))/,
  },
  {
    kind: 'function',
    scope: 'any',
    shape: 'block',
    pattern:
      /^(?:abstract|default|override|static\s+member|member|method!?)\s+(?:(?:private|inline|virtual|val)\s+)*(?:\w+\.)?(?<name>[A-Za-z_][\w']*)/,
  },
  {
    kind: 'function',
    scope: 'member',
    shape: 'block',
    pattern:
      /^(?:let|and)\s+(?:(?:rec|inline|private|internal|mutable|async)\s+)*(?<name>[a-z_][\w']*)(?=\s+(?:[^=\s:]|:[^=\n]*->|=\s+fun(?:ction)?(?![\w']))|\s*(?:\(|$))/,
  },
  {
    kind: 'variable',
    scope: 'member',
    shape: 'block',
    pattern: /^(?:let|and)\s+(?:(?:rec|private|internal|mutable)\s+)*(?<name>[A-Za-z_][\w']*)(?=\s*[:=])/,
  },
  { kind: 'function', scope: 'member', shape: 'line', pattern: /^(?:val|external)\s+(?<name>[a-z_][\w']*)/ },
  { kind: 'type', scope: 'member', shape: 'line', pattern: /^exception\s+(?<name>[A-Z]\w*)/ },
  { kind: 'enumMember', scope: 'nested', inside: ['type'], shape: 'line', pattern: /^\|\s*(?<name>[A-Z]\w*)/ },
];

const ml = (name: string, comments: Grammar['tokens']) =>
  ({
    name,
    tokens: [
      ...comments,
      blockComment('(*', '*)', 'nested'),
      quoted('"""', '"""', { multiline: true, escape: false }),
      quoted('"', '"', { multiline: true }),
      character,
    ],
    definitions: mlDefinitions,
    blocks: 'layout',
    bodyMark: /(?<![=<>!:+*/-])=(?![=>])/,
    continuation: /^(?:[)\]}|]|end\b|in\b|with\b|->|then\b|else\b)/,
    annotation: /^\[<\s*([\w.]+)[^\n]*?>\]/,
    imports: [{ pattern: /^(?:open|include)!?\s+(?<module>[A-Z][\w.]*)/ }],
    keywords: words(
      'if then else match with let in rec and fun function begin end do done for while to type module open val mutable of when as true false not new inherit',
    ),
    functionsStay: true,
  }) satisfies Grammar;

const ocamlRules = ml('ocaml', [quoted('{|', '|}', { multiline: true, escape: false })]);
export const ocaml: Grammar = {
  ...ocamlRules,
  definitions: [
    { kind: 'test', scope: 'member', shape: 'block', quotedName: true, pattern: /^let%(?:expect_)?test(?:_unit|_module)?\s+(?:\(\s*)?"/ },
    ...mlDefinitions,
  ],
  mentions: 'modules',
};
export const fsharp = ml('fsharp', [lineComment('//')]);

export const erlang: Grammar = {
  name: 'erlang',
  tokens: [lineComment('%'), quoted('"', '"', { multiline: true }), quoted("'", "'"), characterAfter('$')],
  definitions: [
    { kind: 'module', scope: 'top', shape: 'line', pattern: /^-module\(\s*(?<name>\w+)/ },
    { kind: 'struct', scope: 'top', shape: 'line', pattern: /^-record\(\s*(?<name>\w+)/ },
    { kind: 'type', scope: 'top', shape: 'line', pattern: /^-(?:type|opaque)\s+(?<name>\w+)/ },
    { kind: 'macro', scope: 'top', shape: 'line', pattern: /^-define\(\s*(?<name>\w+)/ },
    { kind: 'interface', scope: 'top', shape: 'line', pattern: /^-callback\s+(?<name>\w+)/ },
    { kind: 'function', scope: 'top', shape: 'block', pattern: /^(?<name>[a-z]\w*)(?=\s*\()/ },
  ],
  blocks: 'layout',
  bodyMark: /->/,
  continuation: /^(?:[)\]}]|end\b)/,
  attached: /^-(?:spec|doc)\b/,
  imports: [{ pattern: /^-(?:include(?:_lib)?|import|behaviou?r)\(\s*"?(?<module>[\w./]+)/ }],
  mentions: 'remote',
  keywords: words('case if of end when receive after try catch fun begin'),
  merge: 'name',
};

export const nim: Grammar = {
  name: 'nim',
  tokens: [
    lineComment('#'),
    blockComment('#[', ']#', 'nested'),
    quoted('"""', '"""', { multiline: true, escape: false }),
    quoted('"', '"'),
    character,
  ],
  definitions: [
    { kind: 'function', scope: 'any', shape: 'block', pattern: /^(?:proc|func|method|iterator|converter)\s+`?(?<name>[A-Za-z_]\w*)/ },
    { kind: 'macro', scope: 'any', shape: 'block', pattern: /^(?:template|macro)\s+`?(?<name>[A-Za-z_]\w*)/ },
    {
      kind: 'type',
      scope: 'any',
      shape: 'block',
      pattern:
        /^(?:type\s+)?(?<name>[A-Z]\w*)(?=\*?(?:\[[^\]\n]*\])?\s*(?:\{\.[^\n]*\.\}\s*)?=\s*(?:ref |ptr )?(?:object|enum|tuple|distinct|concept)\b)/,
    },
    { kind: 'constant', scope: 'top', shape: 'value', pattern: /^(?:const|let|var)\s+(?<name>\w+)/ },
  ],
  blocks: 'layout',
  bodyMark: /(?<![=<>!])=(?!=)/,
  continuation: /^[)\]}]/,
  imports: [{ pattern: /^(?:import|from|include)\s+(?<module>[\w./]+)/ }],
  keywords: words('if elif else while for case of when return result var let const proc func discard echo'),
  returns: ':',
};
