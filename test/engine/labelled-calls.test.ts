/** Which function a call means: by labels of arguments (Swift), by a value that a type holds, by the type of a constructor, by keywords as names. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

async function relationsOf(t: TestContext, files: string) {
  const engine = await engineOn(workspace(t, files));
  await engine.ready();
  /** Lines of callers, of what is declared on a line where one is given; of those that are certain, unless guesses count. */
  return async (symbol: string, line?: number, guesses?: 'guesses'): Promise<string[]> => {
    const { items, of } = await engine.related({ symbol, kinds: ['called_by'] });
    const asked = new Set(of.filter((one) => line === undefined || one.nameLine + 1 === line).map(({ key }) => key));
    return items
      .filter((item) => asked.has(item.of) && (guesses || !item.isGuess))
      .flatMap((item) => [item.proof, ...item.moreProof].map((one) => `${item.symbol.name}:${(one?.line ?? -1) + 1}`))
      .sort();
  };
}

const swift = `
-- Sources/Store.swift --
final class Store {
    static let shared = Store()
    static let other: Queue = makeQueue()

    init(name: String = "all", limit: Int) {}

    func insert(_ article: Article, at index: Int) {
        insert(article, at: index, animated: false)
    }

    func insert(_ article: Article, at index: Int, animated: Bool) {}

    func insert(feed: Feed, completion: @escaping () -> Void) {}

    func add(_ article: Article) {}

    static func open(_ url: String) {}
}

final class Queue {
    func add(_ article: Article) {}
}
-- Sources/Use.swift --
final class Use {
    let store = Store(limit: 3)

    func run(_ article: Article, _ feed: Feed) {
        store.insert(article, at: 0)
        store.insert(feed: feed) { done() }
        store.insert(article, at: 0, animated: true)
    }

    func more(_ article: Article) {
        Store.shared.add(article)
        Store.other.add(article)
        Store.open("a")
    }

    func again() -> Store {
        return Store(name: "few", limit: 2)
    }
}
`;

test('swift: labels tell overloads apart, and each has its own callers', async (t) => {
  const callers = await relationsOf(t, swift);
  assert.deepEqual(await callers('Store.insert', 7), ['run:5']);
  assert.deepEqual(await callers('Store.insert', 11), ['insert:8', 'run:7']);
  assert.deepEqual(await callers('Store.insert', 13), ['run:6']);
});

test('a member of the value that a type holds is that of the declared type, or of the type itself', async (t) => {
  const callers = await relationsOf(t, swift);
  assert.deepEqual(await callers('Store.add'), ['more:11']);
  assert.deepEqual(await callers('Queue.add'), ['more:12']);
  // A keyword behind a dot is a name.
  assert.deepEqual(await callers('Store.open'), ['more:13']);
});

test('calls of a type are calls of its constructor, where that has a name of its own', async (t) => {
  const callers = await relationsOf(
    t,
    `${swift}-- shop/cart.py --
class Cart:
    def __init__(self, owner, size=1):
        self.owner = owner


def fill(owner) -> Cart:
    return Cart(owner)
`,
  );
  assert.deepEqual(await callers('Store.init', undefined, 'guesses'), ['again:17', 'store:2']);
  assert.deepEqual(await callers('Cart.__init__', undefined, 'guesses'), ['fill:7']);
  assert.deepEqual(await callers('Cart', undefined, 'guesses'), ['fill:7']);
});

test('python: lines of a member, of an alias, and of what another type inherits', async (t) => {
  const callers = await relationsOf(
    t,
    `-- shop/models.py --
class Model:
    def store(self):
        return 1


class Order(Model):
    def store(self):
        super().store()


class Parcel(Model):
    def sync(self):
        self.store()
-- shop/paint.py --
def colorize_total(text):
    return text
-- shop/show.py --
from shop.paint import colorize_total as paint


def show(rows):
    first = paint(rows[0])
    return first + paint(rows[1])
`,
  );
  assert.deepEqual(await callers('Order.store', undefined, 'guesses'), []);
  assert.deepEqual(await callers('Model.store', undefined, 'guesses'), ['store:8', 'sync:13']);
  assert.deepEqual(await callers('colorize_total'), ['show:5', 'show:6']);
});

