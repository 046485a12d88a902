/**
 * Every optional field of every message may be absent or null. The tables hold one full message each; every field in it that is
 * not required is left out, and set to null, one at a time. Fields of this protocol are compared with its validators, so
 * that a new one cannot be missing here.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { commandParamsSchema, commands } from '../../server/protocol/commands.js';
import { filtersSchema } from '../../server/protocol/common.js';
import { embeddingSettingsSchema, rerankerSettingsSchema } from '../../server/protocol/model-settings.js';
import { profileSchema } from '../../server/protocol/profiles.js';
import { relatedParamsSchema } from '../../server/protocol/related.js';
import { retrieveParamsSchema } from '../../server/protocol/retrieve.js';
import { retrieveBatchParamsSchema } from '../../server/protocol/retrieve-batch.js';
import { semanticSymbolParamsSchema, workspaceSymbolParamsSchema } from '../../server/protocol/semantic-symbol.js';
import { packSettingsSchema, serverSettingsSchema, settingsSchema, teamSettingsSchema } from '../../server/protocol/settings.js';
import { showParamsSchema } from '../../server/protocol/show.js';
import { withFront } from '../support/front-in-memory.js';
import { serverMissing } from '../support/server-process.js';
import { ready, withShop } from '../support/shop.js';
import type { Json, TestClient } from '../support/test-client.js';
import { initialize } from '../support/test-client.js';

interface Message {
  readonly method: string;
  /** With every field that there is. */
  readonly params: Json;
  /** Paths of fields that may not be left out; of a field of several, what is inside may be. `[]` stands for any index. */
  readonly required: readonly string[];
}

type Case = readonly [what: string, params: Json];

/** `params` with one optional field less, and with null in its place, for every field at every depth. */
function casesOf({ params, required }: Message): Case[] {
  const cases: Case[] = [];
  const walk = (value: Json, path: string, rebuild: (value: Json) => Json): void => {
    if (value === null || typeof value !== 'object') return;
    for (const key of Object.keys(value)) {
      const inner = Array.isArray(value) ? `${path}[]` : path ? `${path}.${key}` : key;
      const replaced = (field: Json): Json => {
        const copy = Array.isArray(value) ? [...value] : { ...value };
        if (field === undefined) delete copy[key];
        else copy[key] = field;
        return rebuild(copy);
      };
      if (!Array.isArray(value) && !required.includes(inner)) {
        cases.push([`without ${inner}`, replaced(undefined)]);
        cases.push([`${inner}: null`, replaced(null)]);
      }
      walk(value[key], inner, replaced);
    }
  };
  walk(params, '', (value) => value);
  return cases;
}

const fields = (schema: z.ZodType): string[] => Object.keys((schema as z.ZodObject).shape).sort();
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const positions = ['start', 'end'].flatMap((end) => [end, `${end}.line`, `${end}.character`]);
const rangeFields = (path: string) => positions.map((field) => `${path}.${field}`);

const filters = { languages: ['typescript'], kinds: ['class'], paths: ['**'], tags: ['x'], roles: ['source'], changedSince: 0 };

