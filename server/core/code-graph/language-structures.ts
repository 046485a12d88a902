/** What the store holds of each language and what the edgeIndexer is doing about it, as one line a language. */
import type { LanguageStructure } from '../model/language-server.js';
import type { EdgeIndexCount } from './ports.js';
import type { ServerQueueReport } from './server-queue.js';

/** The state that says most, of several roots. */
const order = ['running', 'waiting', 'resting', 'done'] as const;

/** Languages that a server is asked about, or was. */
export function languageStructures(counts: readonly EdgeIndexCount[], queues: readonly ServerQueueReport[]): LanguageStructure[] {
  return counts.flatMap(({ language, files, withEdges }) => {
    const own = queues.filter((queue) => queue.language === language);
    if (own.length === 0 && withEdges === 0) return [];
    const stated = order.find((one) => own.some((queue) => queue.state === one));
    // Nobody asks: nothing is left to ask, or asking is turned off.
    const state = stated ?? (withEdges >= files ? 'done' : 'off');
    const failed = own.reduce((sum, queue) => sum + queue.failed, 0);
    return [{ language, files, withEdges, failed, state, problem: own.find((queue) => queue.problem)?.problem ?? '' }];
  });
}
