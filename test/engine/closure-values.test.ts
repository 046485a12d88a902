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
}
class Item { int price() { return 1; } boolean isOpen() { return true; } void ship() {} }
class Other { int price() { return 1; } boolean isOpen() { return true; } void ship() {} }
`,
  );
  assert.deepEqual(await usersOf('Item.price'), ['Desk.total:12']);
  assert.deepEqual(await usersOf('Item.isOpen'), ['Desk.total:11']);
  assert.deepEqual(await usersOf('Item.ship'), ['Desk.each:14', 'Desk.maybe:15']);
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
`,
  );
  assert.deepEqual(await usersOf('Item.price'), ['Desk.total:7']);
  assert.deepEqual(await usersOf('Item.ship'), ['Desk.ship:8']);
  assert.deepEqual(await usersOf('Options.size'), ['Desk.set:9']);
  assert.deepEqual(await usersOf('Other.ship'), []);
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
  assert.deepEqual(await usersOf('Line.price'), ['Desk.total:5']);
  assert.deepEqual(await usersOf('Line.ship'), ['Desk.late:6']);
});
