/** The outline of a file that is a component: one symbol over the file, named after it, that holds the symbols of its script. */
import type { LineIndex } from '../../util/text.js';
import { componentName } from '../model/component-name.js';
import type { Outline, OutlineSymbol } from '../model/symbol.js';

export function componentOutline(path: string, text: string, index: LineIndex, outline: Outline): Outline {
  const name = componentName(path);
  if (!name || !text.trim()) return outline;
  const component: OutlineSymbol = {
    name,
    kind: 'component',
    parent: -1,
    span: { start: 0, end: text.length },
    lines: { start: 0, end: index.lineAt(text.length) + 1 },
    // The name is that of the file, and stands nowhere in it.
    nameSpan: { start: 0, end: 0 },
    signature: '',
    doc: outline.moduleDoc,
    exported: true,
  };
  return {
    ...outline,
    symbols: [component, ...outline.symbols.map((symbol) => ({ ...symbol, parent: symbol.parent + 1 }))],
    references: outline.references.map((reference) => ({ ...reference, from: reference.from + 1 })),
  };
}
