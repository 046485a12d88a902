/** A call by name, without a language server, leads to no symbol that it cannot mean. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

/** What a symbol calls and uses, by qualified names. */
async function meantBy(t: TestContext, source: string, symbol: string): Promise<string[]> {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol, kinds: ['calls', 'uses'] });
  return items.map(({ symbol: { qualifiedName } }) => qualifiedName).sort();
}

type Case = readonly [what: string, source: string, symbol: string, meant: readonly string[]];

const uncallable: readonly Case[] = [
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
    ['Shop.Source.Choose', 'Shop.Source.Load'],
  ],
];
for (const [what, source, symbol, meant] of uncallable)
  test(`a call means nothing that cannot be called: ${what}`, async (t) => {
    const found = await meantBy(t, source, symbol);
    assert.deepEqual(found, [...meant].sort());
  });
