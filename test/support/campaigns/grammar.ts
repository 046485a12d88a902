/** Messages for the fuzz campaign: values of this protocol's validators, methods of LSP, and both made wrong. */

import * as lsp from 'vscode-languageserver/node';
import type { z } from 'zod';
import { commandParamsSchema, commands } from '../../../server/protocol/commands.js';
import { forgetParamsSchema } from '../../../server/protocol/forget.js';
import {
  forgetMethod,
  reindexMethod,
  relatedMethod,
  retrieveBatchMethod,
  retrieveMethod,
  secretsMethod,
  semanticSymbolMethod,
  showMethod,
  statusMethod,
  unforgetMethod,
} from '../../../server/protocol/methods.js';
import { reindexParamsSchema } from '../../../server/protocol/reindex.js';
import { relatedParamsSchema } from '../../../server/protocol/related.js';
import { retrieveParamsSchema } from '../../../server/protocol/retrieve.js';
import { retrieveBatchParamsSchema } from '../../../server/protocol/retrieve-batch.js';
import { secretsParamsSchema } from '../../../server/protocol/secrets.js';
import { semanticSymbolParamsSchema, workspaceSymbolParamsSchema } from '../../../server/protocol/semantic-symbol.js';
import { showParamsSchema } from '../../../server/protocol/show.js';
import { statusParamsSchema } from '../../../server/protocol/status.js';
import type { Json } from '../test-client.js';
import type { Random } from './campaign.js';

const own: readonly (readonly [method: string, schema: z.ZodType, weight: number])[] = [
  [retrieveMethod, retrieveParamsSchema, 20],
  [retrieveBatchMethod, retrieveBatchParamsSchema, 5],
  [semanticSymbolMethod, semanticSymbolParamsSchema, 20],
  ['workspace/symbol', workspaceSymbolParamsSchema, 20],
  [relatedMethod, relatedParamsSchema, 20],
  [showMethod, showParamsSchema, 20],
  [statusMethod, statusParamsSchema, 10],
  [secretsMethod, secretsParamsSchema, 5],
  // They index again.
  [reindexMethod, reindexParamsSchema, 1],
  [forgetMethod, forgetParamsSchema, 1],
  [unforgetMethod, forgetParamsSchema, 1],
  ['workspace/executeCommand', commandParamsSchema, 10],
];
const weighted = own.flatMap((entry) => Array.from({ length: entry[2] }, () => entry));

/** Those that end the session are left out, and those that open the index again, which takes long. */
const ending = /^(?:shutdown|exit|initialize|initialized|workspace\/didChange(?:WorkspaceFolders|Configuration)|\$\/cancelRequest)$/;

/** Every method of LSP that the installed package declares. */
const lspMethods: readonly string[] = [
  ...new Set(
    Object.values(lsp).flatMap((value) => {
      const method = (value as { method?: unknown } | null)?.method;
      return typeof method === 'string' && !ending.test(method) ? [method] : [];
    }),
  ),
];
const notifications =
  /^(?:textDocument\/did|textDocument\/will|workspace\/did|notebookDocument\/did|window\/workDoneProgress\/cancel|\$\/)/;

export interface Sent {
  readonly method: string;
  readonly params: Json;
  readonly isRequest: boolean;
}

interface Place {
  /** URIs of files in the workspace, of others, and of none. */
  readonly uris: readonly string[];
  readonly words: readonly string[];
}

const strange: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'é́',
  '"><script>',
  '../../..',
  '/',
  'file:',
  'file:///%00',
  'http://x/y',
  '__proto__',
  'constructor',
  [],
  {},
  [[]],
  [null],
  { __proto__: null },
  'x'.repeat(20_000),
];

export function messageOf(random: Random, place: Place): Sent {
  const roll = random.next();
  if (roll < 0.6) {
    const [method, schema] = random.pick(weighted);
    return { method, params: spoilt(valueFor(schema, random, place), random, 0.15), isRequest: true };
  }
  if (roll < 0.95) {
    const method = random.pick(lspMethods);
    return { method, params: spoilt(lspParams(method, random, place), random, 0.2), isRequest: !notifications.test(method) };
  }
  return {
    method: random.pick(['', 'x', 'context/', 'toString', '$/unknown', 'a'.repeat(5_000)]),
    params: random.pick(strange),
    isRequest: true,
  };
}

