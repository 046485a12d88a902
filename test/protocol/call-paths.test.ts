/** Questions for the chain of calls between two symbols, with the real server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json } from '../support/test-client.js';

const depot = `
-- depot/order.py --
from depot.store import FileStore, pack_parcel

class OrderHandler:
    def receive_order(self, order):
        return self.book_order(order)

    def book_order(self, order):
        def retry():
            return pack_parcel(order)

        return retry()

def unrelated_report():
    return 1
-- depot/store.py --
from depot.disk import write_bytes

class BaseStore:
    def save_parcel(self, parcel):
        raise NotImplementedError

class FileStore(BaseStore):
    def save_parcel(self, parcel):
        write_bytes(parcel)

def default_store() -> BaseStore:
    return FileStore()

def pack_parcel(order):
    BaseStore.save_parcel(default_store(), order)
-- depot/disk.py --
def write_bytes(data):
    print(data)
`;

const names = ({ results }: Json): string[] => results.map(({ qualifiedName }: Json) => qualifiedName);

test('a question for the way from one function to another is answered with the chain of calls, through closures and overrides', async () => {
  const workspace = temporaryWorkspace(depot);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      const ask = (query: string): Promise<Json> => client.request('context/retrieve', { query, profile: 'reader' });
      for (const query of [
        'how does receive_order reach write_bytes?',
        'How does `OrderHandler.receive_order` end up calling `write_bytes`?',
        'call path from receive_order to write_bytes',
        'show me the chain of calls from receive_order to write_bytes',
        'does receive_order ever call write_bytes?',
        'how do I get from receive_order to write_bytes',
      ]) {
        const { results, problems } = await ask(query);
        assert.deepEqual(
          results.map(({ qualifiedName, reason }: Json) => [qualifiedName, reason]),
          [
            ['OrderHandler.receive_order', 'calls book_order'],
            ['OrderHandler.book_order.retry', 'calls pack_parcel'],
            ['pack_parcel', 'calls save_parcel, overridden by FileStore.save_parcel'],
            ['FileStore.save_parcel', 'calls write_bytes'],
            ['write_bytes', 'defines write_bytes'],
          ],
          query,
        );
        assert.ok(results.slice(0, -1).every(({ text, answerLines }: Json) => text.length > 0 && answerLines.length === 1));
        assert.deepEqual(problems, []);
      }
      // From a class: any of its methods.
      assert.deepEqual(names(await ask('how does the OrderHandler class reach pack_parcel')), [
        'OrderHandler.book_order.retry',
        'pack_parcel',
      ]);
      const none = await ask('how does unrelated_report reach write_bytes');
      assert.deepEqual(names(none).slice(0, 2), ['unrelated_report', 'write_bytes']);
      assert.match(none.problems[0].message, /^no chain of calls from unrelated_report to write_bytes was found$/);
    });
  } finally {
    workspace.remove();
  }
});
