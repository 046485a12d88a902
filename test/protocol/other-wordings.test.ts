/** Other wordings of a question, over LSP, MCP and the command line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withMcp } from '../support/mcp-client.js';
import { runCli } from '../support/real-engine.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json } from '../support/test-client.js';

const bodies = ['login_user', 'logout_user', 'check_visitor', 'count_visitors', 'greet_guest', 'list_guests'].map(
  (name) => `def ${name}(person):\n    """Does something for a visitor of the site."""\n    return person.${name}_state\n`,
);
const site = `
-- site/people.py --
${bodies.join('\n')}
-- site/quota.py --
def take_token(bucket, now):
    bucket.tokens = min(bucket.capacity, bucket.tokens + (now - bucket.last) * bucket.rate)
    if bucket.tokens < 1:
        return False
    bucket.tokens -= 1
    return True
`;
const QUESTION = 'what stops a visitor from asking too often';
const GUESSES = ['rate limiter token bucket', 'throttle capacity'];

const names = ({ results }: Json): string[] => results.map(({ name }: Json) => name);

test('what other wordings find comes first; a name and a relation ignore them', async () => {
  const workspace = temporaryWorkspace(site);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      const ask = (query: string, more: Json = {}): Promise<Json> => client.request('context/retrieve', { query, ...more });
      assert.notEqual(names(await ask(QUESTION))[0], 'take_token');
      const answer = await ask(QUESTION, { alternatives: GUESSES, explain: true });
      assert.equal(names(answer)[0], 'take_token');
      const [{ parts, score }] = answer.results;
      assert.ok(parts.some(({ name, value }: Json) => /wording/.test(name) && value > 0));
      assert.ok(Math.abs(parts.reduce((sum: number, { value }: Json) => sum + value, 0) - score) < 1e-3);
      // The question counts as well, and blank or repeated wordings do not.
      assert.ok(names(answer).includes('check_visitor'));
      assert.deepEqual(names(await ask(QUESTION, { alternatives: ['', '  ', QUESTION] })), names(await ask(QUESTION)));
      for (const query of ['greet_guest', 'who calls greet_guest'])
        assert.deepEqual(names(await ask(query, { alternatives: GUESSES })), names(await ask(query)), query);
      // More than count do no harm.
      assert.equal(names(await ask(QUESTION, { alternatives: Array.from({ length: 50 }, () => GUESSES[0]) }))[0], 'take_token');
      await assert.rejects(ask(QUESTION, { alternatives: 'rate limiter' }), /alternatives: expected array/);
      // A question that nothing matches is answered by a wording that something matches.
      const foreign = await ask('zqxv wubble frotz', { alternatives: ['token bucket rate'] });
      assert.equal(names(foreign)[0], 'take_token');
      assert.ok(foreign.problems.every(({ code }: Json) => code !== 'noMatch'));
    });
    const args = ['-w', workspace.folder, '--cache-dir', workspace.cacheDir];
    await withMcp({ args }, async ({ call }) => {
      assert.equal(names(await call('search_code', { query: QUESTION, alternatives: GUESSES }))[0], 'take_token');
      assert.equal(names(await call('search_code', { query: QUESTION, alternatives: 'rate limiter token bucket' }))[0], 'take_token');
    });
    const printed = await runCli(['ask', QUESTION, '--or', GUESSES[0] as string, '--or', GUESSES[1] as string, ...args]);
    assert.match(printed.stdout, /^site\/quota\.py:1-\d+ {2}function take_token/);
  } finally {
    workspace.remove();
  }
});
