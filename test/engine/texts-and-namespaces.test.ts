/** Texts of a program as people paste or name them, classes of PHP by their namespaces, calls of constructed values, and the C in grammars. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { engineOn, workspace } from '../support/real-engine.js';

const php = `
-- src/Post/Contracts/Store.php --
<?php
namespace Post\\Contracts;

interface Store
{
    public function take($parcel);
}
-- src/Post/Session/Store.php --
<?php
namespace Post\\Session;

class Store
{
    public function open() { return true; }
}
-- src/Post/Cache/FileStore.php --
<?php
namespace Post\\Cache;

use Post\\Contracts\\Store;

class FileStore implements Store
{
    public function take($parcel) { return $parcel; }
}
-- src/Post/Locks/ParcelLock.php --
<?php
namespace Post\\Locks;

class ParcelLock
{
    public function __construct($cache) {}
    public function acquire($parcel) { return true; }
}
-- src/Post/Locks/OfficeLock.php --
<?php
namespace Post\\Locks;

class OfficeLock
{
    public function acquire($office) { return true; }
}
-- src/Post/Clerk.php --
<?php
namespace Post;

use InvalidArgumentException;
use Post\\Locks\\ParcelLock;

class Clerk
{
    public function serve($parcel)
    {
        if (! (new ParcelLock($this->cache()->store('a')))->acquire($parcel)) {
            throw new InvalidArgumentException('locked');
        }
    }
}
-- src/Post/Testing/InvalidArgumentException.php --
<?php
namespace Post\\Testing;

class InvalidArgumentException extends \\Exception
{
}
-- src/Post/Testing/Check.php --
<?php
namespace Post\\Testing;

class Check
{
    public function fail() { throw new InvalidArgumentException('failed'); }
}
`;

const usersOf = async (engine: Engine, symbol: string): Promise<string[]> => {
  const { items } = await engine.related({ symbol, kinds: ['called_by', 'used_by', 'imported_by', 'extended_by'] });
  return [...new Set(items.map((item) => `${item.kind} ${item.symbol.qualifiedName}`))].sort();
};

test('a method of a constructed value is one of its class', async (t) => {
  const engine = await engineOn(workspace(t, php));
  await engine.settled();
  assert.deepEqual(await usersOf(engine, 'ParcelLock.acquire'), ['called_by Clerk.serve']);
  assert.deepEqual(await usersOf(engine, 'OfficeLock.acquire'), []);
});

test('a class of PHP is known by its namespace', async (t) => {
  const engine = await engineOn(workspace(t, php));
  await engine.settled();
  assert.deepEqual(await usersOf(engine, 'InvalidArgumentException'), ['called_by Check.fail']);
  const answer = await engine.retrieve({ query: 'what implements Post\\Contracts\\Store', brief: true });
  const paths = [...answer.results, ...answer.callers].map(({ path }) => path);
  assert.ok(paths.includes('src/Post/Cache/FileStore.php'), String(paths));
  assert.ok(!paths.includes('src/Post/Session/Store.php'), String(paths));
});

test('subtypes of a type are types, also those of its subtypes', async (t) => {
  const place = workspace(t, php);
  place.write(
    'src/Post/Cache/SlowStore.php',
    '<?php\nnamespace Post\\Cache;\n\nclass SlowStore extends FileStore\n{\n    public function take($parcel) { return null; }\n}\n',
  );
  const engine = await engineOn(place);
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Post\\Contracts\\Store', kinds: ['extended_by'], depth: 2 });
  assert.deepEqual(
    items.map(({ symbol, depth, isGuess }) => [symbol.qualifiedName, depth, isGuess]),
    [
      ['FileStore', 1, false],
      ['SlowStore', 2, false],
    ],
  );
});

const java = `
-- core/src/com/post/Parcel.java --
package com.post;

public class Parcel {
    public Parcel(String name) {}
    public static Parcel of(String name) { return new Parcel(name); }
}
-- old/src/legacy/post/Parcel.java --
package legacy.post;

public class Parcel {
    public static Parcel of(String name) { return new Parcel(); }
}
-- web/src/web/Page.java --
package web;

import com.post.Parcel;

public class Page {
    Parcel first() { return Parcel.of("a"); }
    Parcel second() { return new Parcel("b"); }
}
`;

test('a class in a file of its name is the one of the imported package', async (t) => {
  const engine = await engineOn(workspace(t, java));
  await engine.settled();
  const usersIn = async (path: string) => {
    const { items } = await engine.related({ at: { path: path as never, line: 2, column: 14 }, kinds: ['called_by', 'used_by'] });
    return [...new Set(items.map(({ symbol }) => symbol.qualifiedName))].filter((name) => name.startsWith('Page')).sort();
  };
  assert.deepEqual(await usersIn('core/src/com/post/Parcel.java'), ['Page.first', 'Page.second']);
  assert.deepEqual(await usersIn('old/src/legacy/post/Parcel.java'), []);
});

const post = `
-- src/queue.c --
#include "post.h"

int queue_push(struct item *item, const char *name)
{
    if (item_find(name) == 0)
        return item_error(item, "no such item: %s", name);
    if (item->order > options_get(item, "sort-order"))
        return item_error(item, "invalid item order");
    return 0;
}

int item_find_order(struct item *item) { return item->order; }
int item_find_name(struct item *item) { return item->name; }
int item_order_of(struct item *item, int order) { return order; }
-- src/table.c --
#include "post.h"

const struct option options[] = {
  { "sort-order", "The order of items, such as the order of names" },
};

int sort_items(struct item *items) { return items->order; }
/* Sets the sort order of items. */
int sort_order_from_name(const char *name) { return name[0]; }
int sort_order_next(int order) { return order + 1; }
-- src/rules.y --
%{
#include "post.h"
static int rule_scope(int);
%}
%token IF
%%
rules : rule
      {
        rule_add($1);
      }
      ;
