/** Languages whose blocks end with a word: Julia, Crystal, Visual Basic, Vim script, fish, and CMake. */
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { blockComment, character, lineComment, quoted } from '../tokens.js';

const endWords = (
  name: string,
  tokens: Grammar['tokens'],
  definitions: readonly DefinitionRule[],
  closing: RegExp,
  more: Partial<Grammar> = {},
): Grammar => ({
  name,
  tokens,
  definitions,
  blocks: 'end',
  closing,
  continuation: /^(?:[)\]}.]|else\w*\b|rescue\b|catch\b|finally\b|ensure\b)/i,
  imports: [{ pattern: /^(?:using|import|require|include|imports|source)\s*\(?\s*["']?(?<module>[\w./:-]+)/i }],
  keywords: words('if else elseif elsif while for end do return function begin let case when then not and or in'),
  ...more,
});

/** Arguments in parentheses, with those inside of them. */
const ARGUMENTS = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
const SIGNATURE_END = String.raw`\s*(?:::[\w.]+(?:\{[^{}]*\})?\s*)?(?:where\s[^=\n]*)?=(?!=)`;
const shortFunction = new RegExp(`^(?:\\{[^{}]*\\})?${ARGUMENTS}${SIGNATURE_END}`);
const callable = /^(?:\{[^{}]*\})?\s*\)\s*\(/;
const shortCallable = new RegExp(`^(?:\\{[^{}]*\\})?\\s*\\)\\s*${ARGUMENTS}${SIGNATURE_END}`);

const subtype = /^(?:mutable\s+)?(?:struct|(?:abstract|primitive)\s+type)\s+\w+\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}\s*)?<:\s*(?:\w+\.)*(\w+)/;

