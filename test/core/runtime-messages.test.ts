/** Messages of runtimes within a question: the names that they quote are left, and all other words of the question. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { withoutRuntimeMessages } from '../../server/core/retrieval/query/runtime-messages.js';

const cases: readonly (readonly [string, string])[] = [
  ["TypeError: Cannot read properties of undefined (reading 'map') when I open the cart", 'map when I open the cart'],
  ["the cart shows Uncaught TypeError: Cannot read property 'total' of null", 'the cart shows total'],
  ["AttributeError: 'NoneType' object has no attribute 'price' in checkout", 'price in checkout'],
  ["'Cart' object has no attribute 'price' in checkout", 'Cart price in checkout'],
  ["NoMethodError: undefined method `strip' for nil:NilClass in the importer", 'strip in the importer'],
  ["undefined method 'strip' for an instance of Cart::Item (NoMethodError)", 'strip Cart::Item (NoMethodError)'],
  ['checkout: System.NullReferenceException: Object reference not set to an instance of an object.', 'checkout: '],
  ['Call to a member function total() on null after the cart is emptied', 'total after the cart is emptied'],
  ['NullPointerException when the cart is opened', 'when the cart is opened'],
  ['Undefined array key "price" while importing', 'price while importing'],
  ['Cannot invoke "Cart.total()" because "this.cart" is null at checkout', 'Cart.total() this.cart at checkout'],
  ['panic: runtime error: invalid memory address or nil pointer dereference on reload', ' on reload'],
  ['thread panicked: called `Option::unwrap()` on a `None` value in the parser', 'thread panicked:  in the parser'],
  ["attempt to index a nil value (field 'price') on load", 'price on load'],
];

for (const [asked, left] of cases)
  test(asked, () => assert.equal(withoutRuntimeMessages(asked).replace(/\s+/g, ' ').trim(), left.replace(/\s+/g, ' ').trim()));

test('a message alone, and what only looks like one, stay as they are', () => {
  for (const text of [
    'Object reference not set to an instance of an object',
    'index out of range',
    'where are undefined variables reported',
    'undefined variable handling',
    'where is NullPointerException caught',
    'the segmentation of sentences',
    'KeyError when the cart is empty',
  ])
    assert.equal(withoutRuntimeMessages(text), text);
});
