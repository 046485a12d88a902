/** Compares protocol.md and docs/pass-through.md with the code: declarations, names, codes, examples and the table of methods. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { builtInProfiles } from '../../server/core/model/profile.js';
import { relatedKinds } from '../../server/core/model/related.js';
import { proxiedMethods } from '../../server/fronts/lsp/pass-through/proxied-methods.js';
import * as capabilities from '../../server/protocol/capabilities.js';
import * as command from '../../server/protocol/commands.js';
import * as common from '../../server/protocol/common.js';
import * as errors from '../../server/protocol/errors.js';
import * as forget from '../../server/protocol/forget.js';
import { findRelatedInputSchema } from '../../server/protocol/mcp-find-related.js';
import { findSymbolsInputSchema } from '../../server/protocol/mcp-find-symbols.js';
import { readSymbolInputSchema } from '../../server/protocol/mcp-read-symbol.js';
import { searchCodeInputSchema } from '../../server/protocol/mcp-search-code.js';
import { workspaceStatusInputSchema } from '../../server/protocol/mcp-workspace-status.js';
import * as methods from '../../server/protocol/methods.js';
import * as profiles from '../../server/protocol/profiles.js';
import * as reindex from '../../server/protocol/reindex.js';
import * as related from '../../server/protocol/related.js';
import * as relatedKindsOfProtocol from '../../server/protocol/related-kinds.js';
import * as retrieve from '../../server/protocol/retrieve.js';
import * as batch from '../../server/protocol/retrieve-batch.js';
import * as secrets from '../../server/protocol/secrets.js';
import * as symbols from '../../server/protocol/semantic-symbol.js';
import * as settings from '../../server/protocol/settings.js';
import * as status from '../../server/protocol/status.js';
import { symbolKinds } from '../../server/protocol/symbol-kinds.js';
import { packageRoot } from '../../server/util/package-root.js';

const doc = readFileSync(join(packageRoot, 'protocol.md'), 'utf8');
const passThroughDoc = readFileSync(join(packageRoot, 'docs', 'pass-through.md'), 'utf8');
const folder = join(packageRoot, 'server', 'protocol');
const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

const fold = (text: string) => text.replace(/\s+/g, ' ').replace(/= \| /g, '= ').trim();
const fenced = (language: string, text = doc) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text as string);
const declaration = /(?:\/\*\*(?:(?!\*\/).)*\*\/\n)?(?:export )?(?:interface (\w+) \{.*?\n\}|type (\w+) =[^;]*;)/gs;
const declarations = (text: string): [string, string][] =>
  [...text.matchAll(declaration)].map(([whole, interfaceName, typeName]) => [
    (interfaceName ?? typeName) as string,
    fold(whole.replace('export ', '')),
  ]);

/** Where the code has a list of values, the document spells out the type. */
const unions: Record<string, readonly string[]> = {
  ContextSymbolKind: symbolKinds,
  ContextChunkKind: common.chunkKinds,
  ContextFileRole: common.fileRoles,
  ContextShortening: common.shortenings,
  ContextRelation: common.relations,
  RetrieveFormat: profiles.retrieveFormats,
  ContextProblemCode: common.problemCodes,
  ContextErrorKind: errors.errorKinds,
  ContextState: status.contextStates,
  ContextRelatedKind: relatedKindsOfProtocol.relatedKinds,
  ContextServerState: status.serverStates,
};
const inCode = new Map(
  sources
    .flatMap(declarations)
    .map(
      ([name, text]) => [name, unions[name] ? `type ${name} = ${unions[name].map((value) => `'${value}'`).join(' | ')};` : text] as const,
    ),
);
const inDoc = new Map(fenced('typescript').flatMap(declarations));

test('protocol.md has exactly the declarations of server/protocol', () => {
  assert.ok(inCode.size > 20);
  assert.deepEqual([...inDoc.keys()].sort(), [...inCode.keys()].sort());
  for (const [name, text] of inCode) assert.equal(inDoc.get(name), text);
});

test('the engine and the protocol have the same kinds', () => {
  assert.deepEqual(relatedKinds, relatedKindsOfProtocol.relatedKinds);
});

/** Fields of a documented interface. */
function fieldsOf(name: string): string[] {
  const source = sources.join('\n').match(new RegExp(`interface ${name} \\{(.*?)\\n\\}`, 's'))?.[1] ?? '';
  return [...source.matchAll(/^ {2}(\w+)\??:/gm)].map(([, field]) => field as string);
}

test('every validator accepts exactly the documented fields', () => {
  const schemas: Record<string, z.ZodType> = {
    RetrieveParams: retrieve.retrieveParamsSchema,
    RetrieveBatchParams: batch.retrieveBatchParamsSchema,
    ContextProfile: profiles.profileSchema,
    ContextCommandParams: command.commandParamsSchema,
    SemanticSymbolParams: symbols.semanticSymbolParamsSchema,
    RelatedParams: related.relatedParamsSchema,
    ForgetParams: forget.forgetParamsSchema,
    UnforgetParams: forget.forgetParamsSchema,
    ContextFilters: common.filtersSchema,
    ContextSettings: settings.settingsSchema,
    ContextServerSettings: settings.serverSettingsSchema,
    SearchCodeInput: searchCodeInputSchema,
    ReadSymbolInput: readSymbolInputSchema,
    FindRelatedInput: findRelatedInputSchema,
    FindSymbolsInput: findSymbolsInputSchema,
    WorkspaceStatusInput: workspaceStatusInputSchema,
  };
  for (const [name, schema] of Object.entries(schemas)) {
    assert.ok(fieldsOf(name).length > 0, name);
    assert.deepEqual(Object.keys((schema as z.ZodObject).shape).sort(), fieldsOf(name).sort(), name);
  }
  assert.deepEqual(
    Object.keys(reindex.reindexParamsSchema.parse({ uris: ['file:///x'], force: true, workDoneToken: 1 })),
    fieldsOf('ReindexParams'),
  );
});

