/** Which settings of two clients one engine can serve. */
import { isDeepStrictEqual } from 'node:util';
import type { EngineOptions, EngineSettings } from '../../core/engine/engine-api.js';
import type { EditorOptions } from '../../core/engine/proxied-server.js';
import { commonEditor } from './common-editor.js';

/** Settings that decide what is in the index or what is run. A client that names none of them takes the engine as it is. */
const decisive: readonly (keyof EngineSettings)[] = [
  'maxFileBytes',
  'exclude',
  'redactEmails',
  'vectorSearch',
  'servers',
  'trusted',
  'embedding',
  'reranker',
  'packs',
];
const unset: Partial<Record<keyof EngineSettings, unknown>> = {
  exclude: [],
  redactEmails: false,
  servers: {},
  trusted: false,
  vectorSearch: 'auto',
};

/** The settings that a client asks for and the engine does not have, by name; null where it can be served. */
export function conflictOf({ settings: own = {} }: EngineOptions, { settings: asked = {} }: EngineOptions): string | null {
  const other = decisive.filter((name) => asked[name] !== undefined && !isDeepStrictEqual(asked[name], own[name] ?? unset[name]));
  // A client that asks for neither takes what there is, and what it does not need does it no harm.
  const missing = (['history', 'edgeIndexing'] as const).filter((name) => own[name] === 'off' && asked[name] === 'auto');
  return [...other, ...missing].join(', ') || null;
}

/**
 * The editor that language servers have to be told about, which they are at their start; null where they can serve the client as they
 * are. Order in lists does not count.
 */
export function otherEditor({ editor: own }: EngineOptions, { editor: asked }: EngineOptions): EditorOptions | null {
  if (!asked) return null;
  if (!own) return asked;
  const common = commonEditor(own, asked);
  return isDeepStrictEqual(common, commonEditor(own, own)) ? null : common;
}
