/** Which settings of two clients one engine can serve. */
import { isDeepStrictEqual } from 'node:util';
import type { EngineOptions, EngineSettings } from '../../core/engine/engine-api.js';

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
];
const unset: Partial<Record<keyof EngineSettings, unknown>> = {
  exclude: [],
  redactEmails: false,
  servers: {},
  trusted: false,
  vectorSearch: 'auto',
};

/** The settings that a client asks for and the engine does not have, by name; null where it can be served. */
export function conflictOf(
  { settings: own = {}, editor }: EngineOptions,
  { settings: asked = {}, editor: askedEditor }: EngineOptions,
): string | null {
  const other = decisive.filter((name) => asked[name] !== undefined && !isDeepStrictEqual(asked[name], own[name] ?? unset[name]));
  // A client that asks for neither takes what there is, and what it does not need does it no harm.
  const missing = (['history', 'edgeIndexing'] as const).filter((name) => own[name] === 'off' && asked[name] === 'auto');
  // Language servers get the capabilities of one editor, at their start.
  const editors = editor && askedEditor && !isDeepStrictEqual(editor, askedEditor) ? ['capabilities of another editor'] : [];
  return [...other, ...missing, ...editors].join(', ') || null;
}

/** Whether the engine's language servers have to be started anew to serve a first editor. */
export const lacksEditor = (own: EngineOptions, asked: EngineOptions): boolean => asked.editor !== undefined && own.editor === undefined;
