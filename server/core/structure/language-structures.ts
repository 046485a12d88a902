/** What the store holds of each language and what the harvester is doing about it, as one line a language. */
import type { LanguageStructure } from '../model/language-server.js';
import type { LaneReport } from './lane.js';
import type { HarvestCount } from './ports.js';

/** The state that says most, of several roots. */
const order = ['running', 'waiting', 'resting', 'done'] as const;

/** Languages that a server is asked about, or was. */
export function languageStructures(counts: readonly HarvestCount[], lanes: readonly LaneReport[]): LanguageStructure[] {
  return counts.flatMap(({ language, files, harvested }) => {
    const own = lanes.filter((lane) => lane.language === language);
    if (own.length === 0 && harvested === 0) return [];
    const stated = order.find((one) => own.some((lane) => lane.state === one));
    // Nobody asks: nothing is left to ask, or asking is turned off.
    const state = stated ?? (harvested >= files ? 'done' : 'off');
    const failed = own.reduce((sum, lane) => sum + lane.failed, 0);
    return [{ language, files, harvested, failed, state, problem: own.find((lane) => lane.problem)?.problem ?? '' }];
  });
}
