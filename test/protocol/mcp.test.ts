/** The MCP server over standard streams, with the official client, in the revision of 2026 and in that of 2025. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { test } from 'node:test';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';
import { type Era, type McpChoices, type McpProcess, revisions, withMcp } from '../support/mcp-client.js';
import { runCli } from '../support/real-engine.js';
import { serverMain } from '../support/server-process.js';
import type { Json } from '../support/test-client.js';

const steps = Array.from({ length: 60 }, (_, i) => `    step_${i} = heat_oven(${i})`).join('\n');
const bakery = `
-- bakery/bread.py --
"""Bread."""

LIMIT = 5


def bake_bread(oven, minutes):
    """Bakes a loaf in a hot oven."""
    if minutes > LIMIT:
        raise ValueError("the crust is too dark, sorry")
    return heat_oven(minutes)


def heat_oven(minutes):
    return minutes * 2


def bake_all_day(oven):
${steps}
    return bake_bread(oven, 1)


class Baker:
    def work(self):
        return bake_bread(None, 3)
-- tests/test_bread.py --
from bakery.bread import bake_bread


def test_bake_bread():
    assert bake_bread(None, 2) == 4
-- notes.txt --
The zymurgist comes on Tuesdays.
`;

type Run = (mcp: McpProcess, workspace: TemporaryWorkspace) => Promise<void>;

async function inBakery(run: Run, choices: McpChoices = {}): Promise<void> {
  const workspace = temporaryWorkspace(bakery);
  const args = ['-w', workspace.folder, '--cache-dir', workspace.cacheDir, ...(choices.args ?? [])];
  try {
    await withMcp({ ...choices, args }, (mcp) => run(mcp, workspace));
  } finally {
    workspace.remove();
  }
}

const eras: readonly Era[] = ['modern', 'legacy'];

for (const era of eras)
  test(`announces and serves tools, resource and prompts, revision ${revisions[era]}`, () =>
    inBakery(
      async ({ client, call, text }, workspace) => {
        assert.equal(client.getNegotiatedProtocolVersion(), revisions[era]);
        assert.match(client.getInstructions() ?? '', /search_code first/);
        const { tools } = await client.listTools();
        assert.deepEqual(
          tools.map(({ name }) => name),
          ['search_code', 'read_symbol', 'find_related', 'find_symbols', 'workspace_status'],
        );
        for (const { annotations, inputSchema, outputSchema } of tools) {
          assert.equal(annotations?.readOnlyHint, true);
          assert.equal(inputSchema.type, 'object');
          assert.equal((outputSchema as Json).type, 'object');
        }

        const found = await call('search_code', { query: 'where is bread baked in the oven' });
        const bread = found.results.find(({ name }: Json) => name === 'bake_bread');
        assert.deepEqual([bread.path, bread.startLine, bread.endLine, bread.kind], ['bakery/bread.py', 6, 10, 'function']);
        assert.match(bread.code, /^ 6 def bake_bread\(oven, minutes\):\n/);
        assert.deepEqual([found.index, found.isIncomplete, found.workspace], ['index: ready, 3 files', false, [workspace.folder]]);
        assert.match(await text('search_code', { query: 'bread oven' }), /\nindex: ready, 3 files$/);

        const uri = `context://symbol/${bread.key}`;
        const { contents } = await client.readResource({ uri });
        assert.match((contents[0] as Json).text, /def bake_bread/);
        await assert.rejects(client.readResource({ uri: 'context://symbol/nosuchkey' }), /no symbol has the key/);
        const { resourceTemplates } = await client.listResourceTemplates();
        assert.deepEqual(
          resourceTemplates.map(({ uriTemplate }) => uriTemplate),
          ['context://symbol/{key}'],
        );

        const { prompts } = await client.listPrompts();
        assert.deepEqual(
          prompts.map(({ name }) => name),
          ['understand_change_request', 'find_usages_before_change'],
        );
        const { messages } = await client.getPrompt({ name: 'find_usages_before_change', arguments: { symbol: 'bake_bread' } });
        assert.match((messages as Json)[0].content.text, /find_related/);
      },
      { era },
    ));

test('read_symbol: by name, key and place; an outline by path; within a budget; suggests similar names', () =>
  inBakery(async ({ call, text }) => {
    const byName = await call('read_symbol', { symbol: 'Baker.work' });
    const [work] = byName.results;
    assert.deepEqual([work.name, work.code], ['Baker.work', work.code]);
    for (const symbol of [work.key, `#${work.key}`, `bakery/bread.py:${work.endLine}`])
      assert.deepEqual((await call('read_symbol', { symbol })).results, [work], symbol);
    const whole = await call('read_symbol', { symbol: 'bakery/bread.py' });
    assert.deepEqual([whole.results[0].startLine, whole.results[0].code.includes('step_59 =')], [1, true]);
    const outline = await call('read_symbol', { symbol: 'bakery/bread.py', budgetTokens: 1000 });
    assert.deepEqual(
      outline.outline.map(({ name }: Json) => name),
      ['LIMIT', 'bake_bread', 'heat_oven', 'bake_all_day', 'Baker', 'Baker.work'],
    );
    assert.match(await text('read_symbol', { symbol: 'bakery' }), /^bakery\/bread\.py\n.* {2}6-10 function bake_bread/s);

    const long = await call('read_symbol', { symbol: 'bake_all_day', budgetTokens: 100 });
    const [, next] = /read on at bakery\/bread\.py:(\d+)$/.exec(long.notes[0]) ?? [];
    assert.equal(long.results[0].shown, 'beginning');
    assert.equal(long.results[0].code.split('\n').length, Number(next) - long.results[0].startLine);

    const near = await call('read_symbol', { symbol: 'bake_bred' });
    assert.deepEqual([near.results[0].name, near.notes[0]], ['bake_bread', 'nothing is named "bake_bred"; the answer is for "bake_bread"']);
    const missing = await call('read_symbol', { symbol: 'bake_everything' });
    assert.deepEqual(missing.results, []);
    assert.ok(missing.similar.some(({ name }: Json) => name === 'bake_bread'));
    assert.match(await text('read_symbol', { symbol: 'no.py:3' }), /^no such file in the workspace: no\.py\n/);
    assert.match(
      await text('read_symbol', { symbol: 'lib/bread.py:3-4' }),
      /^no such file in the workspace: lib\/bread\.py; similar: bakery\/bread\.py\n/,
    );
  }));

test('find_related: callers and tests with the proving line; find_symbols; workspace_status', () =>
  inBakery(async ({ call, text }) => {
    const { of, related } = await call('find_related', { symbol: 'bake_bread', relations: ['called_by', 'tested_by'] });
    assert.equal(of[0].name, 'bake_bread');
    const work = related.find(({ name }: Json) => name === 'Baker.work');
    assert.deepEqual([work.relation, work.of, work.depth, work.proof.text], ['called_by', 'bake_bread', 1, 'return bake_bread(None, 3)']);
    assert.ok(related.some(({ name, relation }: Json) => name === 'test_bake_bread' && relation === 'tested_by'));
    assert.ok(related.every(({ relation }: Json) => ['called_by', 'tested_by'].includes(relation)));
    assert.match(await text('find_related', { symbol: 'bake_bread' }), /called by \(\d\):\n.*Baker\.work {2}bread\.py:\d+: return/s);
    assert.equal((await call('find_related', { symbol: 'bake_bred' })).of[0].name, 'bake_bread');
    assert.ok((await call('find_related', { symbol: 'bake_everything' })).similar.length > 0);

    const { symbols } = await call('find_symbols', { query: 'bake', kinds: ['function'], limit: 2 });
    assert.equal(symbols.length, 2);
    assert.match(symbols[0].signature, /^def bake_/);
    const status = await call('workspace_status', {});
    assert.deepEqual([status.state, status.files, status.languages.python], ['ready', 3, 2]);
  }));

test('falls back to plain text matches; text and regex list lines', () =>
  inBakery(async ({ call }) => {
    const lines = async (args: object) => (await call('search_code', args)).textMatches.map(({ path, line }: Json) => `${path}:${line}`);
    assert.deepEqual(await lines({ query: '"crust is too dark, s"', kinds: ['class'] }), ['bakery/bread.py:9']);
    assert.deepEqual(await lines({ query: 'ymurgis', languages: ['plaintext'], kinds: ['class'] }), ['notes.txt:1']);
    assert.deepEqual(await lines({ query: 'heat_oven(minutes)', match: 'text' }), ['bakery/bread.py:10', 'bakery/bread.py:13']);
    assert.deepEqual(await lines({ query: '^def bake_\\w+\\(oven\\)', match: 'regex' }), ['bakery/bread.py:17']);
    assert.deepEqual(await lines({ query: 'bake_bread', match: 'text', paths: ['tests/**'], limit: 1 }), ['tests/test_bread.py:1']);
    assert.ok((await call('find_symbols', { query: 'zymurgist' })).textMatches.length > 0);
    // What is no regular expression is searched as it is.
    const literal = await call('search_code', { query: 'heat_oven(min', match: 'regex' });
    assert.equal(literal.textMatches.length, 2);
    assert.match(literal.notes[0], /^not a regular expression.*: searched as plain text$/);
  }));

test('exclude and continueFrom give other results; a budget bounds the answer', () =>
  inBakery(async ({ call, failure }) => {
    const first = await call('search_code', { query: 'bake bread', limit: 1, kinds: null });
    const [{ key }] = first.results;
    for (const more of [{ exclude: [key] }, { exclude: [`#${key}`] }, { continueFrom: first.continueFrom }])
      assert.notEqual((await call('search_code', { query: 'bake bread', limit: 1, ...more })).results[0].key, key);
    assert.match(await failure('search_code', { query: 'bread', continueFrom: 'x' }), /^continueFrom: not a token/);
    const places = await call('search_code', { query: 'bake bread', show: 'places' });
    assert.ok(places.results.length > 1 && places.results.every(({ code }: Json) => code === ''));
    const small = await call('search_code', { query: 'bake all day', budgetTokens: 150 });
    assert.ok(small.notes.some((note: string) => note.includes('150 tokens')));
  }));

test("the workspace is the argument, else the client's roots, else the current folder, never the home folder", async () => {
  const [one, two] = [temporaryWorkspace('-- one.py --\ndef first(): pass\n'), temporaryWorkspace('-- two.py --\ndef second(): pass\n')];
  const args = ['--cache-dir', one.cacheDir];
  const folders = async ({ call }: McpProcess, given: object = {}) => (await call('workspace_status', given)).workspace;
  const roots = {
    options: { capabilities: { roots: { listChanged: true } } },
    prepare: (client: Json) => client.setRequestHandler('roots/list', async () => ({ roots: [{ uri: two.uri, name: 'two' }] })),
  };
  try {
    for (const era of eras) {
      await withMcp({ era, args, cwd: one.folder }, async (mcp) => {
        assert.deepEqual(await folders(mcp), [one.folder]);
        assert.deepEqual(await folders(mcp, { workspace: two.folder }), [two.folder]);
        assert.deepEqual(await folders(mcp, { workspace: two.uri }), [two.folder]);
      });
      await withMcp({ era, args, cwd: one.folder, ...roots }, async (mcp) => assert.deepEqual(await folders(mcp), [two.folder]));
    }
    await withMcp({ args, cwd: homedir() }, async ({ failure }) => {
      assert.match(await failure('workspace_status', {}), /is no project folder/);
      assert.match(await failure('workspace_status', { workspace: '/' }), /is no project folder/);
      assert.match(await failure('workspace_status', { workspace: 'here' }), /expected an absolute folder/);
      assert.match(await failure('workspace_status', { workspace: `${one.folder}/none` }), /no such folder/);
    });
  } finally {
    one.remove();
    two.remove();
  }
});

test('finds a file just written; sends progress on request; a call can be cancelled', async () => {
  const files = Array.from({ length: 300 }, (_, i) => `-- src/part_${i}.py --\ndef part_${i}():\n    return ${i}\n`).join('');
  const workspace = temporaryWorkspace(files);
  const args = ['-w', workspace.folder, '--cache-dir', workspace.cacheDir];
  try {
    await withMcp({ args }, async ({ client, call }) => {
      const told: number[] = [];
      const abort = new AbortController();
      const ask = { name: 'search_code', arguments: { query: 'part_7' } };
      const cancelled = client.callTool(ask, { signal: abort.signal, onprogress: ({ progress }) => told.push(progress) && abort.abort() });
      await assert.rejects(cancelled);
      assert.ok(told.length > 0);
      assert.equal((await call('search_code', { query: 'part_7' })).results[0].name, 'part_7');
      workspace.write('src/part_7.py', 'def part_seven():\n    return 7\n');
      assert.equal((await call('read_symbol', { symbol: 'src/part_7.py:2' })).results[0].name, 'part_seven');
    });
  } finally {
    workspace.remove();
  }
});

test('exits with its client, also during a call, and with a plain message for a wrong command line', async () => {
  const workspace = temporaryWorkspace(bakery);
  try {
    const child = spawn(process.execPath, [serverMain, 'mcp', '-w', workspace.folder, '--cache-dir', workspace.cacheDir], {
      stdio: 'pipe',
    });
    const ended = new Promise((resolve) => child.on('close', resolve));
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const params = { protocolVersion: revisions.legacy, capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    send({ id: 1, method: 'initialize', params });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'search_code', arguments: { query: 'bread' } } });
    child.stdin.end();
    assert.equal(await ended, 0);
    for (const [args, message] of [
      [['--htp'], /unknown option --htp \(did you mean "--http"\?\)/],
      [['--http', '70000'], /--http: expected a port/],
      [['-w', '/no/such/folder'], /no such folder/],
    ] as const) {
      const { code, stderr } = await runCli(['mcp', ...args]);
      assert.notEqual(code, 0);
      assert.match(stderr, message);
    }
  } finally {
    workspace.remove();
  }
});
