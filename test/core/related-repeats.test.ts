/** What is related twice by one line is listed once. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { RelatedItem, RelatedKind } from '../../server/core/model/related.js';
import { withoutPackages, withoutRepeats } from '../../server/core/retrieval/graph/limit-related.js';

function item(kind: RelatedKind, path: string, name: string, line: number, isModule = false): RelatedItem {
  const symbol = { key: `${path} ${name}`, path, qualifiedName: name, symbolKind: isModule ? null : 'constant' } as RelatedItem['symbol'];
  const proof = { path: 'desk.py', line, text: '' };
  return { symbol, kind, of: 'desk', depth: 1, proof, moreProof: [], furtherLines: 0, through: null, provenance: 'syntax', isGuess: false };
}
const names = (items: readonly RelatedItem[]): string[] => items.map(({ symbol }) => symbol.qualifiedName);

test('of a statement that imports a name neither its package nor its module is listed as well', () => {
  const items = [
    item('imports', 'shop/__init__.py', 'shop', 0, true),
    item('imports', 'shop/const.py', 'const', 0, true),
    item('imports', 'shop/const.py', 'SIZE', 0),
    item('imports', 'shop/const.py', 'WIDTH', 0),
    // `import shop.later`
    item('imports', 'shop/__init__.py', 'shop', 1, true),
    item('imports', 'shop/later.py', 'later', 1, true),
    item('imports', 'other/__init__.py', 'other', 2, true),
  ];
  assert.deepEqual(names(withoutPackages(items)), ['SIZE', 'WIDTH', 'later', 'other']);
});

test('a user of a type and of its member on one line is listed once, of several overloads for each', () => {
  const items = [item('used_by', 'a.rs', 'is_push', 3), item('used_by', 'a.rs', 'is_push', 3), item('used_by', 'a.rs', 'is_cli', 3)];
  assert.deepEqual(names(withoutRepeats(items, () => false)), ['is_push', 'is_cli']);
  assert.equal(withoutRepeats(items, () => true).length, 3);
});
