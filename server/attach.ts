/** The client side of the shared engine: attaches to the engine of a workspace, and starts it where it does not run. */
import { resolve } from 'node:path';
import type { Engine, EngineOptions } from './core/engine/engine-api.js';
import { attachEngine, describeEngine, stopEngine } from './io/shared-engine/attach-engine.js';
import { allPlaces, enginePlaces } from './io/shared-engine/engine-places.js';
import { RemoteEngine } from './io/shared-engine/remote-engine.js';
import { defaultCacheDir, indexFolder } from './io/stores/folder/index-folder.js';
import { Roots, realRoots } from './io/workspace/roots.js';
import type { Log } from './util/log.js';
import { entryFile } from './util/package-root.js';
import { version } from './util/version.js';

/** An engine that cannot serve this client, or, where none is to be started, does not run. */
export interface NoEngine {
  readonly isRefused: boolean;
  readonly reason: string;
}

/**
 * `visit`: by a command of the terminal, which starts an engine only for an index that was never complete, so that other clients do not
 * index the same again. That engine ends with the last such client once the index is complete.
 * Rejects with ContextError('index') where the engine's process does not start or cannot be reached.
 */
export async function attach(given: EngineOptions, how: 'start' | 'visit', log: Log): Promise<Engine | NoEngine> {
  const cacheDir = resolve(given.cacheDir ?? defaultCacheDir());
  const options = { ...given, cacheDir, roots: realRoots(given.roots) };
  const folder = indexFolder(cacheDir, options.roots);
  const isVisit = how === 'visit';
  const once = async (canStart: boolean) =>
    attachEngine({
      places: enginePlaces(folder),
      version,
      options,
      isVisit,
      command: canStart ? [process.execPath, entryFile('main.js'), 'engine'] : null,
    });
  const mayStart =
    !given.readOnly && !given.paused && (!isVisit || !(await import('./io/stores/folder/other-indexes.js')).wasComplete(folder));
  const first = await once(mayStart);
  if (!('link' in first)) return first;
  const again = async () => {
    const next = await once(true);
    if ('link' in next) return next;
    throw new Error(next.reason);
  };
  const { editor, settings } = given;
  return new RemoteEngine(first, {
    attach: again,
    paths: new Roots(first.status.roots),
    isEditor: editor !== undefined,
    isVisit,
    budgetTokens: settings?.budgetTokens,
    log,
  });
}

/** The engines that run now. */
export async function engines() {
  const described = await Promise.all(allPlaces().map(async (places) => ({ places, description: await describeEngine(places) })));
  return described.flatMap(({ places, description }) => (description ? [{ description, stop: () => stopEngine(places) }] : []));
}
