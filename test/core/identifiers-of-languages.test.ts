/** Which identifiers of C# and Rust are asked about: code inside strings counts, and keywords that name a constructor or a module. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { identifiers } from '../../server/core/code-graph/identifiers.js';

const namesOf = (text: string): string =>
  identifiers(text, 'csharp')
    .map(({ name }) => name)
    .join(' ');

const cases: readonly (readonly [name: string, text: string, expected: string])[] = [
  ['verbatim over lines, with quotes', 'a = @"select ""x"" from\n t where"; b();', 'a b'],
  ['interpolated', 'a = $"total {price} of"; b();', 'a price b'],
  ['interpolated and verbatim', 'a = $@"one ""two"" {price}\n three"; b = @$"four\n {other}"; c();', 'a price b other c'],
  ['raw', 'a = """one "two" three"""; b();', 'a b'],
  ['raw and interpolated', 'a = $"""one "two" {price}\n"""; b();', 'a price b'],
  ['constructors called by a keyword', 'Cart(int a) : base(a) { Cart c = new(this); }', 'Cart a base a Cart c new'],
  ['a field named value', 'int Get() => value;', 'Get value'],
];

for (const [name, text, expected] of cases) test(`C# identifiers: ${name}`, () => assert.equal(namesOf(text), expected));

test('Rust identifiers: modules named by keywords', () => {
  const found = identifiers('pub(super) fn price(&self) { self.total(); super::total(); self::tax::rate() }', 'rust');
  assert.equal(found.map(({ name }) => name).join(' '), 'price total super total self tax rate');
});
