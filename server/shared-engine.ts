/**
 * The wiring of the shared engine: clients attach to the engine of their workspace, in a process of its own, and start it where it
 * does not run. Light: what an engine needs is loaded by the process that holds it.
 */
import { resolve } from 'node:path';
import type { Engine, EngineOptions } from './core/engine/engine-api.js';
import type { RunningEngines } from './core/engine/running-engines.js';
import { attachEngine, describeEngine, stopEngine } from './io/shared-engine/attach-engine.js';
import { allPlaces, enginePlaces, placesOfKey } from './io/shared-engine/engine-places.js';
import { RemoteEngine } from './io/shared-engine/remote-engine.js';
import { defaultCacheDir, indexFolder } from './io/stores/folder/index-folder.js';
import { Roots, realRoots } from './io/workspace/roots.js';
import { messageOf } from './util/bug.js';
import type { Log } from './util/log.js';
import { entryFile } from './util/package-root.js';
import { version } from './util/version.js';

type OpenEngineWithLog = (options: EngineOptions, log: Log) => Promise<Engine>;

const DEFAULT_IDLE_MINUTES = 5;

/** Loads all that an engine needs. */
const openOwn: OpenEngineWithLog = async (options, log) => (await import('./compose.js')).openEngine(options, log);

/** `start`: an engine that does not run is started; `attach`: then one is opened in this process; `own`: always in this process. */
export function engineOpener(mode: 'start' | 'attach' | 'own'): OpenEngineWithLog {
  if (mode === 'own' || process.env['CONTEXT_LANGUAGE_SERVER_IN_PROCESS']) return openOwn;
  return async (given, log) => {
    const cacheDir = resolve(given.cacheDir ?? defaultCacheDir());
    const options = { ...given, cacheDir, roots: realRoots(given.roots) };
    const attach = async (canStart: boolean) =>
      attachEngine({
        places: enginePlaces(indexFolder(cacheDir, options.roots)),
        version,
        options,
        command: canStart ? [process.execPath, entryFile('main.js'), 'engine'] : null,
      });
    try {
      const first = await attach(mode === 'start' && !given.readOnly);
      if ('link' in first) {
        const again = async () => {
          const next = await attach(true);
          if ('link' in next) return next;
          throw new Error(next.reason);
        };
        const paths = new Roots(first.status.roots);
        const { editor, settings } = given;
        return new RemoteEngine(first, { attach: again, paths, isEditor: editor !== undefined, budgetTokens: settings?.budgetTokens, log });
      }
      log(first.isRefused ? 'warn' : 'debug', `this client has its own engine: ${first.reason}`);
    } catch (error) {
      log('warn', `this client has its own engine: ${messageOf(error)}`);
    }
    return openOwn(given, log);
  };
}

/** `context-language-server engine KEY`: the process that holds an engine. Started by clients, not by people. */
export async function runEngine([key = '']: readonly string[]): Promise<void> {
  if (!/^[0-9a-f]{20}$/.test(key)) throw new Error('engine: expected the key of a workspace; clients start it by themselves');
  const [{ serveEngine }, { lockFile }] = await Promise.all([
    import('./io/shared-engine/serve-engine.js'),
    import('./io/stores/folder/lock-file.js'),
  ]);
  const minutes = Number(process.env['CONTEXT_LANGUAGE_SERVER_IDLE_MINUTES'] ?? DEFAULT_IDLE_MINUTES);
  // Referenced until the process ends: an unreferenced lock is closed by the garbage collector.
  let held: unknown = null;
  const listens = await serveEngine({
    places: placesOfKey(key),
    version,
    openEngine: openOwn,
    lock(file) {
      held = lockFile(file);
      return held !== null;
    },
    idleMs: 60_000 * (Number.isFinite(minutes) && minutes >= 0 ? minutes : DEFAULT_IDLE_MINUTES),
    exit(code) {
      void held;
      process.exit(code);
    },
  });
  if (!listens) process.exit(0);
}

const running = async () => {
  const found = await Promise.all(allPlaces().map(async (places) => ({ places, description: await describeEngine(places) })));
  return found.flatMap(({ places, description }) => (description ? [{ places, description }] : []));
};

export const runningEngines: RunningEngines = {
  list: async () => (await running()).map(({ description }) => description),
  async stop(pid) {
    for (const { places, description } of await running()) if (description.pid === pid) await stopEngine(places);
  },
};
