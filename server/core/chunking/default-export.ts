/** What a file exports by default without a name of its own has the file's name: importing files know it by that one. */
import { escapePattern } from '../../util/escape-pattern.js';
import { defaultExportName, NAMELESS } from '../model/component-name.js';
import type { Outline, OutlineSymbol } from '../model/symbol.js';

/** But for a table of settings or messages, which is the file itself. */
const EXPORTED = /^export\s+default\s*[^\s{[;]/;
const COMPONENT = /^export\s+default\s+[\w$.]+\s*[(<]/;

/**
 * The outline with the name in the place of `default`, unless something else in the file has it. Where the export only wraps that,
 * `export default observer(Cart)` in cart.tsx, it is no symbol of its own.
 */
export function nameDefaultExport(path: string, outline: Outline): Outline {
  const isNameless = ({ name, parent, signature }: OutlineSymbol): boolean => name === NAMELESS && parent < 0 && EXPORTED.test(signature);
  if (!outline.symbols.some(isNameless)) return outline;
  const name = defaultExportName(path);
  if (name === NAMELESS) return outline;
  if (outline.symbols.some((symbol) => symbol.name === name && symbol.parent < 0)) {
    const wraps = new RegExp(`[(,]\\s{0,20}${escapePattern(name)}\\s{0,20}[),]`);
    return without(
      outline,
      outline.symbols.findIndex((symbol) => isNameless(symbol) && wraps.test(symbol.signature)),
    );
  }
  const isComponent = /^\p{Lu}/u.test(name) && /\.[jt]sx$/.test(path);
  return {
    ...outline,
    symbols: outline.symbols.map((symbol) => {
      if (!isNameless(symbol)) return symbol;
      const kind = isComponent && (symbol.kind === 'function' || COMPONENT.test(symbol.signature)) ? 'component' : symbol.kind;
      return { ...symbol, name, kind };
    }),
  };
}

/** The outline without a symbol at the top, whose contents are at the top then; as it is for an index of -1. */
function without(outline: Outline, index: number): Outline {
  if (index < 0) return outline;
  const moved = (at: number): number => (at === index ? -1 : at > index ? at - 1 : at);
  return {
    ...outline,
    symbols: outline.symbols.flatMap((symbol, i) => (i === index ? [] : { ...symbol, parent: moved(symbol.parent) })),
    references: outline.references.map((reference) => ({ ...reference, from: moved(reference.from) })),
  };
}
