/** What the analysis reads in a question: names, paths, words, change requests; and input that is not a question. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnalysedQuery, analyseQuery } from '../../server/core/retrieval/query/analyse-query.js';

/** `includes`: at least these; the other fields exactly. */
interface Expected {
  readonly isName?: boolean;
  readonly identifiers?: readonly string[];
  readonly paths?: AnalysedQuery['paths'];
  readonly includes?: Partial<Record<'words' | 'expansions' | 'compounds', readonly string[]>>;
  readonly excludes?: Partial<Record<'words' | 'expansions' | 'compounds', readonly string[]>>;
}

const none = { identifiers: [], paths: [], isName: false } as const;

const table: Readonly<Record<string, Expected>> = {
  // Names and nothing else.
  createStore: { isName: true, identifiers: ['createStore'], includes: { words: ['create', 'store'] } },
  http_client: { isName: true, identifiers: ['http_client'], includes: { words: ['http', 'client'] } },
  'Foo::bar': { isName: true, identifiers: ['bar'] },
  'Foo.bar': { isName: true, identifiers: ['bar'] },
  'Foo#bar': { isName: true, identifiers: ['bar'] },
  'std::vector<int>': { isName: false, identifiers: ['vector'] },
  __init__: { isName: true, identifiers: ['__init__'] },
  'save!': { isName: true, identifiers: ['save!'] },
  straßenBreite: { isName: true, identifiers: ['straßenBreite'] },
  'where is the parser defined': { identifiers: [], includes: { words: ['parser'] } },
  'who calls parseHeader': { identifiers: ['parseHeader'], isName: false },
  'usages of `render`': { identifiers: ['render'] },
  'what uses RetryPolicy': { identifiers: ['RetryPolicy'] },
  'how does the indexing pipeline work': { includes: { words: ['indexing', 'pipeline'] } },
  'functions similar to debounce': { includes: { words: ['debounce'] } },
  'retry failed requests': {
    ...none,
    includes: { words: ['retry', 'failed', 'requests'], expansions: ['request'] },
  },
  // Entities within a sentence; plain words are none.
  'what does the HTTPServer class do with max_age': { identifiers: ['HTTPServer', 'max_age'], isName: false },
  'how do I use `foo.bar_baz()`': { identifiers: ['bar_baz'] },
  'create the store and delete it': { identifiers: [], includes: { words: ['create', 'store', 'delete'], expansions: ['creating'] } },
  // Several words that may be one name.
  'create store': { isName: false, includes: { compounds: ['createstore'] } },
  'parse http headers': { includes: { compounds: ['parsehttp', 'httpheaders', 'httpheader', 'parsehttpheaders', 'parsehttpheader'] } },
  'the store': { includes: { words: ['store'] }, excludes: { words: ['the'], compounds: ['thestore'] } },
  // Paths, with lines counted from 0.
  'src/core/engine.ts:42 throws': { paths: [{ path: 'src/core/engine.ts', line: 41 }] },
  'main.c(12): error C2065': { paths: [{ path: 'main.c', line: 11 }] },
  'Error: cannot read config.yml in this folder': { paths: [] },
  'where does "config.yml has no entry" come from': { paths: [] },
  'why is `config.yml has no entry` printed': { paths: [{ path: 'config.yml', line: null }] },
  'Error: cannot load src/config.yml': { paths: [{ path: 'src/config.yml', line: null }] },
  'what is in README.md': { paths: [{ path: 'README.md', line: null }] },
  'Traceback (most recent call last):\n  File "app/models/user.py", line 17, in save\n    raise ValueError("bad")\nValueError: bad': {
    paths: [{ path: 'app/models/user.py', line: 16 }],
    identifiers: ['ValueError'],
    isName: false,
    includes: { words: ['save', 'raise'] },
  },
  'python tests for the config parser': {
    includes: { words: ['tests', 'config', 'parser'], expansions: ['test'] },
  },
  // No question at all.
  '': none,
  '   \n\t ': none,
  '\0': none,
  'the of and to': { ...none, excludes: { words: ['the', 'of', 'and', 'to'] } },
  // Words that mean little count where there are no others.
  'use file': { includes: { words: ['use', 'file'] } },
  '🚀': none,
  '🚀 deploy 🎉': { ...none, includes: { words: ['deploy'] } },
  '函数 在 哪里 定义': { isName: false, paths: [], includes: { words: ['函数', '定义'] } },
  如何解析配置文件: { paths: [], includes: { words: ['解析', '文件'] } },
  '^\\s*(?:foo|bar)+$': { ...none, includes: { words: ['foo', 'bar'] } },
  'for (let i = 0; i < n; i++) { total += items[i].price; }': {
    isName: false,
    paths: [],
    includes: { words: ['total', 'items', 'price'] },
  },
  '"; DROP TABLE chunks; --': { isName: false, includes: { words: ['drop', 'table', 'chunks'] } },
};

for (const [query, expected] of Object.entries(table)) {
  test(JSON.stringify(query).slice(0, 80), () => {
    const analysed = analyseQuery(query);
    const { includes = {}, excludes = {}, ...exact } = expected;
    for (const [field, value] of Object.entries(exact)) assert.deepEqual(analysed[field as keyof AnalysedQuery], value, field);
    for (const [field, values] of Object.entries(includes))
      for (const value of values)
        assert.ok(analysed[field as 'words'].includes(value), `${field} ${analysed[field as 'words']}: no ${value}`);
    for (const [field, values] of Object.entries(excludes))
      for (const value of values) assert.ok(!analysed[field as 'words'].includes(value), `${field}: ${value}`);
    const { words, expansions } = analysed;
    assert.equal(new Set(words).size, words.length, 'each word once');
    assert.deepEqual(
      expansions.filter((word) => words.includes(word)),
      [],
      'expansions are other words',
    );
  });
}

test('bounds the analysis of long pasted text', () => {
  for (const piece of ['x', 'a/', '(', 'the ', 'Ab_', 'a.b', '`', 'parseHeader ', 'where ', 'usages of ', '函', '😀', 'a::', '\n', '0']) {
    const analysed = analyseQuery(piece.repeat(8_000 / piece.length));
    assert.ok(analysed.compounds.length <= 400 && analysed.identifiers.length <= 8_000);
    for (const word of analysed.words) assert.ok(word.length <= 200, `${piece}: a word of ${word.length} characters`);
  }
});

test('recognises change requests, and not topics, questions or names', () => {
  for (const task of [
    'fix the rate limiter for fractional rates',
    'Fixed a leak',
    'Adds support for brotli',
    'feat(router): allow trailing slashes',
    'fix!: drop Python 3.7',
    "Don't retry after a timeout",
    'dropped the old parser',
    'No longer retries forever',
    'optimise lookups',
    'Handle empty bodies',
    'Applies the filter once',
    'wrapped errors keep their cause',
    'Only send the header once',
    'redirects are too broad',
    'ErrorHandler no longer requires tokens',
    'responses should not be cached',
    "the parser doesn't see the last line",
  ])
    assert.equal(analyseQuery(task).isChangeRequest, true, task);
  for (const other of [
    'how are routes added',
    'test runner',
    'cache invalidation',
    'handler of errors',
    'fixture loading',
    'useState',
    'addUser',
    'fix',
    'updater service',
    'adder',
    'where is the parser',
    'are redirects followed?',
    'redirects are followed?',
    'how a file is cut into chunks',
    'git rules while files are listed',
    'error handling and how errors are converted',
    'code that is generated',
    'is',
  ])
    assert.equal(analyseQuery(other).isChangeRequest, false, other);
});
