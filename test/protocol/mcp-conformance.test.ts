/**
 * The official conformance suite and inspector of MCP against the real server. Many scenarios of the suite are about its own reference
 * server: they call tools, prompts and resources of their own. Those cannot apply; every other check has to pass. docs/agents.md lists both.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../server/util/package-root.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { withHttp, withRelay } from '../support/mcp-http.js';
import { type Check, inspect, runConformance, toolsMissing } from '../support/mcp-tools.js';
import { serverMain } from '../support/server-process.js';

const options = { skip: toolsMissing, timeout: 180_000 };

/** Scenarios whose checks all pass. */
const passing: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['dns-rebinding-protection', 'ping', 'prompts-list', 'resources-list', 'server-initialize', 'tools-list'],
  '2026-07-28': [
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
    'prompts-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'tools-list',
  ],
};

/** Failures that are about the suite's own tools, prompts and resources, or about capabilities that the server does not announce. */
const notApplicable: readonly RegExp[] = [
  /\b(Tool|Prompt) '?(test_|json_schema_2020_12_tool)\w*'? not found/,
  /Resource not found: test:\/\//,
  /^Not testable: server (does not list the diagnostic tool|exposes no tool with x-mcp-header)/,
  // logging, completion, resource subscriptions.
  /^Failed: (MCP error -32601: )?Method not found$/,
];

const isApplicable = ({ scenario, errorMessage = '' }: Check): boolean =>
  !/^(tasks|input-required-result)-/.test(scenario) && !notApplicable.some((pattern) => pattern.test(errorMessage));

for (const [revision, scenarios] of Object.entries(passing))
  test(`the conformance suite over HTTP, revision ${revision}`, options, () =>
    withHttp((served) =>
      withRelay(served, async (url) => {
        const checks = await runConformance(revision, url, join(served.folder, '..', 'reports'));
        assert.deepEqual(
          checks.filter((check) => check.status === 'FAILURE' && isApplicable(check)),
          [],
        );
        const passes = (name: string) => {
          const own = checks.filter(({ scenario, status }) => scenario === name && status !== 'INFO');
          return own.some(({ status }) => status === 'SUCCESS') && own.every(isApplicable);
        };
        assert.deepEqual([...new Set(checks.map(({ scenario }) => scenario))].filter(passes).sort(), scenarios);
      }),
    ),
  );

test('docs/agents.md names the scenarios that apply', () => {
  const text = readFileSync(join(packageRoot, 'docs', 'agents.md'), 'utf8');
  for (const [revision, scenarios] of Object.entries(passing)) {
    const [, row = ''] = new RegExp(`^\\| ${revision} \\|(.*)$`, 'm').exec(text) ?? [];
    assert.deepEqual([...row.matchAll(/`([\w-]+)`/g)].map(([, name]) => name).sort(), scenarios);
  }
});

/** A start of the server over standard streams, or a running one, as arguments of the inspector. */
async function inspected(transport: 'stdio' | 'http', run: (target: readonly string[], home: string) => Promise<void>): Promise<void> {
  if (transport === 'http')
    return withHttp(({ url, token, folder }) => run([url.href, '--header', `Authorization: Bearer ${token}`], join(folder, '..')));
  const workspace = temporaryWorkspace('-- bread.py --\ndef bake_bread(oven):\n    return oven\n');
  try {
    const server = [process.execPath, serverMain, 'mcp', '-w', workspace.folder, '--cache-dir', workspace.cacheDir];
    await run(server, join(workspace.folder, '..'));
  } finally {
    workspace.remove();
  }
}

for (const transport of ['stdio', 'http'] as const)
  for (const era of ['legacy', 'modern'])
    test(`the inspector over ${transport}, ${era} protocol`, options, () =>
      inspected(transport, async (target, home) => {
        const ask = async (...args: string[]) => {
          const { code, result, stderr } = await inspect([...target, '--protocol-era', era, ...args], home);
          assert.equal(code, 0, stderr);
          return result;
        };
        // `--strict` fails for schemas that some clients cannot read.
        const { tools } = await ask('--method', 'tools/list', '--strict');
        assert.equal(tools.length, 5);
        const found = await ask('--method', 'tools/call', '--tool-name', 'search_code', '--tool-arg', 'query=bake bread');
        const [{ name, key }] = found.structuredContent.results;
        assert.equal(name, 'bake_bread');
        const { messages } = await ask(
          ...['--method', 'prompts/get', '--prompt-name', 'find_usages_before_change', '--prompt-args', 'symbol=bake_bread'],
        );
        assert.match(messages[0].content.text, /I want to change bake_bread/);
        const { resourceTemplates } = await ask('--method', 'resources/templates/list');
        assert.equal(resourceTemplates[0].uriTemplate, 'context://symbol/{key}');
        // Over standard streams each command starts a server, which has not opened a workspace yet.
        if (transport === 'http') {
          const { contents } = await ask('--method', 'resources/read', '--uri', `context://symbol/${key}`);
          assert.match(contents[0].text, /def bake_bread/);
        }
      }),
    );
