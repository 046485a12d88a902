/** Names that stand alone mean what is in scope: members of enumerations, nested types, overloads; and all lines of a user are listed. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

/** Users of a symbol, each as `name: lines`, 1-based. */
async function usersOf(t: TestContext, source: string, symbol: string): Promise<string[]> {
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol, kinds: ['called_by', 'used_by', 'tested_by', 'imported_by'] });
  return items
    .map(({ symbol: { qualifiedName }, proof, moreProof, isGuess }) => {
      const lines = [proof, ...moreProof].flatMap((one) => (one ? one.line + 1 : []));
      return `${isGuess ? '~' : ''}${qualifiedName}: ${lines.join(' ')}`;
    })
    .sort();
}

test('Rust: a variant is behind its enumeration, or imported', async (t) => {
  const source = `
-- src/lib.rs --
pub enum Either { Number(i32), String(String) }
pub enum Kind { User, Desk }
pub struct User {}
-- src/read.rs --
use crate::User;
pub fn read() -> String { String::from("a") }
pub fn take(user: User) -> String { String::new() }
pub fn wrap() -> crate::Either { crate::Either::String(String::new()) }
-- src/kinds.rs --
use crate::Kind::*;
pub fn kind() -> crate::Kind { Desk }
`;
  assert.deepEqual(await usersOf(t, source, 'Either.String'), ['wrap: 4']);
  assert.deepEqual(await usersOf(t, source, 'Kind.User'), [], 'the structure of the name is imported');
  assert.deepEqual(await usersOf(t, source, 'Kind.Desk'), ['~kind: 2']);
});

test('C++: a member of an enumeration in a class and a nested type are in scope of the class alone', async (t) => {
  const source = `
-- EntryModel.h --
class EntryModel {
public:
    enum Column { Title, Modified };
    int columns();
};
class WideModel : public EntryModel {
    int wide() { return Modified; }
};
-- EntryModel.cpp --
#include "EntryModel.h"
int EntryModel::columns() { return Modified + 1; }
-- Proxy.cpp --
#define PROPERTY(name) int get##name()
PROPERTY(Modified);
int other(int Modified) { return Modified; }
int column() { return EntryModel::Modified; }
-- Dialog.h --
class Dialog {
public:
    class EntryModel { public: EntryModel(int rows); };
};
-- View.cpp --
#include "EntryModel.h"
EntryModel* view() { return new EntryModel(); }
`;
  assert.deepEqual(await usersOf(t, source, 'EntryModel.Column.Modified'), ['column: 4', '~EntryModel.columns: 2', '~WideModel.wide: 7']);
  assert.deepEqual(await usersOf(t, source, 'Dialog.EntryModel'), []);
});

test('C++: a constant as the argument of a constructor, an overload that hands on to another one', async (t) => {
  const source = `
-- Format.h --
namespace Format { const int VERSION = 3; }
-- Exporter.h --
class Exporter {
public:
    bool write(const char* path, bool sorted);
    bool write(Device* device, bool sorted);
};
-- Exporter.cpp --
#include "Exporter.h"
bool Exporter::write(const char* path, bool sorted)
{
    File file(path);
    return write(&file, sorted);
}
bool Exporter::write(Device* device, bool sorted)
{
    Reader reader(Format::VERSION);
    return true;
}
`;
  assert.deepEqual(await usersOf(t, source, 'Format.VERSION'), ['Exporter.write: 9']);
  assert.deepEqual(await usersOf(t, source, 'Exporter.write'), ['Exporter.write: 5']);
});

test('C++: members behind smart pointers, and all lines of a user before and behind the first', async (t) => {
  const source = `
-- Store.h --
class Store { public: int bin(); };
class Base {
    QPointer<Store> const m_store;
    Store* store() { return m_store; }
    void empty();
    int both();
};
-- Base.cpp --
#include "Store.h"
void Base::empty()
{
    m_store->bin();
}
int Base::both()
{
    if (!m_store->bin()) {
        return 0;
    }
    return store()->bin();
}
`;
  assert.deepEqual(await usersOf(t, source, 'Store.bin'), ['Base.both: 8 11', 'Base.empty: 4']);
});

test('a value that is named like another type is none, a variant in a string is no first mention', async (t) => {
  const source = `
-- model.h --
class Group { public: bool isRecycled(); };
class Entry { public: bool isRecycled(); };
-- search.cpp --
#include "model.h"
int search(List all)
{
    for (auto group : all.groups())
        if (group->isRecycled()) continue;
    for (auto entry : all.entries())
        if (entry->isRecycled()) continue;
    return 0;
}
-- kind.rs --
pub enum Kind { Manager, User }
impl Kind {
    pub fn read(s: &str) -> Option<Kind> {
        match s {
            "3" | "Manager" => Some(Kind::Manager),
            "4" | "Custom" => Some(Kind::Manager),
            _ => None,
        }
    }
}
`;
  assert.deepEqual(await usersOf(t, source, 'Entry.isRecycled'), ['~search: 7']);
  assert.deepEqual(await usersOf(t, source, 'Group.isRecycled'), ['~search: 5']);
  assert.deepEqual(await usersOf(t, source, 'Kind.Manager'), ['Kind.read: 5 6']);
});

test('Python: a line that begins with stars is code, and so is one behind an import within the function', async (t) => {
  const source = `
-- keys.py --
CONF_NAMES = "names"
-- config.py --
from keys import CONF_NAMES
def validate(config):
    if CONF_NAMES in config:
        return {
            **config.get(CONF_NAMES, {}),
        }
-- later.py --
def substitute(config):
    from keys import CONF_NAMES
    if CONF_NAMES in config:
        config.pop(CONF_NAMES)
`;
  assert.deepEqual(await usersOf(t, source, 'CONF_NAMES'), ['config: 1', 'substitute: 2', 'substitute: 3 4', 'validate: 3 5']);
});

test('C++: a block that two conditions open and close ends where it does', async (t) => {
  const source = `
-- helpers.cpp --
namespace home {
int checksum(const char *data, int length, int start) {
#ifdef CHIP
  if (start == 1) {
    return chip_checksum(data, length);
  }
#endif
#ifndef CHIP
  if (start == 2) {
    start = table[start];
  } else {
#endif
    while (length--) {
      start ^= *data++;
    }
#ifndef CHIP
  }
#endif
  return start;
}

int hash(const char *text) { return checksum(text, 3, 0); }
}
`;
  assert.deepEqual(await usersOf(t, source, 'home.checksum'), ['home.hash: 22']);
});
