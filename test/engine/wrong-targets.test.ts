/** A call by name, without a language server, leads to no symbol that it cannot mean. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

/** What a symbol calls and uses, by qualified names. */
async function meantBy(t: TestContext, source: string, symbol: string): Promise<string[]> {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol, kinds: ['calls', 'uses', 'imports'] });
  return items.map(({ symbol: { qualifiedName } }) => qualifiedName).sort();
}

type Case = readonly [what: string, source: string, symbol: string, meant: readonly string[]];

const uncallable: readonly Case[] = [
  [
    'Java: types of one name in several packages, what is inherited from one of them, an overload above',
    `
-- api/src/org/shop/Registry.java --
package org.shop;
public class Registry extends Base {
  public void destroy() {}
  public void export(int kind) {}
}
-- api/src/org/shop/Base.java --
package org.shop;
public class Base {
  public void destroy() {}
  public void export() {}
  void recover() {}
}
-- old/src/com/old/Registry.java --
package com.old;
public class Registry {
  public void destroy() {}
  public void export(int kind) {}
}
-- nacos/src/org/shop/nacos/NacosRegistry.java --
package org.shop.nacos;
import org.shop.Registry;
public class NacosRegistry extends Registry {
  public void close(Registry other) {
    super.destroy();
    other.export();
    recover();
  }
}
`,
    'NacosRegistry.close',
    ['Base.export', 'Base.recover', 'Registry', 'Registry.destroy'],
  ],
  [
    'Lua: a function of a table by its name alone, one of a library under a local name',
    `
-- shop/http.lua --
local _M = {}
function _M.encode(x) return x end
function _M.error(x) return x end
return _M
-- shop/desk.lua --
local encode = ngx.encode
local _M = {}
function _M.error(x) return x end
function _M.pay(x)
  error("no")
  return encode(x)
end
return _M
`,
    'pay',
    [],
  ],
  [
    'Lua: a function that is required, its module under another name, own functions, methods behind a colon',
    `
-- shop/http.lua --
local _M = {}
function _M.encode(x) return x end
function _M.decode(x) return x end
return _M
-- shop/desk.lua --
local encode = require("shop.http").encode
local net = require "shop.http"
local Desk = {}
local function checked(x) return x end
function Desk:total() return 1 end
function Desk:pay(x)
  checked(x)
  return encode(net.decode(self:total()))
end
return Desk
`,
    'pay',
    ['Desk', 'Desk.total', '_M.decode', '_M.encode', 'checked'],
  ],
  [
    'Dart: what every value has; a value that holds a function is called behind its type',
    `
-- lib/cart.dart --
class Cart {
  static const fromJson = CartMapper.fromJson;
  String toString() => 'cart';
}
class CartMapper {
  static Cart fromJson(Map json) => Cart();
}
class Desk {
  void pay(json, other) {
    other.toString();
    Cart.fromJson(json);
  }
}
`,
    'pay',
    ['Cart', 'Cart.fromJson'],
  ],
  [
    'C#: a type of a namespace around it, where others have its name',
    `
-- Movies/Movie.cs --
namespace Shop.Movies { public class Movie { } }
-- Lists/Couch.cs --
namespace Shop.Lists.Couch { public class Movie { } }
-- Movies/Events/Deleted.cs --
namespace Shop.Movies.Events { public class Deleted { public List<Movie> Movies; } }
`,
    'Shop.Movies.Events.Deleted',
    ['Shop.Movies.Movie'],
  ],
  [
    'Ruby: a constant that is assigned by its whole name',
    `
-- lib/shop/config.rb --
Shop::Config = Shop::Settings.new
-- lib/shop/api/config.rb --
module Shop
  module Api
    Config = 1
  end
end
-- lib/shop/desk.rb --
module Shop
  class Desk
    def open_desk
      Shop::Config.door
    end
  end
end
`,
    'open_desk',
    ['Shop', 'Shop::Config'],
  ],
  [
    'Ruby: a member of a value that is made where it is asked, of another class',
    `
-- lib/stock.rb --
module Stock
  class Finalizer
    def run!; end
  end
  class Changer
    def run!; end
  end
end
-- lib/use.rb --
def ship_all(units)
  Stock::Finalizer.new(units).run!
  Stock::Finalizer.new.run!
end
`,
    'ship_all',
    ['Stock', 'Stock.Finalizer', 'Stock.Finalizer.run!'],
  ],
  [
    'Python: the same',
    `
-- shop/stock.py --
class Finalizer:
    def run_now(self): return 1
class Changer:
    def run_now(self): return 2
-- shop/use.py --
from shop.stock import Finalizer
def ship_all(units):
    return Finalizer(units).run_now()
`,
    'ship_all',
    ['Finalizer', 'Finalizer.run_now'],
  ],
  [
    'C#: a member of what a function of a type returns, which has the name of a class',
    `
-- Kinds.cs --
namespace Shop {
public static class Maker {
  public static Matrix Alpha(int n) { return null; }
  public static int Apply(this Matrix m, int n) { return n; }
}
public class Alpha { public int Apply(int n) { return n; } }
public class Tint { public int Apply(int n) { return n; } }
public class Desk { public int Serve() { return Maker.Alpha(1).Apply(2); } }
}
`,
    'Shop.Desk.Serve',
    ['Shop.Maker', 'Shop.Maker.Alpha', 'Shop.Maker.Apply'],
  ],
  [
    'C#: the title of a region',
    `
-- src/Capture.cs --
namespace Shots {
  public class Tool { public void Capture() { } }
  public class Other {
    #region Capture
    public void Run() { Go(); }
    #endregion Capture
    private void Go() { }
  }
}
`,
    'Other.Run',
    ['Shots.Other.Go'],
  ],
  [
    'Python: members that the own class inherits, a function whose method is called below a comment that ends with a dot',
    `
-- shop/base.py --
class Base:
    def check(self): return 1
class Other:
    def check(self): return 2
-- shop/more.py --
class More:
    def check(self): return 3
class Further:
    def check(self): return 4
-- shop/last.py --
class Last:
    def check(self): return 5
class Final:
    def check(self): return 6
-- shop/use.py --
from shop.base import Base
class Own(Base):
    def run(self):
        self.check()
        # Sent later.
        send_later.delay(1)
def send_later(n):
    return n
`,
    'Own.run',
    ['Base.check', 'send_later'],
  ],
  [
    'C++: a name outside of all scopes is no member',
    `
-- src/file.cc --
int flush(int fd) { return fd; }
class File {
 public:
  int close() { return ::close(fd_); }
  int flush() { return ::flush(fd_); }
  int end() { ::close(fd_); return ::flush(fd_) + close(); }
};
`,
    'File.end',
    ['File.close', 'flush'],
  ],
  [
    'TypeScript: a function of a package of the workspace, no member of a class in it',
    `
-- packages/element/src/scene.ts --
export class Scene { mutateElement(element) { return element; } }
-- packages/element/src/mutate.ts --
export const mutateElement = (element) => element;
-- packages/app/src/use.ts --
import { mutateElement } from '@shop/element';
export function use(element) { mutateElement(element); }
`,
    'use',
    ['mutateElement'],
  ],
  [
    'Python: a member of an enumeration, a field',
    `
-- shop/kinds.py --
class TimelineEvent(Enum):
    info = 'info'
class Order(Model):
    date = models.DateField()
    render = lambda self: 1
    on_paid = partial(announce, 1)
-- shop/use.py --
def log_order(order, logger, now):
    logger.info('paid')
    now.date()
    order.render()
    order.on_paid()
`,
    'log_order',
    ['Order.on_paid', 'Order.render'],
  ],
  [
    'TypeScript: callbacks, arrow functions, properties of other types',
    `
-- src/kinds.ts --
export type Handle = (name: string) => void;
export interface Options { onClose: () => void; focus: boolean; pick: Handle; label: string }
export class Panel { resize = () => 1; values: number[] = []; }
-- src/use.ts --
export function openPanel(panel, options, input, map) {
  options.onClose();
  options.pick('a');
  panel.resize();
  input.focus();
  map.values();
  input.label();
}
`,
    'openPanel',
    ['Options.onClose', 'Options.pick', 'Panel.resize'],
  ],
  [
    'Rust: members of enumerations with data, no fields, no modules',
    `
-- src/kinds.rs --
pub mod chars;
pub struct Circle;
pub enum Shape { Circle(f64), Empty }
pub struct Range { pub min: usize }
-- src/use.rs --
use crate::kinds::Shape;
fn draw_shape(text: &str, n: usize) -> Shape {
    text.chars();
    n.min(2);
    text.Empty();
    Shape::Circle(1.0)
}
`,
    'draw_shape',
    ['Shape', 'Shape.Circle'],
  ],
  [
    'C: pointers to functions and macros',
    `
-- src/table.h --
typedef int (*read_fn)(int);
struct table { int (*open)(int); read_fn read; int size; };
#define grow(x) ((x) + 1)
-- src/use.c --
#include "table.h"
int use_table(struct table *t, struct other *o) {
  t->open(1);
  t->read(2);
  o->size(3);
  return grow(4);
}
`,
    'use_table',
    ['grow', 'table', 'table.open', 'table.read'],
  ],
  [
    'C#: delegates and events, no plain properties',
    `
-- src/Kinds.cs --
namespace Shop {
  public enum Command { Select }
  public delegate int Pick(int n);
  public class Source { public Func<int> Load { get; } public Pick Choose; public bool Exists { get; set; } }
}
-- src/Use.cs --
namespace Shop { public class Reader { int ReadAll(Source s, List<int> list) { list.Select(1); s.Load(); s.Choose(1); return s.Exists(2); } } }
`,
    'ReadAll',
    ['Shop.Source', 'Shop.Source.Choose', 'Shop.Source.Load'],
  ],
];
for (const [what, source, symbol, meant] of uncallable)
  test(`a call means nothing that cannot be called: ${what}`, async (t) => {
    const found = await meantBy(t, source, symbol);
    assert.deepEqual(found, [...meant].sort());
  });

