/** The search by name after edits: as a new one of the same chunks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NamedChunk, NameSearch, type NameSource } from '../../server/io/stores/minisearch/name-search.js';
import { nextTurn } from '../../server/util/next-turn.js';
import { engineOn, workspace } from '../support/real-engine.js';

const chunk = (id: number, name: string, signature: string, doc = ''): NamedChunk => ({ id, name, qualifiedName: name, signature, doc });

function sourceOf(chunks: readonly NamedChunk[]): NameSource {
  return {
    databaseId: 'one',
    lastId: 100,
    slice: (after) => chunks.filter(({ id }) => id > after),
    chunks: (ids) => chunks.filter(({ id }) => ids.includes(id)),
    inOrder: (ids) => [...ids].sort((a, b) => a - b),
    prefix: () => [],
  };
}

test('a word that a replaced or removed chunk had several times does not count any more', async () => {
  const kept = [
    chunk(1, 'wrapping_mode', 'wrapping_mode: WrappingMode'),
    chunk(4, 'queue', 'queue: Queue'),
    chunk(5, 'mode', 'mode: Mode'),
  ];
  const before = [chunk(2, 'wrap', 'wrapping(mode: Mode, wrapping: Mode, mode: Mode)'), chunk(3, 'modes', 'mode, mode, mode, mode')];
  const after = [chunk(2, 'colour', 'colour: Colour')];
  const chunks = [...kept, ...before];
  const edited = new NameSearch(sourceOf(chunks));
  await edited.built();
  chunks.splice(0, chunks.length, ...kept, ...after);
  edited.changed([2], [3]);
  const fresh = new NameSearch(sourceOf([...kept, ...after]));
  await fresh.built();
  for (const query of ['wrapping mode', 'mode', 'wrap', 'colour'])
    assert.deepEqual(edited.searchNames(query, 10), fresh.searchNames(query, 10), query);
});

test('names with what is typed from another word on come before those with similar words, built or not', async (t) => {
  const files = ['find_parcels', 'parcels', 'parcels_of', 'resolveParcels', 'imparcelstone']
    .map((name) => `-- src/${name}.py --\ndef ${name}(order):\n    return order\n`)
    .join('');
  const engine = await engineOn(workspace(t, files));
  await engine.ready();
  const typed = async (query: string) =>
    (await engine.symbols({ query, mode: 'name' })).hits.filter(({ reason }) => reason !== 'fuzzy name').map(({ name }) => name);
  const expected = ['parcels', 'parcels_of', 'find_parcels', 'resolveParcels'];
  // The first search begins to build the index of names.
  assert.deepEqual(await typed('parcels'), expected);
  while (!(await engine.symbols({ query: 'parcles', mode: 'name' })).hits.length) await nextTurn();
  assert.deepEqual(await typed('parcels'), expected);
  assert.deepEqual((await typed('parc')).slice(2), ['find_parcels', 'resolveParcels']);
});
