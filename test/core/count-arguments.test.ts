/** The arguments of a call, counted in its text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countArguments } from '../../server/io/syntax/tree-sitter/count-arguments.js';

const cases: readonly (readonly [call: string, count: number | undefined])[] = [
  ['f()', 0],
  ['f( )', 0],
  ['f(a)', 1],
  ['f(a, b)', 2],
  ['f(a, b,)', 2],
  ['f([a, b], {c, d}, g(e, h))', 3],
  ['f?.(a)', 1],
  ['f<A, B>(a)', 1],
  ["f('(', ',')", 2],
  ["f('\\n', a)", 2],
  ['f(a => b, (c, d) => e)', 2],
  ['f(...a)', undefined],
  ['f(*a)', undefined],
  ['f(a, **b)', undefined],
  ['f(a * b)', 1],
  ['f(g<a, b>(c))', undefined],
  ['f(a < b)', 1],
  ['f(|a, b| c)', undefined],
  ['f(lambda a, b: c)', undefined],
  ['f!(a, b)', undefined],
  ['f(a, b', undefined],
];
for (const [call, count] of cases)
  test(`${call} has ${count ?? 'unknown'} arguments`, () => {
    assert.equal(countArguments(call, 1, [], 0), count);
  });

test('comments and contents of strings are passed over', () => {
  const text = 'f("a, (b", /* , */ c)';
  const masked = [
    { start: 3, end: 8 },
    { start: 11, end: 18 },
  ];
  assert.equal(countArguments(text, 1, masked, 0), 2);
  assert.equal(countArguments("f(a, 'F')", 1, [{ start: 5, end: 8 }], 0), 2, 'a character is masked with its quotation marks');
});
