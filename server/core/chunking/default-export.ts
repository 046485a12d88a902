/** What a file exports by default without a name of its own has the file's name: importing files know it by that one. */
import { defaultExportName, NAMELESS } from '../model/component-name.js';
import type { Outline, OutlineSymbol } from '../model/symbol.js';

/** But for a table of settings or messages, which is the file itself. */
const EXPORTED = /^export\s+default\s*[^\s{[;]/;
const COMPONENT = /^export\s+default\s+[\w$.]+\s*[(<]/;

/** The outline with the name in the place of `default`, unless something else in the file has it. */
export function nameDefaultExport(path: string, outline: Outline): Outline {
  const isNameless = ({ name, parent, signature }: OutlineSymbol): boolean => name === NAMELESS && parent < 0 && EXPORTED.test(signature);
  if (!outline.symbols.some(isNameless)) return outline;
  const name = defaultExportName(path);
  if (name === NAMELESS || outline.symbols.some((symbol) => symbol.name === name && symbol.parent < 0)) return outline;
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