function requestsAbout(uri: string): Message[] {
  const retrieve = {
    query: 'shopping cart',
    alternatives: ['basket'],
    profile: 'quick',
    limit: 1,
    budgetTokens: 500,
    resultTokens: 500,
    reservedTokens: 0,
    filters,
    minScore: 0,
    related: 0,
    anchor: { uri, position: { line: 0, character: 0 } },
    exclude: [],
    continueFrom: '',
    explain: true,
    extract: true,
    brief: true,
    lastCommit: 'file',
    withText: true,
    format: 'chunks',
    waitForIndex: 0,
    workDoneToken: 1,
    partialResultToken: 2,
  };
  const requiredOfRetrieve = ['query', 'anchor.uri', 'anchor.position.line', 'anchor.position.character'];
  const symbol = { query: 'cart', limit: 5, mode: 'name', filters, waitForIndex: 0, workDoneToken: 1, partialResultToken: 2 };
  const related = {
    textDocument: { uri },
    position: { line: 0, character: 0 },
    key: 'k',
    symbol: 'ShoppingCart',
    depth: 1,
    kinds: ['calls'],
    limit: 5,
    waitForIndex: 0,
    workDoneToken: 1,
    partialResultToken: 2,
  };
  assert.deepEqual(Object.keys(retrieve).sort(), fields(retrieveParamsSchema));
  assert.deepEqual(Object.keys(filters).sort(), fields(filtersSchema));
  assert.deepEqual(Object.keys(symbol).sort(), fields(semanticSymbolParamsSchema));
  assert.deepEqual(Object.keys(related).sort(), fields(relatedParamsSchema));
  const show = {
    textDocument: { uri },
    position: { line: 0, character: 0 },
    key: 'k',
    symbol: 'ShoppingCart',
    limit: 5,
    waitForIndex: 0,
    workDoneToken: 1,
  };
  assert.deepEqual(Object.keys(show).sort(), fields(showParamsSchema));
  const batch = { queries: [retrieve], workDoneToken: 1, partialResultToken: 2 };
  assert.deepEqual(Object.keys(batch).sort(), fields(retrieveBatchParamsSchema));
  const workspaceSymbol = { query: 'cart', workDoneToken: 1, partialResultToken: 2 };
  assert.deepEqual(Object.keys(workspaceSymbol).sort(), fields(workspaceSymbolParamsSchema));
  const command = { command: commands.status, arguments: [{}], workDoneToken: 1 };
  assert.deepEqual(Object.keys(command).sort(), fields(commandParamsSchema));
  return [
    { method: 'context/retrieve', params: retrieve, required: requiredOfRetrieve },
    { method: 'context/retrieveBatch', params: batch, required: ['queries', ...requiredOfRetrieve.map((path) => `queries[].${path}`)] },
    { method: 'workspace/semanticSymbol', params: symbol, required: ['query'] },
    { method: 'workspace/symbol', params: workspaceSymbol, required: ['query'] },
    // A document without a position says nothing.
    {
      method: 'context/related',
      params: related,
      required: ['textDocument.uri', 'position', 'position.line', 'position.character'],
    },
    { method: 'context/related', params: { ...related, textDocument: null, position: null }, required: [] },
    {
      method: 'context/show',
      params: show,
      required: ['textDocument.uri', 'position', 'position.line', 'position.character'],
    },
    { method: 'context/status', params: {}, required: [] },
    { method: 'context/secrets', params: { uris: [uri] }, required: [] },
    { method: 'context/reindex', params: { uris: [uri], force: false, workDoneToken: 1 }, required: [] },
    { method: 'workspace/executeCommand', params: command, required: ['command'] },
    {
      method: 'workspace/executeCommand',
      params: { command: commands.retrieve, arguments: [retrieve] },
      required: ['command', 'arguments', ...requiredOfRetrieve.map((path) => `arguments[].${path}`)],
    },
    // Last, for it takes files out of the index.
    { method: 'context/forget', params: { uris: [uri], everything: null }, required: ['uris'] },
  ];
}

const notificationsAbout = (uri: string): Message[] => [
  {
    method: 'textDocument/didOpen',
    params: { textDocument: { uri, languageId: 'typescript', version: 1, text: 'const x = 1;\n' } },
    required: ['textDocument', 'textDocument.uri', 'textDocument.text'],
  },
  {
    method: 'textDocument/didChange',
    params: { textDocument: { uri, version: 2 }, contentChanges: [{ range, rangeLength: 1, text: 'l' }] },
    required: ['textDocument', 'textDocument.uri', 'contentChanges', 'contentChanges[].text', ...rangeFields('contentChanges[].range')],
  },
  {
    method: 'textDocument/didSave',
    params: { textDocument: { uri, version: 3 }, text: 'x' },
    required: ['textDocument', 'textDocument.uri'],
  },
  { method: 'workspace/didChangeWatchedFiles', params: { changes: [] }, required: ['changes'] },
  {
    method: 'workspace/didChangeConfiguration',
    params: { settings: { contextLanguageServer: { budgetTokens: 500, profiles: { own: { limit: 3 } } }, other: 1 } },
    required: ['settings.contextLanguageServer.profiles.own'],
  },
  {
    method: 'workspace/didChangeWorkspaceFolders',
    params: { event: { added: [], removed: [{ uri: 'file:///no/such', name: 'such' }] } },
    required: ['event', 'event.removed[].uri'],
  },
  { method: 'window/workDoneProgress/cancel', params: { token: 1 }, required: ['token'] },
  { method: '$/setTrace', params: { value: 'off' }, required: ['value'] },
  { method: 'textDocument/didClose', params: { textDocument: { uri } }, required: ['textDocument', 'textDocument.uri'] },
];

const complaints = (client: TestClient) =>
  client.received.filter(({ method, params }) => method === 'window/logMessage' && params.type <= 2).map(({ params }) => params.message);