const foreign: readonly Case[] = [
  [
    'Rust: the standard library, a dependency, the prelude',
    `
-- Cargo.toml --
[package]
name = "shop"
[dependencies]
serde = "1"
tui = { path = "tui" }
-- src/places.rs --
pub struct PathBuf;
pub enum Value { String(u8), None }
pub fn to_value() {}
pub fn format() {}
pub fn shop_context() {}
-- tui/src/frame.rs --
pub fn draw_frame() {}
-- src/use.rs --
use anyhow::shop_context as _;
use std::path::PathBuf;
use serde::to_value;
use tui::draw_frame;
fn visit_places(p: PathBuf) -> Option<String> {
    shop_context();
    to_value();
    draw_frame();
    format!("{}", 1);
    None
}
`,
    'visit_places',
    ['draw_frame', 'shop_context'],
  ],
  [
    'Rust: own modules with the names of crates',
    `
-- Cargo.toml --
[package]
name = "shop"
[dependencies]
toml = "1"
-- src/toml.rs --
pub fn read_table() {}
-- src/core.rs --
pub fn start_core() {}
-- src/use.rs --
use crate::toml::read_table;
fn visit_own() {
    read_table();
    crate::core::start_core();
    shop::core::start_core();
}
`,
    'visit_own',
    ['read_table', 'start_core'],
  ],
  [
    'Python: the standard library, a framework, builtins; a source root, a relative import, a neighbour',
    `
-- src/shop/__init__.py --
-- src/shop/datetime.py --
def parse_day(): return 1
def open(): return 1
-- src/shop/orm.py --
class Field: pass
def receiver(): return 1
-- src/shop/base.py --
def start_base(): return 1
-- scripts/__init__.py --
-- scripts/steps.py --
def next_step(): return 1
-- scripts/use.py --
from datetime import parse_day
from django.db import Field, receiver
from shop.base import start_base
from steps import next_step
def visit_shop():
    parse_day()
    receiver()
    open()
    start_base()
    next_step()
    return Field
-- src/shop/use.py --
from .orm import receiver
from ..shop.base import start_base
def visit_near():
    receiver()
    start_base()
`,
    'visit_shop',
    ['next_step', 'start_base'],
  ],
  [
    'TypeScript: dependencies and globals; packages of the workspace, paths of the configuration, declared modules',
    `
-- package.json --
{
  "name": "shop",
  "dependencies": { "react": "^18.0.0", "@shop/text": "workspace:*", "png-text": "1.0.0" },
  "devDependencies": { "vitest": "1" }
}
-- packages/ui/package.json --
{
  "name": "@shop/ui-kit"
}
-- packages/ui/src/button.ts --
export function drawButton() { return 1; }
-- packages/text/src/format.ts --
export function formatText() { return 1; }
-- src/state.ts --
export function useState() { return 1; }
export function join() { return 1; }
export class Element {}
-- src/lib/near.ts --
export function nearBy() { return 1; }
-- src/global.d.ts --
declare module 'png-text' { function encodeText(): number; }
-- src/use.ts --
import { useState } from 'react';
import { join } from 'node:path';
import { encodeText } from 'png-text';
import { drawButton } from '@shop/ui-kit';
import { formatText } from '@shop/text';
import { nearBy } from '@/lib/near';
export function visitAll(e: Element) {
  useState();
  join();
  drawButton();
  formatText();
  nearBy();
  encodeText();
}
`,
    'visitAll',
    ['drawButton', 'formatText', 'nearBy', 'png-text.encodeText'],
  ],
  [
    'Go: the standard library and other modules',
    `
-- go.mod --
module example.com/shop
-- strings/strings.go --
package strings
func Contains(a string) bool { return true }
func TrimOwn(a string) string { return a }
-- glob/glob.go --
package glob
func Compile() int { return 1 }
-- use.go --
package shop
import (
  "strings"
  "github.com/gobwas/glob"
  own "example.com/shop/strings"
)
func VisitAll() { strings.Contains("a"); glob.Compile(); own.TrimOwn("a") }
`,
    'VisitAll',
    ['TrimOwn'],
  ],
  [
    'Java: the standard library and other libraries',
    `
-- src/org/shop/util/List.java --
package org.shop.util;
public class List { public static int size() { return 1; } }
-- src/org/shop/util/Check.java --
package org.shop.util;
public class Check { public static int test() { return 1; } }
-- src/org/shop/Use.java --
package org.shop;
import java.util.List;
import org.junit.Check;
import org.shop.util.Own;
public class Use { int visitAll(List a, Check b) { return Own.run(); } }
-- src/org/shop/util/Own.java --
package org.shop.util;
public class Own { public static int run() { return 1; } }
`,
    'visitAll',
    ['Own', 'Own.run'],
  ],
  [
    'Kotlin: a class of a library that is imported by its name, where a test has one of that name',
    `
-- src/test/kotlin/shop/StreamTest.kt --
package shop
class ForwardingStream(val of: Stream, val gauge: Gauge) { fun readOn() = 1 }
-- src/main/kotlin/shop/Meter.kt --
package shop
import streams.ForwardingStream
import shop.deep.Gauge
class Meter(val of: Stream) { fun gauge() = ForwardingStream(of, Gauge(1)) }
-- src/main/kotlin/shop/Gauge.kt --
package shop
class Gauge(val n: Int)
-- src/main/kotlin/shop/deep/Gauge.kt --
package shop.deep
class Gauge(val n: Int)
`,
    'Meter.gauge',
    ['Gauge'],
  ],
];
for (const [what, source, symbol, meant] of foreign)
  test(`a name of another library means no symbol of the workspace: ${what}`, async (t) => {
    const found = await meantBy(t, source, symbol);
    assert.deepEqual(found, [...meant].sort());
  });

