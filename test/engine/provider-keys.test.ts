/** Keys: where they come from, and that they come out nowhere. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { ContextError } from '../../server/core/model/problem.js';
import { type HttpProviderSettings, openHttpProvider } from '../../server/io/embedding/http/open-http.js';
import { startProviderServer, testClock } from '../support/provider-servers.js';
import { temporaryFolder } from './store-fixture.js';

const key = 'plain-looking-key-0815';

async function open(t: TestContext, rest: Partial<HttpProviderSettings>, env: Record<string, string> = {}) {
  const server = await startProviderServer(t);
  const lines: string[] = [];
  const settings: HttpProviderSettings = { provider: 'openai', model: 'm', baseUrl: server.url, ...rest };
  const provider = openHttpProvider(settings, { log: (_, line) => lines.push(line), env, clock: testClock() });
  t.after(() => provider.close());
  return { server, provider, lines };
}

async function failure(run: () => unknown): Promise<ContextError> {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof ContextError, inspect(error));
    return error;
  }
  return assert.fail('expected a failure');
}

/** Everything that a person or a log could see of an error. */
const shown = (error: Error): string => `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)} ${error.stack}`;

test("reads the provider's key variable or another header; a local provider needs no key", async (t) => {
  const first = await open(t, {}, { OPENAI_API_KEY: key });
  await first.provider.embedQuery('x');
  assert.equal(first.server.received[0]?.headers.authorization, `Bearer ${key}`);
  const second = await open(t, { provider: 'voyage', keyHeader: 'api-key' }, { VOYAGE_API_KEY: key });
  await second.provider.embedQuery('x');
  assert.equal(second.server.received[0]?.headers['api-key'], key);
  assert.equal(second.server.received[0]?.headers.authorization, undefined);
  const third = await open(t, { provider: 'ollama' }, { OPENAI_API_KEY: key });
  await third.provider.embedQuery('x');
  assert.equal(third.server.received[0]?.headers.authorization, undefined);
});

test('runs the key command once, and again when the key is refused', async (t) => {
  const script = join(temporaryFolder(t), 'key.mjs');
  writeFileSync(script, `console.log('key-' + process.hrtime.bigint()); console.log('second line');`);
  const { server, provider } = await open(t, { apiKeyCommand: [process.execPath, script] });
  await provider.embedDocuments(['a']);
  await provider.embedDocuments(['b']);
  server.faults.push({ status: 401 });
  await provider.embedDocuments(['c']);
  const keys = server.received.map(({ headers }) => headers.authorization as string);
  assert.equal(keys.length, 4);
  assert.equal(new Set(keys.slice(0, 3)).size, 1);
  assert.notEqual(keys[3], keys[2]);
  assert.match(keys[3] as string, /^Bearer key-\d+$/);
});

test('a key command that fails, hangs or prints garbage is an error without its output', async (t) => {
  const command = (code: string): Partial<HttpProviderSettings> => ({ apiKeyCommand: [process.execPath, '-e', code] });
  const failing = await open(t, command(`console.log('${key}'); console.error('${key}'); process.exit(3)`));
  const error = await failure(() => failing.provider.embedQuery('x'));
  assert.match(error.message, /the command for the key \(.*\) failed: 3/);
  assert.doesNotMatch(shown(error), new RegExp(key));
  const silent = await open(t, command(''));
  assert.match((await failure(() => silent.provider.embedQuery('x'))).message, /printed nothing/);
  const rubbish = await open(t, command(`process.stdout.write('${key} two words')`));
  const odd = await failure(() => rubbish.provider.embedQuery('x'));
  assert.match(odd.message, /expected a key of printable characters in one word/);
  assert.doesNotMatch(shown(odd), new RegExp(key));
  const absent = await open(t, { apiKeyCommand: ['/nowhere/no-such-program'] });
  assert.match((await failure(() => absent.provider.embedQuery('x'))).message, /failed: ENOENT/);
});

test('keeps the key out of errors, logs, names and printed providers', async (t) => {
  const { server, provider, lines } = await open(t, { apiKeyEnv: 'K' }, { K: key });
  server.faults.push(
    { status: 500, body: `upstream said: bad token ${key}` },
    { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } }) },
  );
  const error = await failure(() => provider.embedDocuments(['x']));
  assert.match(error.message, /401: Incorrect API key provided: \*\*\* \(the key is read from the environment variable K\)/);
  assert.equal(lines.length, 1);
  for (const text of [shown(error), ...lines, provider.name, inspect(provider, { depth: 9, showHidden: true }), JSON.stringify(provider)]) {
    assert.ok(!text.includes(key), text);
  }
});

test('rejects a base URL with a password or a malformed one, without quoting it', async (t) => {
  for (const baseUrl of [`https://me:${key}@host/v1`, `https://host/v1?key=${key}`, `not a url ${key}`, 'file:///etc/passwd']) {
    const error = await failure(() => open(t, { baseUrl }));
    assert.equal(error.code, 'configuration');
    assert.ok(!shown(error).includes(key));
  }
});

test('incompatible vectors have different model names', async (t) => {
  const name = async (rest: Partial<HttpProviderSettings>) => (await open(t, rest)).provider.name;
  assert.equal(await name({ baseUrl: undefined }), 'openai:m');
  assert.equal(await name({ baseUrl: 'https://other.example/v1/' }), 'openai:m@other.example');
  assert.match(await name({ baseUrl: undefined, queryPrefix: 'q: ' }), /^openai:m#/);
  assert.equal(
    await name({ provider: 'ollama', model: 'nomic-embed-text', baseUrl: undefined, queryPrefix: 'search_query: ' }),
    'ollama:nomic-embed-text',
  );
});
