/** Texts of answers: what a place says of its symbol. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { summaryOf } from '../../server/core/model/answer-text.js';

test('a place says what a symbol is for, of a constant its value', () => {
  const doc = 'Time until it is saved. In ms.';
  assert.equal(summaryOf({ doc, signature: 'const SAVE_MS = 300', symbolKind: 'constant' }), 'const SAVE_MS = 300');
  assert.equal(summaryOf({ doc, signature: 'saveAfter: number', symbolKind: 'property' }), 'Time until it is saved.');
  assert.equal(summaryOf({ doc, signature: 'function save(after = 300)', symbolKind: 'function' }), 'Time until it is saved.');
  assert.equal(summaryOf({ doc: '', signature: 'function save()', symbolKind: 'function' }), 'function save()');
});
