/** Fields that a client has set to null where LSP knows only "absent": lenient for clients, since some language servers refuse them. */
import type { Json } from './shapes.js';

/** What these hold belongs to a server, and comes back to it as it was. */
const verbatim: ReadonlySet<string> = new Set(['data', 'arguments']);

/** A copy of a request's params without fields that are null. */
export function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key, field]) => field !== null || verbatim.has(key));
  return Object.fromEntries(kept.map(([key, field]) => [key, verbatim.has(key) ? field : withoutNulls(field)]));
}
