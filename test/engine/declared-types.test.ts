/** A member of a value is one of the type that the text declares for the value, without a language server. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

/** `~`: may be meant. */
type Case = readonly [language: string, source: string, called: readonly string[]];

const cases: readonly Case[] = [
  [
    'TypeScript: parameters, constructed values, fields, parameters of a constructor, a type above, a library',
    `
-- src/kinds.ts --
export class Cart { add(n: number) { return n; } close() { return 1; } }
export class Stock { add(n: number) { return n; } close() { return 2; } list() { return 3; } }
export class SmallCart extends Cart { size() { return 0; } }
export class Door { add(n: number) { return n; } close() { return 3; } get(n: number) { return n; } list() { return 4; } }
-- src/desk.ts --
import { Cart, SmallCart, Stock } from './kinds';
export class Desk {
  private readonly stock: Stock;
  constructor(private readonly cart: Cart, stock: Stock) { this.stock = stock; }
  serve(given: SmallCart | null, known: Map<string, number>) {
    this.stock.list();
    this.cart.add(1);
    given?.close();
    known.get('a');
    const own = new Stock();
    own.add(2);
  }
}
`,
    ['Cart.add', 'Cart.close', 'Stock', 'Stock.add', 'Stock.list'],
  ],
  [
    'C#: an interface that is injected, a local variable, a lambda of the same name as a field',
    `
-- Kinds.cs --
namespace Shop {
  public interface ICart { void Add(int n); void Close(); }
  public interface IStock { void Add(int n); void Close(); void List(); }
  public interface IDoor { void Add(int n); void Close(); void List(); }
}
-- Desk.cs --
namespace Shop {
  public class Desk {
    private readonly ICart _cart;
    private IStock stock;
    public Desk(ICart cart) { _cart = cart; }
    public void Serve(List<int> numbers, IDoor door) {
      _cart.Add(1);
      numbers.Add(2);
      door.Close();
      all.ForEach(stock => stock.List());
    }
  }
}
`,
    ['Shop.ICart.Add', 'Shop.IDoor.Close', '~Shop.IDoor.List', '~Shop.IStock.List'],
  ],
  [
    'C++: references, pointers, holders, types that are inferred',
    `
-- kinds.h --
struct Cart { int add(int n) { return n; } int close() { return 1; } int list() { return 1; } };
struct Stock { int add(int n) { return n; } int close() { return 2; } int list() { return 2; } };
struct Door { int add(int n) { return n; } int close() { return 3; } int list() { return 3; } };
-- desk.cc --
#include "kinds.h"
int serve(Cart const& cart, Stock* stock, std::vector<int>& numbers)
{
    std::unique_ptr<Door> door;
    auto own = std::make_shared<Cart>();
    numbers.add(3);
    return cart.add(1) + stock->list() + door->close() + own->list();
}
`,
    ['Cart.add', 'Cart.list', 'Door.close', 'Stock.list'],
  ],
  [
    'Python: annotations, constructed values, what __init__ sets',
    `
-- shop/kinds.py --
class Cart:
    def add(self, n): return n
    def close(self): return 1
class Stock:
    def add(self, n): return n
    def close(self): return 2
-- shop/desk.py --
from .kinds import Cart, Stock
class Desk:
    def __init__(self, cart: Cart):
        self._cart = cart
        self.stock = Stock()
    def serve(self, other: "Cart | None", words: list):
        self._cart.add(1)
        self.stock.close()
        words.add(2)
`,
    ['Cart.add', 'Stock.close'],
  ],
  [
    'Go: parameters, composite literals, fields of the receiver',
    `
-- go.mod --
module example.org/shop
-- kinds.go --
package shop
type Cart struct{}
func (c *Cart) Add(n int) int { return n }
func (c *Cart) Close() int { return 1 }
type Stock struct{}
func (s *Stock) Add(n int) int { return n }
func (s *Stock) Close() int { return 2 }
type Door struct{}
func (d *Door) Add(n int) int { return n }
func (d *Door) Close() int { return 3 }
-- desk.go --
package shop
type Desk struct {
	stock *Stock
}
func (d *Desk) Serve(cart *Cart) {
	cart.Add(1)
	d.stock.Close()
	door := &Door{}
	door.Close()
}
`,
    ['Cart.Add', 'Door.Close', 'Stock.Close'],
  ],
  [
    'Rust: references, holders, associated functions that construct',
    `
-- src/kinds.rs --
pub struct Cart {}
impl Cart { pub fn new() -> Self { Cart {} } pub fn add(&self, n: i32) -> i32 { n } pub fn close(&self) -> i32 { 1 } }
pub struct Stock {}
impl Stock { pub fn add(&self, n: i32) -> i32 { n } pub fn close(&self) -> i32 { 2 } }
-- src/desk.rs --
use crate::kinds::{Cart, Stock};
pub fn serve(stock: Arc<Stock>, words: &mut Vec<i32>) {
    let cart = Cart::new();
    cart.add(1);
    stock.close();
    words.add(2);
}
`,
    ['Cart.add', 'Cart.new', 'Stock.close'],
  ],
  [
    'Kotlin: parameters of a class, constructed values, an extension of a library type',
    `
-- src/kinds.kt --
class Cart {
  fun add(n: Int) = n
  fun close() = 1
}
class Stock {
  fun add(n: Int) = n
  fun close() = 2
}
fun String.twice() = this + this
-- src/desk.kt --
class Desk(private val stock: Stock) {
  fun serve(words: MutableList<Int>, name: String) {
    val cart = Cart()
    cart.add(1)
    stock.close()
    words.add(2)
    name.twice()
  }
}
`,
    ['Cart', 'Cart.add', 'Stock.close', 'String.twice'],
  ],
  [
    'PHP: promoted parameters and properties',
    `
-- src/kinds.php --
<?php
class Cart { public function add($n) { return $n; } public function close() { return 1; } }
class Stock { public function add($n) { return $n; } public function close() { return 2; } }
-- src/desk.php --
<?php
class Desk {
    private Stock $stock;
    public function __construct(private readonly ?Cart $cart) {}
    public function serve(Other $other) {
        $this->cart->add(1);
        $this->stock->close();
        $other->add(2);
    }
}
`,
    ['Cart.add', 'Stock.close'],
  ],
  [
    'Python: a member of a class that the class inherits',
    `
-- src/kinds.py --
class Runner:
    @classmethod
    def enqueue(cls): ...
class Sync(Runner):
    @classmethod
    def enqueue(cls): ...
class Print(Runner): ...
class Queue:
    def enqueue(self): ...
class Door:
    def enqueue(self): ...
class Window:
    def enqueue(self): ...
-- src/desk.py --
from src.kinds import Print
def serve():
    Print.enqueue()
`,
    ['Runner.enqueue'],
  ],
];

