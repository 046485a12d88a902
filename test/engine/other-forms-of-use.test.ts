/** Uses whose form is not that of a call or a plain mention: routes, assignments, names alone, labels, getters of another language. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';
import { usersIn } from '../support/users-in.js';

test('PHP: routes and methods that are handed over', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- app/CartController.php --
<?php
namespace App;
class CartController {
  public function show() { return 1; }
  public function store() { return 2; }
}
-- app/DeskController.php --
<?php
namespace App;
class DeskController {
  public function show() { return 3; }
}
-- routes.php --
<?php
use App\\CartController;
Route::get('/cart', ['uses' => 'App\\CartController@show']);
Route::post('/cart', [CartController::class, 'store']);
Route::get('/mail', 'cart@show.org');
`,
  );
  assert.deepEqual(await usersOf('CartController.show'), ['routes:3']);
  assert.deepEqual(await usersOf('CartController.store'), ['routes:4']);
  assert.deepEqual(await usersOf('DeskController.show'), []);
});

test('PHP: relations of Eloquent are read as properties', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- Cart.php --
<?php
class Cart extends Model {
  public function items() { return $this->hasMany(Item::class); }
  public function total() { return $this->sum(); }
  protected function grossPrice(): Attribute { return Attribute::make(get: fn ($value) => $value); }
  public function getNetPriceAttribute($value) { return $value; }
}
-- Desk.php --
<?php
class Desk {
  public function show(Cart $cart) { return [$cart->items, $cart->total]; }
  public function price(Cart $cart) { return $cart->gross_price - $cart->net_price; }
}
`,
  );
  assert.deepEqual(await usersOf('Cart.items'), ['Desk.show:3']);
  assert.deepEqual(await usersOf('Cart.total'), []);
  assert.deepEqual(await usersOf('Cart.grossPrice'), ['Desk.price:4']);
  assert.deepEqual(await usersOf('Cart.getNetPriceAttribute'), ['Desk.price:4']);
});

test('Ruby: names alone from other files, assignments, and attributes of classes', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- base.rb --
class Base
  cattr_reader :fine_grained
  def drop_all=(value)
    @drop = value
  end
  def check_options!
    1
  end
end
-- desk.rb --
class Desk < Base
  def open
    check_options!
    fine_grained
  end
  def other
    fine_grained = 1
    fine_grained + 2
  end
  def shut
    self.drop_all = true
    drop_all == 1
  end
end
`,
  );
  assert.deepEqual(await usersOf('Base.check_options!'), ['Desk.open:3']);
  assert.deepEqual(await usersOf('Base.fine_grained'), ['Desk.open:4']);
  assert.deepEqual(await usersOf('Base.drop_all='), ['Desk.shut:11']);
});

test('Kotlin from Java: getters and setters of properties', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- Cart.kt --
package shop
class Cart {
  val total: Int = 1
  var isOpen: Boolean = false
}
-- Desk.java --
package shop;
class Desk {
  int sum(Cart cart) { return cart.getTotal(); }
  boolean ready(Cart cart) { return cart.isOpen(); }
  void open(Cart cart) { cart.setOpen(true); }
}
`,
  );
  assert.deepEqual(await usersOf('Cart.total'), ['Desk.sum:3']);
  assert.deepEqual(await usersOf('Cart.isOpen'), ['Desk.open:5', 'Desk.ready:4']);
});

test('Java: labels of a switch; nothing of another file calls what is private', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- mail/Flag.java --
package mail;
public enum Flag { SEEN, FLAGGED }
-- store/Columns.java --
package store;
public class Columns { public static final String FLAGGED = "f"; }
-- store/Store.java --
package store;
import mail.Flag;
class Store {
  String column(Flag flag) {
    switch (flag) {
      case FLAGGED: return Columns.FLAGGED;
    }
    return "";
  }
  private void refresh(int all) {}
  void open() { refresh(1); }
}
-- store/Other.java --
package store;
class Other {
  void run(Object any) { any.refresh(1); }
}
-- store/Base.java --
package store;
class Base {
  void save(int state) { super.save(state); this.kept.save(state); }
  Keeper kept;
}
-- store/Keeper.java --
package store;
class Keeper { void save(int state) {} }
`,
  );
  assert.deepEqual(await usersOf('Flag.FLAGGED'), ['Store.column:6']);
  assert.deepEqual(await usersOf('Columns.FLAGGED'), ['Store.column:6']);
  assert.deepEqual(await usersOf('Store.refresh'), ['Store.open:11']);
});

test('C#: what is private is used in other files of a partial class, and nowhere else', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- Cart.cs --
partial class Cart {
  private int SumUp() { return 1; }
}
-- Cart.More.cs --
partial class Cart {
  int Total() { return SumUp(); }
}
-- Desk.cs --
class Desk {
  int Run(dynamic any) { return any.SumUp(); }
}
`,
  );
  assert.deepEqual(await usersOf('Cart.SumUp'), ['Cart.Total:2']);
});

test('Java: a call of the type above is no further line of a call behind a value', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- Keeper.java --
class Keeper { void saveState(int state) {} }
-- Screen.java --
class Screen extends Activity {
  Keeper keeper;
  void saveState(int state) {
    super.saveState(state);
    keeper.saveState(state);
  }
}
`,
  );
  assert.deepEqual(await usersOf('Keeper.saveState'), ['Screen.saveState:5']);
});

test('Java: a name alone is no method of an anonymous class in the function around', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- Consumer.java --
class Consumer {
  void subscribe() {
    onAssigned(1);
    listen(new Listener() {
      public void onAssigned(int all) {
        Consumer.this.onAssigned(all);
      }
      public void onLost(int all) {
        onAssigned(0);
      }
    });
  }
  private void onAssigned(int all) {}
}
`,
  );
  assert.deepEqual(await usersOf('Consumer.onAssigned'), ['Consumer.subscribe.onAssigned:6', 'Consumer.subscribe:3']);
});

test('Kotlin: a typealias names the type that it stands for', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- com/shop/mail/Security.kt --
package com.shop.mail
enum class Security { NONE, TLS }
-- com/shop/desk/Security.kt --
package com.shop.desk
typealias MailSecurity = com.shop.mail.Security
enum class Security {
  NONE, TLS;
  fun toMail() = if (this == NONE) MailSecurity.NONE else MailSecurity.TLS
}
`,
  );
  assert.deepEqual(await usersOf('com/shop/mail/Security.kt#Security.NONE'), ['Security.toMail:5']);
});

test('Kotlin: a function on values that a file imports by its name is no guess', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- flags/Flag.kt --
package shop.flags
class Flag(val name: String)
fun String.toFlag() = Flag(this)
-- desk/Desk.kt --
package shop.desk
import shop.flags.toFlag
fun open(name: CharSequence) = name.trim().toFlag()
`,
  );
  assert.deepEqual(await usersOf('toFlag'), ['open:3']);
});

test('Kotlin: a destructuring is no call', async (t) => {
  const engine = await engineOn(
    workspace(t, '\n-- a.kt --\nfun pair() = 1 to 2\nfun use(): Int {\n  val (a, b) = pair()\n  return a + b\n}\n'),
    {
      history: 'off',
    },
  );
  await engine.settled();
  const { unresolved } = await engine.related({ symbol: 'use', kinds: ['calls'] });
  assert.deepEqual(unresolved, []);
});

test('Angular: all lines of a pipe in a template, and of a class in the lists of a module', async (t) => {
  const usersOf = await usersIn(
    t,
    `
-- short.pipe.ts --
import { Pipe } from '@angular/core';
@Pipe({ name: 'short' })
export class ShortPipe {
  transform(value: number): string { return String(value); }
}
-- usage.component.ts --
import { Component } from '@angular/core';
@Component({ selector: 'my-usage', templateUrl: './usage.component.html' })
export class UsageComponent { a = 1; }
-- usage.component.html --
<div>
  <span>{{ a | short }}</span>
  <b [title]="a | short">a short text</b>
</div>
-- shared.module.ts --
import { NgModule } from '@angular/core';
import { ShortPipe } from './short.pipe';
@NgModule({
  declarations: [
    ShortPipe,
  ],
  exports: [
    ShortPipe,
  ],
})
export class SharedModule {}
`,
  );
  assert.deepEqual(await usersOf('ShortPipe'), ['SharedModule:5', 'SharedModule:8', 'usage.component:2', 'usage.component:3']);
});

test('a label in the case of a sentence leads to what has it as a whole', async (t) => {
  const place = workspace(t);
  place.write('form.html', '<form>\n  <button (click)="reset()">Discard changes</button>\n</form>\n');
  for (const n of [1, 2, 3])
    place.write(`change${n}.ts`, `/** Discards changes. */\nexport function discardChanges${n}() { return changes.discard(${n}); }\n`);
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const { results } = await engine.retrieve({ query: 'Discard changes' });
  assert.equal(results[0]?.path, 'form.html');
});
