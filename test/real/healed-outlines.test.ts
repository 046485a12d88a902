/** In files whose syntax tree has errors, clangd's symbols replace ours in the background, until the text changes. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { engineOn, workspace } from '../support/real-engine.js';

const fixture = `
-- panel.h --
#define exported __attribute__((visibility("default")))
#define nothrow noexcept
#define begin_widgets namespace widgets {
#define end_widgets }
struct base {};
template <typename T> using void_of = void;
begin_widgets
/* Draws a frame around what it holds. */
struct exported panel : base {
  int width() const nothrow { return w; }
  exported panel &operator=(const panel &other) nothrow {
    w = other.w;
    return *this;
  }
  int height() nothrow;
  int w;
};
template <typename T, typename U> struct access;
/* Reads what a panel holds. */
template <typename T>
struct access<T, void_of<typename T::held>> {
  int read();
};
end_widgets
-- panel.cc --
#include "panel.h"
int widgets::panel::height() noexcept { return w * 2; }
int whole_width(const widgets::panel &one) { return one.width(); }
`;

const skip = ['clangd', 'clangd-19', 'clangd-22'].some((name) => whichProgram(name)) ? false : 'no clangd';

/** Symbols of panel.h: `kind name first-last`, lines from 1. */
async function symbolsOf(engine: Engine): Promise<string[]> {
  const { hits } = await engine.symbols({ query: 'panel.h', filters: { paths: ['panel.h'] }, limit: 100 });
  const named = await Promise.all(
    ['panel', 'width', 'operator=', 'height', 'w', 'exported', 'access', 'read'].map((query) =>
      engine.symbols({ query, filters: { paths: ['panel.h'] }, limit: 20 }),
    ),
  );
  const all = [...hits, ...named.flatMap((found) => found.hits)];
  return [
    ...new Set(all.map(({ symbolKind, qualifiedName, lines }) => `${symbolKind} ${qualifiedName} ${lines.start + 1}-${lines.end}`)),
  ].sort();
}

test('clangd repairs the outline of a header with unknown macros', { skip, timeout: 180_000 }, async (t) => {
  const place = workspace(t, fixture);
  const engine = await engineOn(place, { edgeIndexing: 'auto', history: 'off' });
  await engine.settled();
  await engine.edgesIndexed();
  const healed = await symbolsOf(engine);
  for (const symbol of [
    'struct panel 9-17',
    'method panel.width 10-10',
    'method panel.operator= 11-14',
    'method panel.height 15-15',
    'field panel.w 16-16',
    'struct access 19-23',
    'method access.read 22-22',
  ])
    assert.ok(healed.includes(symbol), `${symbol} in ${healed.join(', ')}`);
  assert.ok(!healed.some((symbol) => /function exported/.test(symbol)), healed.join(', '));
  // The edges are told of the healed symbols.
  const { items } = await engine.related({ symbol: 'panel.width', kinds: ['called_by'] });
  assert.ok(
    items.some(({ symbol, provenance }) => symbol.qualifiedName === 'whole_width' && provenance.startsWith('clangd')),
    JSON.stringify(items.map(({ symbol, provenance }) => [symbol.qualifiedName, provenance])),
  );

  // Another text has another outline: the server's is gone until it has been asked again.
  engine.openDocument('panel.h', '#define x\nint only(void);\n', 'cpp');
  const { hits } = await engine.symbols({ query: 'panel', filters: { paths: ['panel.h'] } });
  assert.deepEqual(
    hits.filter(({ name }) => name === 'panel'),
    [],
  );
});
