/** Schemas, queries and build files: SQL, GraphQL, Prisma, Protocol Buffers, Thrift, Terraform, Dockerfile, Makefile. */
import { type DefinitionRule, type Grammar, words } from '../grammar.js';
import { blockComment, lineComment, quoted, type TokenRule } from '../tokens.js';
import { cLikeContinuation } from './unknown.js';

const slash = [lineComment('//'), blockComment('/*', '*/'), quoted('"', '"'), quoted("'", "'")];
const hash = [lineComment('#', 'spaced'), quoted('"', '"')];

const grammar = (
  name: string,
  tokens: Grammar['tokens'],
  definitions: readonly DefinitionRule[],
  blocks: Grammar['blocks'],
  imports: RegExp | null,
  more: Partial<Grammar> = {},
): Grammar => ({
  name,
  tokens,
  definitions,
  blocks,
  continuation: cLikeContinuation,
  imports: imports ? [{ pattern: imports }] : [],
  keywords: words('if else for in not and or true false null'),
  ...more,
});

/** `shop."order/items"`: the name ends where the pattern does. */
const sqlName = '(?:["`[]?[\\w$\\u0080-\\uffff]{1,100}["`\\]]?\\.)?["`[]?(?<name>(?<=")[^"\\n]{1,100}|[\\w$\\u0080-\\uffff]+)';
const ifMissing = '(?:if\\s+not\\s+exists\\s+)?';
const sqlRule = (kind: DefinitionRule['kind'], head: string): DefinitionRule => ({
  kind,
  // A migration creates what is missing within BEGIN … END.
  scope: 'any',
  shape: 'value',
  pattern: new RegExp(`^${head}${sqlName}`, 'i'),
});
/** What defines something, anew perhaps. */
const defines = '(?:create\\s+(?:or\\s+(?:replace|alter)\\s+)?|alter\\s+)';

/** What begins a comment or a string within a quoted name, of a type of media, begins none. */
const oddName: TokenRule = {
  open: '"',
  comment: false,
  unterminated: 'line',
  end(text, from) {
    // The quotation mark at the end of a name opens none.
    if (from > 0 && !/[\s(.,:=]/.test(text[from - 1] as string)) return from;
    const close = text.indexOf('"', from + 1);
    const name = close < 0 || close > from + 200 ? '' : text.slice(from, close);
    return /\/\*|--|'/.test(name) && !name.includes('\n') ? close + 1 : from;
  },
};

export const sql = grammar(
  'sql',
  [lineComment('--'), blockComment('/*', '*/'), quoted("'", "'", { multiline: true, escape: false }), oddName],
  [
    sqlRule('struct', `create\\s+(?:(?:global|local|temp|temporary|unlogged|external|foreign)\\s+)*table\\s+${ifMissing}`),
    sqlRule(
      'type',
      `create\\s+(?:or\\s+(?:replace|alter)\\s+)?(?:materialized\\s+|temp\\s+|temporary\\s+|recursive\\s+)*(?:view|type|domain|sequence|schema|extension|role|policy|rule)\\s+${ifMissing}`,
    ),
    sqlRule(
      'function',
      `${defines}(?:definer\\s*=\\s*\\S+\\s+)?(?:constraint\\s+)?(?:function|procedure|proc|trigger|aggregate)\\s+${ifMissing}`,
    ),
    sqlRule(
      'property',
      `create\\s+(?:(?:unique|clustered|nonclustered|fulltext|spatial|columnstore)\\s+){0,3}index\\s+(?:concurrently\\s+)?${ifMissing}(?!on\\b)`,
    ),
    // It goes on from a table that another statement creates.
    sqlRule('impl', 'alter\\s+table\\s+(?:if\\s+exists\\s+)?(?:only\\s+)?'),
  ],
  'statements',
  null,
  // Without a semicolon a statement ends at the next line that begins one; bodies are often not indented.
  { mentions: 'tables', continuation: /^(?!(?:create|alter|drop|insert|update|delete|select|grant|comment|set|use)\b)\S/i },
);

export const graphql = grammar(
  'graphql',
  [lineComment('#'), quoted('"""', '"""', { multiline: true }), quoted('"', '"')],
  [
    {
      kind: 'type',
      scope: 'top',
      shape: 'block',
      pattern: /^(?:extend\s+)?(?:type|input|scalar|union|directive\s+@|fragment)\s*(?<name>\w+)/,
    },
    { kind: 'interface', scope: 'top', shape: 'block', pattern: /^(?:extend\s+)?interface\s+(?<name>\w+)/ },
    { kind: 'enum', scope: 'top', shape: 'block', pattern: /^(?:extend\s+)?enum\s+(?<name>\w+)/ },
    { kind: 'function', scope: 'top', shape: 'block', pattern: /^(?:query|mutation|subscription)\s+(?<name>\w+)/ },
    { kind: 'type', fixedName: true, scope: 'top', shape: 'block', pattern: /^(?<name>schema)(?=\s*[@{])/ },
    {
      kind: 'field',
      scope: 'nested',
      inside: ['type', 'interface'],
      shape: 'line',
      pattern: /^(?<name>\w+)(?=\s*(?:\([^()\n]{0,500}\))?\s*:\s*[\w[])/,
    },
    { kind: 'enumMember', scope: 'nested', inside: ['enum'], shape: 'line', pattern: /^(?<name>[A-Z]\w*)(?=\s*(?:@|$))/m },
  ],
  'braces',
  null,
);

export const prisma = grammar(
  'prisma',
  [lineComment('//'), quoted('"', '"')],
  [
    { kind: 'struct', scope: 'top', shape: 'block', pattern: /^(?:model|view|type)\s+(?<name>\w+)/ },
    { kind: 'enum', scope: 'top', shape: 'block', pattern: /^enum\s+(?<name>\w+)/ },
    { kind: 'section', scope: 'top', shape: 'block', pattern: /^(?:datasource|generator)\s+(?<name>\w+)/ },
  ],
  'braces',
  null,
);

export const proto = grammar(
  'proto',
  slash,
  [
    { kind: 'struct', scope: 'any', shape: 'block', pattern: /^(?:message|extend|group)\s+(?<name>[\w.]+)/ },
    { kind: 'enum', scope: 'any', shape: 'block', pattern: /^enum\s+(?<name>\w+)/ },
    { kind: 'interface', scope: 'any', shape: 'block', pattern: /^service\s+(?<name>\w+)/ },
    { kind: 'method', scope: 'any', shape: 'block', pattern: /^rpc\s+(?<name>\w+)/ },
    {
      kind: 'field',
      scope: 'nested',
      inside: ['struct'],
      shape: 'line',
      pattern: /^(?:(?:repeated|optional|required)\s+)?(?:map\s*<[^>\n]{1,100}>|[\w.]+)\s+(?<name>\w+)(?=\s*=\s*\d)/,
    },
    { kind: 'enumMember', scope: 'nested', inside: ['enum'], shape: 'line', pattern: /^(?<name>\w+)(?=\s*=\s*-?\d)/ },
  ],
  'braces',
  /^import\s+(?:public\s+|weak\s+)?"(?<module>[^"\n]+)"/,
);

export const thrift = grammar(
  'thrift',
  [...slash, lineComment('#', 'lineStart')],
  [
    { kind: 'struct', scope: 'top', shape: 'block', pattern: /^(?:struct|union|exception)\s+(?<name>\w+)/ },
    { kind: 'enum', scope: 'top', shape: 'block', pattern: /^enum\s+(?<name>\w+)/ },
    { kind: 'interface', scope: 'top', shape: 'block', pattern: /^service\s+(?<name>\w+)/ },
    { kind: 'method', scope: 'nested', inside: ['interface'], shape: 'block', pattern: /^(?:oneway\s+)?[\w.<>, ]+\s(?<name>\w+)(?=\s*\()/ },
    { kind: 'type', scope: 'top', shape: 'line', pattern: /^typedef\s+[\w.<>, ]+\s(?<name>\w+)/ },
    { kind: 'constant', scope: 'top', shape: 'value', pattern: /^const\s+[\w.<>, ]+\s(?<name>\w+)(?=\s*=)/ },
  ],
  'braces',
  /^include\s+"(?<module>[^"\n]+)"/,
);