test('every method, code and key is documented', () => {
  const { requests, notifications } = capabilities.contextProvider;
  for (const method of [...Object.keys(requests), ...Object.keys(notifications)]) assert.match(doc, new RegExp(`^## \`${method}\`$`, 'm'));
  for (const [name, code] of Object.entries(errors.errorCodes)) assert.ok(doc.includes(`| ${code} | \`${name}\` |`), name);
  for (const code of common.problemCodes) assert.ok(doc.includes(`| \`${code}\` |`), code);
  assert.ok(doc.includes(`\`${settings.settingsSection}\``));
  assert.ok(doc.includes(`Protocol version: **${common.protocolVersion}**`));
  for (const name of Object.values(command.commands)) assert.ok(doc.includes(`| \`${name}\` |`), name);
  for (const name of Object.keys(builtInProfiles)) assert.ok(doc.includes(`| \`${name}\` |`), name);
  // A heading of a method that is not served would be wrong too.
  const served = new Set([...Object.keys(requests), ...Object.keys(notifications), 'workspace/symbol', 'workspace/executeCommand']);
  for (const [, method] of doc.matchAll(/^## `([^`]+)`$/gm)) assert.ok(served.has(method as string), method);
});

test('the examples are valid', () => {
  const examples = fenced('json').map((text) => JSON.parse(text));
  const schemas: Record<string, z.ZodType> = {
    [methods.retrieveMethod]: retrieve.retrieveParamsSchema,
    [methods.retrieveBatchMethod]: batch.retrieveBatchParamsSchema.extend({ queries: z.array(retrieve.retrieveParamsSchema) }),
    'workspace/executeCommand': command.commandParamsSchema,
    [methods.semanticSymbolMethod]: symbols.semanticSymbolParamsSchema,
    [methods.relatedMethod]: related.relatedParamsSchema,
    [methods.statusMethod]: status.statusParamsSchema,
    [methods.reindexMethod]: reindex.reindexParamsSchema,
    [methods.forgetMethod]: forget.forgetParamsSchema,
    [methods.unforgetMethod]: forget.forgetParamsSchema,
    [methods.secretsMethod]: secrets.secretsParamsSchema,
  };
  for (const [method, schema] of Object.entries(schemas)) {
    const shown = examples.filter((example) => example.method === method);
    assert.ok(shown.length > 0, method);
    for (const { params } of shown) schema.parse(params);
  }
  settings.settingsSchema.parse(examples.find((example) => example.servers));
  settings.settingsSchema.parse(examples.find((example) => example.embedding && example.reranker));
  for (const text of fenced('json', passThroughDoc)) settings.settingsSchema.parse(JSON.parse(text));
  const { experimental, executeCommandProvider } = examples.find((example) => example.capabilities).capabilities;
  assert.deepEqual(executeCommandProvider.commands, Object.values(command.commands));
  assert.deepEqual(experimental, { contextProvider: capabilities.contextProvider });
  const { result } = examples.find((example) => example.result);
  assert.deepEqual(
    Object.keys(result).sort(),
    fieldsOf('RetrieveResult')
      .filter((field) => !['markdown', 'content', 'explanation'].includes(field))
      .sort(),
  );
  assert.deepEqual(
    Object.keys(result.results[0]).sort(),
    fieldsOf('ContextResult')
      .filter((field) => field !== 'answerLines')
      .sort(),
  );
  for (const field of Object.keys(result.results[0].meta)) assert.ok(fieldsOf('ContextMeta').includes(field), field);
  assert.deepEqual(Object.keys(result.needed[0]).sort(), fieldsOf('NeededSignature').sort());
});

test('docs/pass-through.md has the table that requests are forwarded by', () => {
  const fails = (method: string, onFailure: string): string => {
    if (onFailure === 'error') return 'error';
    if (method === 'textDocument/completion') return 'empty, `isIncomplete`';
    return method.endsWith('/resolve') ? 'the unchanged item' : 'empty';
  };
  const loading = { ask: 'asks', wait: 'waits', refuse: 'fails' };
  const shown = new Map<string, string[]>();
  for (const [, methods, servers, , failing, whileLoading] of passThroughDoc.matchAll(
    /^\| (`[^|]+`) \| (first|all|origin) \| ([^|]*)\| ([^|]+) \| (\w+) \|$/gm,
  )) {
    for (const [, name = ''] of (methods as string).matchAll(/`([^`]+)`/g)) {
      const isWhole = proxiedMethods.has(name);
      shown.set(isWhole ? name : `textDocument/${name}`, [servers as string, failing as string, whileLoading as string]);
    }
  }
  for (const { method, servers, onFailure, whileLoading } of proxiedMethods.values())
    assert.deepEqual(shown.get(method), [servers, fails(method, onFailure), loading[whileLoading]], method);
  const tokens = ['full', 'full/delta', 'range'].map((kind) => `textDocument/semanticTokens/${kind}`);
  assert.deepEqual([...shown.keys()].sort(), [...proxiedMethods.keys(), ...tokens].sort());
});