test('a relative import of Python means the workspace', async (t) => {
  const [, source] = foreign[2] as Case;
  const found = await meantBy(t, source, 'visit_near');
  assert.deepEqual(found, ['receiver', 'start_base']);
});

const held: readonly Case[] = [
  [
    'Python',
    `
-- a.py --
def run_hook(): return 1
def finish(): return 1
-- b.py --
def visit_all(registry):
    run_hook = registry.get(1)
    run_hook()
    finish()
`,
    'visit_all',
    ['finish'],
  ],
  [
    'TypeScript',
    `
-- a.ts --
export function runHook() { return 1; }
export function settle() { return 1; }
-- b.ts --
import { settle } from './a';
export function visitAll(registry) {
  const runHook = registry.get(1);
  const { close } = registry;
  registry.each((finish) => {
    finish();
  });
  runHook();
  close();
  settle();
}
-- c.ts --
export function finish() { return 1; }
export function close() { return 1; }
`,
    'visitAll',
    ['close', 'settle'],
  ],
  [
    'Rust: not the variable that the call itself defines',
    `
-- src/a.rs --
pub fn run_hook() {}
pub fn count_all() -> u8 { 1 }
-- src/b.rs --
fn visit_all(registry: &Registry) {
    let run_hook = registry.hook();
    run_hook();
    let count_all = count_all();
}
`,
    'visit_all',
    ['count_all'],
  ],
  [
    'Go, a function with the name of a variable above',
    `
-- a.go --
package shop
func RunHook() {}
func partition() int { return 1 }
-- b.go --
package shop
func VisitAll(r Registry) {
  partition, err := r.Get()
  partition()
  RunHook()
}
`,
    'VisitAll',
    ['RunHook'],
  ],
];
for (const [what, source, symbol, meant] of held)
  test(`a call of a local variable means no function of its name: ${what}`, async (t) => {
    const found = await meantBy(t, source, symbol);
    assert.deepEqual(found, [...meant].sort());
  });

