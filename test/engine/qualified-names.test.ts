/** Members named behind their types: of a name that many have, inherited, and of types that have no such member. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const others = Array.from(
  { length: 60 },
  (_, i) => `-- src/parts/part_${i}.py --\nclass Part${i}:\n    def close(self):\n        return ${i}\n`,
).join('');

const source = `
${others}-- src/zebra/stable.py --
from stores import Store


class Stable(Store):
    def close(self):
        return 'the gate'


class Barn(Store):
    def feed(self):
        return 1
-- src/stores.py --
class Store:
    def count(self):
        return 1

    def save(self, item):
        return item
-- src/use.py --
def run(first, second, stable):
    first.close()
    log("stable.close()")
    second.close()
    first.close()
    the_stable = stable
    stable.close()
`;

test('a member of a type leads however many others have its name', async (t) => {
  const engine = await engineOn(workspace(t, source));
  await engine.ready();
  for (const query of ['Stable.close', 'what does Stable.close do']) {
    const { results, problems } = await engine.retrieve({ query, brief: true });
    assert.equal(results[0]?.qualifiedName, 'Stable.close', query);
    assert.deepEqual(
      problems.filter(({ code }) => code === 'unknownName'),
      [],
      query,
    );
  }
  const { results } = await engine.retrieve({ query: 'difference between Stable.close and Part7.close', brief: true });
  assert.deepEqual(new Set(results.slice(0, 2).map(({ qualifiedName }) => qualifiedName)), new Set(['Stable.close', 'Part7.close']));
});

test('an inherited member is answered for the type above, and that is said', async (t) => {
  const engine = await engineOn(workspace(t, source));
  await engine.ready();
  for (const query of ['Barn.save', 'what does Barn.save do']) {
    const { results, problems } = await engine.retrieve({ query });
    assert.equal(results[0]?.qualifiedName, 'Store.save', query);
    assert.ok(
      problems.some(({ message }) => message === 'Barn.save is inherited; the answer is for "Store.save"'),
      query,
    );
  }
});

test('relations of an inherited member are those of the member above, and what only has its letters is not taken for it', async (t) => {
  const engine = await engineOn(workspace(t, `${source}-- src/barn_save.py --\ndef barn_save():\n    return 1\n`));
  await engine.ready();
  const said = 'Barn.save is inherited; the answer is for "Store.save"';
  const related = await engine.related({ symbol: 'Barn.save' });
  assert.deepEqual(
    related.of.map(({ qualifiedName }) => qualifiedName),
    ['Store.save'],
  );
  assert.ok(related.problems.some(({ message }) => message === said));
  const shown = await engine.show({ symbol: 'Barn::save' });
  assert.deepEqual(
    shown.results.map(({ qualifiedName }) => qualifiedName),
    ['Store.save'],
  );
});

test('that a type has no such member, or is not there, is said with what has the name', async (t) => {
  const engine = await engineOn(workspace(t, source));
  await engine.ready();
  for (const name of ['Barn.close', 'Garden.feed']) {
    const { problems } = await engine.retrieve({ query: name });
    const said = problems.find(({ code }) => code === 'unknownName')?.message ?? '';
    assert.match(
      said,
      /^the index has no symbol "(?:Barn\.close"; .*Part0\.close.* and 57 more have the name "close"|Garden\.feed"; Barn\.feed has)/,
    );
  }
  // What stands before the name may be a value.
  const { problems } = await engine.retrieve({ query: 'garden.feed' });
  assert.ok(!problems.some(({ code }) => code === 'unknownName'));
});

test('further lines of a user of a common name are those of the same value, or of one that is named like the type', async (t) => {
  const engine = await engineOn(workspace(t, source));
  await engine.ready();
  const { items } = await engine.related({ symbol: 'Stable.close', kinds: ['called_by'] });
  const [caller] = items;
  assert.equal(caller?.symbol.name, 'run');
  const lines = [caller?.proof, ...(caller?.moreProof ?? [])].map((one) => one && one.line + 1);
  assert.deepEqual(lines, [7], 'the value that is named like the type says more than the first one');
});

test('a package of Go is its folder, whatever its files and types are called', async (t) => {
  const go = `
-- storage/interface.go --
package storage

type Appender interface{ Append() }
-- remote/storage.go --
package remote

type Storage struct{}

func (s *Storage) Appender() int { return 1 }
`;
  const engine = await engineOn(workspace(t, go));
  await engine.ready();
  const nameOf = async (symbol: string) =>
    (await engine.show({ symbol })).results.map(({ path, qualifiedName }) => `${path} ${qualifiedName}`);
  assert.deepEqual(await nameOf('storage.Appender'), ['storage/interface.go Appender']);
  assert.deepEqual(await nameOf('Storage.Appender'), ['remote/storage.go Storage.Appender']);
});