const position = (random: Random) => ({ line: random.below(40), character: random.below(80) });

/** The fields that params of LSP have in common, each sometimes missing. */
function lspParams(method: string, random: Random, { uris, words }: Place): Json {
  const uri = random.pick(uris);
  const range = { start: position(random), end: position(random) };
  const text = Array.from({ length: random.below(30) }, () => random.pick(words)).join(random.pick([' ', '\n', '(', '\r\n']));
  const all: Json = {
    textDocument: { uri, languageId: 'typescript', version: random.below(100), text },
    position: position(random),
    range,
    ranges: [range],
    positions: [position(random)],
    context: { includeDeclaration: true, diagnostics: [], triggerKind: 1 },
    contentChanges: random.next() < 0.5 ? [{ text }] : [{ range, text }],
    changes: [{ uri, type: 1 + random.below(3) }],
    query: random.pick(words),
    newName: random.pick(words),
    options: { tabSize: 2, insertSpaces: true },
    command: random.pick([...Object.values(commands), 'x']),
    arguments: [{ query: random.pick(words) }],
    item: { name: random.pick(words), kind: 12, uri, range, selectionRange: range },
    files: [{ uri, oldUri: uri, newUri: random.pick(uris) }],
    token: random.below(10),
    value: 'off',
    ch: '}',
    reason: 1,
  };
  for (const key of Object.keys(all)) if (random.next() < 0.15) delete all[key];
  if (method.startsWith('textDocument/did') && random.next() < 0.7) all.textDocument ??= { uri, version: 1, languageId: 'x', text };
  return all;
}

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly Json[];
  readonly valueType?: z.ZodType;
  readonly in?: z.ZodType;
}

/** A value that the validator mostly accepts. */
function valueFor(schema: z.ZodType, random: Random, place: Place, depth = 0): Json {
  const def = (schema as unknown as { readonly _zod: { readonly def: Def } })._zod.def;
  const inner = (one: z.ZodType | undefined): Json => (one && depth < 12 ? valueFor(one, random, place, depth + 1) : null);
  switch (def.type) {
    case 'object': {
      const entries = Object.entries(def.shape ?? {}).flatMap(([key, field]) => {
        const value = random.next() < 0.4 && isOptional(field) ? undefined : inner(field);
        return value === undefined ? [] : [[key, value]];
      });
      return Object.fromEntries(entries);
    }
    case 'array':
      return Array.from({ length: random.below(4) }, () => inner(def.element));
    case 'string':
      return random.pick([...place.words, ...place.uris, `${random.pick(place.words)} ${random.pick(place.words)}`]);
    case 'number':
      return random.pick([0, 1, 2, 10, 50, 1_000, -1, 0.5]);
    case 'boolean':
      return random.next() < 0.5;
    case 'enum':
      return random.pick(Object.values(def.entries ?? {}));
    case 'literal':
      return random.pick(def.values ?? []);
    case 'union':
      return inner(random.pick(def.options ?? []));
    case 'record':
      return { [random.pick(place.words)]: inner(def.valueType) };
    case 'pipe':
      return inner(def.in);
    case 'null':
      return null;
    case 'undefined':
      return undefined;
    default:
      return def.innerType ? inner(def.innerType) : random.pick(strange);
  }
}

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

/** With a probability one part is replaced by something strange, or removed. */
function spoilt(value: Json, random: Random, probability: number): Json {
  if (random.next() >= probability) return value;
  if (value === null || typeof value !== 'object' || random.next() < 0.2) return random.pick(strange);
  const keys = Object.keys(value);
  if (keys.length === 0) return random.pick(strange);
  const key = random.pick(keys);
  const copy: Json = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = spoilt(copy[key], random, 0.7);
  if (random.next() < 0.2) delete copy[key];
  return copy;
}