for (const [language, source, called] of cases)
  test(`a member of a value is one of its declared type: ${language}`, async (t) => {
    const engine = await engineOn(workspace(t, source), { history: 'off' });
    await engine.settled();
    const symbol = /Serve/.test(source) ? 'Serve' : 'serve';
    const { items } = await engine.related({ symbol, kinds: ['calls'] });
    const found = items.map(({ symbol: { qualifiedName }, isGuess }) => `${isGuess ? '~' : ''}${qualifiedName}`);
    assert.deepEqual(found.sort(), [...called].sort());
  });

test('a member of a library type is no possible use', async (t) => {
  const source = `
-- Kinds.cs --
namespace Shop {
  public interface ICart { void Add(int n); }
  public interface IStock { void Add(int n); }
}
-- Desk.cs --
namespace Shop {
  public class Desk {
    public void Serve(ICart cart) { cart.Add(1); }
    public void Count(List<int> numbers) { numbers.Add(2); }
    public void Guess(dynamic some) { some.Add(3); }
  }
}
`;
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { callers, results } = await engine.retrieve({ query: 'who calls ICart.Add', brief: true });
  const shown = results.flatMap(({ path, answerLines }) => answerLines.map((line) => ({ path, line })));
  const lines = [...shown, ...callers].map(({ path, line }) => `${path}:${line + 1}`);
  assert.deepEqual([...new Set(lines)].sort(), ['Desk.cs:3', 'Desk.cs:5']);
});

