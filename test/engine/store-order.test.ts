/** Hits of a small index are ordered by place in memory, those of a large one in SQLite: both orders are the same, also after edits. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AnalysedFile } from '../../server/core/model/chunk.js';
import { MentionCache, readEdgesTo } from '../../server/io/stores/sqlite/edges.js';
import { searchPhrase } from '../../server/io/stores/sqlite/lexical.js';
import type { RecordsInOrder } from '../../server/io/stores/sqlite/order-places.js';
import { findNamed, NameCache } from '../../server/io/stores/sqlite/read-names.js';
import { StoreDatabase } from '../../server/io/stores/sqlite/store-database.js';
import { hashOf } from '../../server/util/hash.js';
import { silent } from '../../server/util/log.js';
import { embedder, fileOf, openTestIndex, temporaryFolder } from './store-fixture.js';

const symbols = (...names: string[]) => names.map((name) => ({ name, body: 'send the parcel', calls: ['get_user', 'load'] }));

/** A file whose chunks keep their keys when they are moved. */
function keyedByName(path: string, ...names: string[]): AnalysedFile {
  const file = fileOf(path, symbols(...names));
  return { ...file, chunks: file.chunks.map((chunk) => ({ ...chunk, key: hashOf(`${path} ${chunk.name}`) })) };
}

test('names, mentions and phrases have the same order in memory and in SQLite', async (t) => {
  const index = await openTestIndex(t, temporaryFolder(t));
  const { reader, writer } = index;
  const store = new StoreDatabase({ file: join(index.folder, 'index.sqlite'), model: embedder, maxBytes: 1e9, mode: 'read', log: silent });
  t.after(() => store.close());
  const large: RecordsInOrder = () => null;
  const compare = (edit: string) => {
    for (const limit of [3, 100]) {
      const names = ['getUser', 'z.load', 'n.load', 'load'];
      assert.deepEqual(reader.named(names, limit), findNamed(store, names, limit, new NameCache(), large), `${edit}: names, ${limit}`);
      for (const kinds of [undefined, ['call'], ['inherits', 'type']] as const)
        assert.deepEqual(
          reader.edgesTo(names, limit, kinds),
          readEdgesTo(store, names, { limit, kinds }, reader.chunks, large, new MentionCache()),
          `${edit}: mentions, ${limit}, ${kinds}`,
        );
      assert.deepEqual(reader.phrase(['the', 'parcel'], limit), searchPhrase(store, ['the', 'parcel'], limit, large), `${edit}: ${limit}`);
    }
    assert.ok(reader.edgesTo(['load'], 100).length >= 9, edit);
  };
  writer.commit(['m.ts', 'z.ts', 'b/z.ts'].map((path) => fileOf(path, symbols('getUser', 'load', 'get_user'))));
  compare('new');
  writer.commit([fileOf('a.ts', symbols('load', 'getUser')), fileOf('z.ts', symbols('other', 'load', 'GetUser'))]);
  compare('edited');
  writer.remove(['m.ts']);
  writer.commit([fileOf('m.ts', symbols('getUser')), fileOf('Z.ts', symbols('get_user', 'load'))]);
  compare('removed and added');
  // The path that is new has the id of the one that is gone, and another place.
  writer.remove(['Z.ts']);
  writer.commit([fileOf('n.ts', symbols('get_user', 'load'))]);
  compare('an id given again');
  writer.commit([keyedByName('n.ts', 'getUser', 'get_user', 'GET_USER', 'load')]);
  compare('keys by name');
  writer.commit([keyedByName('n.ts', 'getUser', 'load', 'GET_USER', 'get_user')]);
  compare('moved past each other');
});
