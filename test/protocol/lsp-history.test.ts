/** Commits on results, and filters by time of change, with the real server on a real repository. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, gitMissing, newest, repositoryIn } from '../engine/history-fixture.js';
import { serverMissing } from '../support/server-process.js';
import { ready, withShop } from '../support/shop.js';
import { initialize, openDocument } from '../support/test-client.js';
import { waitUntil } from '../support/wait-until.js';

const skip = serverMissing || gitMissing;

test('results have the last commit of their file or their own lines', { skip }, () =>
  withShop(async ({ client, workspace }) => {
    const repo = repositoryIn(workspace);
    const first = repo.commit('the shop', 100);
    const second = repo.commit('wait longer', 10, { 'src/retry.ts': workspace.text('src/retry.ts').replace('* 1000', '* 2000') });
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    await ready(client);
    const commitOf = async (name: string, params: object = {}) => {
      const { results } = await client.request('context/retrieve', { query: name, related: 0, ...params });
      assert.equal(results[0].name, name);
      return results[0].meta.lastCommit;
    };
    const ofFile = { hash: second, date: newest - 10 * dayMs, subject: 'wait longer', of: 'file' };
    assert.deepEqual(await commitOf('retryWithBackoff'), ofFile);
    const older = { hash: first, date: newest - 100 * dayMs, subject: 'the shop', of: 'symbol' };
    assert.deepEqual(await commitOf('retryWithBackoff', { lastCommit: 'symbol' }), older);
    assert.deepEqual(await commitOf('pause', { lastCommit: 'symbol' }), { ...ofFile, of: 'symbol' });
    // With edits above it that nobody has saved.
    const uri = workspace.uriOf('src/retry.ts');
    openDocument(client, uri, `// one more line\n${repo.text('src/retry.ts')}`);
    assert.deepEqual(await commitOf('retryWithBackoff', { lastCommit: 'symbol' }), older);
  }),
);

test('changedSince uses commits, and the disk for uncommitted files', { skip }, () =>
  withShop(async ({ client, workspace }) => {
    const repo = repositoryIn(workspace);
    repo.commit('the shop', 100);
    repo.commit('a cart', 10, { 'src/cart.ts': `${workspace.text('src/cart.ts')}// more\n` });
    workspace.write('README.md', '# Shop\n\nHow orders are shipped: slowly.\n');
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    await ready(client);
    const since = async (changedSince: number) => {
      const { results } = await client.request('context/retrieve', {
        query: 'retry the cart shipped orders',
        related: 0,
        minScore: 0,
        filters: { changedSince },
      });
      return [...new Set(results.map(({ path }: { path: string }) => path))].sort();
    };
    assert.deepEqual(await since(newest - 20 * dayMs), ['README.md', 'src/cart.ts']);
    assert.deepEqual(await since(newest + dayMs), ['README.md']);
    assert.ok((await since(newest - 200 * dayMs)).includes('src/retry.ts'));
  }),
);

test('a file that is no longer forgotten has its commits again', { skip }, () =>
  withShop(async ({ client, workspace }) => {
    const hash = repositoryIn(workspace).commit('the shop', 100);
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    await ready(client);
    const uris = [workspace.uriOf('src/retry.ts')];
    await client.request('context/forget', { uris });
    await client.request('context/unforget', { uris });
    await waitUntil('the commit', async () => {
      const { results } = await client.request('context/retrieve', { query: 'retryWithBackoff', related: 0 });
      return results[0].meta.lastCommit?.hash === hash;
    });
  }),
);

test('has no commits without a repository or with history off', { skip }, () =>
  withShop(async ({ client, workspace }) => {
    repositoryIn(workspace).commit('the shop', 100);
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, history: 'off' } });
    await ready(client);
    const { results } = await client.request('context/retrieve', { query: 'pause', lastCommit: 'symbol' });
    assert.ok(results.length > 0);
    assert.equal('lastCommit' in results[0].meta, false);
  }),
);

test('recency counts a little, and much if the question asks for it', { skip }, () =>
  withShop(async ({ client, workspace }) => {
    const shipping = (city: string) =>
      `/** Ships an order to ${city}. */\nexport function shipTo${city}(order: string): string {\n  return order + '${city}';\n}\n`;
    const repo = repositoryIn(workspace);
    repo.commit('ships', 400, { 'src/alpha.ts': shipping('Paris'), 'src/beta.ts': shipping('Paris') });
    repo.commit('beta', 1, { 'src/beta.ts': `${shipping('Paris')}\n` });
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    await ready(client);
    const ask = async (query: string) => (await client.request('context/retrieve', { query, related: 0, explain: true })).results;
    const recencyOf = (results: { path: string; parts: { name: string; value: number }[] }[], path: string): number =>
      results.find((result) => result.path === path)?.parts.find(({ name }) => name === 'recency')?.value ?? 0;
    const usual = await ask('ships an order to a city');
    assert.ok(
      recencyOf(usual, 'src/alpha.ts') < recencyOf(usual, 'src/beta.ts') && recencyOf(usual, 'src/beta.ts') <= 0.1,
      'a tie-breaker',
    );
    const recent = await ask('what changed recently in how an order is shipped to a city');
    assert.equal(recent[0].path, 'src/beta.ts');
    assert.ok(recencyOf(recent, 'src/beta.ts') > 5 * recencyOf(usual, 'src/beta.ts'));
  }),
);
