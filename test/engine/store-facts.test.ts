/** What language servers stated, as stored: what takes the place of a guess, for how long, and what an edit puts out of date. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import Database from 'better-sqlite3';
import type { ResolvedEdge } from '../../server/core/code-graph/merge-facts.js';
import type { AnalysedFile } from '../../server/core/model/chunk.js';
import { stepsOut } from '../../server/core/retrieval/graph/graph-steps.js';
import type { OpenedIndex } from '../../server/io/stores/open-index.js';
import { fileOf, namesOf, openTestIndex, temporaryFolder } from './store-fixture.js';

const keyOf = (file: AnalysedFile, name: string): string => file.chunks.find((chunk) => chunk.name === name)!.key;
const idOf = (index: OpenedIndex, name: string): number => index.reader.named([name], 1)[0]!.chunkId;
const lib = fileOf('lib.ts', [
  { name: 'one', body: 'a' },
  { name: 'two', body: 'b' },
]);
/** Another `two`: by name alone nobody could tell. */
const decoy = fileOf('decoy.ts', [{ name: 'two', body: 'c' }]);
const user = fileOf('user.ts', [{ name: 'uses', calls: ['two', 'lost'] }, { name: 'more' }]);

function state(index: OpenedIndex, file: AnalysedFile, edges: readonly Partial<ResolvedEdge>[], open: readonly string[] = []): boolean {
  const stored = index.edges.storedFile(file.path)!;
  return index.edges.replaceEdges({
    path: file.path,
    contentHash: file.contentHash,
    edges: edges.map((edge) => ({ fromKey: '', toKey: '', kind: 'call', line: 1, mentions: 1, ...edge })),
    guesses: stored.references.filter(({ name }) => open.includes(name)).map(({ at }) => at),
    provenance: 'pyright 1 #a',
    incomplete: null,
  });
}
const fromUses = (index: OpenedIndex) =>
  index.reader
    .edgesFrom([idOf(index, 'uses')])
    .map(
      ({ name, toId, line, provenance }) =>
        `${name} ${toId === null ? '?' : namesOf(index, [{ chunkId: toId }])[0]} @${line} ${provenance}`,
    );

test('a resolved edge replaces the name-based one; unresolved ones stay', async (t) => {
  const index = await openTestIndex(t, temporaryFolder(t));
  index.writer.commit([lib, decoy, user]);
  assert.deepEqual(fromUses(index), ['two ? @1 syntax:test', 'lost ? @1 syntax:test']);
  assert.equal(index.reader.edgesTo(['two'], 10).length, 1);
  assert.equal(state(index, user, [{ fromKey: keyOf(user, 'uses'), toKey: keyOf(lib, 'two'), line: 1, mentions: 3 }], ['lost']), true);

  assert.deepEqual(fromUses(index), ['two two @1 pyright 1 #a', 'lost ? @1 syntax:test']);
  const [into] = index.reader.edgesInto(
    [index.reader.named(['two'], 5).find((hit) => index.reader.chunks([hit.chunkId])[0]!.path === 'lib.ts')!.chunkId],
    10,
  );
  assert.equal(into?.fromId, idOf(index, 'uses'));
  assert.deepEqual(index.reader.edgesTo(['two'], 10), []);
  assert.equal(index.reader.edgesTo(['lost'], 10).length, 1);
  assert.deepEqual([...index.reader.provenances(['user.ts', 'lib.ts'])], [['user.ts', 'pyright 1 #a']]);
  const [libTwo, decoyTwo] = ['lib.ts', 'decoy.ts'].map(
    (path) => index.reader.named(['two'], 5).find((hit) => index.reader.chunks([hit.chunkId])[0]!.path === path)!.chunkId,
  );
  assert.deepEqual(
    index.reader.edgesInto([libTwo!], 10).map(({ path }) => path),
    ['user.ts'],
  );
  assert.deepEqual(index.reader.edgesInto([decoyTwo!], 10), []);
  assert.deepEqual(index.edges.edgeCounts(), [{ language: 'typescript', files: 3, withEdges: 1 }]);
  assert.deepEqual(index.edges.neighbours('user.ts', 9), ['lib.ts']);
  assert.deepEqual(index.edges.neighbours('lib.ts', 9), ['user.ts']);
});

