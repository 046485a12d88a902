/** The client library for Node, as a program uses it: typed requests, unsaved text, status, cancellation, a server that ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, ServerEnded } from '../../clients/node/client.js';
import { workspace } from '../support/real-engine.js';
import { serverMain, serverMissing } from '../support/server-process.js';
import { sharing } from '../support/shared-engine.js';
import { shop } from '../support/shop.js';

const skip = serverMissing;
const command = [process.execPath, serverMain, '--stdio'] as const;

test('questions, symbols, callers, unsaved text, status', { skip, timeout: 60_000 }, async (t) => {
  const place = workspace(t, shop);
  const settings = { cacheDir: place.cacheDir, edgeIndexing: 'off', history: 'off' } as const;
  const client = await connect({ folders: [place.folder], settings, command: [...command] });
  place.atEnd(() => client.close());
  const states: string[] = [];
  const stop = client.onStatus(({ state }) => states.push(state));
  const { files } = await client.reindex();
  assert.equal(files, 4);
  const { results, problems } = await client.retrieve({ query: 'ShoppingCart', limit: 2 });
  assert.equal(results[0]?.name, 'ShoppingCart');
  assert.deepEqual(problems, []);
  assert.equal((await client.symbols({ query: 'retryWithBackoff' })).symbols[0]?.name, 'retryWithBackoff');
  const shown = await client.show({ key: results[0]!.key });
  assert.match(shown.results[0]!.text, /class ShoppingCart/);
  client.setText(place.file('src/draft.ts'), 'export class DraftOrder {}\n', 'typescript');
  assert.equal((await client.retrieve({ query: 'DraftOrder' })).results[0]?.name, 'DraftOrder');
  client.setText(place.file('src/draft.ts'), 'export class SecondDraft {}\n');
  assert.equal((await client.retrieve({ query: 'SecondDraft' })).results[0]?.name, 'SecondDraft');
  client.closeText(place.file('src/draft.ts'));
  assert.ok(!(await client.retrieve({ query: 'SecondDraft' })).results.some(({ name }) => name === 'SecondDraft'));
  stop();
  assert.equal((await client.status()).state, 'ready');
  await assert.rejects(client.retrieve({ query: 'x' }, AbortSignal.abort()), { name: 'AbortError' });
  await assert.rejects(client.retrieve({ query: 'x', limit: -1 }), /limit/);
});

test('two programs share one engine', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t, shop);
  const { env, engines } = sharing(place);
  const settings = { cacheDir: place.cacheDir, edgeIndexing: 'off' } as const;
  const clients = await Promise.all([1, 2].map(() => connect({ folders: [place.folder], settings, env, command: [...command] })));
  for (const client of clients) place.atEnd(() => client.close());
  await Promise.all(clients.map((client) => client.reindex()));
  const [engine, ...others] = await engines();
  assert.deepEqual([engine.clients, others.length], [2, 0]);
});

test('a server that cannot be started, or ends: ServerEnded says why', { skip, timeout: 60_000 }, async (t) => {
  const place = workspace(t, shop);
  await assert.rejects(
    connect({ folders: [place.folder], command: ['/no/such/program'] }),
    (error) => error instanceof ServerEnded && /ENOENT/.test(error.message),
  );
  const failing = connect({ folders: [place.folder], command: [process.execPath, '-e', 'console.error("no luck"); process.exit(3)'] });
  await assert.rejects(failing, (error) => error instanceof ServerEnded && /\(3\).*no luck/s.test(error.message));
});
