/** What registries and agents read about this package is made from package.json; the MCP bundle is what its own tool accepts. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../server/util/package-root.js';

const script = pathToFileURL(join(packageRoot, 'scripts', 'make-manifests.mjs')).href;

test('the committed manifests are those that the script writes', async () => {
  const { staleManifests } = await import(script);
  assert.deepEqual(staleManifests(), []);
});

test('the MCP bundle unpacks and passes the validation of its format', { timeout: 60_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'context-mcpb-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { packMcpb } = await import(script);
  const bundle = join(folder, 'context.mcpb');
  packMcpb(bundle);
  const mcpb = (...args: string[]) => {
    const tool = join(packageRoot, 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
    return stdout;
  };
  const unpacked = join(folder, 'unpacked');
  mcpb('unpack', bundle, unpacked);
  assert.match(mcpb('validate', join(unpacked, 'manifest.json')), /passes/);
  const { server, tools } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'));
  assert.ok(existsSync(join(unpacked, server.entry_point)));
  assert.equal(spawnSync(process.execPath, ['--check', join(unpacked, server.entry_point)]).status, 0);
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    ['search_code', 'read_symbol', 'find_related', 'find_symbols', 'workspace_status'],
  );
});