test('what a symbol mentions is asked again after a language server answered, without a commit of files', async (t) => {
  const index = await openTestIndex(t, temporaryFolder(t));
  index.writer.commit([lib, decoy, user]);
  const mentioned = (): string[] => {
    const records = index.reader.chunks([idOf(index, 'uses')]);
    return stepsOut(index.reader, records).map(({ to, isGuess }) => `${to.path} ${to.name} ${isGuess ? 'guessed' : 'certain'}`);
  };
  assert.deepEqual(mentioned(), ['decoy.ts two guessed', 'lib.ts two guessed']);
  state(index, user, [{ fromKey: keyOf(user, 'uses'), toKey: keyOf(lib, 'two') }], ['lost']);
  assert.deepEqual(mentioned(), ['lib.ts two certain']);
});

test('counts that were slow to read are kept while files change, not beyond a deleted index', async (t) => {
  const index = await openTestIndex(t, temporaryFolder(t));
  index.writer.commit([lib, user]);
  let clock = 0;
  t.mock.method(performance, 'now', () => (clock += 10));
  const counted = () => index.edges.edgeCounts().map(({ files }) => files);
  assert.deepEqual(counted(), [2]);
  index.writer.commit([decoy]);
  assert.deepEqual(counted(), [2]);
  clock += 1_000;
  assert.deepEqual(counted(), [3]);
  await index.forgetAll();
  assert.deepEqual(counted(), []);
});

test('facts apply to one text: a changed text has name-based edges and takes no older facts', async (t) => {
  const index = await openTestIndex(t, temporaryFolder(t));
  index.writer.commit([lib, user]);
  const edge = { fromKey: keyOf(user, 'uses'), toKey: keyOf(lib, 'two') };
  state(index, user, [edge]);
  const edited = { ...user, text: `${user.text}// more`, contentHash: 'another' };
  index.writer.commit([edited]);
  assert.deepEqual(fromUses(index), ['two ? @1 syntax:test', 'lost ? @1 syntax:test']);
  assert.equal(state(index, user, [edge]), false);
  assert.deepEqual(
    index.edges.dueFiles('typescript').map(({ path, provenance }) => `${path} ${provenance}`),
    ['lib.ts null', 'user.ts null'],
  );
  assert.equal(state(index, edited, [edge]), true);
  assert.deepEqual(
    index.edges.dueFiles('typescript').map(({ provenance }) => provenance),
    [null, 'pyright 1 #a'],
  );
});

test('a changed signature makes dependent facts stale; a changed body does not', async (t) => {
  const index = await openTestIndex(t, temporaryFolder(t));
  index.writer.commit([lib, decoy, user]);
  state(index, user, [{ fromKey: keyOf(user, 'uses'), toKey: keyOf(lib, 'two') }], ['lost']);
  state(index, decoy, []);
  const stale = () => index.edges.staleFiles(10).map(({ path }) => path);
  index.writer.commit([
    {
      ...fileOf('lib.ts', [
        { name: 'one', body: 'a' },
        { name: 'two', body: 'other' },
      ]),
      contentHash: '2',
    },
  ]);
  assert.deepEqual(stale(), []);
  const chunks = lib.chunks.map((chunk) => (chunk.name === 'two' ? { ...chunk, signature: 'function two(more)' } : chunk));
  index.writer.commit([{ ...lib, chunks, marks: lib.marks.map((mark) => mark + 1), contentHash: '3' }]);
  assert.deepEqual(stale(), ['user.ts']);
  // They stand until there are better ones.
  assert.equal(fromUses(index)[0], 'two two @1 pyright 1 #a');
  state(index, user, [{ fromKey: keyOf(user, 'uses'), toKey: keyOf(lib, 'two') }], ['lost']);
  assert.deepEqual(stale(), []);
  // A name that nobody could tell is declared somewhere.
  index.writer.commit([fileOf('new.ts', [{ name: 'lost' }])]);
  assert.deepEqual(stale(), ['user.ts']);
  state(index, user, [{ fromKey: keyOf(user, 'uses'), toKey: keyOf(lib, 'two') }]);
  index.writer.remove(['lib.ts']);
  assert.deepEqual(stale(), ['user.ts']);
  index.writer.remove(['user.ts']);
  assert.deepEqual([stale(), index.edges.knownFacts('user.ts')], [[], null]);
  index.edges.markStaleBelow('', ['python', 'typescript']);
  assert.deepEqual(stale(), ['decoy.ts']);
});

