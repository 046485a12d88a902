/** Symbols that vanish from an unsaved document, and come back: the edges of other files follow. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- urls.py --
class Url:
    @property
    def raw_path(self):
        return "/"
-- models.py --
from urls import Url


class Request:
    def __init__(self):
        self.url = Url()
-- handle.py --
from models import Request


def handle(request: Request):
    return request.url.raw_path
`;

test('a member that is renamed and named as before is used as before', { timeout: 300_000 }, async (t) => {
  const place = workspace(t, source);
  const engine = await engineOn(place, { edgeIndexing: 'auto', history: 'off' });
  const users = async (symbol: string) => {
    await engine.settled();
    await engine.edgesIndexed();
    const { items } = await engine.related({ symbol, kinds: ['used_by', 'called_by'] });
    return items.map((item) => `${item.symbol.qualifiedName} ${item.provenance.split(' ')[0]}`);
  };
  assert.deepEqual(await users('Url.raw_path'), ['handle pyright']);
  const urls = '\nclass Url:\n    @property\n    def raw_path(self):\n        return "/"\n';
  engine.openDocument('urls.py', urls.replace('raw_path', 'raw'));
  assert.deepEqual(await users('Url.raw'), []);
  // No edge of handle.py leads to urls.py any more.
  engine.changeDocument('urls.py', urls);
  assert.deepEqual(await users('Url.raw_path'), ['handle pyright']);
});