export const julia = endWords(
  'julia',
  [
    lineComment('#'),
    blockComment('#=', '=#', 'nested'),
    quoted('"""', '"""', { multiline: true }),
    quoted('"', '"', { multiline: true }),
    character,
  ],
  [
    { kind: 'module', scope: 'any', shape: 'block', pattern: /^(?:bare)?module\s+(?<name>\w+)/ },
    { kind: 'struct', scope: 'any', shape: 'block', pattern: /^(?:mutable\s+)?struct\s+(?<name>\w+)/ },
    { kind: 'type', scope: 'any', shape: 'line', pattern: /^(?:abstract|primitive)\s+type\s+(?<name>\w+)/ },
    { kind: 'macro', scope: 'any', shape: 'block', pattern: /^macro\s+(?<name>\w+)/ },
    // `(c::Chain)(x) = …`: what calling a value of the type does.
    { kind: 'method', scope: 'any', shape: 'block', pattern: /^function\s+\(\s*\w*\s*::\s*(?<name>[A-Z]\w*)/, after: callable },
    { kind: 'method', scope: 'member', shape: 'line', pattern: /^\(\s*\w*\s*::\s*(?<name>[A-Z]\w*)/, after: shortCallable },
    { kind: 'function', scope: 'any', shape: 'block', pattern: /^function\s+(?:[\w.]+\.)?(?<name>[A-Za-z_]\w*!{0,2})/ },
    {
      kind: 'function',
      scope: 'member',
      shape: 'line',
      pattern: /^(?:[\w.]+\.)?(?<name>[A-Za-z_]\w*!{0,2})(?=[({])/,
      after: shortFunction,
    },
    { kind: 'constant', scope: 'top', shape: 'value', pattern: /^const\s+(?<name>\w+)/ },
  ],
  /^end\b/,
  {
    annotation: /^@([\w.]+)(?=\s+(?:function|struct|mutable|[A-Za-z_(][\w.!]*[({:]))/,
    imports: [{ pattern: /^(?:using|import)\s+(?<module>\.*[\w.]+)/ }, { pattern: /^include\(\s*["'](?<module>[^"'\n]+)/ }],
    mentions: 'banged',
    parents: (_, signature) => {
      const base = subtype.exec(signature)?.[1];
      return base === undefined ? [] : [{ name: base, kind: 'inherits' }];
    },
  },
);

export const crystal = endWords(
  'crystal',
  [lineComment('#'), quoted('"', '"', { multiline: true, interpolation: '#{' }), character],
  [
    {
      kind: 'class',
      scope: 'any',
      shape: 'block',
      pattern: /^(?:(?:private|abstract)\s+)*(?:class|struct|lib|annotation)\s+(?<name>[\w:]+)/,
    },
    { kind: 'module', scope: 'any', shape: 'block', pattern: /^module\s+(?<name>[\w:]+)/ },
    { kind: 'enum', scope: 'any', shape: 'block', pattern: /^enum\s+(?<name>[\w:]+)/ },
    { kind: 'macro', scope: 'any', shape: 'block', pattern: /^macro\s+(?<name>\w+)/ },
    {
      kind: 'function',
      scope: 'any',
      shape: 'block',
      pattern: /^(?:(?:private|protected|abstract)\s+)*(?:def|fun)\s+(?:self\.)?(?<name>\w+[?!=]?)/,
    },
    { kind: 'constant', scope: 'member', shape: 'value', pattern: /^(?<name>[A-Z][A-Z0-9_]+)(?=\s*=[^=])/ },
    { kind: 'test', scope: 'any', shape: 'block', quotedName: true, pattern: /^(?:it|describe|context|pending)\s+"/ },
  ],
  /^end\b/,
  { annotation: /^@\[([\w:]+)[^\]\n]*\]/ },
);

const vbMods =
  '^(?:(?:Public|Private|Protected|Friend|Shared|Overridable|Overrides|MustOverride|NotInheritable|MustInherit|Partial|ReadOnly|WriteOnly|Async|Default|Shadows|Overloads|Iterator|Static)\\s+)*';
export const visualBasic = endWords(
  'vb',
  [lineComment("'"), lineComment('REM ', 'lineStart'), quoted('"', '"', { escape: false })],
  [
    { kind: 'namespace', scope: 'any', shape: 'block', pattern: /^Namespace\s+(?<name>[\w.]+)/i },
    { kind: 'class', scope: 'any', shape: 'block', pattern: new RegExp(`${vbMods}(?:Class|Module)\\s+(?<name>\\w+)`, 'i') },
    { kind: 'struct', scope: 'any', shape: 'block', pattern: new RegExp(`${vbMods}Structure\\s+(?<name>\\w+)`, 'i') },
    { kind: 'interface', scope: 'any', shape: 'block', pattern: new RegExp(`${vbMods}Interface\\s+(?<name>\\w+)`, 'i') },
    { kind: 'enum', scope: 'any', shape: 'block', pattern: new RegExp(`${vbMods}Enum\\s+(?<name>\\w+)`, 'i') },
    { kind: 'function', scope: 'any', shape: 'block', pattern: new RegExp(`${vbMods}(?:Sub|Function|Operator)\\s+(?<name>\\w+)`, 'i') },
    { kind: 'property', scope: 'any', shape: 'block', pattern: new RegExp(`${vbMods}(?:Property|Event)\\s+(?<name>\\w+)`, 'i') },
  ],
  /^End\s/i,
  {
    keywords: words(
      'If Then Else ElseIf End For Each Next While Do Loop Return Function Sub Class Module Public Private Protected Friend Shared As Of Is Nothing True False Dim Me MyBase New ByVal ByRef Not And Or AndAlso OrElse Select Case Try Catch Finally Throw Imports Namespace Property Get Set String Integer Boolean Object',
    ),
  },
);

export const vimScript = endWords(
  'vim',
  [lineComment('"', 'lineStart'), lineComment('#', 'lineStart'), quoted("'", "'", { escape: false })],
  [
    {
      kind: 'function',
      scope: 'any',
      shape: 'block',
      pattern: /^(?:export\s+)?(?:fu(?:nc(?:t(?:ion)?)?)?!?|def!?)\s+(?:[a-z]:|<SID>)?(?<name>[\w#.]+)(?=\s*\()/,
    },
    { kind: 'macro', scope: 'any', shape: 'line', pattern: /^com(?:mand)?!?\s+(?:-\S+\s+)*(?<name>[A-Z]\w*)/ },
    { kind: 'variable', scope: 'top', shape: 'line', pattern: /^(?:let|const|var|final)\s+(?:[gsbw]:)?(?<name>[\w#]+)(?=\s*=)/ },
    { kind: 'section', scope: 'top', shape: 'block', pattern: /^aug(?:roup)?\s+(?<name>(?!END\b)\w+)/i },
  ],
  /^(?:endf|enddef|aug\w*\s+END)/i,
);

export const fish = endWords(
  'fish',
  [lineComment('#', 'spaced'), quoted('"', '"', { multiline: true }), quoted("'", "'", { multiline: true })],
  [{ kind: 'function', scope: 'any', shape: 'block', pattern: /^function\s+(?<name>[\w.:-]+)/ }],
  /^end\b/,
);

export const cmake = endWords(
  'cmake',
  [lineComment('#'), quoted('"', '"', { multiline: true })],
  [
    { kind: 'function', scope: 'any', shape: 'block', pattern: /^function\s*\(\s*(?<name>[\w-]+)/i },
    { kind: 'macro', scope: 'any', shape: 'block', pattern: /^macro\s*\(\s*(?<name>[\w-]+)/i },
    { kind: 'module', scope: 'top', shape: 'line', pattern: /^project\s*\(\s*(?<name>[\w-]+)/i },
    {
      kind: 'variable',
      scope: 'any',
      shape: 'line',
      pattern: /^add_(?:library|executable|custom_target|test)\s*\(\s*(?:NAME\s+)?(?<name>[\w:.-]+)/i,
    },
    { kind: 'variable', scope: 'top', shape: 'line', pattern: /^option\s*\(\s*(?<name>\w+)/i },
  ],
  /^end(?:function|macro)\b/i,
  { imports: [{ pattern: /^(?:include|find_package|add_subdirectory)\s*\(\s*(?<module>[\w./-]+)/i }] },
);
