/** Answers of `find_related` without a language server: what is certain, what is not, and what could not be resolved. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withMcp } from '../support/mcp-client.js';
import type { Json } from '../support/test-client.js';

const rates = Array.from({ length: 200 }, (_, i) => `  { ${i} },\n`).join('');

const doors = Array.from({ length: 61 }, (_, i) => `def door_${i}(door):\n    door.unlatch()\n`).join('\n\n');

const boxes = Array.from({ length: 12 }, (_, i) => `class Box${i}:\n    def unlatch(self):\n        return ${i}\n`).join('\n\n');

const post = `
-- src/locker.py --
class Locker:
    def unlatch(self):
        return 1


${boxes}
-- src/doors.py --
${doors}
-- src/rates.c --
static struct rate { int price; } rates[] = {
${rates}};
-- app/Settings.java --
class Settings {
  private static final String PREF_LATE_PICKUP = "prefLatePickup";
  boolean late() { return read(PREF_LATE_PICKUP); }
}
-- twirl/depot/slip.scala.html --
@(parcel: String)
<p>@parcel</p>
-- app/Slips.scala --
object Slips {
  val slip = "slip"
  def show(parcel: String) = depot.html.slip(parcel)
}
-- app/views/parcels/_rows.html.erb --
<% rows.each do |row| %>
-- app/views/depot/show.html.erb --
<%= render 'parcels/rows', rows: @rows %>
<%= rows.html %>
-- app/components/ui/shelf/component.rb --
module Ui
  class Shelf; end
end
-- app/views/depot/index.html.erb --
<%= component("ui/shelf") %>
-- res/layout/parcel_row.xml --
<Row />
-- app/Rows.java --
class Rows {
  Object row() { return inflate(R.layout.parcel_row); }
  Object bound() { return ParcelRowBinding.inflate(); }
}
-- src/crates.py --
class Crate:
    def __init__(self, weight):
        self.tare, self.gross = 1, weight

    def net(self):
        return self.gross - self.tare


class HeavyCrate(Crate):
    def net(self):
        return self.gross


class Other:
    def net(self):
        return self.gross


def ship(crate, other):
    return crate.gross + other.gross
-- src/federal.rs --
pub struct Settings { pub federation: bool }
pub enum Sight { Open, Shut }
impl Sight { pub fn is_open(&self) -> bool { true } }
pub fn first() -> Sight { Sight::Shut }
pub fn second() -> Sight { Sight::Shut }
pub fn third() -> Sight { Sight::Shut }
pub fn fourth() -> Sight { Sight::Shut }
pub mod person { pub struct id; }
pub fn column() { select(person::id) }
-- src/federal/person.rs --
pub struct Person { pub id: u32 }
-- bin/release.sh --
git add federation/compose.yml
-- settings/defaults.yaml --
federation: true
-- src/warned.kt --
@Suppress("SwallowedException")
fun toAddressOrNull(text: String) = text
-- src/others.kt --
@Suppress("SwallowedException")
fun other() = toAddressOrNull("a")
-- res/xml/settings.xml --
<Box key="prefLatePickup" />
-- res/values/strings.xml --
<r>
<string name="late_pickup_label">Late pickup</string>
</r>
-- res/values-ar/strings.xml --
<string name="late_pickup_label">x</string>
-- res/values-de/strings.xml --
<string name="late_pickup_label">y</string>
-- res/values-fr/strings.xml --
<string name="late_pickup_label">z</string>
-- src/weigh.py --
def weigh_parcel(parcel):
    return ounces_of(parcel)


def ounces_of(parcel):
    return parcel.weight
-- tests/test_weigh.py --
from src.weigh import weigh_parcel


def test_weight():
    assert weigh_parcel(None) == 0
-- lib/post/parcel.ex --
defmodule Post.Parcel do
  @callback deliver(map()) :: :ok

  @spec deliver(map()) :: :ok
  def deliver(parcel), do: wrap(parcel)

  @spec wrap(map()) :: map()
  defp wrap(parcel), do: parcel
end
-- lib/post/clerk.ex --
defmodule Post.Clerk do
  alias Post.Parcel

  def serve(parcel) do
    Parcel.deliver(parcel)
    Ledger.record(parcel)
    announce(parcel)
  end
end
-- src/table.c --
static struct row {
  const char *ext;
} mime_rows[] = {
  { ".gif" },
  { ".png" },
};

int find_row(int i) { return mime_rows[i].ext != 0; }
-- CHANGELOG.md --
- Adds dangling_thing().
-- src/thing.py --
# dangling_thing is called by name
def dangling_thing():
    return 1


NAMES = ["dangling_thing"]
CALL = "dangling_thing()"
-- src/shelf.py --
def shelve_parcels(n):
    """shelve_parcels shelves."""
    return n


# shelve_parcels is called below
def fill():
    shelve_parcels(1)
    shelve_parcels(2)
    shelve_parcels(3)
    shelve_parcels(4)
    shelve_parcels(5)
    shelve_parcels(6)
    shelve_parcels(7)
    shelve_parcels(8)
    shelve_parcels(9)
    shelve_parcels(10)


HOOKS = []
HOOK = "shelf.shelve_parcels"
-- web/page.html --
<p>{{ shelve_parcels }}</p>
-- src/lone.py --
def called_once_only(n):
    return n


def calls_it():
    return called_once_only(1)
-- src/stores.py --
class Attic:
    def stow(self):
        return 1


def keep(place):
    if place:
        return place.stow()
    return None or place.stow()


def wander():
    keep(1)
-- src/commands.py --
@command("parcels.send.all")
def send_parcels():
    return None
-- src/keys.py --
KEYS = {"s": "parcels.send.all now"}
${Array.from({ length: 30 }, (_, i) => `-- src/take${i}.py --\ndef take_${i}(rack):\n    return rack.take\n`).join('')}-- src/rack.py --
class Wardrobe:
    def take(self):
        return 1


def take_out(thing):
    thing.take()
-- go/policy.go --
package policy

type Policy interface {
	CheckMX(mx string) error
	Reset()
}

func attempt(p Policy) { p.CheckMX("a") }
${['strict', 'lax', 'dane'].map((name) => `type ${name} struct{}\nfunc (s ${name}) CheckMX(mx string) error { return nil }\nfunc (s ${name}) Reset() {}\n`).join('')}`;

test('find_related without a language server', async () => {
  const workspace = temporaryWorkspace(post);
  try {
    // With edge indexing a server that is installed may confirm references while this test asks.
    workspace.write('../settings.json', '{"edgeIndexing":"off"}');
    const args = ['-w', workspace.folder, '--cache-dir', workspace.cacheDir, '--settings', workspace.file('../settings.json')];
    await withMcp({ args }, async ({ call, text }) => {
      // A call of a private function is certain, and a type specification is no call.
      const wrapped = await text('find_related', { symbol: 'Post.Parcel.wrap', relations: ['called_by'] });
      assert.match(wrapped, /called by \(1\):\n {2}Post\.Parcel\.deliver {2}lib\/post\/parcel\.ex:5: /);
      assert.doesNotMatch(wrapped, /~/);

      // Two symbols have the name: the callback and the function. The answer says which one is called.
      const delivered = await text('find_related', { symbol: 'Post.Parcel.deliver', relations: ['called_by'] });
      assert.match(delivered, /called by of lib\/post\/parcel\.ex:5 \(1\):\n {2}Post\.Clerk\.serve {2}lib\/post\/clerk\.ex:5: /);

      const served = { symbol: 'Post.Clerk.serve', relations: ['calls'] };
      assert.match(await text('find_related', served), /\n {2}Post\.Parcel\.deliver .*\n\nunresolved: Ledger\.record:6, announce:7\n/);
      const { related, unresolved } = await call('find_related', served);
      assert.equal(related[0].guess, undefined);
      assert.deepEqual(unresolved[0], { name: 'Ledger.record', path: 'lib/post/clerk.ex', line: 6, definitions: 0 });

      // The value's type is not known.
      const stowed = await text('find_related', { symbol: 'Attic.stow' });
      assert.match(stowed, /called by \(1\):\n~ keep .*:8: return place\.stow\(\)\n {6}9: return None or place\.stow\(\)\n/);
      assert.match(stowed, /\n\n~: by name alone; no other symbol of the workspace has the name, one of a library may be meant\n/);
      const { related: stowers, notes } = await call('find_related', { symbol: 'Attic.stow', relations: ['called_by'], depth: 3 });
      assert.deepEqual(stowers[0].moreProof, [{ line: 9, text: 'return None or place.stow()' }]);
      assert.equal(notes[0], 'no caller is known of wander');
      assert.match(notes[1], /^python: references are resolved by name only(?: \(|$)/);

      // Every line with the name is listed, or is the definition.
      const { related: once, notes: toldOnce } = await call('find_related', { symbol: 'called_once_only', relations: ['called_by'] });
      assert.deepEqual([once.length, toldOnce], [1, ['no other line of code outside of it has the name called_once_only']]);

      // Through an interface that nothing declares to be implemented.
      const checked = await text('find_related', { symbol: 'strict.CheckMX', relations: ['called_by'] });
      assert.match(checked, /\n~ attempt {2}go\/policy\.go:8: .* {2}through Policy\.CheckMX\n/);
      assert.match(checked, /\nthat an interface is implemented is known by method names\n/);

      // Beside the users that are known, lines of code that no user is known of: a template, a string.
      const shelved = await text('find_related', { symbol: 'shelve_parcels' });
      assert.match(shelved, /called by \(1\):\n {2}fill .*:8: shelve_parcels\(1\)\n {6}9: shelve_parcels\(2\)\n(?: {6}\d+: .*\n){8}\n/);
      assert.match(
        shelved,
        /\nother lines that contain the name:\nsrc\/shelf\.py\n {2}21: HOOK = "shelf\.shelve_parcels"\nweb\/page\.html\n {2}1: .*\n\n/,
      );

      // A command that is called by its text.
      const sent = await text('find_related', { symbol: 'send_parcels' });
      assert.match(sent, /no (?:user|related symbol) is known[\s\S]*\nsrc\/keys\.py\n {2}1: KEYS = /);
      assert.match(sent, /\nnote: listed too are lines with "parcels\.send\.all", by which it is known too\n/);

      // A warning that is turned off is no name.
      const warned = await text('find_related', { symbol: 'toAddressOrNull', relations: ['called_by'] });
      assert.match(warned, /called by \(1\):\n {2}other /);
      assert.doesNotMatch(warned, /SwallowedException/);

      // An attribute that only methods set is no symbol, and has lines.
      const gross = await text('find_related', { symbol: 'Crate.gross' });
      assert.match(gross, /^gross is an attribute that methods of Crate set; .*\n\nmatching lines:\nsrc\/crates\.py\n/);
      assert.deepEqual(
        [...gross.matchAll(/^ {2}(\d+): /gm)].map(([, line]) => Number(line)),
        [3, 6, 11, 20],
      );
      assert.match(await text('read_symbol', { symbol: 'Crate.gross' }), /^gross is an attribute that methods of Crate set/);
      assert.match(await text('find_related', { symbol: 'Crate.nothing' }), /^no symbol Crate\.nothing/);

      // A field that is called by an ordinary word is no folder.
      const federation = await text('find_related', { symbol: 'Settings.federation', relations: ['used_by'] });
      assert.match(federation, /settings\/defaults\.yaml\n {2}1: federation: true/);
      assert.doesNotMatch(federation, /release\.sh/);
      // A path leads to an item, and never to a field.
      assert.match(await text('find_related', { symbol: 'Person.id', relations: ['used_by'] }), /no user is known/);
      // Of several symbols of a name the one that most are of is said once.
      const sight = await text('find_related', { symbol: 'Sight', relations: ['used_by'] });
      assert.match(sight, /\nused by of src\/federal\.rs:2 \(4\):\n {2}first /);

      // Settings have the value of a constant, and of translations the original is enough.
      const late = await text('find_related', { symbol: 'PREF_LATE_PICKUP' });
      assert.match(late, /\nres\/xml\/settings\.xml\n {2}1: <Box key="prefLatePickup" \/>\n/);
      // Partials and components by their paths.
      const rows = await text('find_related', { symbol: 'app/views/parcels/_rows.html.erb' });
      assert.match(
        rows,
        /\nlines that contain the name:\napp\/views\/depot\/show\.html\.erb\n {2}1: .*\n\nnote: the lines name the file by its path\n/,
      );
      const slip = await text('find_related', { symbol: 'twirl/depot/slip.scala.html' });
      assert.match(slip, /\nlines that contain the name:\napp\/Slips\.scala\n {2}3: .*\n\nnote: the lines name the file by its path\n/);
      assert.match(await text('find_related', { symbol: 'Ui::Shelf' }), /\napp\/views\/depot\/index\.html\.erb\n {2}1: /);
      const row = await text('find_related', { symbol: 'parcel_row' });
      assert.match(row, /\nlines that contain the name:\napp\/Rows\.java\n {2}2: .*\n {2}3: .*ParcelRowBinding/);
      const label = await text('find_related', { symbol: 'late_pickup_label' });
      assert.match(label, /\nres\/values\/strings\.xml\n {2}2: /);
      assert.match(label, /\nnote: 3 lines of translations are not listed\n/);
      assert.doesNotMatch(label, /values-de/);

      // Tests that reach a function through what calls it.
      const reached = await text('find_related', { symbol: 'ounces_of', relations: ['tested_by'] });
      assert.match(reached, /tested by \(1\):\n {2}test_weight {2}tests\/test_weigh\.py:5: .* {2}step 2\n/);
      assert.match(reached, /\nnote: no test uses it itself; these reach it through what calls it\n/);

      // Of a member with a common name calls come before other lines.
      const opened = await text('find_related', { symbol: 'Locker.unlatch', relations: ['extended_by', 'used_by'] });
      assert.match(opened, /note: \d+ lines contain unlatch; none of them is after Locker or a value named so/);

      // Of other relations the numbers are enough.
      const taken = await text('find_related', { symbol: 'Wardrobe.take', relations: ['extended_by', 'used_by'] });
      assert.match(taken, /note: not listed: 1 caller \(relation called_by\)/);
      assert.doesNotMatch(taken, /rack\.take/);

      // A table at the top of a file.
      assert.match(await text('find_related', { symbol: 'mime_rows' }), /used by \(1\):\n {2}find_row {2}src\/table\.c:8: /);

      // Tests are told of where they are not listed, and a line of a long table is shown with those around it.
      const tested = await text('find_related', { symbol: 'weigh_parcel', relations: ['called_by'] });
      assert.match(tested, /note: not listed: 1 test \(relation tested_by\)/);
      const line = await text('read_symbol', { symbol: 'src/rates.c:151' });
      assert.match(line, /^131 {3}\{ 129 \},$/m);
      assert.match(line, /^171 {3}\{ 169 \},$/m);
      assert.doesNotMatch(line, /^1 |\{ 170 \}/m);

      // As stack traces name files.
      assert.match(await text('find_related', { symbol: 'stores.py:2' }), /^src\/stores\.py:2-3 method Attic\.stow /);
      assert.match(await text('read_symbol', { symbol: 'stores.py:2' }), /^src\/stores\.py:2-3 method Attic\.stow /);

      // Nothing known: lines with the name, code that looks like a call first, documentation last.
      const dangling = await text('find_related', { symbol: 'dangling_thing', relations: ['called_by'] });
      assert.match(dangling, /\n\nno caller is known from the structure\n\nlines that contain the name:\n/);
      const order = Array.from(dangling.matchAll(/^(?:(\S+)| {2}(\d+): .*)$/gm), ([, path, line]) => path ?? line);
      assert.deepEqual(order.slice(order.indexOf('src/thing.py')), ['src/thing.py', '7', '6', 'CHANGELOG.md', '1']);
      // That nothing is known of its users is said beside what is known.
      const wander = await text('find_related', { symbol: 'wander' });
      assert.match(wander, /\ncalls \(1\):\n {2}keep {2}src\/stores\.py:13: keep\(1\)\n\nno user is known from the structure\n/);
      // Of a few lines, users come before what it uses itself.
      const { related: kept } = await call('find_related', { symbol: 'keep', limit: 1 });
      assert.deepEqual(
        kept.map(({ relation }: Json) => relation),
        ['called_by'],
      );
    });
  } finally {
    workspace.remove();
  }
});

test('lines with a name that nothing else has are listed, however many there are', async () => {
  const pages = Array.from(
    { length: 60 },
    (_, n) => `-- views/page${n}.twig --\n<p>{{ amountBySymbol(${n}) }}</p>\n<b>{{ amountBySymbol(1) }}</b>\n`,
  );
  const workspace = temporaryWorkspace(
    `\n-- src/Format.php --\n<?php\nclass Format {\n  public function amountBySymbol() { return 1; }\n  public function all() { return $this->amountBySymbol(); }\n}\n${pages.join('')}`,
  );
  try {
    const args = ['--workspace', workspace.folder, '--cache-dir', workspace.cacheDir];
    await withMcp({ args }, async ({ text }) => {
      const found = await text('find_related', { symbol: 'Format.amountBySymbol', relations: ['called_by'] });
      assert.match(found, /views\/page\d+\.twig/);
      assert.match(found, /100 more lines contain amountBySymbol/);
    });
  } finally {
    workspace.remove();
  }
});

test('names of routes are no uses of the template that has such a name', async () => {
  const workspace = temporaryWorkspace(`
-- resources/views/carts/show.twig --
<p>{{ cart.total }}</p>
-- app/CartController.php --
<?php
class CartController {
  public function show() { return view('carts.show'); }
  public function store() { return redirect(route('carts.show')); }
}
-- routes.php --
<?php
Route::get('/cart', ['uses' => 'CartController@show', 'as' => 'carts.show']);
`);
  try {
    const args = ['--workspace', workspace.folder, '--cache-dir', workspace.cacheDir];
    await withMcp({ args }, async ({ text }) => {
      const found = await text('find_related', { symbol: 'resources/views/carts/show.twig', relations: ['used_by'] });
      assert.match(found, /app\/CartController\.php\n {2}3: .*\n\nnote: the lines name the file by its path\n/);
    });
  } finally {
    workspace.remove();
  }
});