%%
int rule_add(int rule)
{
    return rule_scope(rule);
}

static int rule_scope(int rule)
{
    return rule;
}
`;

test('keywords of C++ are names in C', async (t) => {
  const place = workspace(t, post);
  place.write(
    'src/new.c',
    'struct item *item_copy(struct item *class) {\n  struct item *new;\n\n  new = item_clone(class);\n  return new;\n}\n',
  );
  place.write('src/clone.c', 'struct item *item_clone(struct item *template) {\n  return template;\n}\n');
  const engine = await engineOn(place);
  await engine.settled();
  assert.deepEqual(await usersOf(engine, 'item_clone'), ['called_by item_copy']);
});

test('a prototype gives its place to the definition', async (t) => {
  const place = workspace(t, post);
  const prototypes = ['int parcel_limit_rate(int rate);', 'int parcel_limit_weight(int weight);'];
  place.write('src/post.h', `/* Limits of the rate at which parcels are accepted. */\n${prototypes.join('\n')}\n`);
  place.write('src/limit.c', 'int parcel_limit_rate(int rate)\n{\n  return rate > 3 ? 3 : rate;\n}\n');
  const engine = await engineOn(place);
  await engine.settled();
  const { results } = await engine.retrieve({ query: 'where is the rate limited at which parcels are accepted' });
  const places = results.filter(({ name }) => name.startsWith('parcel_limit')).map(({ name, path }) => `${path} ${name}`);
  assert.ok(places.includes('src/limit.c parcel_limit_rate'), String(places));
  assert.ok(!places.includes('src/post.h parcel_limit_rate'), String(places));
  const declared = await engine.retrieve({ query: 'the header with the prototype of the rate limit of parcels' });
  assert.ok(declared.results.some(({ path }) => path === 'src/post.h'));
});

test('a text that is one whole string is found, however common its words are', async (t) => {
  const engine = await engineOn(workspace(t, post));
  await engine.settled();
  for (const query of ['no such item: parcel', 'invalid item order', 'post: /home/me/post.conf:12: no such item: parcel']) {
    const { results } = await engine.retrieve({ query, brief: true });
    assert.equal(results[0]?.qualifiedName, 'queue_push', query);
    assert.ok((results[0]?.answerLines.length ?? 0) > 0, query);
  }
});

test('placeholders of a printed text do not take in the rest of a question', async (t) => {
  const place = workspace(t, post);
  const print = 'printf("%s: upload weight limit: %s, parcel weight limit: %s, %s limits\\n", name, up, down, kind);';
  place.write('src/show.c', `void show_groups(void)\n{\n    ${print}\n}\n`);
  place.write('src/limit.c', 'int check_weight(int weight, int limit)\n{\n    return weight <= limit;\n}\n');
  const engine = await engineOn(place);
  await engine.settled();
  const reasons = async (query: string): Promise<string[]> => (await engine.retrieve({ query })).results.map(({ reason }) => reason);
  const isText = (reason: string): boolean => reason.includes('quoted text');
  assert.ok(!(await reasons('where is the parcel weight limit of a queue enforced?')).some(isText));
  assert.ok(!(await reasons('parcel weight limit of a queue entry')).some(isText));
  assert.ok((await reasons('"parcel weight limit: 12 kg"')).some(isText));
});

test('lines with an option of the question between quotation marks are listed', async (t) => {
  const engine = await engineOn(workspace(t, post));
  await engine.settled();
  const { results, callers } = await engine.retrieve({ query: 'where is the sort-order option read and what does it do', brief: true });
  const lines = [...results.flatMap(({ text }) => text.split('\n')), ...callers.map(({ text }) => text)];
  assert.ok(
    lines.some((line) => line.includes('options_get(item, "sort-order")')),
    JSON.stringify(callers),
  );
});

test('the C in a grammar is read as C, and its rules stay searchable', async (t) => {
  const engine = await engineOn(workspace(t, post));
  await engine.settled();
  const { hits } = await engine.symbols({ query: 'rule_add' });
  assert.deepEqual(
    hits.filter(({ name }) => name === 'rule_add').map(({ path, symbolKind, lines }) => [path, symbolKind, lines.start]),
    [['src/rules.y', 'function', 12]],
  );
  assert.deepEqual(await usersOf(engine, 'rule_scope'), ['called_by rule_add']);
  const { results } = await engine.retrieve({ query: 'rules : rule' });
  assert.ok(results.some(({ path }) => path === 'src/rules.y'));
});

test('a pasted text that no file has is said to be missing; one that a file has answers alone', async (t) => {
  const place = workspace(t, post);
  place.write('NOTES.md', '# Notes\n\nThe clerk prints: the parcel office is closed on public holidays.\n');
  const engine = await engineOn(place);
  await engine.settled();
  const saysMissing = async (query: string): Promise<boolean> => {
    const { problems } = await engine.retrieve({ query, brief: true });
    return problems.some(({ message }) => /no file that is indexed contains the text "/.test(message));
  };
  assert.ok(await saysMissing('[!] No suitable sorting records were found. Verify that "names" are sorted.'));
  assert.ok(await saysMissing('error: the town hall refused to open its doors'));
  assert.ok(!(await saysMissing('error: the parcel office is closed on public holidays')), 'documentation has it');
  assert.ok(!(await saysMissing('where is the order of items set')), 'a question');
  assert.ok(!(await saysMissing('error: no such item: 17')));
  const { results } = await engine.retrieve({ query: 'error: no such item: "parcel"', brief: true });
  const withCode = results.filter(({ shortening }) => shortening !== 'place');
  assert.deepEqual(
    withCode.map(({ qualifiedName }) => qualifiedName),
    ['queue_push'],
  );
});

test('a quotation in a message that is common code does not put out the code that prints the message', async (t) => {
  const place = workspace(t, post);
  for (let i = 0; i < 60; i++) place.write(`src/part${i}.c`, `int part${i}(const char *label, int weight)\n{\n    return weight;\n}\n`);
  place.write('src/check.c', "void check(const char *a, const char *b)\n{\n    printf(\"expected kind '%s', found '%s'\\n\", a, b);\n}\n");
  const engine = await engineOn(place);
  await engine.settled();
  for (const before of ['', 'error: ']) {
    const [first] = (await engine.retrieve({ query: `${before}expected kind 'int', found 'const char *label'`, brief: true })).results;
    assert.equal(first?.qualifiedName, 'check', before);
  }
});

test('a text that only examples or documents have is found, and the expression of an assertion', async (t) => {
  const place = workspace(t, post);
  place.write(
    'examples/retry.c',
    'int retry(int n)\n{\n    // retry with half the parcels to try to find a free van in the yard\n    return n / 2;\n}\n',
  );
  place.write(
    'docs/index.html',
    '<html><body>\n<!-- input -->\n<textarea placeholder="Type an address (Shift+Enter to add a new line)"></textarea>\n</body></html>\n',
  );
  place.write('src/check.c', 'void check_rows(int rows_a, int rows_b)\n{\n    POST_ASSERT(rows_a == rows_b);\n}\n');
  const engine = await engineOn(place);
  await engine.settled();
  const first = async (query: string): Promise<string | undefined> => (await engine.retrieve({ query, brief: true })).results[0]?.path;
  assert.equal(await first('retry with half the parcels to try to find a free van in the yard'), 'examples/retry.c');
  assert.equal(await first('Shift+Enter to add a new line'), 'docs/index.html');
  assert.equal(await first('POST_ASSERT(rows_a == rows_b) failed'), 'src/check.c');
});
