/** Profiles, MCP content items and what is known of a result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyProfile, builtInProfiles, profileNamed } from '../../server/core/model/profile.js';
import { withFront } from '../support/front-in-memory.js';
import { serverMissing } from '../support/server-process.js';
import { ready, withShop } from '../support/shop.js';
import { initialize, openDocument } from '../support/test-client.js';

const root = 'file:///work%20space/root';

test('a name gives fewer results than a question', () => {
  const limitOf = (query: string, limit?: number) => applyProfile({ query, limit }, builtInProfiles.quick).limit;
  for (const name of ['retryWithBackoff', 'Foo::bar', 'cart.add()', 'snake_case', '$store', ' HttpClient '])
    assert.equal(limitOf(name), 3, name);
  for (const words of ['authentication', 'how are orders shipped', 'src/retry.ts', 'где авторизация', '', 'x'.repeat(1e5)])
    assert.equal(limitOf(words), 5, words.slice(0, 30));
  assert.equal(limitOf('retryWithBackoff', 40), 40);
  assert.equal(applyProfile({ query: 'words alone' }, builtInProfiles.default).limit, undefined);
});

test("a question's values override the profile's; filters are combined per condition", () => {
  const profile = { limit: 9, budgetTokens: 100, reservedTokens: 50, minScore: 0.5, filters: { roles: ['source'], tags: ['a'] } } as const;
  assert.deepEqual(applyProfile({ query: 'q w', limit: 1, minScore: 0, filters: { tags: ['b'] } }, profile), {
    query: 'q w',
    limit: 1,
    minScore: 0,
    budgetTokens: 100,
    reservedTokens: 50,
    filters: { roles: ['source'], tags: ['b'] },
  });
  // The profile's reserve would eat up a budget that it was not chosen for.
  assert.equal('reservedTokens' in applyProfile({ query: 'q', budgetTokens: 40 }, profile), false);
  assert.equal(profileNamed('toString', {}), null);
  assert.deepEqual(profileNamed('quick', { quick: { limit: 4 } }), { ...builtInProfiles.quick, limit: 4 });
});

test('applies profiles of settings and questions, and rejects unknown ones', () =>
  withFront(async ({ client, opened }) => {
    const profiles = {
      reviewer: { limit: 7, budgetTokens: null, filters: { roles: ['test'] }, minScore: 0.25, related: 0, format: 'markdown' },
      default: { reservedTokens: 10 },
    };
    await initialize(client, { folders: [root], settings: { budgetTokens: 5000, profiles } });
    openDocument(client, `${root}/a.ts`, 'some words\n');
    const answer = await client.request('context/retrieve', { query: 'some words', profile: 'reviewer' });
    assert.match(answer.markdown, /^## a\.ts/);
    assert.equal(answer.budgetTokens, null);
    const plain = await client.request('context/retrieve', {
      query: 'some words',
      profile: 'reviewer',
      format: 'chunks',
      budgetTokens: 10,
    });
    assert.equal('markdown' in plain, false);
    await client.request('context/retrieve', { query: 'some words', minScore: 0.1 });
    await client.request('context/retrieve', { query: 'someWords', profile: 'quick' });
    const reviewer = { query: 'some words', limit: 7, filters: { roles: ['test'] }, minScore: 0.25, related: 0 };
    assert.deepEqual(opened[0]?.questions, [
      { ...reviewer, budgetTokens: Number.POSITIVE_INFINITY },
      { ...reviewer, budgetTokens: 10 },
      { query: 'some words', minScore: 0.1, reservedTokens: 10, budgetTokens: 5000 },
      { query: 'someWords', limit: 3, budgetTokens: 2000, reservedTokens: 0, minScore: 0.4, related: 2 },
    ]);
    const error = await client.failure('context/retrieve', { query: 'x', profile: 'reviever' });
    assert.equal(error.code, -32602);
    assert.deepEqual(error.data.issues, [
      { path: 'profile', message: 'expected one of deep, default, quick, reader, reviewer, got "reviever" (did you mean "reviewer"?)' },
    ]);
    // A profile is no reason to open the index anew; a wrong one is told.
    client.notify('workspace/didChangeConfiguration', { settings: { contextLanguageServer: { profiles: { x: { limit: 0 } } } } });
    const status = await client.request('context/status');
    assert.match(status.problems[0].message, /profiles\.x\.limit/);
    assert.equal(opened.length, 1);
  }));

test('gives one MCP content item per result, with priority and audience', () =>
  withFront(async ({ client }) => {
    await initialize(client, { folders: [root] });
    openDocument(client, `${root}/a.ts`, 'find me\nfind you\n');
    const { content, results } = await client.request('context/retrieve', { query: 'find', format: 'mcp' });
    assert.equal(results.length, 2);
    assert.deepEqual(content, [
      {
        type: 'text',
        text: '## a.ts:1-1 `find` (not saved)\n\n```typescript\n1 find me\n```',
        annotations: { audience: ['assistant'], priority: 1 },
      },
      {
        type: 'text',
        text: '## a.ts:2-2 `find` (not saved)\n\n```typescript\n2 find you\n```',
        annotations: { audience: ['assistant'], priority: 0.5 },
      },
      {
        type: 'text',
        text: '## Referenced, not shown\n\n- `type Needed` (a.ts:1)',
        annotations: { audience: ['assistant'], priority: 0.3 },
      },
    ]);
    const none = await client.request('context/retrieve', { query: 'nothing like it', format: 'mcp' });
    assert.deepEqual(none.content, [{ type: 'text', text: 'No results.', annotations: { audience: ['assistant'], priority: 1 } }]);
  }));

test('profiles, MCP content and symbol metadata with the real server', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    await initialize(client, {
      folders: [workspace.uri],
      settings: { cacheDir: workspace.cacheDir, profiles: { one: { limit: 1, related: 0, format: 'mcp' } } },
    });
    await ready(client);
    const answer = await client.request('context/retrieve', { query: 'try a failed request again', profile: 'one' });
    assert.equal(answer.results.length, 1);
    assert.equal(answer.content[0].annotations.priority, 1);
    assert.match(answer.content[0].text, /^## src\/retry\.ts:\d+-\d+ `retryWithBackoff`\n/);
    const { meta } = answer.results[0];
    assert.deepEqual([meta.async, meta.exported, meta.returnType], [true, true, 'Promise<Response>']);
    assert.equal(meta.parameters.length, 2);
    const quick = await client.request('context/retrieve', { query: 'how is something shipped', profile: 'quick' });
    assert.equal(quick.budgetTokens, 2000);
    const [cart] = (await client.request('context/retrieve', { query: 'ShoppingCart.add' })).results;
    assert.equal(cart.qualifiedName, 'ShoppingCart.add');
  }),
);