export const terraform = grammar(
  'terraform',
  [...hash, lineComment('//'), blockComment('/*', '*/')],
  [
    { kind: 'section', scope: 'top', shape: 'block', quotedName: true, pattern: /^(?:resource|data)\s+"[^"\n]*"\s+"/ },
    {
      kind: 'section',
      scope: 'top',
      shape: 'block',
      quotedName: true,
      pattern: /^(?:module|variable|output|provider|check|action|ephemeral)\s+"/,
    },
    { kind: 'section', fixedName: true, scope: 'top', shape: 'block', pattern: /^(?<name>locals|terraform|moved|import|removed)(?=\s*\{)/ },
    { kind: 'section', scope: 'top', shape: 'block', quotedName: true, pattern: /^\w+\s+"/ },
  ],
  'braces',
  null,
);

export const dockerfile = grammar(
  'dockerfile',
  [lineComment('#', 'lineStart')],
  [
    { kind: 'section', scope: 'top', shape: 'block', pattern: /^FROM\s+(?:--\S+\s+)*\S+\s+AS\s+(?<name>[\w.-]+)/i },
    { kind: 'section', scope: 'top', shape: 'block', pattern: /^FROM\s+(?:--\S+\s+)*(?<name>\S+)/i },
  ],
  'layout',
  null,
  { mentions: 'none', continuation: /^(?!FROM\b)\S/i },
);

export const makefile = grammar(
  'makefile',
  [lineComment('#', 'spaced')],
  [
    { kind: 'macro', scope: 'top', shape: 'block', pattern: /^define\s+(?<name>[\w.-]+)/ },
    {
      kind: 'function',
      scope: 'top',
      shape: 'block',
      pattern:
        /^(?!\$\((?:info|warning|error|eval|call|foreach|if|shell)\b)(?<name>[\w./%$(){}-]+)(?=(?:\s+[\w./%$(){}-]+)*\s*::?(?![=:]))/,
    },
    // A recipe of just has parameters: `test *args:`, `e2e sort='all':`.
    {
      kind: 'function',
      scope: 'top',
      shape: 'block',
      pattern:
        /^@?(?<name>[A-Za-z_][\w-]*)(?=(?:[ \t]+[*+$]{0,2}[A-Za-z_][\w-]*(?:=(?:'[^'\n]{0,80}'|"[^"\n]{0,80}"|[\w.-]{1,80}))?){1,12}[ \t]*:(?!=))/,
    },
    { kind: 'variable', scope: 'top', shape: 'value', pattern: /^(?:export\s+|override\s+)?(?<name>[\w.-]+)(?=\s*[:?+!]*=)/ },
  ],
  'layout',
  /^-?include\s+(?<module>\S+)/,
  { mentions: 'none', continuation: /^endef\b/ },
);
