/** Haskell: definitions stand at the margin; a type signature and its equations are one symbol. */
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { blockComment, character, haskellComment, quoted } from '../tokens.js';

const variable = "[a-z_][\\w']*";
const operator = '[-!#$%&*+./<=>?@^|~:\\\\]+';

/** `::` may stand on the next line, behind more names. */
const typed = /^\s*(?:,\s*[\w']+\s*)*::/;

const definitions: DefinitionRule[] = [
  { kind: 'module', scope: 'top', shape: 'block', pattern: /^module\s+(?<name>[\w.]+)/ },
  { kind: 'trait', scope: 'top', shape: 'block', pattern: /^class\s+(?:[^=\n]*=>\s*)?(?:\(\s*)?(?<name>[A-Z][\w']*)/ },
  {
    kind: 'impl',
    scope: 'top',
    shape: 'block',
    pattern: /^(?:deriving\s+(?:\w+\s+)?)?instance\s+(?:[^=\n]*=>\s*)?(?:[A-Z]\w*\.)*(?<name>[A-Z][\w']*)/,
  },
  {
    kind: 'type',
    scope: 'top',
    shape: 'block',
    pattern: /^(?:data|newtype)\s+(?:instance\s+|family\s+)?(?:[^=\n]*=>\s*)?(?<name>[A-Z][\w']*)/,
  },
  { kind: 'type', scope: 'top', shape: 'line', pattern: /^type\s+(?:instance\s+|family\s+)?(?<name>[A-Z][\w']*)/ },
  { kind: 'function', scope: 'top', shape: 'line', pattern: new RegExp(`^foreign\\s+import\\s.*?(?<name>${variable})(?=\\s*::)`) },
  { kind: 'function', scope: 'top', shape: 'line', pattern: /^pattern\s+(?<name>[A-Z][\w']*)/ },
  { kind: 'function', scope: 'top', shape: 'line', pattern: new RegExp(`^(?<name>${variable})(?![\\w'])`), after: typed },
  { kind: 'function', scope: 'top', shape: 'line', pattern: new RegExp(`^\\((?<name>${operator})(?=\\)(?:\\s*,\\s*\\S+)*\\s*::)`) },
  { kind: 'function', scope: 'top', shape: 'block', pattern: new RegExp(`^\\((?<name>${operator})(?=\\))`), after: /^\)[^\n]*[=|]/ },
  // Infix equations: `a <+> b = …`, `x \`op\` y = …`.
  {
    kind: 'function',
    scope: 'top',
    shape: 'block',
    pattern: new RegExp(`^(?:${variable}|\\([^()]*\\)|[A-Z]\\w*)\\s+\`(?<name>${variable})(?=\`)`),
    after: /=/,
  },
  {
    kind: 'function',
    scope: 'top',
    shape: 'block',
    pattern: new RegExp(`^(?:${variable}|\\([^()]*\\))\\s+(?<name>(?!(?:=|\\||@|::|<-|->|~|!)\\s)${operator})(?=\\s+[\\w(])`),
    after: /^[^\n]*\s=\s/,
  },
  {
    kind: 'function',
    scope: 'top',
    shape: 'block',
    pattern: new RegExp(`^(?<name>${variable})(?![\\w'])`),
    after: /^[^\n]*(?:\n[ \t][^\n]*){0,12}?(?<![=<>!/:&|.+*-])[=|](?![=>])/,
  },
  {
    kind: 'function',
    scope: 'nested',
    inside: ['trait', 'impl'],
    shape: 'line',
    pattern: new RegExp(`^(?<name>${variable})(?![\\w'])`),
    after: typed,
  },
  {
    kind: 'function',
    scope: 'nested',
    inside: ['trait', 'impl'],
    shape: 'line',
    pattern: new RegExp(`^\\((?<name>${operator})(?=\\)(?:\\s*,\\s*\\S+)*\\s*::)`),
  },
  {
    kind: 'function',
    scope: 'nested',
    inside: ['trait', 'impl'],
    shape: 'block',
    pattern: new RegExp(`^\\((?<name>${operator})(?=\\))`),
    after: /^\)[^\n]*=/,
  },
  {
    kind: 'function',
    scope: 'nested',
    inside: ['trait', 'impl'],
    shape: 'block',
    pattern: new RegExp(`^(?<name>${variable})(?![\\w'])`),
    after: /^[^\n]*(?:\n[ \t][^\n]*){0,4}?(?<![=<>!/:&|.+*-])[=|](?![=>])/,
  },
  {
    kind: 'field',
    scope: 'nested',
    inside: ['type'],
    shape: 'line',
    pattern: new RegExp(`^(?:[{,]\\s*)(?<name>${variable})(?=(?:\\s*,\\s*${variable})*\\s*::)`),
  },
  {
    kind: 'enumMember',
    scope: 'nested',
    inside: ['type'],
    shape: 'line',
    pattern: /^[=|]\s*(?:forall\s[^.]*\.\s*)?(?:[^=\n]*=>\s*)?(?<name>[A-Z][\w']*)/,
  },
];

export const haskell: Grammar = {
  name: 'haskell',
  tokens: [haskellComment, blockComment('{-', '-}', 'nested'), quoted('"', '"', { multiline: true }), character],
  definitions,
  blocks: 'layout',
  bodyMark: /(?:^|[^=<>!/:&|.+*\\-])(?:=(?![=>])|\|(?!\|))|\bwhere\b/,
  continuation: /^(?:[)\]},]|where\b|deriving\b|\|)/,
  imports: [
    {
      pattern:
        /^import\s+(?:safe\s+)?(?:qualified\s+)?(?:"[^"\n]*"\s+)?(?<module>[\w.]+)(?:\s+qualified)?(?:\s+as\s+(?<alias>[\w.]+))?\s*(?:hiding\s*\([^\n]*|(?<names>\([^\n]*))?/,
    },
  ],
  keywords: words(
    'module where import qualified as hiding data newtype type class instance deriving if then else case of let in do mdo rec forall infix infixl infixr default foreign family pattern otherwise stock anyclass via True False return pure',
  ),
  merge: 'name',
  returns: '::',
  bareCalls: true,
  parents: (header, signature) => {
    if (!signature.startsWith('instance') && !signature.includes(' instance ')) return [];
    const name = /(?:=>\s*|instance\s+)(?:[A-Z]\w*\.)*([A-Z]\w*)\b(?!.*=>)/.exec(`${signature}`)?.[1];
    const type = /[A-Z]\w*/.exec(header)?.[0];
    return [...(name ? [{ name, kind: 'implements' } as const] : []), ...(type ? [{ name: type, kind: 'implements' } as const] : [])];
  },
};
