/** Relations of types: users of their members, bases outside of the workspace, overrides outside of a class. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { furtherLines } from '../../server/fronts/further-lines.js';
import { engineOn, workspace } from '../support/real-engine.js';

const components = `
-- src/ItemsSource.js --
export default class ItemsSource {
  setState(state) { this.state = state; }
  updatePagination(page) { this.page = page; }
}
-- src/List.js --
import ItemsSource from './ItemsSource';
export function list(controller) {
  const source = new ItemsSource();
  controller.updatePagination({ page: 1 });
  return source;
}
-- src/Code.js --
import React from 'react';
export default class CodeBlock extends React.Component {
  copy() { this.setState({ copied: true }); }
}
-- src/Pages.js --
export function page(itemsSource) { itemsSource.updatePagination({ page: 2 }); }
`;

test('users of a member by its name alone are users of the type where the file names it, or the value is named like it', async (t) => {
  const engine = await engineOn(workspace(t, components), { history: 'off' });
  await engine.settled();
  const { items, problems } = await engine.related({ symbol: 'ItemsSource', kinds: ['called_by'] });
  assert.deepEqual(items.map(({ symbol: { path } }) => path).sort(), ['src/List.js', 'src/Pages.js']);
  const note = 'users of the names of members (setState) in files without the name ItemsSource are not listed: 1';
  assert.ok(
    problems.some(({ message }) => message === note),
    JSON.stringify(problems),
  );
  const member = await engine.related({ symbol: 'ItemsSource.setState', kinds: ['called_by'] });
  assert.deepEqual(
    member.items.map(({ symbol: { path } }) => path),
    ['src/Code.js'],
  );
});

test('C++: what may call a member of the base elsewhere is no caller of the class, and a cast says which type a value has', async (t) => {
  const source = `
-- kdf.h --
class Kdf { public: virtual int rounds(); virtual int memory(); };
class Argon : public Kdf { public: int rounds() override; int memory() override; int lanes(); };
-- open.cpp --
#include "kdf.h"
int open(Kdf* kdf) { return kdf->rounds(); }
int width(Holder& held)
{
    auto argon = held.staticCast<Argon>();
    return argon->lanes();
}
-- json.cpp --
int parse(Json& json) { return json.value("action").rounds(); }
`;
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Argon', kinds: ['called_by'] });
  const callers = items.map(({ symbol, isGuess }) => `${isGuess ? '~' : ''}${symbol.qualifiedName}`);
  assert.deepEqual(callers.sort(), ['open', 'width']);
});

const longWord = 'torrent'.repeat(12_000);
const torrents = `
-- src/torrent.h --
namespace bt {
class Torrent : public QObject {
public:
  virtual long eta() const = 0;
};
}
-- src/torrentimpl.h --
#include "torrent.h"
namespace bt {
class TorrentImpl final : public Torrent {
public:
  long eta() const override;
};
}
-- src/torrentimpl.cpp --
#include "torrentimpl.h"
using namespace bt;
long TorrentImpl::eta() const { return 1; }
-- src/model.cpp --
#include "torrent.h"
long shown(const bt::Torrent *torrent) { return torrent->eta(); }
-- scripts/long.js --
const data = "${longWord}";
`;

test('C++: a definition outside of its class overrides what its class inherits, and has the callers of the base', async (t) => {
  const engine = await engineOn(workspace(t, torrents), { history: 'off' });
  await engine.settled();
  const { of, items } = await engine.related({ symbol: 'TorrentImpl.eta', kinds: ['called_by', 'extends'] });
  assert.ok(of.some(({ path }) => path === 'src/torrentimpl.cpp'));
  assert.deepEqual(
    items.map(({ kind, symbol: { qualifiedName }, through }) => [kind, qualifiedName, through?.name ?? '']),
    [
      ['called_by', 'shown', 'bt.Torrent.eta'],
      ['extends', 'bt.Torrent.eta', ''],
    ],
  );
});

test('a base that is no type of the workspace is named', async (t) => {
  const engine = await engineOn(workspace(t, torrents), { history: 'off' });
  await engine.settled();
  const { unresolved } = await engine.related({ symbol: 'Torrent', kinds: ['extends'] });
  assert.deepEqual(
    unresolved.map(({ name, line, isBase }) => [name, line, isBase]),
    [['QObject', 1, true]],
  );
});

test('a very long word costs no answer', async (t) => {
  const engine = await engineOn(workspace(t, torrents), { history: 'off' });
  await engine.settled();
  const answer = await engine.related({ symbol: 'Torrent.eta', kinds: ['called_by'] });
  const { isIncomplete, matches } = await furtherLines(engine, answer);
  assert.equal(isIncomplete, false);
  assert.deepEqual(
    matches.map(({ path }) => path),
    [],
  );
});