test('functions that are handed over with a text are symbols, and nothing calls them by it', async (t) => {
  const place = workspace(
    t,
    `
-- src/routes.ts --
import { remove } from './remove';
const router = new Router();
router.post('pages.remove', auth(), async (ctx) => {
  await remove(ctx.id);
  ctx.body = { ok: true };
});
emitter.on('save', () => {
  remove(1);
  return 2;
});
-- src/remove.ts --
export function remove(id: number) { return id; }
-- src/use.ts --
export function use(page: any) { page.save(); }
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'remove', kinds: ['called_by'] });
  assert.deepEqual(items.map(({ symbol }) => symbol.qualifiedName).sort(), ['pages.remove', 'save']);
  assert.deepEqual((await engine.related({ symbol: 'use', kinds: ['calls'] })).items, []);
  const { of } = await engine.related({ symbol: 'pages.remove', kinds: ['calls'] });
  assert.deepEqual(
    of.map(({ lines }) => lines.start),
    [2],
  );
});

test('callers at the top of a long file are not left out', async (t) => {
  const calls = Array.from({ length: 400 }, (_, i) => `step${i}(${i});`).join('\n');
  const source = `
-- src/run.ts --
import { last } from './last';
${calls}
last();
-- src/last.ts --
export function last() {}
`;
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'last', kinds: ['called_by'] });
  assert.deepEqual(
    items.map(({ symbol }) => symbol.path),
    ['src/run.ts'],
  );
});

test('what calls a member that a type has from a library is listed', async (t) => {
  const place = workspace(
    t,
    `
-- src/models/notice.ts --
import { Model } from 'orm';
export class Notice extends Model {}
-- src/stores/notice-store.ts --
export class NoticeStore { create(text: string) { return text; } }
-- src/send.ts --
import { Notice } from './models/notice';
export async function send() {
  await Notice.create({ text: 'a' });
  await Notice.create({ text: 'b' });
}
export function draw(page: Page) { page.create('c'); }
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const { results, callers, problems } = await engine.retrieve({ query: 'who calls Notice.create', brief: true });
  const lines = [
    ...results.flatMap(({ path, answerLines }) => answerLines.map((line) => `${path}:${line + 1}`)),
    ...callers.map(({ path, line }) => `${path}:${line + 1}`),
  ];
  assert.deepEqual([...new Set(lines)].sort(), ['src/send.ts:3', 'src/send.ts:4']);
  assert.ok(problems.some(({ message }) => message.startsWith('the workspace does not define Notice.create')));
});

test('a value has the type that another file states: of a field, of what a function returns', async (t) => {
  const place = workspace(
    t,
    `
-- desk.h --
struct Cart { int add(int n) { return n; } int close() { return 1; } };
struct Stock { int add(int n) { return n; } int close() { return 2; } };
struct Door { int add(int n) { return n; } int close() { return 3; } };
Door* find_door(int number);
class Desk {
public:
    int serve(int number);
private:
    std::unique_ptr<Cart> cart_;
};
-- desk.cc --
#include "desk.h"
Door* find_door(int number) { return nullptr; }
int Desk::serve(int number)
{
    cart_->add(1);
    auto* door = find_door(number);
    door->close();
    return find_door(number)->add(2);
}
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Desk.serve', kinds: ['calls'] });
  const found = items.map(({ symbol: { qualifiedName }, isGuess }) => `${isGuess ? '~' : ''}${qualifiedName}`);
  assert.deepEqual(found.sort(), ['Cart.add', 'Door.add', 'Door.close', 'find_door']);
});

test('values that are named after another type do not call what its sibling overrides', async (t) => {
  const place = workspace(
    t,
    `
-- src/models.ts --
export class Model { async remove(ctx: unknown) { return ctx; } }
export class Page extends Model { async remove(ctx: unknown) { await super.remove(ctx); } }
export class Pin extends Model {}
export class PageTag extends Model {}
-- src/routes.ts --
import { find } from 'orm';
export async function removePage(ctx: unknown) { const page = await find(); await page.remove(ctx); }
export async function removePin(ctx: unknown) { const pin = await find(); await pin?.remove(ctx); }
export async function removeTag(ctx: unknown) { const oldPageTag = await find(); await oldPageTag.remove(ctx); }
export async function removeAll(ctx: unknown) { for (const each of await find()) await each.remove(ctx); }
export async function removeBoth(ctx: unknown) { const page = await find(); const pin = await find(); await pin.remove(ctx); await page.remove(ctx); }
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const callersOf = async (symbol: string) => {
    const { items } = await engine.related({ symbol, kinds: ['called_by'] });
    return items.filter(({ symbol }) => symbol.path === 'src/routes.ts').map(({ symbol }) => symbol.name);
  };
  assert.deepEqual((await callersOf('Page.remove')).sort(), ['removeAll', 'removeBoth', 'removePage']);
  assert.deepEqual((await callersOf('Model.remove')).sort(), ['removeAll', 'removeBoth', 'removePin', 'removeTag']);
});

test('classes without a name implement what they are made of', async (t) => {
  const place = workspace(
    t,
    `
-- shop/Listener.java --
package shop;
public interface Listener { void on(int n); }
-- shop/Desk.java --
package shop;
import lombok.extern.slf4j.Slf4j;
@Slf4j
public class Desk extends Table implements Listener {
  public void on(int n) {}
  void serve(Bus bus) { bus.add(new Listener() { public void on(int n) {} }); }
}
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Listener', kinds: ['extended_by'] });
  assert.deepEqual(items.map(({ symbol }) => symbol.qualifiedName).sort(), ['Desk', 'Desk.serve']);
  const overriders = await engine.related({ symbol: 'Listener.on', kinds: ['extended_by'] });
  assert.deepEqual(overriders.items.map(({ symbol }) => symbol.qualifiedName).sort(), ['Desk.on', 'Desk.serve.on']);
});

test('a value that is called parent is no type above', async (t) => {
  const place = workspace(
    t,
    `
-- nodes.ts --
export class Base { close() {} }
export class Tree { close() {} }
-- desk.ts --
import { Base, Tree } from './nodes';
export class Desk extends Base { serve(parent: Tree) { parent.close(); super.close(); } }
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Desk.serve', kinds: ['calls'] });
  assert.deepEqual(items.map(({ symbol }) => symbol.qualifiedName).sort(), ['Base.close', 'Tree.close']);
});

test('methods that Lombok generates are users of their fields', async (t) => {
  const place = workspace(
    t,
    `
-- shop/Order.java --
package shop;
import lombok.Data;
@Data
public class Order { private int total; private boolean open; }
-- shop/Plain.java --
package shop;
public class Plain { private int total; }
-- shop/Desk.java --
package shop;
public class Desk {
  int serve(Order order) { order.setOpen(true); return order.getTotal(); }
}
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const usersOf = async (symbol: string) =>
    (await engine.related({ symbol, kinds: ['called_by', 'used_by'] })).items.map(
      (item) => `${item.isGuess ? '~' : ''}${item.symbol.qualifiedName}`,
    );
  assert.deepEqual(await usersOf('Order.total'), ['Desk.serve']);
  assert.deepEqual(await usersOf('Order.open'), ['Desk.serve']);
  assert.deepEqual(await usersOf('Plain.total'), []);
});

const above: readonly (readonly [language: string, source: string])[] = [
  [
    'Java',
    `
-- shop/Base.java --
package shop;
public class Base { void close() {} }
-- shop/Other.java --
package shop;
public class Other { void close() {} }
-- shop/Desk.java --
package shop;
public class Desk extends Base { void close() { super.close(); } }
`,
  ],
  [
    'C#',
    `
-- Base.cs --
public class Base { public virtual void close() {} }
-- Other.cs --
public class Other { public void close() {} }
-- Desk.cs --
public class Desk : Base { public override void close() { base.close(); } }
`,
  ],
  [
    'Python',
    `
-- base.py --
class Base:
    def close(self): pass
-- other.py --
class Other:
    def close(self): pass
-- desk.py --
from base import Base
class Desk(Base):
    def close(self):
        super().close()
`,
  ],
  [
    'PHP',
    `
-- Base.php --
<?php class Base { function close() {} }
-- Other.php --
<?php class Other { function close() {} }
-- Desk.php --
<?php class Desk extends Base { function close() { parent::close(); } }
`,
  ],
  [
    'TypeScript',
    `
-- base.ts --
export class Base { close() {} }
-- other.ts --
export class Other { close() {} }
-- desk.ts --
import { Base } from './base';
export class Desk extends Base { close() { super.close(); } }
`,
  ],
];
for (const [language, source] of above)
  test(`a member of the type above: ${language}`, async (t) => {
    const engine = await engineOn(workspace(t, source), { history: 'off' });
    await engine.settled();
    const { items } = await engine.related({ symbol: 'Desk.close', kinds: ['calls'] });
    assert.deepEqual(
      items.map(({ symbol, isGuess }) => `${isGuess ? '~' : ''}${symbol.qualifiedName}`),
      ['Base.close'],
    );
  });

test('C++: what is declared is not called, and a name alone means no member of another class', async (t) => {
  const place = workspace(
    t,
    `
-- job.h --
struct Job { int* read_stream() { return nullptr; } void wait(int n); };
struct Writer { virtual void write(int n) = 0; };
void wait(int n, int limit);
struct Buffer { Buffer(int* data, int size); };
-- use.cc --
#include "job.h"
int declare(int* data) {
    Buffer read_stream(data, 3);
    return take(&read_stream);
}
int* call(Job& job) { return job.read_stream(); }
void rest() { wait(1, 2); }
void save(Writers& all) { all.get()->write(1); }
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const callersOf = async (symbol: string) =>
    (await engine.related({ symbol, kinds: ['called_by'] })).items.map((item) => `${item.isGuess ? '~' : ''}${item.symbol.qualifiedName}`);
  assert.deepEqual(await callersOf('Job.read_stream'), ['call']);
  assert.deepEqual(await callersOf('Job.wait'), []);
  assert.deepEqual(await callersOf('Writer.write'), ['~save']);
});

test('code calls no test, and a class in a variable may be any class', async (t) => {
  const place = workspace(
    t,
    `
-- shop/app.py --
class App:
    def send(self, name): return name
-- shop/beat.py --
class Beat:
    def send(self, name): return name
-- shop/request.py --
class Request:
    def revoked(self): return False
-- shop/run.py --
from .request import make
def run(app, message):
    Req = make(message)
    req = Req(message)
    return req.revoked() or app.send(message)
-- tests/test_app.py --
class One:
    def send(self, name): pass
class Two:
    def send(self, name): pass
class Three:
    def send(self, name): pass
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const callersOf = async (symbol: string) =>
    (await engine.related({ symbol, kinds: ['called_by'] })).items.map((item) => `${item.isGuess ? '~' : ''}${item.symbol.qualifiedName}`);
  assert.deepEqual(await callersOf('App.send'), ['~run']);
  assert.deepEqual(await callersOf('Request.revoked'), ['~run']);
});