const outOfReach: readonly Case[] = [
  [
    'Python: a function of a module through a value, the constructor of a base that is not known',
    `
-- shop/edits.py --
def merge(docs):
    return docs
class Plugin:
    def __init__(self):
        self.name = 1
    def release(self):
        return 1
-- shop/use.py --
class Failure(Exception):
    def __init__(self, route):
        super().__init__('failed')
        route.merge()
        route.release()
`,
    'Failure.__init__',
    ['Plugin.release'],
  ],
  [
    'Go: a function of a package through a value',
    `
-- a.go --
package shop
func Load(path string) error { return nil }
type Store struct{}
func (s Store) Reload() error { return nil }
-- b.go --
package shop
func Use() { c := counters(); c.Load(); c.Reload() }
`,
    'Use',
    ['Store.Reload'],
  ],
  [
    'TypeScript: a block of tests, a method of the name of a module',
    `
-- src/panel.ts --
export class Panel { init() { return 1; } }
-- src/panel.spec.ts --
import { Panel } from './panel';
describe('Panel', () => { it('opens', () => { new Panel(); }); });
-- src/use.ts --
import '@lib/localize/init';
export function open() { return new Panel(); }
`,
    'src/use.ts',
    ['Panel'],
  ],
];
for (const [what, source, symbol, meant] of outOfReach)
  test(`a mention means nothing that its form rules out: ${what}`, async (t) => {
    const found = await meantBy(t, source, symbol);
    assert.deepEqual(found, [...meant].sort());
  });

