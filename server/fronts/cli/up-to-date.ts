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
