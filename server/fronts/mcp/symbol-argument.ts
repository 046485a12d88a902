/** Reads the argument `symbol`: a place, a key or a name. */
import type { Engine } from '../../core/engine/engine-api.js';
import { type Place, parsePlace } from '../parse-place.js';

/** The form of result keys, with or without the `#` of answers. */
const KEY = /^#?([\w-]{8,40})$/;

export type SymbolReading = Place | { readonly key: string } | { readonly symbol: string };

/** Possible readings, the most likely first. @throws ContextError('query') for `FILE:LINE` of a missing file */
export function readSymbolArgument(engine: Engine, folders: readonly string[], symbol: string): readonly SymbolReading[] {
  const text = symbol.trim();
  const place = parsePlace(engine, folders, text);
  if (place) return [place];
  const [, key] = KEY.exec(text) ?? [];
  if (key === undefined) return [{ symbol: text }];
  // A name may look like a key. No symbol has such a name as a key, and a name that nothing has is read as a similar one.
  return text.startsWith('#') ? [{ key }] : [{ key }, { symbol: text }];
}
