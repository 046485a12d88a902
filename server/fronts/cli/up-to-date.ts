/** How long a command of the terminal waits for the index before it answers. */
import type { Engine } from '../../core/engine/engine-api.js';
import { within } from '../../util/within.js';
import { printError } from './print.js';

/** Files, and the vectors of what changed in them where a chosen model serves. One that is not complete waits for `index`. */
export async function upToDate(engine: Engine): Promise<void> {
  await engine.settled();
  if (engine.status().building === null) await engine.embedded();
}

/** Waits for the index; after so many seconds the answer rests on what is indexed, and a line on standard error says so. */
export async function waitForIndex(indexed: Promise<void>, seconds: number): Promise<void> {
  if (await within(1000 * seconds, indexed)) return;
  printError(`not everything was indexed within ${seconds} s: results may be missing; --wait SECONDS waits longer`);
}

/** Seconds that a question waits for language servers where --wait says nothing. */
const SERVERS_WAIT = 120;
const PROGRESS_MS = 5_000;

/** Waits until language servers have resolved what they know; says on standard error how far they are, and that the time is over. */
export async function waitForServers(engine: Engine, seconds: number | undefined): Promise<void> {
  const limit = seconds ?? SERVERS_WAIT;
  const state = (): string =>
    engine
      .status()
      .structure.map(({ language, withEdges, files }) => `${language} ${withEdges} of ${files} files`)
      .join(', ');
  const done = within(1000 * limit, engine.edgesIndexed());
  if (await whileSaying(() => `language servers: ${state() || 'starting'}`, PROGRESS_MS, done)) return;
  printError(`language servers were not done within ${limit} s (${state() || 'none has answered'}); --wait SECONDS waits longer`);
}

const LOADING_MS = 10_000;

/** Waits for language servers, however long it takes. Says which are loading: until they have, no file is done and no progress is shown. */
export async function edgesComplete(engine: Pick<Engine, 'edgesIndexed' | 'status'>): Promise<void> {
  const started = performance.now();
  const line = (): string | null => {
    const loading = engine.status().servers.filter(({ state }) => state === 'starting' || state === 'loading');
    const seconds = Math.round((performance.now() - started) / 1000);
    const names = loading.map(({ server }) => server).join(', ');
    return names ? `waiting for ${names} to load the workspace (${seconds} s)` : null;
  };
  await whileSaying(line, LOADING_MS, engine.edgesIndexed());
}

/** Waits, with a line on standard error every so often; null for none. */
async function whileSaying<T>(line: () => string | null, everyMs: number, waited: Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    const text = line();
    if (text !== null) printError(text);
  }, everyMs);
  try {
    return await waited;
  } finally {
    clearInterval(timer);
  }
}