const counted: readonly Case[] = [
  [
    'Python',
    `
-- a.py --
class Inbox:
    def take_letter(self, a, b=1, *, late=False): return 1
    def sort_letters(self): return 1
    @staticmethod
    def weigh_letter(a): return 1
    @click.command
    def send_letter(a, b): return 1
def pack_letter(a, *rest, **more): return 1
def open_letter(a, b): return 1
-- b.py --
def visit_all(box, list):
    box.take_letter(1)
    box.take_letter(2)
    box.sort_letters(key=1)
    box.weigh_letter('a, (b')
    box.send_letter()
    pack_letter(1, 2, c=3)
    open_letter(lambda a, b: a)
    open_letter(*list)
`,
    'visit_all',
    ['Inbox.send_letter', 'Inbox.take_letter', 'Inbox.weigh_letter', 'open_letter', 'pack_letter'],
  ],
  [
    'TypeScript: optional parameters, callbacks with fewer parameters, type arguments',
    `
-- a.ts --
export function openParcel(a: string, b?: number, c = { d: 1 }) { return 1; }
export function closeParcel(a: string, b: string) { return 1; }
export function signParcel(
  /** one or more, they're all signed */
  a: string, // by, or for
) { return 1; }
export class Box { sealParcel(this: Box, a: string) { return 1; } weighParcel(a: string) { return 1; } wrapParcel(a: string, b: Map<string, number>) { return 1; } }
-- b.ts --
export function visitAll(box, a, b) {
  openParcel('a');
  closeParcel('a, b');
  signParcel('a');
  box.sealParcel();
  box.weighParcel('a', 2);
  box.wrapParcel(a < b, b > a);
}
`,
    'visitAll',
    ['Box.weighParcel', 'Box.wrapParcel', 'openParcel', 'signParcel'],
  ],
  [
    'Rust: the receiver, lifetimes, closures, macros; a path passes the receiver',
    `
-- src/a.rs --
pub struct Inbox;
impl Inbox {
    pub fn take_letter(&self, a: &'a str, b: &'b str) {}
    pub fn open_letter(self) {}
    pub fn each_letter(&mut self, f: impl Fn(u8, u8)) {}
}
pub fn sort_letters(a: u8, b: u8) {}
-- src/b.rs --
use crate::a::Inbox;
fn visit_all(inbox: Inbox, text: &str) {
    inbox.take_letter("a", "b");
    text.open_letter(1);
    inbox.each_letter(|a, b| print(a, b));
    text.sort_letters();
    Inbox::open_letter(inbox);
}
`,
    'visit_all',
    ['Inbox', 'Inbox.each_letter', 'Inbox.open_letter', 'Inbox.take_letter'],
  ],
  [
    'Go: variadic, results of another call',
    `
-- a.go --
package shop
func PackAll(a int, b ...string) {}
func SplitTwo(a, b int) {}
func JoinTwo(a, b int) {}
func SendAll(a <-chan int, b chan<- int, c int) {}
-- b.go --
package shop
func VisitAll() { PackAll(1); SplitTwo(pair()); JoinTwo(1, 2, 3); SendAll(x, y, 1) }
`,
    'VisitAll',
    ['PackAll', 'SendAll', 'SplitTwo'],
  ],
  [
    'C#: overloads, optional parameters, methods that extend a type',
    `
-- A.cs --
namespace Shop {
  public static class Letters {
    public static int Stamp(this Letter l, int n) { return 1; }
    public static int Weigh(this Letter l, int n = 1, params int[] more) { return 1; }
    public static int Burn(this Letter l) { return 1; }
  }
}
-- B.cs --
namespace Shop { public class Reader { int VisitAll(Letter a) { a.Stamp(1); a.Weigh(); a.Burn(1, 2, 3); return 1; } } }
`,
    'VisitAll',
    ['Shop.Letters.Stamp', 'Shop.Letters.Weigh'],
  ],
  [
    'C: no parameters, variable ones, unknown ones',
    `
-- a.c --
int read_none(void) { return 1; }
int read_some(int a, ...) { return 1; }
int read_old() { return 1; }
int read_two(int a, int b) { return 1; }
-- b.c --
void visit_all(void) { read_none(1); read_some(1, 2, 3); read_old(1); read_two('(', ','); read_two(1, 2); }
`,
    'visit_all',
    ['read_old', 'read_some', 'read_two'],
  ],
];
for (const [what, source, symbol, meant] of counted)
  test(`a call means no function that cannot take its arguments: ${what}`, async (t) => {
    const found = await meantBy(t, source, symbol);
    assert.deepEqual(found, [...meant].sort());
  });

