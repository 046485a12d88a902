/**
 * The wiring of the shared engine: clients attach to the engine of their workspace, in a process of its own, and start it where it
 * does not run. Light: what a client of an engine needs is loaded by the first that opens one, what an engine needs by its process.
 */
import { resolve } from 'node:path';
import type { OpenEngineWithLog } from './core/engine/engine-api.js';
import type { RunningEngines } from './core/engine/running-engines.js';
import { messageOf } from './util/bug.js';

const DEFAULT_IDLE_MINUTES = 5;

/** Loads all that an engine needs. */
const openOwn: OpenEngineWithLog = async (options, log) => (await import('./compose.js')).openEngine(options, log);

/**
 * `start`: an engine that does not run is started; `visit`: only while the index was never complete, otherwise one is opened in this
 * process; `own`: always in this process.
 */
export function engineOpener(mode: 'start' | 'visit' | 'own'): OpenEngineWithLog {
  if (mode === 'own' || process.env['CONTEXT_LANGUAGE_SERVER_IN_PROCESS']) return openOwn;
  return async (given, log) => {
    try {
      const { attach } = await import('./attach.js');
      const found = await attach(given, mode, log);
      if (!('reason' in found)) return found;
      log(found.isRefused ? 'warn' : 'debug', `this client has its own engine: ${found.reason}`);
    } catch (error) {
      log('warn', `this client has its own engine: ${messageOf(error)}`);
    }
    return openOwn(given, log);
  };
}

/** `context-language-server engine KEY`: the process that holds an engine. Started by clients, not by people. */
export async function runEngine([key = '']: readonly string[]): Promise<void> {
  if (!/^[0-9a-f]{20}$/.test(key)) throw new Error('engine: expected the key of a workspace; clients start it by themselves');
  const [{ placesOfKey }, { serveEngine }, { lockFile }, { version }] = await Promise.all([
    import('./io/shared-engine/engine-places.js'),
    import('./io/shared-engine/serve-engine.js'),
    import('./io/stores/folder/lock-file.js'),
    import('./util/version.js'),
  ]);
  const minutes = Number(process.env['CONTEXT_LANGUAGE_SERVER_IDLE_MINUTES'] ?? DEFAULT_IDLE_MINUTES);
  const listens = await serveEngine({
    places: placesOfKey(key),
    version,
    openEngine: openOwn,
    lock: lockFile,
    idleMs: 60_000 * (Number.isFinite(minutes) && minutes >= 0 ? minutes : DEFAULT_IDLE_MINUTES),
    exit: (code) => process.exit(code),
  });
  if (!listens) process.exit(0);
}

const engines = async () => (await import('./attach.js')).engines();

export const runningEngines: RunningEngines = {
  list: async () => (await engines()).map(({ description }) => description),
  async stop(pid) {
    for (const engine of await engines()) if (engine.description.pid === pid) await engine.stop();
  },
  async removed(cacheDir) {
    const [{ removedIndexes }, { defaultCacheDir }] = await Promise.all([
      import('./io/stores/folder/remove-old-indexes.js'),
      import('./io/stores/folder/index-folder.js'),
    ]);
    return removedIndexes(resolve(cacheDir ?? defaultCacheDir()));
  },
};