test('a symbol that comes back or is declared again makes facts stale that rested on it', async (t) => {
  const index = await openTestIndex(t, temporaryFolder(t));
  index.writer.commit([lib, user]);
  const edges = [{ fromKey: keyOf(user, 'uses'), toKey: keyOf(lib, 'two') }];
  const stale = () => index.edges.staleFiles(10).map(({ path }) => path);
  const commit = (hash: string, ...names: string[]) =>
    index.writer.commit([
      {
        ...fileOf(
          'lib.ts',
          names.map((name) => ({ name, body: name })),
        ),
        contentHash: hash,
      },
    ]);
  state(index, user, edges);
  commit('2', 'one');
  assert.deepEqual(stale(), ['user.ts']);
  // No edge leads to it any more.
  state(index, user, []);
  commit('3', 'one', 'three');
  assert.deepEqual(stale(), []);
  commit('4', 'one', 'two');
  assert.deepEqual(stale(), ['user.ts']);
  state(index, user, edges);
  commit('5', 'one', 'two', 'two');
  assert.deepEqual(stale(), ['user.ts']);
});

test('an edge takes less than 200 bytes, its index included', async (t) => {
  const folder = temporaryFolder(t);
  const index = await openTestIndex(t, folder);
  const files = Array.from({ length: 40 }, (_, f) =>
    fileOf(
      `f${f}.ts`,
      Array.from({ length: 50 }, (_, i) => ({ name: `name${f}x${i}` })),
    ),
  );
  index.writer.commit(files);
  let count = 0;
  for (const [f, file] of files.entries()) {
    const edges = file.chunks.flatMap(({ key }, i) =>
      Array.from({ length: 5 }, (_, n) => ({
        fromKey: key,
        toKey: files[(f + n * 7) % 40]!.chunks[(i * 3 + n) % 51]!.key,
        line: i,
        mentions: 2,
      })),
    );
    const distinct = [...new Map(edges.map((edge) => [`${edge.fromKey} ${edge.toKey}`, edge])).values()];
    assert.ok(state(index, file, distinct));
    count += distinct.length;
  }
  const db = new Database(join(index.folder, 'index.sqlite'), { readonly: true });
  const bytes = db.prepare("SELECT sum(pgsize) FROM dbstat WHERE name IN ('edges', 'edges_by_target')").pluck().get() as number;
  db.close();
  t.diagnostic(`${count} edges, ${(bytes / count).toFixed(0)} bytes each`);
  assert.ok(count > 9_000 && bytes / count < 200, `${bytes / count} bytes an edge`);
});

test('names that symbols have, exactly as they are written', async (t) => {
  const index = await openTestIndex(t, temporaryFolder(t));
  index.writer.commit([fileOf('names.ts', [{ name: 'putOn' }, { name: 'put_off' }])]);
  assert.deepEqual([...index.edges.declaredNames(['putOn', 'put_on', 'PutOn', 'put_off', 'names.ts', 'err', ''])].sort(), [
    'putOn',
    'put_off',
  ]);
  assert.deepEqual([...index.edges.declaredNames([])], []);
});
