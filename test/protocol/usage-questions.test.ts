/** Questions for the users of a symbol, misspelt names and things that are not there, with the real server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json } from '../support/test-client.js';

const filler = Array.from({ length: 90 }, (_, i) => `    step_${i} = amount + ${i} * factor`).join('\n');
const shop = `
-- shop/price.py --
"""Prices."""
MAX_DISCOUNT = 30

def apply_discount(amount, percent):
    """Applies a discount, who calls it does not matter here."""
    return amount - amount * percent / 100

class PriceFormatter:
    def show(self, amount):
        return f"{amount} EUR"
-- shop/cart.py --
from shop.price import MAX_DISCOUNT, apply_discount

def checkout(amount, factor):
${filler}
    total = apply_discount(amount, MAX_DISCOUNT)
    return total

class Cart:
    def total(self, amount):
        return apply_discount(amount, 5)
-- shop/gift.py --
from shop.price import apply_discount, PriceFormatter

def wrap(amount):
    return PriceFormatter().show(apply_discount(amount, 0))
-- tests/test_price.py --
from shop.price import apply_discount

def test_discount():
    assert apply_discount(100, 10) == 90
-- docs/usage.md --
# Usages

Who calls what, usages of everything, and what breaks if a thing is changed.
`;

const open = async (run: (ask: (query: string, more?: Json) => Promise<Json>) => Promise<void>): Promise<void> => {
  const workspace = temporaryWorkspace(shop);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      await run((query, more = {}) => client.request('context/retrieve', { query, ...more }));
    });
  } finally {
    workspace.remove();
  }
};
const names = ({ results }: Json): string[] => results.map(({ qualifiedName }: Json) => qualifiedName);
const codes = ({ problems }: Json): string[] => problems.map(({ code }: Json) => code);

test("usage questions: callers first, code before tests, each with the call's line, then the symbol", async () => {
  await open(async (ask) => {
    for (const query of [
      'who calls apply_discount',
      'usages of apply_discount',
      'where is apply_discount used?',
      'what breaks if I change apply_discount',
      'which functions call apply_discount?',
      'find all references to apply_discount',
      'applyDiscount callers',
      'Who calls `apply_discount`? List all call sites.',
    ]) {
      const answer = await ask(query, { format: 'markdown' });
      const [first, second, third, fourth] = names(answer);
      assert.deepEqual([first, second, third, fourth], ['checkout', 'Cart.total', 'wrap', 'test_discount'], query);
      assert.ok(names(answer).includes('apply_discount'), query);
      const [{ reason, answerLines, text, range }] = answer.results;
      assert.equal(reason, 'calls apply_discount');
      assert.equal(answerLines.length, 1);
      assert.match(text.split('\n')[answerLines[0] - range.start.line], /total = apply_discount\(amount/);
      assert.ok(answer.markdown.includes(`\`checkout\` (line ${answerLines[0] + 1}`));
      assert.match(answer.markdown, /total = apply_discount\(amount, MAX_DISCOUNT\)/);
    }
    assert.deepEqual(names(await ask('where is MAX_DISCOUNT used')).slice(0, 1), ['checkout']);
    // The line of the call is seen however little there is room for.
    const small = await ask('who calls apply_discount', { budgetTokens: 400, reservedTokens: 0 });
    for (const line of ['apply_discount(amount, MAX_DISCOUNT)', 'apply_discount(amount, 5)', 'apply_discount(amount, 0)'])
      assert.ok(
        small.results.some(({ text }: Json) => text.includes(line)),
        line,
      );
    assert.ok(codes(await ask('who calls test_discount')).includes('noMatch'));
  });
});

test('usage questions outside tests name no tests', async () => {
  await open(async (ask) => {
    for (const query of [
      'who calls apply_discount outside of tests?',
      'who uses apply_discount except in the tests',
      'Who calls apply_discount? Exclude tests.',
    ])
      assert.deepEqual(names(await ask(query)).slice(0, 4), ['checkout', 'Cart.total', 'wrap', 'apply_discount'], query);
    assert.ok(names(await ask('who calls apply_discount in tests')).includes('test_discount'));
  });
});

test('calls of a member of a value of unknown type come last, and are said to be no more than a name', async () => {
  const stores = ['Disk', 'Tape', 'Cloud', 'Paper'];
  const files = stores.map(
    (name) => `-- shop/${name.toLowerCase()}.py --
class ${name}Store:
    def write_record(self, record):
        return self.queue(record)

    def write_all(self, records):
        return [self.write_record(one) for one in records]
`,
  );
  const workspace = temporaryWorkspace(`${files.join('')}
-- shop/backup.py --
def run_backup(store, records):
    for record in records:
        store.write_record(record)
-- tests/test_a.py --
from shop.disk import DiskStore

def test_order():
    DiskStore().write_record("a")

def test_write_record():
    DiskStore().write_record("b")
`);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      const ask = (query: string, more: Json = {}): Promise<Json> => client.request('context/retrieve', { query, ...more });
      const users = await ask('who calls DiskStore.write_record', { format: 'markdown' });
      assert.deepEqual(names(users).slice(0, 2), ['DiskStore.write_all', 'run_backup']);
      assert.equal(users.results[1].reason, 'calls something named write_record');
      assert.ok(codes(users).includes('sameName'), String(codes(users)));
      assert.match(users.markdown, /of 4 users call something named write_record of a value whose type is not known/);
      const brief = await ask('who calls DiskStore.write_record', { brief: true, limit: 2 });
      const last = brief.callers.find(({ caller }: Json) => caller === 'run_backup');
      assert.equal(last?.relation, 'mayUse', JSON.stringify(brief.callers));
      assert.deepEqual(names(await ask('tests of DiskStore.write_record')).slice(0, 2), ['test_write_record', 'test_order']);
    });
  } finally {
    workspace.remove();
  }
});

test('users of a short name are what means it, with all its lines, and lines that name its file or class', async () => {
  const workspace = temporaryWorkspace(`
-- shop/edits.py --
def merge(docs):
    return docs
-- shop/use.py --
from shop.edits import merge

def join_all(docs):
    first = merge(docs)
    return merge(first)
-- shop/others.py --
def other(route, text, merge_all):
    merge = text
    return route.merge(merge)

TABLE = {"merge": 1}
HOOK = "shop.edits.merge"
-- shop/read.go --
package shop
import "strings"
func Clean(s string) string { return strings.ReplaceAll(s, "a", "b") }
-- shop/replacer.go --
package shop
func ReplaceAll(s string) string { return s }
func Use(s string) string { return ReplaceAll(s) }
`);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      const lines = async (query: string): Promise<string[]> => {
        const { results } = await client.request('context/retrieve', { query });
        return results.flatMap(({ name, answerLines = [] }: Json) => answerLines.map((line: number) => `${name} ${line + 1}`));
      };
      assert.deepEqual(await lines('who calls merge'), ['join_all 4', 'join_all 5', 'HOOK 6']);
      assert.deepEqual(await lines('who calls ReplaceAll'), ['Use 3']);
    });
  } finally {
    workspace.remove();
  }
});

test('a short answer lists every use of a symbol: where there are many, without code, and says how many fit', async () => {
  const uses = Array.from(
    { length: 30 },
    (_, i) => `def bill_${i}(amount):\n    total = apply_discount(amount, ${i})\n    return total\n\n`,
  );
  const twice = 'def bill_twice(amount):\n    half = apply_discount(amount, 50)\n    return apply_discount(half, 51)\n';
  const workspace = temporaryWorkspace(`${shop}\n-- shop/bills.py --\nfrom shop.price import apply_discount\n\n${uses.join('')}${twice}`);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      const ask = (more: Json): Promise<Json> =>
        client.request('context/retrieve', { query: 'who calls apply_discount outside tests', brief: true, limit: 8, ...more });
      const all = await ask({});
      const seen = all.callers.map(({ text }: Json) => text).join('\n');
      for (let i = 0; i < 30; i++) assert.ok(seen.includes(`apply_discount(amount, ${i})`), `the call of bill_${i}`);
      assert.ok(all.results.every(({ shortening }: Json) => shortening === 'place'));
      assert.deepEqual([all.results.length, all.results[0].answerLines.length, all.results.at(-1).name], [8, 1, 'apply_discount']);
      assert.ok(!codes(all).includes('budgetExceeded'));
      const { markdown } = await ask({ format: 'markdown' });
      assert.match(
        markdown,
        /^- shop\/bills\.py:\d+ \(in bill_twice\) half = .*\n- shop\/bills\.py:\d+ \(in bill_twice\) return .* → apply_discount$/m,
      );
      assert.doesNotMatch(markdown, /^shop\/bills\.py/m);
      const small = await ask({ budgetTokens: 600, reservedTokens: 0 });
      const { message } = small.problems.find(({ code }: Json) => code === 'budgetExceeded');
      assert.match(message, /^\d+ of \d\d users are listed to stay within 600 tokens$/);
    });
  } finally {
    workspace.remove();
  }
});

test('questions for subtypes, implementations and overrides name them, each with its line', async () => {
  const workspace = temporaryWorkspace(`
-- fleet/ship.py --
class Ship:
    def sail(self, port):
        return port

class Tug(Ship):
    def sail(self, port):
        return port.near()

class Icebreaker(Tug):
    pass
-- fleet/test_ship.py --
from fleet.ship import Ship

class FakeShip(Ship):
    pass
-- crane/lifter.go --
package crane

// Lifter lifts.
type Lifter interface {
	Lift(load int) error
	Lower(load int) error
}
-- crane/port.go --
package crane

type Gantry struct{}

func (g *Gantry) Lift(load int) error { return nil }
func (g *Gantry) Lower(load int) error { return nil }

type Hook struct{}

func (h *Hook) Lift(load int) error { return nil }
`);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      const ask = (query: string): Promise<Json> => client.request('context/retrieve', { query, profile: 'reader' });
      for (const query of [
        'which classes extend Ship?',
        'subclasses of Ship',
        'who inherits from Ship',
        'Ship subclasses',
        'list everything that extends Ship',
      ]) {
        const answer = await ask(query);
        assert.deepEqual(names(answer), ['Tug', 'Icebreaker', 'FakeShip', 'Ship'], query);
        assert.equal(answer.results[0].reason, 'extends Ship');
        assert.deepEqual(answer.results[0].answerLines, [4]);
      }
      assert.deepEqual(names(await ask('subclasses of Ship except tests')), ['Tug', 'Icebreaker', 'Ship']);
      assert.deepEqual(names(await ask('who overrides Ship.sail?')).slice(0, 2), ['Tug.sail', 'Ship.sail']);
      // In Go a type has to have all methods of the interface.
      assert.deepEqual(names(await ask('who implements the Lifter interface?')), ['Gantry', 'Lifter']);
      const { problems } = await ask('subclasses of FakeShip');
      assert.match(problems.map(({ message }: Json) => message).join(), /nothing that extends or implements FakeShip was found/);
    });
  } finally {
    workspace.remove();
  }
});

test('questions for tests, callees, importers and the contents of a file are answered by the graph', async () => {
  await open(async (plain) => {
    const ask = (query: string): Promise<Json> => plain(query, { profile: 'reader' });
    for (const query of [
      'which tests cover apply_discount?',
      'tests for apply_discount',
      'what tests apply_discount',
      'is apply_discount tested?',
    ])
      assert.deepEqual(names(await ask(query)).slice(0, 2), ['test_discount', 'apply_discount'], query);
    for (const query of ['what does wrap call?', 'which functions are called by wrap', 'callees of wrap']) {
      const answer = await ask(query);
      assert.equal(names(answer)[0], 'wrap', query);
      assert.ok(answer.results[0].text.includes('return PriceFormatter()'));
      assert.deepEqual(names(answer).slice(1).sort(), ['PriceFormatter', 'apply_discount'], query);
    }
    for (const query of ['which files import shop.price?', 'who imports shop/price.py', 'what modules depend on shop.price']) {
      const { results } = await ask(query);
      assert.deepEqual(
        results.map(({ path, text }: Json) => [path, text.includes('from shop.price import')]).slice(0, 3),
        [
          ['shop/cart.py', true],
          ['shop/gift.py', true],
          ['tests/test_price.py', true],
        ],
        query,
      );
    }
    for (const query of ['shop/cart.py', 'cart.py', 'what is in shop/cart.py?', 'explain cart.py', 'list the functions in shop/cart.py']) {
      const { results } = await ask(query);
      assert.equal(results[0].path, 'shop/cart.py', query);
      // A long file is shown by the lines of its names.
      assert.equal(results[0].text, 'def checkout(amount, factor):\nclass Cart:\n    def total(self, amount):', query);
    }
    const short = await ask('gift.py');
    assert.match(short.results[0].text, /return PriceFormatter/);
    // What is no file and no module is a question like any other.
    assert.ok((await ask('what is in shop/none.py')).results.length > 0);
  });
});

test('tests that reach a symbol through its callers are named where none calls it itself', async () => {
  const workspace = temporaryWorkspace(`
-- lexer/lexer.go --
package lexer
type lexer struct{}
func (l *lexer) finalizeHeredoc(text string) string { return text }
func (l *lexer) next() string { return l.finalizeHeredoc("a") }
func Tokenize(text string) string { l := lexer{}; return l.next() }
-- lexer/lexer_test.go --
package lexer
import "testing"
func TestTokens(t *testing.T) { Tokenize("a") }
func TestOther(t *testing.T) { t.Log("b") }
`);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      const answer = await client.request('context/retrieve', { query: 'which tests cover finalizeHeredoc?', format: 'markdown' });
      assert.deepEqual(names(answer), ['TestTokens', 'lexer.finalizeHeredoc']);
      assert.match(answer.markdown, /^> no test calls finalizeHeredoc itself; the tests listed call functions that lead to it\n/);
    });
  } finally {
    workspace.remove();
  }
});

test('reads a misspelt name as the nearest one, and says so', async () => {
  await open(async (ask) => {
    for (const query of [
      'aply_discount',
      'where is appyl_discount defined',
      'how does aplly_discuont work',
      'apply_dscnt',
      'appl_dicount',
      'app_disc',
    ]) {
      const answer = await ask(query, { format: 'markdown' });
      assert.equal(names(answer)[0], 'apply_discount', query);
      const { message } = answer.problems.find(({ code }: Json) => code === 'corrected');
      assert.ok(answer.markdown.startsWith(`> ${message}\n`), query);
      assert.match(message, /^nothing is named "a\w+"; the answer is for "apply_discount"$/);
    }
    assert.deepEqual(names(await ask('who calls aply_discount')).slice(0, 1), ['checkout']);
    assert.ok(!codes(await ask('how is a discount applied to an amount')).includes('corrected'));
  });
});

test('reports an absent subject, with few results, and no present one', async () => {
  await open(async (ask) => {
    for (const query of ['asdfghjklqwe', 'kafka consumer group rebalancing', 'where is WebsocketUpgrader defined']) {
      const answer = await ask(query, { format: 'markdown' });
      assert.ok(codes(answer).includes('noMatch'), query);
      assert.match(answer.markdown, /^> (?:nothing (?:matches|found)|no file that is indexed contains WebsocketUpgrader$)/m, query);
      assert.ok(answer.tokens <= answer.budgetTokens, query);
      assert.ok(answer.results.length < 3 && answer.confidence < 0.5 && !answer.isIncomplete, query);
    }
    for (const query of ['apply_discount', 'how is a discount applied to an amount', 'where is PriceFormatter defined'])
      assert.ok(!codes(await ask(query)).includes('noMatch'), query);
  });
});

test('ranks both of two compared names among the first five', async () => {
  await open(async (ask) => {
    for (const query of [
      'apply_discount and PriceFormatter',
      'how do apply_discount and PriceFormatter differ?',
      'when should I use apply_discount instead of PriceFormatter',
      'how does checkout relate to wrap',
      'show checkout, wrap',
    ]) {
      const first = names(await ask(query))
        .slice(0, 2)
        .sort();
      assert.deepEqual(first, query.includes('wrap') ? ['checkout', 'wrap'] : ['PriceFormatter', 'apply_discount'], query);
    }
  });
});
