/**
 * The plugin folder for agents and the configurations in docs/agents.md: manifests hold what their formats allow, and every command in
 * them starts a server that answers.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { languageOf } from '../../server/core/model/language.js';
import { helpCommands, helpText } from '../../server/fronts/cli/help.js';
import { packageRoot } from '../../server/util/package-root.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { withMcp } from '../support/mcp-client.js';
import { withServer } from '../support/server-process.js';
import { initialize, type Json } from '../support/test-client.js';

const folder = join(packageRoot, 'clients', 'agent-plugin');
const json = (file: string): Json => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const pack: Json = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));

// Facts of the published schemas of Agent Plugins 1.0.0 and of the MCP registry (2025-12-11), which are not available offline.
const portableManifest = z.strictObject({
  $schema: z.literal('https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'),
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  keywords: z.array(z.string()),
});
const portableServers = z.strictObject({
  $schema: z.literal('https://agent-plugins.org/schemas/1.0.0/mcp.schema.json'),
  mcpServers: z.record(
    z.string(),
    z.strictObject({ type: z.literal('stdio'), command: z.string().min(1), args: z.array(z.string()).optional() }),
  ),
});
const registryEntry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: z.string(),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
    }),
  ),
});

test('the manifests are valid and name this package and version', () => {
  const portable = portableManifest.parse(json('plugin.json'));
  const claude = json('.claude-plugin/plugin.json');
  assert.match(claude.name, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  for (const manifest of [portable, claude]) assert.deepEqual([manifest.name, manifest.version], [pack.name, pack.version]);
  const registry = registryEntry.parse(JSON.parse(readFileSync(join(packageRoot, 'server.json'), 'utf8')));
  assert.deepEqual([registry.name, registry.version], [pack.mcpName, pack.version]);
  const [npm] = registry.packages;
  assert.deepEqual([npm?.identifier, npm?.version], [pack.name, pack.version]);
  const { type, ...server } = portableServers.parse(json('mcp.json')).mcpServers.context as Json;
  assert.equal(type, 'stdio');
  assert.deepEqual(json('.mcp.json'), { mcpServers: { context: server } });
  assert.ok(pack.files.includes('clients/agent-plugin'));
});

test('offers the language server for the languages of its extensions', () => {
  const { context } = json('.lsp.json');
  for (const [extension, language] of Object.entries(context.extensionToLanguage)) assert.equal(languageOf(`file${extension}`), language);
  const { initializationOptions, extensionToLanguage, ...rest } = context;
  assert.deepEqual(initializationOptions, { passThrough: true });
  assert.deepEqual(json('.github/lsp.json'), { lspServers: { context: { ...rest, fileExtensions: extensionToLanguage } } });
});

test('the skill has a name and a description, and names tools and commands that exist', () => {
  const file = 'skills/context-search/SKILL.md';
  const text = readFileSync(join(folder, file), 'utf8');
  const [, name, description = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(text) ?? [];
  assert.equal(name, 'context-search');
  assert.ok(description.length > 50 && description.length <= 1024);
  for (const [, command = ''] of text.matchAll(/context-language-server ([a-z]+)/g)) assert.ok(helpCommands.includes(command), command);
  for (const [, option] of text.matchAll(/`[^`]* (--[a-z-]+)/g)) assert.ok(helpText.includes(option as string), option);
});

/** Arguments of every MCP server in a configuration, whatever its form. */
function argumentsIn(value: Json): string[][] {
  if (value === null || typeof value !== 'object') return [];
  if (value.command === 'context-language-server') return [value.args];
  if (Array.isArray(value.command) && value.command[0] === 'context-language-server') return [value.command.slice(1)];
  return Object.values(value).flatMap(argumentsIn);
}

test('every configuration starts a working server', async () => {
  const doc = readFileSync(join(packageRoot, 'docs', 'agents.md'), 'utf8');
  const shown = [...doc.matchAll(/^```json\n(.*?)^```$/gms)].flatMap(([, text]) => argumentsIn(JSON.parse(text as string)));
  const toml = [...doc.matchAll(/^args = (\[.*\])$/gm)].map(([, args]) => JSON.parse(args as string));
  assert.ok(shown.length >= 6 && toml.length === 1);
  const workspace = temporaryWorkspace('-- a.py --\ndef bake_bread():\n    pass\n');
  const all = [...shown, ...toml, ...argumentsIn(json('mcp.json'))].map((args: string[]) =>
    JSON.stringify(args.map((word) => word.replace(/\$\{workspaceFolder\}/, workspace.folder))),
  );
  try {
    for (const args of new Set(all)) {
      const [command, ...rest] = JSON.parse(args);
      assert.equal(command, 'mcp');
      await withMcp({ args: [...rest, '--cache-dir', workspace.cacheDir], cwd: workspace.folder }, async ({ call }) => {
        assert.equal((await call('find_symbols', { query: 'bake_bread' })).symbols[0].name, 'bake_bread');
      });
    }
    const { args, initializationOptions } = json('.lsp.json').context;
    await withServer(async ({ client }) => {
      const settings = { ...initializationOptions, cacheDir: workspace.cacheDir };
      const { capabilities } = await initialize(client, { folders: [workspace.uri], settings });
      assert.ok(capabilities.definitionProvider && capabilities.workspaceSymbolProvider);
    }, args);
  } finally {
    workspace.remove();
  }
});

test('the folder has the files that each client looks for', () => {
  const wanted = ['plugin.json', 'mcp.json', '.mcp.json', '.lsp.json', '.claude-plugin/plugin.json', '.github/lsp.json', 'skills'];
  for (const file of wanted) assert.ok(existsSync(join(folder, file)), file);
});
