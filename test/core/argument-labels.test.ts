/** Labels of arguments: read from calls of Swift, and compared with what functions declare. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ArgumentLabels, labelsOfCall, takesLabels } from '../../server/core/model/argument-labels.js';

const read = (text: string): ArgumentLabels | null => labelsOfCall(text, /^\w+/.exec(text)?.[0].length ?? 0);
const labels = (text: string): string => read(text)?.labels.join(':') ?? 'unknown';

test('labels of a call, whatever its arguments contain', () => {
  assert.equal(labels('insert(article, at: 0)'), '_:at');
  assert.equal(labels('insert()'), '');
  assert.equal(labels('insert(isNew ? first : last, with: [.name: "a), b: c"], then: { x in call(y: x) })'), '_:with:then');
  assert.equal(labels('insert(\n  feed: feed, // the feed, new: it\n  /* old: */ parsed: parsed\n)'), 'feed:parsed');
  assert.equal(labels('insert("""\n a, b: c)\n""", to: 1)'), '_:to');
  assert.equal(labels('insert(_:at:)'), '_:at');
  assert.equal(labels('decode<[Feed]>(from: data)'), 'from');
  assert.equal(labels('run { x in x }'), '');
  assert.equal(labels('insert(article, at: 0'), 'unknown');
  assert.equal(labels('insert'), 'unknown');
  assert.deepEqual(read('fetch(feed) { page in show(page) }'), { labels: ['_'], hasBlock: true });
});

test('a function takes the labels that it declares: defaults, variadic and closure arguments may be absent', () => {
  const takes = (call: string, ...parameters: string[]): boolean => takesLabels(parameters, read(call) as ArgumentLabels);
  assert.ok(takes('f(a, at: 1)', '_ article: Article', 'at index: Int'));
  assert.ok(!takes('f(a, at: 1)', '_ article: Article', 'index: Int'));
  assert.ok(!takes('f(at: 1, a)', '_ article: Article', 'at index: Int'));
  assert.ok(!takes('f(a)', '_ article: Article', 'at index: Int'));
  assert.ok(takes('f(a)', '_ article: Article', 'at index: Int = 0'));
  assert.ok(takes('f(a, sorted: true)', '_ article: Article', 'at index: Int = 0', 'sorted: Bool'));
  assert.ok(takes('f(a, b, c, to: d)', '_ articles: Article...', 'to feed: Feed'));
  assert.ok(takes('f(to: d)', '_ articles: Article...', 'to feed: Feed'));
  assert.ok(takes('f(a) { done($0) }', '_ article: Article', 'completion: @escaping (Bool) -> Void'));
  assert.ok(!takes('f(a)', '_ article: Article', 'completion: @escaping (Bool) -> Void'));
  assert.ok(takes('f()'));
  assert.ok(!takes('f(1)'));
  assert.ok(takes('f(where: { $0 == 1 })', 'where isMeant: (Int) -> Bool'));
});