test('scala: each line of the body of a type that calls, bases by their own lines, apply and the fields of case classes', async (t) => {
  const engine = await engineOn(
    workspace(
      t,
      `-- src/Desk.scala --
trait DeskBase {
  get("/:shop/parcels/:id") {
    weigh(1)
    Label("a")
  }
  post("/:shop/parcels") {
    weigh(2)
  }
  def close(): Int = weigh(3)
  def weigh(count: Int): Int = count
}

class Desk
    extends DeskBase
    with Serializable

object Label {
  def apply(text: String): Label = new Label(text, 1)
}

case class Label(
  text: String,
  copies: Int
)
`,
    ),
  );
  await engine.ready();
  const lines = async (symbol: string) => {
    const { items } = await engine.related({ symbol, kinds: ['called_by', 'extended_by'] });
    return items.flatMap(({ proof, moreProof }) => [proof, ...moreProof].map((one) => (one?.line ?? -1) + 1)).sort((a, b) => a - b);
  };
  assert.deepEqual(await lines('DeskBase.weigh'), [3, 7, 9]);
  assert.deepEqual(await lines('DeskBase'), [14]);
  assert.ok((await lines('Label.apply')).includes(4));
  assert.deepEqual(
    (await engine.show({ symbol: 'Label.copies' })).results.map(({ symbolKind }) => symbolKind),
    ['property'],
  );
  const route = await engine.retrieve({ query: 'which route handles /:shop/parcels/:id' });
  assert.equal(route.results[0]?.name, 'DeskBase');
});

test('that an attribute at a position is no symbol is said', async (t) => {
  const engine = await engineOn(
    workspace(t, `-- cart.py --\nclass Cart:\n    def fill(self):\n        self.weight = 3\n        return self.weight\n`),
  );
  await engine.ready();
  const related = async (column: number) => engine.related({ at: { path: 'cart.py', line: 3, column } });
  const said = (await related(22)).problems.map(({ message }) => message);
  assert.deepEqual(said, ['weight at cart.py:4 is no symbol of the index; the answer is for Cart.fill']);
  assert.deepEqual((await related(0)).problems, []);
});

test('javascript: a method may be named like a keyword', async (t) => {
  const callers = await relationsOf(
    t,
    `-- src/cache.ts --
export class OrderCache {
  delete(key: string) {
    return key;
  }
}
-- src/use.ts --
import { OrderCache } from './cache';

export function drop(cache: OrderCache) {
  delete (window as any).cache;
  cache.delete('a');
}
`,
  );
  assert.deepEqual(await callers('OrderCache.delete'), ['drop:5']);
});

const java = `
-- src/shop/Config.java --
package shop;
public class Config {
    private final String name;

    public Config(String name, int size) {
        this.name = name;
    }

    public void export() {
        export("all");
    }

    public void export(String kind) {}

    public void fill(Map<String, Integer> sizes) {}
}
-- src/shop/Mark.java --
package shop;
public @interface Mark { String value(); }
-- src/shop/Desk.java --
package shop;
@Mark("desk")
public class Desk {
    private Config config = new Config("a, b", ',');

    void open() {
        config.export();
        config.export("x");
        config.export(
            "y");
        config.export();
    }

    void more() {
        config.fill(new HashMap<String, Integer>());
        config.fill(new HashMap<String, Integer>(3));
    }
}
`;

test('Java: a type with its package before it, and one that extends the type around it', async (t) => {
  const engine = await engineOn(
    workspace(
      t,
      `-- src/org/shop/Listener.java --
package org.shop;
public interface Listener {}
-- src/com/old/Listener.java --
package com.old;
public interface Listener {
  class Wrapped implements Listener {
    private org.shop.Listener inner;
    Wrapped(org.shop.Listener inner) { this.inner = inner; }
  }
  class Reversed implements org.shop.Listener {}
}
`,
    ),
  );
  await engine.ready();
  const relationsOf = async (path: string): Promise<string[]> => {
    const { items } = await engine.related({ at: { path, line: 1, column: 18 }, kinds: ['extended_by', 'used_by'] });
    return items.map(({ kind, symbol, isGuess }) => `${isGuess ? '~' : ''}${kind} ${symbol.qualifiedName}`).sort();
  };
  assert.deepEqual(await relationsOf('src/com/old/Listener.java'), ['extended_by Listener.Wrapped']);
  assert.deepEqual(await relationsOf('src/org/shop/Listener.java'), [
    'extended_by Listener.Reversed',
    'used_by Listener.Wrapped.Wrapped',
    'used_by Listener.Wrapped.inner',
  ]);
});

test('Java: overloads by the number of arguments, line by line; constructors; annotations', async (t) => {
  const callers = await relationsOf(t, java);
  assert.deepEqual(await callers('Config.export', 9), ['open:11', 'open:7']);
  assert.deepEqual(await callers('Config.export', 13), ['export:10', 'open:8', 'open:9']);
  assert.deepEqual(await callers('Config.fill'), ['more:15', 'more:16'], 'type arguments are no arguments');
  assert.deepEqual(await callers('Config.Config'), ['config:4']);
  assert.deepEqual(await callers('Config', 2), ['config:4']);
  assert.deepEqual(await callers('Mark'), [], 'an annotation is used, not called');
});
