/** Outlines of a server repair ours, and take nothing away that it has misread. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { healOutline, type ServerSymbol } from '../../server/core/code-graph/server-outline.js';
import { createOutliner } from '../../server/io/syntax/outline.js';
import { LineIndex } from '../../server/util/text.js';

const text = `NEVER_INLINE Colour adjust(const Colour& base, int by)
{
    return base;
}
int total = 1;
`;

function symbol(kind: ServerSymbol['kind'], name: string, from: string, to: string): ServerSymbol {
  const start = text.indexOf(from);
  const at = text.indexOf(name, start);
  return { name, kind, span: { start, end: text.indexOf(to, at) + to.length }, nameSpan: { start: at, end: at + name.length } };
}

test('the type behind a macro that a server takes for a variable does not replace our function', async () => {
  const outliner = await createOutliner();
  const own = await outliner.outline(text, 'cpp');
  const stated = {
    provenance: 'clangd',
    symbols: [symbol('variable', 'Colour', 'NEVER_INLINE', 'Colour'), symbol('variable', 'total', 'int total', '1')],
  };
  const healed = healOutline(own, stated, text, new LineIndex(text));
  const names = healed.symbols.map(({ kind, name }) => `${kind} ${name}`);
  assert.deepEqual(names, ['function adjust', 'variable total']);
});

test('a conversion and a static field stay a method and a field of their class', async () => {
  const inClass = 'struct Box {\n  operator bool() const { return true; }\n  static int count;\n};\n';
  const own = await (await createOutliner()).outline(inClass, 'cpp');
  const stated = own.symbols.map(({ name, kind, span, nameSpan }): ServerSymbol => {
    const asStated = { method: 'function', field: 'property' } as const;
    return { name, kind: asStated[kind as 'method' | 'field'] ?? kind, span, nameSpan };
  });
  const healed = healOutline(own, { provenance: 'clangd', symbols: stated }, inClass, new LineIndex(inClass));
  assert.deepEqual(
    healed.symbols.map(({ kind, name }) => `${kind} ${name}`),
    ['struct Box', 'method operator bool', 'field count'],
  );
});
