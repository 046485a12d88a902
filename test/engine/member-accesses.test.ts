/** Users of fields are read from the text, with the types that it states for the values. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';
import { usersIn } from '../support/users-in.js';

test('C: by the type of a value, its typedef, a member of another struct and the key of a literal', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- src/window.h --
typedef struct window { int geometry; } window_t;
struct other { int geometry; };
struct app { window_t *win; };
-- src/window.c --
#include "window.h"
int width(window_t *w) { return w->geometry; }
int of_app(struct app *a) { return a->win->geometry; }
int of_other(struct other *w) { return w->geometry; }
window_t first = { .geometry = 1 };
struct other second = { .geometry = 2 };
`,
  );
  assert.deepEqual(await usersOf('window.geometry'), ['first:5', 'of_app:3', 'width:2']);
  assert.deepEqual(await usersOf('other.geometry'), ['of_other:4', 'second:6']);
});

test('Go: types of one name belong to their packages', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- go.mod --
module example.org/store
-- disk/disk.go --
package disk

type Options struct { ChunkSize int }
type Fs struct { opt Options }

func (f *Fs) Upload() int { return f.opt.ChunkSize }
func New() *Options { return &Options{ChunkSize: 1} }
-- cloud/cloud.go --
package cloud

type Options struct { ChunkSize int }
type Fs struct { opt Options }
type Info struct { ChunkSize int }

func (f *Fs) Send() int { return f.opt.ChunkSize }
func (f *Fs) Info() Info { return Info{ChunkSize: 3} }
`,
  );
  assert.deepEqual(await usersOf('disk/disk.go:Options.ChunkSize'), ['Fs.Upload:6', 'New:7']);
  assert.deepEqual(await usersOf('cloud/cloud.go:Options.ChunkSize'), ['Fs.Send:7']);
});

test('a field of two letters', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- go.mod --
module example.org/store
-- store.go --
package store

type Store struct { db int }
type Other struct { db int }

func (s *Store) Read() int { return s.db }
func (o *Other) Read() int { return o.db }
func make() *Store { return &Store{db: 1} }
`,
  );
  assert.deepEqual(await usersOf('Store.db'), ['Store.Read:6', 'make:8']);
});

test('Rust: fields that are written or taken apart by their names alone', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- src/lib.rs --
pub struct SearchHits { pub hit_count: u32 }
pub struct Other { pub hit_count: u32 }
pub fn make() -> SearchHits {
    let hit_count = 1;
    SearchHits {
        hit_count,
    }
}
pub fn take(hits: &SearchHits) -> u32 {
    let SearchHits { hit_count } = hits;
    *hit_count
}
pub fn read(hits: &SearchHits, other: &Other) -> u32 { hits.hit_count }
pub fn other(other: &Other) -> u32 { other.hit_count }
`,
  );
  const lines = await usersOf('SearchHits.hit_count');
  for (const place of ['make:6', 'take:10', 'read:13']) assert.ok(lines.includes(place), String(lines));
  assert.ok(!lines.some((line) => line.startsWith('other:')), String(lines));
});

test('a method that is called on a member of a value has the type of the member', async (t) => {
  const files = workspace(
    t,
    `
-- src/transfer.ts --
import { Stats, Other } from './stats.js';
export class Transfer {
  stats: Stats = new Stats();
  other: Other = new Other();
}
export function finish(tr: Transfer): void { tr.stats.report(); }
export function leave(tr: Transfer): void { tr.other.report(); }
-- src/stats.ts --
export class Stats { report(): void {} }
export class Other { report(): void {} }
`,
  );
  const engine = await engineOn(files, { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Stats.report', kinds: ['called_by'] });
  const certain = items.filter(({ isGuess }) => !isGuess).map(({ symbol: { qualifiedName } }) => qualifiedName);
  assert.deepEqual(certain, ['finish']);
});

test('TypeScript: an accessor has the users of its getter and its setter once, whatever is held besides nothing', async (t) => {
  const files = `
-- drawer.ts --
export class Drawer {
  get mode(): string { return this.kind; }
  set mode(value: string) { this.kind = value; }
  kind = 'over';
}
export class Door {
  get mode(): string { return 'shut'; }
}
-- container.ts --
import { Door, Drawer } from './drawer';
export class Container {
  private _left: Drawer | null = null;
  private _right: Drawer | null = null;
  private door: Door | null = null;
  isOver(): boolean { return this._left?.mode === 'over'; }
  isSide(): boolean { return this._right.mode === 'side'; }
  isShut(): boolean { return this.door.mode === 'shut'; }
}
`;
  const usersOf = await usersIn(t, files);
  assert.deepEqual(await usersOf('Drawer.mode'), ['Container.isOver:6', 'Container.isSide:7']);
});

test('C#: properties that initializers set, and those of values that patterns declare', async (t) => {
  const files = `
-- Card.cs --
namespace Shop {
  public enum CardKind { Error, Plain }
  public class Card { public CardKind Kind { get; set; } public string Text { get; set; } }
  public class Sheet { public CardKind Kind { get; set; } }
}
-- Desk.cs --
namespace Shop {
  public class Desk {
    public object Make(CardKind kind) {
      return new Card
      {
        Text = "a",
        Kind = kind
      };
    }
    public object MakeSheet(CardKind kind) => new Sheet() { Kind = kind };
    public bool IsPlain(object value) => value is Card card && card.Kind == CardKind.Plain;
    public bool IsPlainSheet(object value) {
      switch (value) {
        case Sheet sheet:
          return sheet.Kind == CardKind.Plain;
      }
      return false;
    }
  }
}
`;
  const usersOf = await usersIn(t, files);
  assert.deepEqual(await usersOf('Card.Kind'), ['Shop.Desk.IsPlain:11', 'Shop.Desk.Make:7']);
  assert.deepEqual(await usersOf('Sheet.Kind'), ['Shop.Desk.IsPlainSheet:15', 'Shop.Desk.MakeSheet:10']);
});

test('C++: members of the own class that are named alone, outside of its body too', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- window.hpp --
class Window {
  bool previewEnabled = true;
  void Show();
  void Hide(bool previewEnabled);
  void Print();
};
class Other {
  bool previewEnabled = false;
  void Show();
};
-- window.cpp --
#include "window.hpp"
void Window::Show() {
  if (previewEnabled)
    draw();
}
void Window::Hide(bool previewEnabled) {
  previewEnabled = false;
}
void Window::Print() {
  print("previewEnabled");
  get()->previewEnabled = true;
}
void Other::Show() {
  previewEnabled = true;
}
`,
  );
  assert.deepEqual(await usersOf('Window.previewEnabled'), ['Window.Show:3']);
  assert.deepEqual(await usersOf('Other.previewEnabled'), ['Other.Show:14']);
});

test('Kotlin: named alone in the own type, behind an object, and not as the label of an argument', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- app/Settings.kt --
package app
object Settings {
    var sortType: Int = 1
    fun load(storage: Storage) {
        sortType = storage.get("sortType")
    }
    fun copied() = Sort(
        sortType = 2,
    )
}
-- app/Screen.kt --
package app
class Screen {
    var sortType: Int = 2
    fun change() {
        Settings.sortType = this.sortType
        other.show(this.sortType)
    }
    fun show(sortType: Int) = print(sortType)
}
`,
  );
  assert.deepEqual(await usersOf('Settings.sortType'), ['Screen.change:5', 'Settings.load:5']);
  assert.deepEqual(await usersOf('Screen.sortType'), ['Screen.change:5', 'Screen.change:6']);
});

test('C++: constants, variables and scoped members in small letters, each of its namespace', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- src/limits.h --
constexpr int kStepOfCoords = 2;
extern bool gSoundsOff;
enum class Mechanic { undefinedState, isFixing };
namespace old::Limits { constexpr int kStepOfCoords = 4; }
struct Ride { int inspection; };
namespace old { struct Ride { int inspection; }; }
Ride* findRide(int id);
-- src/audio.cpp --
#include "limits.h"
bool gSoundsOff = false;
void mute() { gSoundsOff = true; }
int height(int z) { return z * kStepOfCoords; }
bool fixing(Mechanic one) { return one == Mechanic::isFixing; }
void print() { log("gSoundsOff kStepOfCoords"); }
int inspected(int id) {
  auto* ride = findRide(id);
  return ride->inspection;
}
-- src/import.cpp --
#include "limits.h"
namespace old {
int imported(int z) { return z / Limits::kStepOfCoords; }
int of(Ride& ride) { return ride.inspection; }
}
`,
  );
  assert.deepEqual(await usersOf('gSoundsOff'), ['mute:3']);
  assert.deepEqual(await usersOf('src/limits.h:kStepOfCoords'), ['height:4', 'old.imported:3']);
  assert.deepEqual(await usersOf('old::Limits.kStepOfCoords'), ['old.imported:3']);
  assert.deepEqual(await usersOf('Mechanic.isFixing'), ['fixing:5']);
  assert.deepEqual(await usersOf('old.Ride.inspection'), ['old.of:4']);
});

test('TypeScript: in functions of an object within a method, of values of a block around, by strings and in typed literals', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- src/cart.ts --
export class Cart {
  toasts = new Toasts();
  private total = 0;
  get items() { return 1; }
  save(request) {
    request.subscribe({
      next: () => { this.toasts.show(1); },
      error: (e) => { this.toasts.fail(e); },
    });
  }
}
export class Other { toasts = new Toasts(); items = 2; total = 3; tell() { this.toasts.show(2); } }
export interface Summary { first: number; last: number }
export interface Range { first: number; last: number }
export function summaryOf(index: number) {
  const found: Summary = { first: index, last: 2 };
  const range: Range = { first: 3, last: 4 };
  return [found, range];
}
-- src/cart.spec.ts --
import { Cart } from './cart';
let shared: Cart;
describe('cart', () => {
  let cart: Cart;
  it('has items', () => {
    expect(cart.items).toBe(1);
    expect(shared.items).toBe(1);
    expect(cart['total']).toBe(0);
  });
});
describe('others', () => {
  it('has none', () => { expect(cart.items).toBe(1); });
});
`,
  );
  assert.deepEqual(await usersOf('Cart.toasts'), ['Cart.save.error:8', 'Cart.save.next:7']);
  assert.deepEqual(await usersOf('Cart.items'), ['cart.has items:6', 'cart.has items:7']);
  assert.deepEqual(await usersOf('Cart.total'), ['cart.has items:8']);
  assert.deepEqual(await usersOf('Summary.first'), ['summaryOf:16']);
});

test('Go: a method on several fields of its type, and not on values of other libraries', async (t) => {
  const engine = await engineOn(
    workspace(
      t,
      `
-- go.mod --
module example.org/store
-- limits.go --
package store

type Limit struct{ n int }
func (l Limit) Zero() bool { return l.n == 0 }
func (l Limit) Add(n int) {}
type Policy struct{ Hourly, Daily Limit }
func (p Policy) Text() string {
	if !p.Hourly.Zero() {
		return "hourly"
	}
	if !p.Daily.Zero() {
		return "daily"
	}
	return ""
}
-- index.go --
package store

type Index struct{ packs int }
func NewIndex() *Index { return &Index{} }
func (i *Index) Grow() int { return i.packs }
func decode() int {
	i := NewIndex()
	return i.Grow()
}
-- locks.go --
package store

import (
	"sync"
	"time"
)

type guard struct{ used int }
func (g *guard) Unlock() {}
type table struct {
	sync.Mutex
	inner sync.Mutex
}
func (t *table) Read() {
	defer t.Unlock()
	t.inner.Unlock()
}
func later() { time.Now().Add(time.Second) }
func use(g *guard) { g.Unlock() }
`,
    ),
    { history: 'off', edgeIndexing: 'off' },
  );
  await engine.settled();
  const callersOf = async (symbol: string): Promise<string[]> =>
    (await engine.related({ symbol, kinds: ['called_by'] })).items.flatMap(({ symbol: user, proof, moreProof }) =>
      [...(proof ? [proof] : []), ...moreProof].map(({ line }) => `${user.qualifiedName}:${line + 1}`),
    );
  assert.deepEqual(await callersOf('Limit.Zero'), ['Policy.Text:8', 'Policy.Text:11']);
  assert.deepEqual(await callersOf('guard.Unlock'), ['use:19']);
  assert.deepEqual(await callersOf('Limit.Add'), []);
  assert.deepEqual(await callersOf('Index.Grow'), ['decode:8']);
});

test('C++: a file that uses the namespace of its class, what a field holds that is called, and names of the standard library', async (t) => {
  const engine = await engineOn(
    workspace(
      t,
      `
-- src/istore.h --
namespace shop::store {
class IStore {
public:
    virtual int put(int crate) = 0;
};
}
-- src/desk.h --
#include "istore.h"
namespace shop::desk {
class Desk {
    tools::Inject<store::IStore> store { this };
public:
    int close(int crate);
};
}
-- src/desk.cpp --
#include "desk.h"
using namespace shop::desk;
int Desk::close(int crate)
{
    return store()->put(std::round(crate));
}
-- src/math.cpp --
namespace other {
int round(int value) { return value; }
}
-- src/tests/store_mock.h --
class StoreMock : public IStore {
    MOCK_METHOD(int, put, (int), (override));
};
`,
    ),
    { history: 'off', edgeIndexing: 'off' },
  );
  await engine.settled();
  const callersOf = async (symbol: string): Promise<string[]> =>
    (await engine.related({ symbol, kinds: ['called_by'] })).items.map(
      ({ symbol: user, isGuess }) => `${isGuess ? '~' : ''}${user.qualifiedName}`,
    );
  assert.deepEqual(await callersOf('IStore.put'), ['Desk.close']);
  assert.deepEqual(await callersOf('other.round'), []);
  const { results } = await engine.retrieve({ query: 'Desk.close' });
  assert.deepEqual(
    results.filter(({ name }) => name === 'close').map(({ path }) => path),
    ['src/desk.cpp'],
  );
});

test('Python: the keyword of a call that makes the type', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- shop/step.py --
from dataclasses import dataclass


@dataclass
class Step:
    origin: int
    target: int


class Walk:
    origin = 0
-- shop/steps.py --
from shop.step import Step, Walk

FIRST = Step(
    origin=1,
    target=2,
)


def second(walk: Walk, step: Step):
    other = Walk(origin=3)
    return Step(origin=step.origin, target=other)
`,
  );
  assert.deepEqual(await usersOf('Step.origin'), ['FIRST:4', 'second:11']);
  assert.deepEqual(await usersOf('Walk.origin'), ['second:10']);
});

test('C#: a property that is named like a type, and a method that is added to a type of a library', async (t) => {
  const engine = await engineOn(
    workspace(
      t,
      `
-- src/Store.cs --
namespace Shop {
    public interface IStore { int Save(int crate); }
    public class Store : IStore { public int Save(int crate) { return crate; } }
}
-- src/Desk.cs --
namespace Shop {
    public class Counter { public static IStore Store { get; set; } }
    public class Desk : Counter { public int Close(int crate) { return Store.Save(crate); } }
}
-- src/Settings.cs --
using Microsoft.Extensions.Configuration;
namespace Shop {
    public static class Settings { public static bool IsOpen(this IConfiguration settings) { return true; } }
    public class Program { public bool Run(IConfiguration settings) { return settings.IsOpen(); } }
}
`,
    ),
    { history: 'off', edgeIndexing: 'off' },
  );
  await engine.settled();
  const callersOf = async (symbol: string): Promise<string[]> =>
    (await engine.related({ symbol, kinds: ['called_by'] })).items.map(
      ({ symbol: user, through }) => `${user.name}${through ? ' through' : ''}`,
    );
  assert.deepEqual(await callersOf('IStore.Save'), ['Close']);
  assert.deepEqual(await callersOf('Store.Save'), ['Close through']);
  assert.deepEqual(await callersOf('Settings.IsOpen'), ['Run']);
});

test('Python: properties and attributes, inherited ones too, by the types of what methods set and return', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- shop/cart.py --
class Url:
    def __init__(self, text: str):
        self.scheme = text.split(":")[0]


class Request:
    def __init__(self, url: Url):
        self.url = url

    @property
    def size(self) -> int:
        return 1

    @size.setter
    def size(self, size: int) -> None:
        print(size)


class Answer:
    def __init__(self):
        self.scheme = "none"
        self.request = self.make()

    def make(self) -> "Request":
        return Request(Url(""))


class Client:
    def send(self) -> Answer:
        return Answer()


class Quick(Client):
    pass


class Retry(Request):
    @property
    def size(self) -> int:
        return 2
-- shop/desk.py --
from shop import cart


def first(request: cart.Request):
    return request.url.scheme


def second(retry: cart.Retry):
    retry.size = 3
    return retry.url.scheme


def third(answer: cart.Answer):
    return answer.request.url.scheme + answer.scheme


def fourth():
    client = cart.Quick()
    answer = client.send()
    return answer.request.size
`,
  );
  assert.deepEqual(await usersOf('Url.scheme'), ['first:5', 'second:10', 'third:14']);
  assert.deepEqual(await usersOf('Answer.scheme'), ['third:14']);
  assert.deepEqual(await usersOf('Request.size'), ['fourth:20']);
  // A value that is declared as the type above may be one of the type below.
  assert.deepEqual(await usersOf('Retry.size'), ['fourth:20', 'second:9']);
  assert.deepEqual(await usersOf('Answer.request'), ['fourth:20', 'third:14']);
});

test('Dart: constants of types and of files, and members alone behind labels', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- lib/yard.dart --
final craneSpeed = 3;
class YardKeys { static const minWidth = 4; static const type = 'yard'; }
class Avatar {
  Avatar({required this.iconUrl});
  final String iconUrl;
  Widget build() { return Image(url: iconUrl, width: 1); }
}
-- lib/desk.dart --
import 'yard.dart';
class Desk {
  int total() { return craneSpeed + YardKeys.minWidth; }
  Node node() { return Node(type: YardKeys.type, speed: 2); }
  Node other() { return Node(craneSpeed: 2, type: 'x'); }
}
`,
  );
  assert.deepEqual(await usersOf('craneSpeed'), ['Desk.total:3']);
  assert.deepEqual(await usersOf('YardKeys.minWidth'), ['Desk.total:3']);
  assert.deepEqual(await usersOf('YardKeys.type'), ['Desk.node:4']);
  assert.deepEqual(await usersOf('Avatar.iconUrl'), ['Avatar.Avatar:4', 'Avatar.build:6']);
});

test('Rust: a function that uses several variants of an enumeration has all lines, and `self` may stand a line above', async (t) => {
  const engine = await engineOn(
    workspace(
      t,
      `
-- src/lib.rs --
pub enum Format { Plain, Meta }
pub fn export(kind: u8) -> u8 {
    match kind {
        0 => take(Format::Plain),
        1 => take(Format::Meta),
        _ => take(Format::Plain),
    }
}
pub struct Desk { rows: u8 }
impl Desk {
    pub fn close_row(&self) -> u8 { self.rows }
    pub fn close(&self) -> u8 {
        self
            .close_row()
    }
}
pub struct Yard { rows: u8 }
impl Yard { pub fn close_row(&self) -> u8 { self.rows } }
`,
    ),
    { history: 'off', edgeIndexing: 'off' },
  );
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Format', kinds: ['used_by'] });
  const lines = items.flatMap(({ symbol, proof, moreProof }) =>
    [...(proof ? [proof] : []), ...moreProof].map(({ line }) => `${symbol.name}:${line + 1}`),
  );
  assert.deepEqual(lines, ['export:4', 'export:5', 'export:6']);
  const callers = await engine.related({ symbol: 'Desk.close_row', kinds: ['called_by'] });
  assert.deepEqual(
    callers.items.map(({ symbol, isGuess }) => [symbol.qualifiedName, isGuess]),
    [['Desk.close', false]],
  );
});

test('Python: fixtures are used by parameters; C#: keys of literals of other types, tuples as type arguments, inherited properties', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- tests/conftest.py --
import pytest

@pytest.fixture
def full_cart():
    return 1
-- tests/test_cart.py --
def test_total(full_cart):
    assert full_cart

def test_other(cart):
    assert cart
-- src/Desk.cs --
namespace Shop {
  public class Base {
    protected string DeskName => "x";
    protected T Handle<T>(int a) { return default; }
  }
  public class Quick { public bool IsOpen { get; set; } }
  public class Slow { public bool IsOpen { get; set; } }
  public class Desk : Base {
    public string Name() { return DeskName; }
    public object Run() => Handle<(decimal, decimal)>(1);
    public object Make() {
      var quick = new Quick { IsOpen = true };
      var slow = new Slow { IsOpen = true };
      return quick;
    }
  }
}
`,
  );
  assert.deepEqual(await usersOf('full_cart'), ['test_total:1', 'test_total:2']);
  assert.deepEqual(await usersOf('Base.DeskName'), ['Shop.Desk.Name:9']);
  assert.deepEqual(await usersOf('Quick.IsOpen'), ['Shop.Desk.Make:12']);
});

test('Go: packages that begin alike, types that differ in case, and a variable with the name of its type', async (t) => {
  const engine = await engineOn(
    workspace(
      t,
      `
-- go.mod --
module example.com/shop

go 1.18
-- lib/config/wrapper.go --
package config

type Wrapper interface { FolderList() int }
-- lib/config/mocks/wrapper.go --
package mocks

type Wrapper struct { calls int }

func (w *Wrapper) FolderList() int { return w.calls }
-- lib/desk/desk.go --
package desk

import "example.com/shop/lib/config"

type service struct { cfg config.Wrapper }

func (s *service) Commit() int { return s.cfg.FolderList() }

func open() *service {
	service := &service{}
	// It has to be told of that.
	service.Commit()
	return service
}
-- lib/nat/service.go --
package nat

type Service struct { id int }

func (s *Service) Commit() int { return s.id }

func start() {
	s := &Service{}
	s.Commit()
}
`,
    ),
    { history: 'off', edgeIndexing: 'off' },
  );
  await engine.settled();
  const callersOf = async (symbol: string): Promise<string[]> =>
    (await engine.related({ symbol, kinds: ['called_by'] })).items.map(
      ({ symbol: user, through }) => `${user.name}${through ? ' through' : ''}`,
    );
  const { of, items } = await engine.related({ symbol: 'Wrapper.FolderList', kinds: ['called_by'] });
  const paths = new Map(of.map(({ key, path }) => [key, path]));
  assert.deepEqual(
    items.map((item) => [item.symbol.qualifiedName, paths.get(item.of)]),
    [['service.Commit', 'lib/config/wrapper.go']],
  );
  assert.deepEqual(await callersOf('service.Commit'), ['open']);
  assert.deepEqual(await callersOf('Service.Commit'), ['start']);
});

test('Python: the constructor of the type above is called by super()', async (t) => {
  const engine = await engineOn(
    workspace(
      t,
      `
-- shop/cart.py --
class Base:
    def __init__(self, size):
        print(size)


class Other:
    def __init__(self, size):
        print(size)


class Cart(Base):
    def __init__(self):
        super().__init__(1)


class Foreign(Exception):
    def __init__(self):
        super().__init__(1)
`,
    ),
    { history: 'off', edgeIndexing: 'off' },
  );
  await engine.settled();
  const callersOf = async (symbol: string): Promise<string[]> =>
    (await engine.related({ symbol, kinds: ['called_by'] })).items.map(
      ({ symbol: user, isGuess }) => `${user.qualifiedName}${isGuess ? '~' : ''}`,
    );
  assert.deepEqual(await callersOf('Base.__init__'), ['Cart.__init__']);
  assert.deepEqual(await callersOf('Other.__init__'), []);
});

test('C++: fields that a constructor initialises, and members of an enumeration without a scope', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- src/log.h --
namespace shop {
enum RecordType { kFullType = 1, kLastType = 4 };
enum class Level { kDeepLevel, kTopLevel };
static const int kMaxType = kLastType;
class Log {
 public:
  Log(int size);
  int total() const { return size_; }
 private:
  int size_;
  int count_;
};
}
-- src/log.cc --
#include "log.h"
namespace shop {
Log::Log(int size) : size_(size),
    count_(0) {}
int typeOf(int record) { return record == kLastType ? 1 : static_cast<int>(Level::kTopLevel); }
}
`,
  );
  assert.deepEqual(await usersOf('Log.size_'), ['shop.Log.Log:3', 'shop.Log.total:8']);
  assert.deepEqual(await usersOf('Log.count_'), ['shop.Log.Log:4']);
  assert.deepEqual(await usersOf('RecordType.kLastType'), ['shop.kMaxType:4', 'shop.typeOf:5']);
  assert.deepEqual(await usersOf('Level.kTopLevel'), ['shop.typeOf:5']);
});

test('C++: new calls the constructor that takes the arguments', async (t) => {
  const engine = await engineOn(
    workspace(
      t,
      `
-- src/cart.cc --
namespace shop {
class Cart {
 public:
  Cart(int size, int weight) : size_(size), weight_(weight) {}
  explicit Cart(int size) : size_(size), weight_(0) {}
 private:
  int size_;
  int weight_;
};
Cart* heavy() { return new Cart(1, 2); }
Cart* light() { return new Cart(1); }
}
`,
    ),
    { history: 'off', edgeIndexing: 'off' },
  );
  await engine.settled();
  const callersAt = async (line: number): Promise<string[]> =>
    (await engine.related({ at: { path: 'src/cart.cc', line, column: 3 }, kinds: ['called_by'] })).items.map(({ symbol }) => symbol.name);
  assert.deepEqual(await callersAt(3), ['heavy']);
  assert.deepEqual((await callersAt(4)).sort(), ['light']);
});

test('Go: elements, loops, embedded types, what a call of another package returns, and keys of literals', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- go.mod --
module example.org/chi/v5

go 1.19
-- context.go --
package chi

type Context struct {
	Path  string
	nodes nodes
}
type nodes []*node
type node struct {
	tail     byte
	children [2]nodes
}
type writer struct{ sent bool }
type fancy struct{ writer }
type method int

const (
	small method = iota
	large
)

var names = map[method]string{
	small: "s",
	large: "l",
}

func FromContext(any interface{}) *Context {
	found, _ := any.(*Context)
	found.Path = ""
	return found
}
func (n *node) each() byte {
	for _, child := range n.children[1] {
		child.tail = 1
	}
	first := n.children[0]
	return first[0].tail
}
func sent(f *fancy) bool { return f.writer.sent }
func made() *node {
	return &node{
		tail:     2,
		children: [2]nodes{},
	}
}
func all() []writer { return []writer{{sent: true}} }
func sized(m method) bool {
	switch m {
	case small, large:
		return true
	}
	return false
}
func large_(tail int) int { return tail }
-- middleware/strip.go --
package middleware

import "example.org/chi/v5"

type Other struct{ Path string }

func Strip(r interface{}) string {
	rctx := chi.FromContext(r)
	return rctx.Path
}
`,
  );
  assert.deepEqual(await usersOf('Context.Path'), ['FromContext:28', 'Strip:9']);
  assert.deepEqual(await usersOf('node.tail'), ['made:41', 'node.each:33', 'node.each:36']);
  assert.deepEqual(await usersOf('writer.sent'), ['all:45', 'sent:38']);
  assert.deepEqual(await usersOf('large'), ['names:23', 'sized:48']);
});

test('loops, elements and values that are others', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- cart.h --
struct item { int price; };
struct cart { struct item *items; struct item spare[4]; };
-- cart.c --
#include "cart.h"
int total(struct cart *c) { return c->items[0].price + c->spare[1].price; }
-- Shop.java --
class Item { int price; }
class Shop {
  java.util.List<Item> items;
  Item[] spare;
  int total() {
    int sum = 0;
    for (var item : items) sum += item.price;
    var first = this.spare[0];
    return sum + first.price;
  }
}
-- shop.py --
class Thing:
    price: int = 0


class Store:
    things: list[Thing]

    def total(self) -> int:
        first = self.things[0]
        return first.price + sum(thing.price for thing in self.things)
`,
  );
  assert.deepEqual(await usersOf('item.price'), ['total:2']);
  assert.deepEqual(await usersOf('Item.price'), ['Shop.total:7', 'Shop.total:9']);
  assert.deepEqual(await usersOf('Thing.price'), ['Store.total:10']);
});

test('JavaScript: private methods are called by their names in the class', async (t) => {
  const engine = await engineOn(
    workspace(
      t,
      '\n-- cart.js --\nexport class Cart {\n  #items = [];\n  #sum() { return this.#items.length; }\n  total() { return this.#sum(); }\n}\n',
    ),
    { history: 'off', edgeIndexing: 'off' },
  );
  await engine.settled();
  const usersOf = async (symbol: string) =>
    (await engine.related({ symbol, kinds: ['used_by', 'called_by'] })).items.map(({ symbol: user, kind }) => `${kind} ${user.name}`);
  assert.deepEqual(await usersOf('Cart.#sum'), ['called_by total']);
});
