/** Stack frames of many languages, placeholders of many languages, and runs of words with holes in them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passagesOf, passageWords } from '../../server/core/retrieval/query/passages.js';
import { askedRelations } from '../../server/core/retrieval/query/relation-phrases.js';
import { sourceWords, wordHash } from '../../server/core/retrieval/query/source-words.js';
import { readStackTrace } from '../../server/core/retrieval/query/stack-frames.js';
import { wholeName } from '../../server/core/retrieval/query/stated-names.js';
import { matchingRun, preparePassage } from '../../server/core/retrieval/recall/matching-run.js';

const frames = (text: string): string[] =>
  readStackTrace(text).frames.map(({ name, container, path, line }) => `${container ?? '-'} ${name} ${path ?? '-'}:${line ?? '-'}`);

test('reads stack frames in the formats of many languages, innermost first', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      '  File "/a/b.py", line 3, in outer\n    x()\n  File "/a/c.py", line 9, in inner\n    y()',
      ['- inner /a/c.py:8', '- outer /a/b.py:2'],
    ],
    ['    at Foo.bar (/a/b.js:12:3)\n    at async /a/c.mjs:4:1', ['foo bar /a/b.js:11', '- - /a/c.mjs:3'.replace('- -', '- ')]],
    ['\tat java.base/java.util.List.of(List.java:7)\n\tat com.x.Foo$Bar.run(Foo.java:33)', ['list of List.java:6', 'bar run Foo.java:32']],
    ['x/y/pkg.(*T).Do(0x1, 0x2)\n\t/go/x/y/f.go:30 +0x1d', ['t Do /go/x/y/f.go:29']],
    ['   2: krate::module::run\n             at ./src/a.rs:7:13', ['module run ./src/a.rs:6']],
    ['   at Ns.Cls.Method(String a) in C:\\w\\x.cs:line 5', ['cls Method C:/w/x.cs:4']],
    ["a/b.rb:4:in `inner': message\n\tfrom a/c.rb:8:in 'Foo#outer'", ['- inner a/b.rb:3', 'foo outer a/c.rb:7']],
    [
      'PHP Fatal error:  Uncaught X in /v/a.php:5\n#0 /v/b.php(9): A\\Cls->inner()\n#1 /v/i.php(2): outer()',
      ['cls inner /v/a.php:4', '- outer /v/b.php:8'],
    ],
    ['#0  inner (p=0x0) at a.c:5\n#1  0x00005 in ns::outer (x=1) at b.cc:6', ['- inner a.c:4', 'ns outer b.cc:5']],
    ["\ta.lua:3: in function 'inner'", ['- inner a.lua:2']],
    ['    (app 2.1.0) lib/a.ex:3: App.Mod.run/2', ['mod run lib/a.ex:2']],
    ['> Error: no\n>     at Foo.bar (/a/b.js:12:3)', ['foo bar /a/b.js:11']],
    ['web-1  |   File "/a/b.py", line 3, in outer\nweb-1  |     x()', ['- outer /a/b.py:2']],
    ['main.(*Box).open.func1.2({0x1, 0x2})\n\t/b/f.go:366 +0x4a5', ['box open /b/f.go:365']],
    ['   at A.Foo.<RunAsync>d__5.MoveNext() in /x/Foo.cs:line 12', ['foo RunAsync /x/Foo.cs:11']],
    ['\tat com.x.Foo.lambda$run$0(Foo.java:33)', ['foo run Foo.java:32']],
    ['Mar 07 11:42:19 host app[12]: \tat com.x.Foo$Bar.run(Foo.java:33)', ['bar run Foo.java:32']],
    ['2024-03-07 11:42:19,318 [main] ERROR \tat com.x.Foo.run(Foo.java:33)', ['foo run Foo.java:32']],
    [
      '    at Cart.save (http://localhost:3001/src/cart.ts?t=17:12:3)\n    at webpack:///./src/app.ts:4:1',
      ['cart save src/cart.ts:11', '-  src/app.ts:3'],
    ],
    ['save@http://localhost:3001/src/cart.ts:12:3', ['- save src/cart.ts:11']],
    ['created by x/y/pkg.(*T).Do in goroutine 398\n\t/go/x/y/f.go:30 +0x1d', ['t Do /go/x/y/f.go:29']],
    ['How is a file at the top read (see above)?', []],
  ];
  for (const [text, expected] of cases) assert.deepEqual(frames(text), expected, text);
});

test('a question for a relation may name the owner behind the member, and ask a second question', () => {
  const relation = (question: string) =>
    askedRelations(question).map(({ kind, of: { name, qualifier = [] } }) => `${kind} ${[...qualifier, name].join('.')}`);
  assert.deepEqual(relation('who calls handleKey of ActionManager?'), ['users ActionManager.handleKey']);
  assert.deepEqual(relation('what calls pull in the folder struct'), ['users folder.pull']);
  assert.deepEqual(relation('who calls restoreAll in production code'), ['users restoreAll']);
  assert.deepEqual(relation('which types implement the puller interface or override pull?'), ['subtypes puller']);
  assert.deepEqual(relation('how does the cache of Foo work'), []);
});

const run = (source: string, text: string) => {
  const passage = preparePassage({ text, words: passageWords(text) }, () => 10);
  return matchingRun(sourceWords(source), passage);
};

test('an address or an id is one value of a placeholder, however many words it has', () => {
  const filledOf = (source: string, text: string) => {
    const { matched, filled, filledValues } = run(source, text) ?? {};
    return { matched, filled, filledValues };
  };
  assert.deepEqual(filledOf('log("Canceling job: {JobId}")', 'Canceling job: 3f2504e0-4f89-11d3-9a0c-0305e82c3301'), {
    matched: 2,
    filled: 5,
    filledValues: 1,
  });
  assert.deepEqual(filledOf('raise Error("Connection error to: {} {}.")', 'Connection error to: http://ch:8123 timeout.'), {
    matched: 3,
    filled: 4,
    filledValues: 2,
  });
  assert.deepEqual(filledOf('"Extension {}/{} was deleted"', 'Extension content.example/v1/Post/a-b-c-d-e-f was deleted'), {
    matched: 3,
    filled: 10,
    filledValues: 1,
  });
  const nine = 'one two three four five six seven eight nine';
  assert.equal(filledOf('"Failed to open {} for reading"', `Failed to open ${nine} for reading`).matched, 3);
});

test('words of a source are found in any script and case, between escapes and placeholders', () => {
  const known = ['straße_1', 'two', 'über', '2f', 'x', '𝒜b', 'kelvin', 'end', 'missing'];
  const source = 'Straße_1 \\nTwo "a" + Über + "b" %5.2f $' + '{x.y} 𝒜b é-\u212Aelvin #{} end';
  const { words, offsets, holeEnds } = sourceWords(source);
  const found = [...words].map((hash, i) => ({
    word: known.find((word) => wordHash(word) === hash),
    at: offsets[i] as number,
    holeEnd: holeEnds[i] as number,
  }));
  assert.deepEqual(
    found.flatMap(({ word }) => word ?? []),
    known.slice(0, -1),
  );
  for (const { word, at } of found) if (word) assert.equal(source.slice(at, at + word.length).toLowerCase(), word);
  // Values that a program prints: the joined expression, the formats, the empty braces.
  assert.deepEqual(
    found.filter(({ holeEnd }) => holeEnd >= 0).map(({ at, holeEnd }) => source.slice(at, offsets[holeEnd]).trim()),
    ['Über + "', '5.2f $' + '{', '2f $' + '{', 'x.y}', 'y}', '#{}'],
  );
  const from = source.indexOf('Two');
  assert.deepEqual(
    [...sourceWords(source.slice(from), from).offsets],
    [...offsets].filter((at) => at >= from),
  );
});

test('placeholders of many languages match the printed values', () => {
  for (const source of [
    'printf("could not open %s for %-5lu readers", a, b)',
    'f"could not open {path!r:>10} for {len(x)} readers"',
    '`could not open $' + '{file.path} for $' + '{count} readers`',
    '"could not open #{path} for #{count} readers"',
    '"could not open \\(file.path(of: x)) for \\(count) readers"',
    "'could not open ' + file.path + ' for ' + count + ' readers'",
    '"could not open $path for $count readers"',
    'std::cerr << "could not open " << path << " for " << n << " readers"',
    '"could not open %(path)s "\n    "for %(count)d readers"',
  ]) {
    const found = run(source, 'could not open /tmp/data.bin for 17 readers');
    assert.equal(found?.matched, 5, source);
    assert.equal(found?.filledBits, 40, source);
  }
  assert.equal(run('return bare;', 'could not open'), null);
});

test('a placeholder may begin a text, follow its first word, or touch a word', () => {
  assert.equal(run('"quay is closed %sby %v"', 'quay is closed today by whom')?.matched, 4);
  const first = run('f"{name} can only run here"', 'Tug Anna can only run here');
  assert.deepEqual([first?.matched, first?.filledBits], [4, 20]);
  const second = run('f"Option {name} takes a value"', 'Option draught takes a value');
  assert.deepEqual([second?.matched, second?.filledBits], [4, 10]);
  assert.equal(run('option takes', 'Option draught takes'), null);
});

test('passages are quoted texts and lines, not apostrophes or quoted names', () => {
  const texts = passagesOf('I don\'t get "no such file here", it\'s odd: `some.name`\n\nok\nthree words here').map(({ text }) => text);
  assert.deepEqual(texts, ['no such file here', 'I don\'t get "no such file here", it\'s odd: `some.name`', 'three words here']);
});

test('frames of a stack trace are no passages, and the message beside them is known as one', () => {
  const messages = (text: string) => passagesOf(text).flatMap((passage) => (passage.isMessage ? passage.text : []));
  const js = 'It fails since today\nno space was left: stop\n    at f (/a/b.js:12:3)\n    at g (/a/b.js:14:3)\nthank you very much';
  assert.deepEqual(messages(js), ['no space was left: stop', 'thank you very much']);
  assert.equal(passagesOf(js).length, 3);
  const python = 'Traceback:\n  File "/a/c.py", line 9, in inner\n    y = x + 1\na.NoSpace: no space was left';
  assert.deepEqual(messages(python), ['a.NoSpace: no space was left', 'no space was left']);
  const java = 'Ouch: all is lost\n\tat com.x.Foo.run(Foo.java:33)\nCaused by: x.NoSpace: no space was left\n\tat com.x.Foo.go(Foo.java:3)';
  assert.deepEqual(messages(java), ['Ouch: all is lost', 'all is lost', 'Caused by: x.NoSpace: no space was left', 'no space was left']);
  assert.deepEqual(messages("a/b.rb:4:in `inner': no space was left"), [': no space was left']);
});

test('frames of Erlang, in a shell and in the report of a crash', () => {
  const shell = `exception error: no function clause matching
  in function  cart:total/1 (src/cart.erl, line 53)
  in call from order:pay/3 (src/order.erl, line 314)`;
  const crash = `{function_clause,[{cart,total,[a],[{file,"src/cart.erl"},{line,53}]},
 {order,pay,3,[{file,"src/order.erl"},{line,314}]}]}`;
  for (const text of [shell, crash]) assert.deepEqual(frames(text), ['cart total src/cart.erl:52', 'order pay src/order.erl:313']);
  assert.equal(wholeName('exception error: no function clause matching'), null);
});
