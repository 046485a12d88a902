/** Questions for the uses of settings, events and members: what is asked is read from the phrasing, and lines of code come before documents. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const readers = Array.from(
  { length: 6 },
  (_, i) => `def read_${i}(settings):\n    return getattr(settings, "DEPOT_CARRIER_LIMIT", ${i})\n`,
).join('\n\n');
const listeners = Array.from({ length: 5 }, (_, i) => `  bus.on("parcelweighed", () => shelve(${i}));`).join('\n');

const source = `
-- client/stubs.js --
export const depotConfig = { DEPOT_CARRIER_LIMIT: 3 };
-- depot/limits.py --
${readers}
-- docs/settings.md --
# Settings

## DEPOT_CARRIER_LIMIT

How many carriers DEPOT_CARRIER_LIMIT allows.
-- src/scale.js --
export function announceWeight(bus, parcel) {
  bus.dispatch("parcelweighed", { parcel });
}
-- src/yard.js --
export function openYard(bus) {
${listeners}
}
-- src/events.js --
export function listenToEvents(events, handler) {
  for (const event of events) window.addEventListener(event, handler);
}
export function dispatchEvent(event, listeners) {
  for (const listener of listeners) listener(event);
}
-- depot/pages.py --
class Page:
    def serve_page(self, request):
        return render(request)

    def close_page(self, request):
        return None


class FormMixin:
    def serve_page(self, request):
        return handle(request)


class LateMixin:
    def close_page(self, request):
        return None


class FormPage(FormMixin, Page):
    pass


class LatePage(Page, LateMixin):
    pass


class Plain:
    def serve_page(self, request):
        return request
-- tests/test_pages.py --
from depot.pages import Page


class PageOfTest(Page):
    def test_it(self):
        assert self.close_page(None) is None
`;

const opened = async (t: test.TestContext) => {
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  return engine;
};

test('the users of a setting are the lines that read it, and documents come behind', async (t) => {
  const engine = await opened(t);
  for (const query of [
    'who uses the setting DEPOT_CARRIER_LIMIT?',
    'who reads DEPOT_CARRIER_LIMIT',
    'where is the option `DEPOT_CARRIER_LIMIT` read and what is its default?',
    'where is the DEPOT_CARRIER_LIMIT setting checked?',
    'where is the client option DEPOT_CARRIER_LIMIT read',
    'who uses DEPOT_CARRIER_LIMIT in the depot python code',
  ]) {
    const { results, callers } = await engine.retrieve({ query, brief: true });
    const lines = callers.filter(({ path, text }) => path === 'depot/limits.py' && text.includes('getattr'));
    assert.equal(lines.length, 6, query);
    const paths = results.map(({ path }) => path);
    assert.ok(paths.includes('client/stubs.js'), query);
    assert.ok(!paths.includes('docs/settings.md') || paths.indexOf('client/stubs.js') < paths.indexOf('docs/settings.md'), query);
  }
});

test('a second question that is about something else is not lost', async (t) => {
  const engine = await opened(t);
  const { results } = await engine.retrieve({
    query: 'where is DEPOT_CARRIER_LIMIT read and what happens when a parcel is weighed',
    brief: true,
  });
  assert.ok(
    results.some(({ name }) => name === 'announceWeight'),
    JSON.stringify(results.map(({ name }) => name)),
  );
});

test('lines of code that have a quoted word, or the name of an event, between quotation marks are all listed', async (t) => {
  const engine = await opened(t);
  for (const query of ['who listens to the parcelweighed event and who dispatches it?', 'which functions listen for "parcelweighed"']) {
    const answer = await engine.retrieve({ query, brief: true, budgetTokens: 2_000 });
    const shown = (text: string): boolean =>
      answer.callers.some((line) => line.text.includes(text)) || answer.results.some((result) => (result.text ?? '').includes(text));
    for (let i = 0; i < 5; i++) assert.ok(shown(`shelve(${i})`), `${query}: ${i}`);
    assert.ok(shown('bus.dispatch("parcelweighed"'), query);
  }
});

test('users of a notification are those of the constant, not the functions that are named like it', async (t) => {
  const files = `
-- Sources/Names.swift --
extension Notification.Name {
    static let ParcelsDidArrive = Notification.Name("ParcelsDidArrive")
}
-- Sources/Desk.swift --
final class Desk {
    func start() {
        NotificationCenter.default.addObserver(self, selector: #selector(parcelsDidArrive(_:)), name: .ParcelsDidArrive, object: nil)
    }

    @objc func parcelsDidArrive(_ notification: Notification) {
        print("arrived")
    }
}
`;
  const engine = await engineOn(workspace(t, files));
  await engine.ready();
  for (const query of ['who observes ParcelsDidArrive', 'where is the notification ParcelsDidArrive used']) {
    const { results } = await engine.retrieve({ query });
    assert.equal(results[0]?.qualifiedName, 'Desk.start', query);
  }
});

test('listeners of an event whose name a function has too, without quotation marks', async (t) => {
  const files = `
-- functions/bell_rung.fish --
function bell_rung
    echo bell
end
-- functions/open_door.fish --
function open_door --on-event bell_rung
    echo door
end
# --on-event bell_rung is in a comment
function close_door
    emit bell_rung
end
`;
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { results, callers } = await engine.retrieve({ query: 'which functions react to the bell_rung event', brief: true });
  const shown = [...results.map(({ text }) => text ?? ''), ...callers.map(({ text }) => text)].join('\n');
  assert.match(shown, /--on-event bell_rung\n/);
  assert.match(shown, /emit bell_rung/);
});

test('the migration that creates a column comes before what reads it', async (t) => {
  const files = `
-- db/migrate/20160101010000_depot_one.rb --
class DepotOne
  def up
    create_table "parcels" do |t|
      t.boolean "shelf_viewable", default: true
    end
  end
end
-- app/parcel.rb --
class Parcel
  def seen
    where(shelf_viewable: true)
  end
end
`;
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const firstOf = async (query: string) => (await engine.retrieve({ query, brief: true })).results[0]?.path;
  assert.equal(await firstOf('which migration creates the column shelf_viewable'), 'db/migrate/20160101010000_depot_one.rb');
  assert.equal(await firstOf('where is shelf_viewable read'), 'app/parcel.rb');
});

test('a mixin before a base overrides its members, and one behind it does not', async (t) => {
  const engine = await opened(t);
  const { results: served } = await engine.retrieve({ query: 'who overrides Page.serve_page?', brief: true });
  assert.deepEqual(
    served.map(({ qualifiedName }) => qualifiedName),
    ['FormMixin.serve_page', 'Page.serve_page'],
  );
  const { problems } = await engine.retrieve({ query: 'who overrides Page.close_page?', brief: true });
  assert.ok(problems.some(({ message }) => /nothing that extends or implements/.test(message)));
});

test('of members of one name those that override another one are told', async (t) => {
  const engine = await opened(t);
  const { results, problems } = await engine.retrieve({ query: 'who overrides serve_page?', brief: true });
  assert.deepEqual(problems, []);
  assert.equal(results[0]?.qualifiedName, 'FormMixin.serve_page');
  assert.equal(new Set(results.map(({ key }) => key)).size, results.length);
});

test('reads of a property of a value are users of it, unless the value is named like another type that has one', async (t) => {
  const kotlin = `
-- src/ParcelClient.kt --
package depot
class ParcelClient(builder: Builder) {
  val retryOnLoss: Boolean = builder.retryOnLoss
  class Builder { var retryOnLoss = true
    fun retryOnLoss(value: Boolean) = apply { retryOnLoss = value } }
}
-- src/Recover.kt --
package depot
class Recover(private val client: ParcelClient) {
  fun recoverParcel(): Boolean {
    if (!client.retryOnLoss) return false
    return log("client.retryOnLoss")
  }
  // client.retryOnLoss is asked first
  fun setUp(builder: ParcelClient.Builder) = builder.retryOnLoss(false)
  fun copyOf(other: ParcelClient.Builder, builder: ParcelClient.Builder) { builder.retryOnLoss = true }
}
`;
  const engine = await engineOn(workspace(t, kotlin), { history: 'off' });
  await engine.settled();
  const { results, callers } = await engine.retrieve({ query: 'who uses ParcelClient.retryOnLoss?', brief: true });
  const users = [...results.map(({ qualifiedName }) => qualifiedName), ...callers.map(({ caller }) => caller)];
  assert.ok(users.includes('Recover.recoverParcel'), JSON.stringify(users));
  assert.ok(!users.includes('Recover.copyOf'), JSON.stringify(users));
});

test('a class of a test that extends a type is a subclass', async (t) => {
  const engine = await opened(t);
  const { items } = await engine.related({ symbol: 'Page', kinds: ['extended_by'] });
  assert.deepEqual(items.map(({ symbol }) => symbol.qualifiedName).sort(), ['FormPage', 'LatePage', 'PageOfTest']);
});

test('addresses and files of whoever asks are no names', async (t) => {
  const engine = await opened(t);
  for (const foreign of ['%2Fget.jsp', 'fooGet.jsp', 'https://example.com/fooGet?file=aB.pdf', 'about URLs']) {
    const { results, problems } = await engine.retrieve({ query: `dispatch an event to the listeners ${foreign}`, brief: true });
    assert.equal(results[0]?.name, 'dispatchEvent', foreign);
    assert.ok(!problems.some(({ code }) => code === 'noMatch' || code === 'unknownName' || code === 'corrected'), foreign);
  }
});
