/** Which settings of two clients one engine can serve. */
import { isDeepStrictEqual } from 'node:util';
import type { EngineOptions, EngineSettings } from '../../core/engine/engine-api.js';

/** Settings that decide what is in the index or what is run. A client that names none of them takes the engine as it is. */
const decisive: readonly (keyof EngineSettings)[] = [
  'maxFileBytes',
  'exclude',
  'vectorSearch',
  'servers',
  'trusted',
  'embedding',
  'reranker',
];
const unset: Partial<Record<keyof EngineSettings, unknown>> = { exclude: [], servers: {}, trusted: false, vectorSearch: 'auto' };

/** What a client asks for and the engine does not have; null where it can be served. */
export function conflictOf({ settings: own = {} }: EngineOptions, { settings: asked = {} }: EngineOptions): string | null {
  const other = decisive.filter((name) => asked[name] !== undefined && !isDeepStrictEqual(asked[name], own[name] ?? unset[name]));
  // A client that asks for neither takes what there is, and what it does not need does it no harm.
  const missing = (['history', 'edgeIndexing'] as const).filter((name) => own[name] === 'off' && asked[name] === 'auto');
  return [...other, ...missing].join(', ') || null;
}
