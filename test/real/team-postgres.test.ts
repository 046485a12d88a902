/** A team's index in a real PostgreSQL: published by the command line, served to an editor and an agent, with roles, passwords and outages. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Database } from '../../server/io/stores/postgres/database.js';
import { withMcp } from '../support/mcp-client.js';
import { postgresMissing, startPostgres } from '../support/postgres.js';
import { runCli, workspace } from '../support/real-engine.js';
import { serverMissing, startServer, withServer } from '../support/server-process.js';
import { initialize, type Json } from '../support/test-client.js';

const skip = serverMissing || postgresMissing;

const files = `
-- src/retry.ts --
/** Sends a request again after a growing pause. */
export function retryWithBackoff(send: () => void, attempts: number): void {
  for (let i = 0; i < attempts; i++) send();
}
-- src/use.ts --
import { retryWithBackoff } from './retry';
export function fetchAll(): void {
  retryWithBackoff(() => {}, 3);
}
`;

async function published(t: TestContext) {
  const server = await startPostgres(t);
  const place = workspace(t, files);
  const publish = (url: string, env: Record<string, string> = {}) =>
    runCli(['team', 'publish', '--postgres', url, '--repository', 'own', '-w', place.folder, '--cache-dir', place.cacheDir], { env });
  const done = await publish(server.url('owner'), { PGPASSWORD: 'owner' });
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /^2 files of own \(main\) in postgres:\/\/127\.0\.0\.1:\d+\/postgres: 2 contents written, 0 removed\n$/);
  const owner = new Database({ url: server.url('owner', 'owner'), timeoutMs: 10_000 });
  t.after(() => owner.close());
  owner.run("CREATE ROLE reader LOGIN PASSWORD 'r3ader'; CREATE ROLE stranger LOGIN PASSWORD 'str4nger'");
  owner.run("INSERT INTO context_team.reader SELECT 'reader', id FROM context_team.repository");
  return { server, place, publish, owner };
}

test('an editor and an agent are served from the database', { skip }, async (t) => {
  const { server, place } = await published(t);
  const reader = server.url('reader', 'r3ader');
  // The agent is in a folder of its own: nothing is read from it.
  const empty = workspace(t, '-- none.txt --\nnothing\n');
  await withServer(
    async ({ client }) => {
      await initialize(client, { folders: [pathToFileURL(place.folder).href] });
      const answer = await client.request('context/retrieve', { query: 'send a request again' });
      assert.equal(answer.results[0].qualifiedName, 'retryWithBackoff');
      assert.equal(answer.results[0].uri, pathToFileURL(place.file('src/retry.ts')).href);
      assert.deepEqual(answer.problems, []);
      const symbols: Json[] = await client.request('workspace/symbol', { query: 'fetchAll' });
      assert.equal(symbols[0].name, 'fetchAll');
      const status = await client.request('context/status', {});
      assert.equal(status.state, 'ready');
      assert.doesNotMatch(JSON.stringify(status), /r3ader/);
    },
    ['serve', '--postgres', reader, '--repository', 'own'],
  );
  await withMcp({ command: ['serve', '--mcp', '--postgres', reader], args: ['-w', empty.folder] }, async ({ text, failure }) => {
    assert.match(await text('search_code', { query: 'who calls retryWithBackoff' }), /own\/src\/use\.ts/);
    assert.match(await text('read_symbol', { symbol: 'fetchAll' }), /retryWithBackoff\(\(\) => \{\}, 3\)/);
    assert.match(await text('find_related', { symbol: 'retryWithBackoff' }), /fetchAll/);
    // Stopped between two questions, and back again.
    server.stop();
    assert.match(await failure('search_code', { query: 'send a request again' }), /team database/);
    server.start();
    assert.match(await text('search_code', { query: 'send a request again' }), /retryWithBackoff/);
  });
});

test('a wrong password, a stranger and a slow statement are refused, and no password is shown', { skip }, async (t) => {
  const { server, place, publish } = await published(t);
  const wrong = await publish(server.url('owner', 'gue55ed'));
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /password authentication failed for user "owner"/);
  assert.doesNotMatch(wrong.stdout + wrong.stderr, /gue55ed/);
  const reading = await publish(server.url('reader', 'r3ader'));
  assert.match(reading.stderr, /permission denied/);
  for (const [role, password, refusal] of [
    ['reader', 'gue55ed', /password authentication failed/],
    ['stranger', 'str4nger', /no branch of own that this role may read/],
  ] as const) {
    const { client, stop } = startServer(['serve', '--postgres', server.url(role, password), '--repository', 'own', '--stdio']);
    t.after(stop);
    await initialize(client, { folders: [pathToFileURL(place.folder).href] });
    await assert.rejects(client.request('context/retrieve', { query: 'send a request again' }), refusal);
    await stop();
    assert.doesNotMatch(client.transcript.join('\n'), new RegExp(password));
  }
  const slow = new Database({ url: server.url('reader', 'r3ader'), timeoutMs: 2_000 });
  t.after(() => slow.close());
  assert.throws(() => slow.rows('SELECT pg_sleep(60)'), /statement timeout|did not answer within 2000 ms/);
  assert.deepEqual(slow.rows('SELECT 1'), [[1]]);
});

test('a setting names the database; the answer while files are indexed says what came of it', { skip }, async (t) => {
  const { server, place } = await published(t);
  const clone = workspace(t, files);
  for (const [isUp, message] of [
    [true, /joined with the team's index/],
    [false, /the local index answers alone/],
  ] as const) {
    if (!isUp) server.stop();
    const settings = { team: { postgres: server.url('reader'), repository: 'own', passwordEnv: 'TEST_TEAM_PASSWORD' }, workers: 1 };
    const { client, stop } = startServer(['--stdio'], {
      TEST_TEAM_PASSWORD: 'r3ader',
      CONTEXT_LANGUAGE_SERVER_IN_PROCESS: '1',
      XDG_CACHE_HOME: `${place.cacheDir}-${isUp}`,
    });
    t.after(stop);
    await initialize(client, {
      folders: [pathToFileURL(clone.folder).href],
      settings: { ...settings, cacheDir: `${clone.cacheDir}-${isUp}` },
    });
    const ask = (): Promise<Json> => client.request('context/retrieve', { query: 'send a request again' });
    const isLate = ({ problems }: Json): boolean => problems.some(({ message }: Json) => /did not answer|has not answered/.test(message));
    let answer = await ask();
    // On a loaded machine the first connection takes longer than a question waits.
    while (isLate(answer)) answer = await ask();
    const indexing = answer.problems.some(({ code }: Json) => code === 'indexing' || code === 'verifying');
    const told = answer.problems.find(({ code }: Json) => code === 'team');
    // A machine that has indexed two files by then needs no team.
    assert.equal(told !== undefined, indexing);
    if (told) assert.match(told.message, message);
    await stop();
    assert.doesNotMatch(client.transcript.join('\n'), /r3ader/);
  }
});