test('a base is a type, whatever else has its name', async (t) => {
  const source = `
-- src/Uploader.cs --
namespace Up {
  public class Uploader { }
  public class FileUploader : Uploader { }
  public sealed class Ftp : FileUploader { }
}
-- src/Enums.cs --
namespace Up {
  public enum Kind { FileUploader, TextUploader }
  public enum Where { FileUploader, Nowhere }
}
`;
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'FileUploader', kinds: ['extended_by'] });
  assert.deepEqual(
    items.map(({ symbol }) => symbol.name),
    ['Ftp'],
  );
});

test('a call of the type above reaches no member that overrides it elsewhere', async (t) => {
  const source = `
-- shop/base.py --
class Base:
    def perform_change(self): return 1
-- shop/one.py --
from shop.base import Base
class One(Base):
    def perform_change(self): return 2
-- shop/two.py --
from shop.base import Base
class Two(Base):
    def perform_change(self): return super().perform_change()
-- shop/run.py --
from shop.base import Base
def run_change(change: Base):
    return change.perform_change()
`;
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'One.perform_change', kinds: ['called_by'] });
  assert.deepEqual(
    items.map(({ symbol }) => symbol.name),
    ['run_change'],
  );
});

test('C#: a type of a namespace that a file uses, or is in, is meant for certain', async (t) => {
  const source = `
-- src/Util/TaskExecutor.cs --
namespace Shop.Util
{
    public class TaskExecutor
    {
        public TaskExecutor(int limit) { }
    }
}
-- src/Util/Limits.cs --
namespace Shop.Util;
public class Limits
{
}
-- src/Batching/Collector.cs --
using System;
using Shop.Util;
namespace Shop.Batching;
public class Collector
{
    readonly TaskExecutor _executor = new TaskExecutor(10);
    void Run(Limits limits) { var other = new TaskExecutor(1); }
}
-- src/Old/Store.cs --
namespace Shop.Old
{
    using Util;
    class Store
    {
        TaskExecutor _executor;
    }
}
-- src/Other/Runner.cs --
using Library.Tasks;
namespace Elsewhere;
public class Runner
{
    readonly TaskExecutor _executor;
}
-- src/Inner/Job.cs --
namespace Shop.Util.Jobs
{
    public class Job
    {
        TaskExecutor _executor;
    }
}
`;
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'TaskExecutor', kinds: ['used_by', 'called_by'] });
  const named = (found: typeof items): string[] =>
    found.map(({ symbol: { qualifiedName }, isGuess }) => `${isGuess ? '~' : ''}${qualifiedName}`).sort();
  assert.deepEqual(named(items), [
    'Collector.Run',
    'Collector._executor',
    'Collector._executor',
    'Shop.Old.Store._executor',
    'Shop.Util.Jobs.Job._executor',
    '~Runner._executor',
  ]);
  assert.deepEqual(named((await engine.related({ symbol: 'Limits', kinds: ['used_by'] })).items), ['Collector.Run']);
});