test('requests and notifications accept every optional field absent and null, with the real server', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    await ready(client);
    const uri = workspace.uriOf('src/cart.ts');
    const { continueFrom } = await client.request('context/retrieve', { query: 'shopping cart' });
    for (const message of notificationsAbout(uri))
      for (const [what, params] of [['whole', message.params] as Case, ...casesOf(message)]) {
        client.notify(message.method, params);
        await client.request('context/status');
        assert.deepEqual(complaints(client), [], `${message.method} ${what}`);
      }
    for (const message of requestsAbout(uri)) {
      for (const [what, params] of [['whole', message.params] as Case, ...casesOf(message)]) {
        const sent = JSON.parse(JSON.stringify(params).replaceAll('"continueFrom":""', `"continueFrom":${JSON.stringify(continueFrom)}`));
        const { error, result } = await client.start(message.method, sent).response;
        assert.equal(error, undefined, `${message.method} ${what}: ${error?.message}`);
        for (const answer of result?.answers ?? []) assert.equal(answer.error, undefined, `${message.method} ${what}`);
      }
    }
  }),
);

const context = { diagnostics: [], only: ['quickfix'], triggerKind: 1 };
const position = { line: 1, character: 1 };
const passedOn = (uri: string): Message[] =>
  [
    { method: 'textDocument/completion', params: { position, context: { triggerKind: 2, triggerCharacter: '.' } } },
    { method: 'textDocument/signatureHelp', params: { position, context: { triggerKind: 1, isRetrigger: false, triggerCharacter: '(' } } },
    { method: 'textDocument/hover', params: { position } },
    { method: 'textDocument/definition', params: { position, partialResultToken: 2 } },
    { method: 'textDocument/codeAction', params: { range, context } },
    { method: 'textDocument/formatting', params: { options: { tabSize: 2, insertSpaces: true, trimFinalNewlines: true } } },
    { method: 'textDocument/diagnostic', params: { identifier: 'x', previousResultId: '1' } },
    { method: 'textDocument/semanticTokens/full/delta', params: { previousResultId: '1' } },
  ].map(({ method, params }) => ({
    method,
    params: { textDocument: { uri }, workDoneToken: 1, ...params },
    required: [
      ...['textDocument', 'textDocument.uri', 'position', 'position.line', 'position.character', 'range', ...rangeFields('range')],
      ...['options', 'options.tabSize', 'options.insertSpaces', 'context.isRetrigger', 'context.diagnostics'],
      ...(method.endsWith('codeAction') ? ['context'] : ['context.triggerKind']),
    ],
  }));

test('requests for language servers accept every optional field absent and null, with TypeScript 7', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    await initialize(client, {
      folders: [workspace.uri],
      settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off', passThrough: ['typescript'] },
    });
    const uri = workspace.uriOf('src/cart.ts');
    client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'typescript', version: 1, text: 'const x = [1];\nx.map' } });
    for (const message of passedOn(uri))
      for (const [what, params] of [['whole', message.params] as Case, ...casesOf(message)]) {
        const { error, result } = await client.start(message.method, params).response;
        assert.equal(error, undefined, `${message.method} ${what}: ${error?.message}`);
        assert.notEqual(result?.isIncomplete && result.items.length === 0, true, `${message.method} ${what}`);
      }
  }),
);

const capabilities = {
  general: { positionEncodings: ['utf-8'] },
  window: { workDoneProgress: false, showDocument: { support: true } },
  workspace: {
    symbol: { symbolKind: { valueSet: [1] } },
    configuration: false,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  textDocument: {
    diagnostic: { dynamicRegistration: false },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    publishDiagnostics: { versionSupport: true },
    semanticTokens: { tokenTypes: [], tokenModifiers: [], requests: { full: { delta: true }, range: true }, formats: ['relative'] },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } }, resolveSupport: { properties: ['edit'] } },
    completion: { completionItem: { resolveSupport: { properties: ['detail'] } } },
    rename: { prepareSupport: true },
  },
  experimental: { contextStatus: true },
};
const initializeMessage: Message = {
  method: 'initialize',
  params: {
    processId: process.pid,
    clientInfo: { name: 'x', version: '1' },
    locale: 'en',
    rootPath: '/home/user/space',
    rootUri: 'file:///home/user/space',
    workspaceFolders: [{ uri: 'file:///home/user/space', name: 'space' }],
    initializationOptions: { passThrough: true },
    capabilities,
    trace: 'off',
    workDoneToken: 1,
  },
  required: ['workspaceFolders[].uri'],
};

test('initialize accepts every optional field absent and null, also in the capabilities', async () => {
  for (const [what, params] of [['whole', initializeMessage.params] as Case, ...casesOf(initializeMessage)])
    await withFront(async ({ client }) => {
      const { error } = await client.start('initialize', params).response;
      assert.equal(error, undefined, `${what}: ${error?.message}`);
      client.notify('initialized', {});
      assert.equal((await client.request('context/status')).problems.length, 0, what);
      assert.deepEqual(await client.request('workspace/symbol', { query: 'x' }), [], what);
      assert.deepEqual(complaints(client), [], what);
    });
});

