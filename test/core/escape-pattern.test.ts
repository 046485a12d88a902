import assert from 'node:assert/strict';
import test from 'node:test';
import { escapePattern } from '../../server/util/escape-pattern.js';

test('an escaped text matches itself alone, with every flag', () => {
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
  for (const text of [...ascii, ascii.join(''), 'operator<<', 'operator+=', 'save!', '~List', 'größe-?', 'a\\b'])
    for (const flags of ['', 'u', 'gimu']) {
      const pattern = new RegExp(`^${escapePattern(text)}$`, flags);
      assert.ok(pattern.test(text), `${text} ${flags}`);
      assert.ok(!new RegExp(`^${escapePattern(text)}$`, flags).test(`${text}x`), `${text} ${flags}`);
    }
});