test('C#: using a namespace means no symbol elsewhere whose name ends like it', async (t) => {
  const files = `
-- a/One.cs --
namespace Shop.Input
{
  public class One { public int Input; }
}
-- a/Two.cs --
namespace Shop.Input;
public class Two { }
-- b/Three.cs --
using System.Windows.Input;
using Shop.Input;
using static System.Math;
using static Shop.Input.One;
using Alias = Shop.Input.Two;
namespace Shop.Desk;
public class Three { public double Math; }
`;
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'b/Three.cs', kinds: ['imports'] });
  assert.deepEqual(
    items.map(({ symbol, isGuess, proof }) => [symbol.qualifiedName, isGuess, proof?.line]),
    [
      ['Shop.Input', false, 1],
      ['Shop.Input.One', false, 3],
      ['Two', false, 4],
    ],
  );
});

test('a name with many definitions means the one of the own file', async (t) => {
  const file = (n: number): string => `
-- src/part_${n}.c --
#define info(format) print(${n}, format)
struct part_${n} { int info; };
static void run_${n}(struct part_${n} *part)
{
    info("start");
}
`;
  const files = Array.from({ length: 30 }, (_, n) => file(n)).join('');
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'run_29', kinds: ['calls'] });
  assert.deepEqual(
    items.map(({ symbol: { name, path } }) => `${name} ${path}`),
    ['info src/part_29.c'],
  );
});

test('who calls an anonymous class through its interface does not call the function that makes it', async (t) => {
  const place = workspace(
    t,
    `
-- Db.java --
class Db {
  interface Work { int run(); }
  int execute(Work work) { return work.run(); }
}
-- Folder.java --
class Folder {
  private Db db;
  int count() {
    return db.execute(new Db.Work() {
      public int run() { return 1; }
    });
  }
}
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Folder.count', kinds: ['called_by'] });
  assert.deepEqual(items, []);
});

test('C++: a base that is named is called itself, and what many override says nothing of one of them', async (t) => {
  const subtypes = Array.from(
    { length: 5 },
    (_, i) => `
-- src/action${i}.cpp --
#include "action.h"
class Action${i} : public Action {
public:
  Action${i}(int id);
  int flags() const override { return Action::flags() | ${i}; }
  void execute() override {}
};
`,
  ).join('');
  const place = workspace(
    t,
    `
-- src/action.h --
class Action {
public:
  virtual int flags() const;
  virtual void execute();
};
-- src/run.cpp --
#include "action.h"
void runAll(Action* action) { action->execute(); }
void one() { auto made = Action1(2); }
${subtypes}
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const callers = async (symbol: string) =>
    (await engine.related({ symbol, kinds: ['called_by'] })).items.map(({ symbol: { qualifiedName } }) => qualifiedName).sort();
  assert.deepEqual(await callers('Action1'), ['one']);
  assert.deepEqual(await callers('Action1.flags'), []);
  assert.deepEqual(await callers('Action1.execute'), ['runAll']);
});

test('C#: further calls behind properties, which are written like types', async (t) => {
  const place = workspace(
    t,
    `
-- Text.cs --
public static class Text {
  public static string ToPlainText(this string value) => value;
}
-- Merge.cs --
public class Merge {
  public string Name(Info info) {
    var first = info.Series.ToPlainText();
    var second = info.Localized.ToPlainText();
    return info.Other.Key.ToPlainText() + "info.Series.ToPlainText()";
  }
}
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Text.ToPlainText', kinds: ['called_by'] });
  const lines = items.flatMap(({ proof, moreProof }) => [...(proof ? [proof] : []), ...moreProof].map(({ line }) => line + 1));
  assert.deepEqual(lines, [3, 4, 5]);
});
