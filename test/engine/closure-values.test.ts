/** Members of the parameters of closures, and of chains of calls, by the types that the text states. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { usersIn } from '../support/users-in.js';

test('Java: streams, optional values, and constructors that are called by super and this', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- shop/Desk.java --
package shop;
class Base {
  Base(int x) {}
  Base() { this(1); }
}
class Desk extends Base {
  private final List<Item> items = new ArrayList<>();
  Desk() { super(2); }
  int total() {
    return items.stream()
      .filter(i -> i.isOpen())
      .mapToInt(i -> i.price()).sum();
  }
  void each() { items.forEach(item -> item.ship()); }
  void maybe(Optional<Item> found) { found.ifPresent(i -> i.ship()); }
  void other(Supplier<Other> s, Consumer<Other> c) { use(c); }
  void mocked(Item item) { verify(item, never()).ship(); }
}
class Item { int price() { return 1; } boolean isOpen() { return true; } void ship() {} }
class Other { int price() { return 1; } boolean isOpen() { return true; } void ship() {} }
`,
  );
  assert.deepEqual(await usersOf('Item.price'), ['Desk.total:12']);
  assert.deepEqual(await usersOf('Item.isOpen'), ['Desk.total:11']);
  assert.deepEqual(await usersOf('Item.ship'), ['Desk.each:14', 'Desk.maybe:15', 'Desk.mocked:17']);
  assert.deepEqual(await usersOf('Other.ship'), []);
  assert.deepEqual(await usersOf('Base.Base'), ['Base.Base:4', 'Desk.Desk:8']);
});

test('Kotlin: it, named parameters, and functions that take a function', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- Desk.kt --
package shop
class Item { val price = 1; fun ship() {} }
class Other { val price = 1; fun ship() {} }
class Options { var size = 1 }
fun configure(name: String, set: (Options) -> Unit) {}
class Desk(private val items: List<Item>) {
    fun total() = items.filter { it.price > 1 }.sumOf { item -> item.price }
    fun ship() { items.firstOrNull()?.let { it.ship() } }
    fun set() { configure("a") { options -> options.size = 2 } }
}
-- Tab.kt --
package shop
val Item.isDear: Boolean get() = price > 5
class Tab(
    val sourceId: String,
)
class Tabs(private val live: LiveData<Tab>, private val shop: Lazy<Desk>) {
    private val desk: Desk by make()
    fun source() = live.value?.sourceId
    fun dear(item: Item) = item.isDear
    fun dearer(other: Other) = other.isDear
    fun new() = Tab(sourceId = "a")
    fun go() { desk.ship() }
    fun nested(all: List<List<Desk>>) { all.forEach { it.forEach { it.ship() } } }
    fun odd() { it.forEach { it.forEach { it.ship() } } }
    fun late() { shop.get().ship() }
}
`,
  );
  assert.deepEqual(await usersOf('Item.price'), ['Desk.total:7', 'Item.isDear:2']);
  assert.deepEqual(await usersOf('Item.ship'), ['Desk.ship:8', '~ Tabs.nested:13', '~ Tabs.odd:14']);
  assert.deepEqual(await usersOf('Options.size'), ['Desk.set:9']);
  assert.deepEqual(await usersOf('Tab.sourceId'), ['Tabs.new:11', 'Tabs.source:8']);
  assert.deepEqual(await usersOf('Item.isDear'), ['Tabs.dear:9']);
  assert.deepEqual(await usersOf('Desk.ship'), ['Tabs.go:12', 'Tabs.late:15', '~ Tabs.nested:13', '~ Tabs.odd:14']);
  assert.deepEqual(await usersOf('Other.ship'), ['~ Tabs.nested:13', '~ Tabs.odd:14']);
});

test('Rust, PHP and TypeScript', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- src/lib.rs --
pub struct Item { pub price: u32 }
pub struct Other { pub price: u32 }
pub struct Desk { items: Vec<Item> }
impl Desk {
    pub fn total(&self) -> u32 { self.items.iter().map(|item| item.price).sum() }
    pub fn first(&self) -> u32 {
        self.items
            .first()
            .unwrap()
            .price
    }
}
-- Rates.php --
<?php
class Rates {
    private static $found = [];
    public function add() { self::$found[] = 1; return count(static::$found); }
}
-- Cart.php --
<?php
class Cart {
    private $lines = [];
    public function lines() { return $this->lines; }
}
class Order {
    public function lines() { return $this->hasMany(Line::class); }
    public function total() { return $this->lines; }
}
class Others { private static $found = []; }
-- desk.ts --
export class Line { price = 1; ship(): void {} }
export class Wrong { price = 1; ship(): void {} }
export class Desk {
  lines: Line[] = [];
  total() { return this.lines.filter((line) => line.price).reduce((a, b) => a, 0); }
  late() { const open = this.lines.filter((one) => true); open.forEach((line) => line.ship()); }
}
`,
  );
  assert.deepEqual(await usersOf('src/lib.rs:Item.price'), ['Desk.first:10', 'Desk.total:5']);
  assert.deepEqual(await usersOf('Rates.found'), ['Rates.add:4']);
  assert.deepEqual(await usersOf('Others.found'), []);
  assert.deepEqual(await usersOf('Cart.lines'), ['Cart.lines:4']);
  assert.deepEqual(await usersOf('Order.lines'), ['Order.total:8']);
  assert.deepEqual(await usersOf('Line.price'), ['Desk.total:5']);
  assert.deepEqual(await usersOf('Line.ship'), ['Desk.late:6']);
});

test('Ruby: a method is called on a value without parentheses, and the one with a mark is another', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- cart.rb --
class Cart
  def ship
    @x = 1
  end
  def ship!
    @x = 2
  end
end
-- desk.rb --
class Desk
  def run
    cart = Cart.new
    cart.ship!
    cart.ship
    cart.ship = 1
  end
  def third(cart)
    cart.ship
    letter.ship
  end
end
`,
  );
  assert.deepEqual(await usersOf('Cart.ship'), ['Desk.run:5', '~ Desk.third:9']);
  assert.deepEqual(await usersOf('Cart.ship!'), ['Desk.run:4']);
});

test('Rust: bounds of type variables, types with lifetimes, values that give themselves, and modules named like types', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- src/lib.rs --
pub mod text;
pub trait Store { fn load(&self); }
pub trait Other { fn load(&self); }
pub struct Cart { pub open: bool, total: u32 }
pub struct Page<'a> { cart: &'a Cart }
impl Cart {
    pub fn with(self, n: u32) -> Self { self }
    pub fn total(&self) -> u32 { self.total }
    pub fn ship(&self) {}
}
pub fn run<S: Store>(store: S) { store.load(); }
pub struct Desk<T> { content: T }
impl<T: Store + 'static> Desk<T> {
    fn open(&mut self) { self.content.load(); }
}
pub fn draw(page: &mut Page<'_>) -> bool { page.cart.open }
pub fn make() { Cart::new().with(1).with(2).ship(); }
-- src/text.rs --
pub struct Text {}
impl Text { pub fn size(&self) -> u32 { 1 } }
pub fn size(n: u32) -> u32 { n }
-- src/use.rs --
pub fn measure() -> u32 { crate::text::size(1) }
`,
  );
  assert.deepEqual(await usersOf('Store.load'), ['Desk.open:14', 'run:11']);
  assert.deepEqual(await usersOf('Other.load'), []);
  assert.deepEqual(await usersOf('Cart.open'), ['draw:16']);
  assert.deepEqual(await usersOf('Cart.ship'), ['make:17']);
  assert.deepEqual(await usersOf('Text.size'), []);
});

test('finders of a library give values of the type that they are called on', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- model.ts --
import { Model } from 'sequelize';
export class Team extends Model { name = 'a'; rename(): void {} }
export class User extends Model { name = 'a'; rename(): void {} }
export async function load(id: string) {
  const team = await Team.findByPk(id);
  team?.rename();
  const all = await Team.findAll({ where: { id } });
  all.forEach((one) => one.name);
}
`,
  );
  assert.deepEqual(await usersOf('Team.rename'), ['load:6']);
  assert.deepEqual(await usersOf('Team.name'), ['load:8']);
  assert.deepEqual(await usersOf('User.rename'), []);
});

test('TypeScript: objects that are taken apart or given back, and types of one name by their imports', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- model/answer.ts --
export interface Question {
  query: string;
  limit: number;
}
-- other/question.ts --
export interface Question {
  query: string;
  limit: number;
}
-- use.ts --
import type { Question } from './model/answer.js';
export function ask(question: Question): string { return question.query; }
export function search({ query, limit }: Question): string { return query + limit; }
export function again(given: { question: Question }): string {
  const { query } = given as never;
  const asked: Question = make('a');
  const { limit } = asked;
  return query + limit;
}
export function make(query: string): Question {
  return { query, limit: 1 };
}
export class Engine { retrieve(asked: Question): void {} }
export function run(engine: Engine) {
  engine.retrieve({ query: 'a', limit: 2 });
}
export function held({ store, size }: { store: never; size: number } & Places) { return store.isOpen; }
interface Places { store: Store }
export class Store { isOpen = true; }
export function kept({ store }: Places) { return store.isOpen; }
-- other/use.ts --
import type { Question } from './question.js';
export const ask = (question: Question): string => question.query;
`,
  );
  assert.deepEqual(await usersOf('model/answer.ts:Question.query'), ['ask:2', 'make:11', 'run:15', 'search:3']);
  assert.deepEqual(await usersOf('model/answer.ts:Question.limit'), ['again:7', 'make:11', 'run:15', 'search:3']);
  assert.deepEqual(await usersOf('other/question.ts:Question.query'), ['ask:2']);
  assert.deepEqual(await usersOf('Store.isOpen'), ['kept:20']);
});

test('values that are declared by themselves end the search for their types', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- odd.ts --
export class Cart { price = 1; cart: Cart = this; }
export function odd({ held } = held.cart) { return held.price; }
export function taken() { const { cart } = cart.cart; return cart.price; }
export function called() { const cart = cart.find().get().get().get().get().get().get(); return cart.price; }
export function closed() { const all = all.map((all) => all.price); return all.first().price; }
export function sure(cart: Cart) { return cart.price; }
-- odd.py --
class Desk:
    def __init__(self):
        self.size = 1
def odd():
    desk = desk.desk().first()
    return desk.size
`,
  );
  assert.deepEqual(await usersOf('Cart.price'), ['sure:6']);
  assert.deepEqual(await usersOf('Desk.size'), []);
});