const settings = {
  cacheDir: '/tmp/x',
  exclude: ['x'],
  maxFileBytes: 1,
  workers: 1,
  retentionDays: 1_000,
  auditDays: 7,
  budgetTokens: 1,
  profiles: {
    own: {
      limit: 1,
      nameLimit: 1,
      budgetTokens: 1,
      reservedTokens: 1,
      filters,
      minScore: 0,
      related: 0,
      format: 'chunks',
      resultTokens: 1,
      brief: true,
      extract: true,
    },
  },
  vectorSearch: 'auto',
  history: 'auto',
  watch: 'auto',
  statusNotifications: false,
  servers: {
    own: {
      command: '/bin/x',
      args: ['x'],
      enabled: true,
      languages: ['x'],
      settings: {},
      initializationOptions: {},
      readyLog: 'x',
      readyProgress: 'x',
      needsOpenFiles: true,
      beside: true,
      sandbox: true,
    },
  },
  embedding: {
    provider: 'openai',
    model: 'm',
    dimensions: 256,
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKeyEnv: 'X',
    apiKeyCommand: ['x'],
    keyHeader: 'x',
    queryPrefix: '',
    documentPrefix: '',
    batchTexts: 1,
    batchTokens: 1,
    concurrency: 1,
    requestsPerMinute: 1,
    tokensPerMinute: 1,
    timeoutMs: 1,
    queryTimeoutMs: 1,
    pricePerMillionTokens: 1,
    pooling: 'mean',
    maxTokens: 1,
    dtype: 'q8',
    threads: 1,
    hubUrl: 'x',
    packageFolders: ['x'],
    precomputed: 'x',
  },
  reranker: {
    provider: 'ollama',
    model: 'm',
    top: 1,
    deadlineMs: 1,
    baseUrl: 'x',
    apiKeyEnv: 'X',
    apiKeyCommand: ['x'],
    keyHeader: 'x',
    concurrency: 1,
    timeoutMs: 1,
    pricePerMillionTokens: 1,
    maxTokens: 1,
    dtype: 'q8',
    threads: 1,
    hubUrl: 'x',
    packageFolders: ['x'],
  },
  packs: { source: '/tmp/packs', tokenEnv: 'X' },
  team: { postgres: 'postgres://reader@localhost/team', repository: 'space', branch: 'main', passwordEnv: 'X' },
  trusted: true,
  redactEmails: true,
  passThrough: false,
  edgeIndexing: 'off',
};

test('settings accept every key absent and null, from both sources', () => {
  assert.deepEqual(Object.keys(settings).sort(), fields(settingsSchema));
  assert.deepEqual(Object.keys(settings.profiles.own).sort(), fields(profileSchema));
  assert.deepEqual(Object.keys(settings.servers.own).sort(), fields(serverSettingsSchema));
  assert.deepEqual(Object.keys(settings.embedding).sort(), fields(embeddingSettingsSchema));
  assert.deepEqual(Object.keys(settings.reranker).sort(), fields(rerankerSettingsSchema));
  assert.deepEqual(Object.keys(settings.packs).sort(), fields(packSettingsSchema));
  assert.deepEqual(Object.keys(settings.team).sort(), fields(teamSettingsSchema));
  // Names of profiles and servers are the user's.
  const required = [
    'profiles.own',
    'servers.own',
    'embedding.provider',
    'embedding.model',
    'reranker.provider',
    'reranker.model',
    'packs.source',
    'team.postgres',
  ];
  return withFront(async ({ client }) => {
    await initialize(client, { settings: { trusted: true } });
    for (const [what, params] of [['whole', settings] as Case, ...casesOf({ method: 'settings', params: settings, required })]) {
      client.notify('workspace/didChangeConfiguration', { settings: { contextLanguageServer: params } });
      const { problems } = await client.request('context/status');
      assert.deepEqual(
        problems.filter(({ code }: { code: string }) => code === 'configuration'),
        [],
        what,
      );
    }
  });
});

test('null in a later source keeps the earlier value', () =>
  withFront(async ({ client, opened }) => {
    await initialize(client, {
      folders: ['file:///home/user/space'],
      settings: { exclude: ['a/**'], profiles: { quick: { limit: 4, minScore: null } } },
    });
    client.notify('workspace/didChangeConfiguration', { settings: { contextLanguageServer: { exclude: null } } });
    await client.request('context/retrieve', { query: 'two words', profile: 'quick' });
    assert.deepEqual(opened.at(-1)?.options.settings?.exclude, ['a/**']);
    const [question] = opened.at(-1)?.questions ?? [];
    assert.deepEqual([question?.limit, question?.minScore], [4, 0.4]);
  }));
