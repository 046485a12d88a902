/** A name that nothing has is answered for the nearest name, a qualifier that is wrong for the only symbol of the name, and both are said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withMcp } from '../support/mcp-client.js';
import { runCli } from '../support/real-engine.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize } from '../support/test-client.js';

const bank = `
-- src/certs.py --
class Renewal:
    def renew_certs_for(self, owner):
        return owner


class Other:
    def check(self):
        return 1


class Third:
    def check(self):
        return 2


def make_sha256(text):
    return text


def open_part1(text):
    return text
-- src/daily.py --
from certs import Renewal


def every_day():
    return Renewal().renew_certs_for("me")
`;

const said = 'nothing is named "renew_cert_for"; the answer is for "renew_certs_for"';

test('misspelt names, wrong qualifiers and files, by the language server', async (t) => {
  const place = temporaryWorkspace(bank);
  t.after(() => place.remove());
  await withServer(async ({ client }) => {
    await initialize(client, { folders: [place.uri], settings: { cacheDir: place.cacheDir, edgeIndexing: 'off' } });
    await ready(client);
    const related = (symbol: string) => client.request('context/related', { symbol, kinds: ['called_by', 'imports'] });
    const near = await related('renew_cert_for');
    assert.deepEqual([near.of[0].qualifiedName, near.items[0].symbol.name], ['Renewal.renew_certs_for', 'every_day']);
    assert.deepEqual([near.problems[0].code, near.problems[0].message], ['corrected', said]);
    const elsewhere = await related('Renewer.renew_certs_for');
    assert.equal(elsewhere.of[0].qualifiedName, 'Renewal.renew_certs_for');
    assert.match(elsewhere.problems[0].message, /nothing is named "Renewer\.renew_certs_for"/);
    const several = await related('self.owner.check');
    assert.deepEqual([several.of, several.problems[0].code], [[], 'noMatch']);
    assert.match(several.problems[0].message, /no symbol "self\.owner\.check"; Other\.check, Third\.check have the name "check"/);
    assert.match((await related('kqxvwz')).problems[0].message, /no symbol "kqxvwz"$/);
    // Another number is another thing; digits in another order are a mistake.
    const other = await related('open_part2');
    assert.deepEqual([other.of, other.problems[0].code], [[], 'noMatch']);
    assert.equal((await related('make_sha265')).of[0].name, 'make_sha256');
    for (const file of ['src/daily.py', 'daily.py', './src/daily.py']) {
      const { of, items } = await related(file);
      assert.deepEqual([of[0].path, items[0].symbol.name], ['src/daily.py', 'Renewal'], file);
    }
    const shown = await client.request('context/show', { symbol: 'renew_cert_for' });
    assert.deepEqual([shown.results[0].name, shown.problems[0].message], ['renew_certs_for', said]);
    const { symbols, problems } = await client.request('workspace/semanticSymbol', { query: 'renew_cert_for' });
    assert.deepEqual([symbols[0].name, symbols[0].reason, problems[0].message], ['renew_certs_for', 'fuzzy name', said]);
    // The beginning of a name is no mistake.
    const typing = await client.request('workspace/semanticSymbol', { query: 'renew_cert' });
    assert.deepEqual([typing.symbols[0].name, typing.symbols[0].reason, typing.problems], ['renew_certs_for', 'name', []]);
  });
});

test('by an agent and in the terminal', async (t) => {
  const place = temporaryWorkspace(bank);
  t.after(() => place.remove());
  await withMcp({ args: ['--cache-dir', place.cacheDir, '-w', place.folder] }, async ({ text }) => {
    for (const name of ['find_related', 'read_symbol']) {
      const shown = await text(name, { symbol: 'renew_cert_for' });
      assert.match(shown, /Renewal\.renew_certs_for/);
      assert.ok(shown.includes(said), shown);
      // Parts of a name in another form, and a member that its type has under another name.
      assert.match(
        await text(name, { symbol: 'certificates_for_renew' }),
        /similar names:\nsrc\/certs\.py:2-3 method Renewal\.renew_certs_for/,
      );
      assert.match(
        await text(name, { symbol: 'Renewal.renewing_everything' }),
        /similar names:\nsrc\/certs\.py:2-3 method Renewal\.renew_certs_for/,
      );
    }
  });
  const { stdout } = await runCli(['related', 'renew_cert_for', '--in-process', '--cache-dir', place.cacheDir, '-w', place.folder]);
  assert.match(stdout, /called by\n {2}every_day/);
  assert.ok(stdout.includes(said));
});

const etas = Array.from(
  { length: 5 },
  (_, i) => `-- src/hash${i}.py --\nclass Hash${i}:\n    def to_string(self):\n        return 1\n`,
).join('');
const shownEta = `${etas}-- src/model.py --
def shown(value):
    eta_string = lambda one: f"{one} s"
    return eta_string(value)
`;

test('code of many symbols with a name that is only similar is not the answer; a correction of few is said first', async (t) => {
  const place = temporaryWorkspace(shownEta);
  t.after(() => place.remove());
  await withMcp({ args: ['--cache-dir', place.cacheDir, '-w', place.folder] }, async ({ text }) => {
    for (const name of ['read_symbol', 'find_related']) {
      const answer = await text(name, { symbol: 'eta_string' });
      assert.match(answer, /^no symbol eta_string\n/);
      assert.match(answer, /src\/model\.py\n {2}2: eta_string = lambda one/);
      assert.match(await text(name, { symbol: 'shwon' }), /^note: nothing is named "shwon"; the answer is for "shown"\n/);
    }
  });
});

test('relations go by other words too', async (t) => {
  const place = temporaryWorkspace(bank);
  t.after(() => place.remove());
  await withMcp({ args: ['--cache-dir', place.cacheDir, '-w', place.folder] }, async ({ client, text }) => {
    const { tools } = await client.listTools();
    assert.match(JSON.stringify(tools.find(({ name }) => name === 'find_related')?.inputSchema), /"enum":\["calls","called_by"/);
    for (const relations of [['callers'], 'called by', 'Caller'])
      assert.match(await text('find_related', { symbol: 'renew_certs_for', relations }), /called by[\s\S]*every_day/);
  });
  const cli = ['--in-process', '--cache-dir', place.cacheDir, '-w', place.folder];
  const { stdout } = await runCli(['related', 'renew_certs_for', '--relation', 'callers', ...cli]);
  assert.match(stdout, /called by\n {2}every_day/);
});
