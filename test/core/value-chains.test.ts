/** The values that a member is named of are read backwards from its name. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { chainBefore, chainEndingAt, closureAround, closureGivenTo } from '../../server/core/model/value-chains.js';

/** The chain before the last `total` of a text. */
const before = (text: string, language = 'csharp') => chainBefore(text, text.lastIndexOf('total'), language);

test('names, calls, elements and what is made', () => {
  assert.deepEqual(before('return total;'), []);
  assert.deepEqual(before('x = desk.cart.total'), ['desk', 'cart']);
  assert.deepEqual(before('desk.find(a, (b), "c)").total'), ['desk', 'find()']);
  assert.deepEqual(before('carts[i][0]!.total'), ['carts[][]']);
  assert.deepEqual(before('new Shop.Cart<Item>(1).total'), ['Cart{}']);
  assert.deepEqual(before('this.find<Cart>(x)?.total', 'typescript'), ['this', 'find()']);
  assert.deepEqual(before('$this->cart->find()->total', 'php'), ['$this', 'cart', 'find()']);
  assert.deepEqual(before('self.carts.iter().next().total', 'rust'), ['self', 'carts', 'iter()', 'next()']);
  assert.deepEqual(before('carts.filter { it.isOpen }.first().total', 'kotlin'), ['carts', 'filter()', 'first()']);
});

test('over lines, and behind comments at their ends', () => {
  assert.deepEqual(before("var x = new Desk() // that's it\n    .Carts\n    .First()\n    .total"), ['Desk{}', 'Carts', 'First()']);
});

test('casts and values in parentheses', () => {
  assert.deepEqual(before('((Cart)item).total'), ['Cart{}']);
  assert.deepEqual(before('(item as Cart<int>).total'), ['Cart{}']);
  assert.deepEqual(before('(await desk.find()).total'), ['desk', 'find()']);
  assert.deepEqual(before('verify(mocks.desk, never()).total', 'java'), ['mocks', 'desk']);
  assert.deepEqual(before('doReturn(1).when(desk).total', 'java'), ['desk']);
  assert.equal(before('(a + b).total'), null);
  assert.equal(before('"text".total'), null);
  assert.equal(before('(a ? b : c).total'), null);
});

test('an arrow is a member in C and PHP, and the head of a closure elsewhere', () => {
  assert.deepEqual(before('a->b->total', 'c'), ['a', 'b']);
  assert.deepEqual(before('carts.map(c -> c.total', 'java'), ['c']);
  assert.deepEqual(before("'a' . $cart->total", 'php'), ['$cart']);
  assert.deepEqual(before('[...carts.total', 'typescript'), ['carts']);
});

test('an expression says where it begins', () => {
  const text = 'const cart = desk.find(1).first();';
  assert.deepEqual(chainEndingAt(text, text.length - 1, 'typescript'), { chain: ['desk', 'find()', 'first()'], start: 13 });
});

test('what a closure is handed to', () => {
  const given = (text: string, language = 'csharp') => closureGivenTo(text, text.lastIndexOf('cart'), language);
  assert.deepEqual(given('carts.Where(cart => 1)'), { chain: ['carts'], called: 'Where', argument: null, position: 0 });
  assert.deepEqual(given('desk.carts.fold(f(1, 2), (cart => 1)', 'java')?.position, 1);
  assert.deepEqual(given('carts.iter().map(|&cart| 1)', 'rust')?.called, 'map');
  assert.deepEqual(given('carts.forEach { cart -> 1 }', 'kotlin'), { chain: ['carts'], called: 'forEach', argument: null, position: -1 });
  assert.deepEqual(given('carts.fold(0) { cart -> 1 }', 'kotlin')?.position, -1);
  assert.deepEqual(given('services.Configure<Cart>(cart => 1)')?.argument, 'Cart');
  assert.equal(given('if (cart => 1)'), null);
  assert.equal(given('var cart = 1'), null);
  const text = 'carts.filter { if (x) { 1 }; it.isOpen';
  assert.deepEqual(closureAround(text, text.lastIndexOf('it'), 'kotlin')?.called, 'filter');
});

test('hostile text takes no longer', () => {
  for (const text of ['(', ')', '"', '>', '.', '<(', 'a.(', '{', '}', '])', 'a '].map((one) => `${one.repeat(20_000)}.total`)) {
    before(text);
    closureGivenTo(text, text.length - 5, 'kotlin');
    closureAround(text, text.length - 5, 'kotlin');
  }
});
