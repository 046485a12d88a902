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
  const timer = setInterval(() => printError(`language servers: ${state() || 'starting'}`), PROGRESS_MS);
  try {
    if (await within(1000 * limit, engine.edgesIndexed())) return;
  } finally {
    clearInterval(timer);
  }
  printError(`language servers were not done within ${limit} s (${state() || 'none has answered'}); --wait SECONDS waits longer`);
}
