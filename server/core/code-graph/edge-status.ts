/** What the store holds of each language and what the edgeIndexer is doing about it, as one line a language. */
import type { LanguageStructure, RootServerReport } from '../model/language-server.js';
import type { Problem } from '../model/problem.js';
import type { EdgeIndexCount } from './ports.js';
import type { ServerQueueReport } from './server-queue.js';

/** The state that says most, of several roots. */
const order = ['running', 'waiting', 'resting', 'done'] as const;

/** Languages that a server is asked about, or was. */
export function edgeStatusByLanguage(counts: readonly EdgeIndexCount[], queues: readonly ServerQueueReport[]): LanguageStructure[] {
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

/** `languages`: of the results. Nothing is said of languages that no server is known for. */
export function edgeProblems(
  languages: ReadonlySet<string>,
  servers: readonly RootServerReport[],
  structures: readonly LanguageStructure[],
): Problem[] {
  const problems: Problem[] = [];
  const add = (code: Problem['code'], message: string) => problems.push({ code, message, incomplete: false });
  for (const { languages: served, server, state, reason, remarks } of servers) {
    const concerned = served.filter((language) => languages.has(language)).join(', ');
    if (concerned === '') continue;
    if (state === 'missing' || state === 'resting')
      add('languageServer', `${server}: ${reason}; what calls what in ${concerned} is told by names alone`);
    else if (remarks.length > 0) add('languageServer', `${server}: ${remarks.join('; ')}`);
  }
  for (const { language, files, withEdges, failed, state, problem } of structures) {
    if (!languages.has(language) || state === 'off') continue;
    const why = problem && ` (${problem})`;
    if (withEdges + failed < files)
      add(
        'structureFromSyntax',
        `${language}: language servers have been asked about ${withEdges + failed} of ${files} files${why}; what calls what in the others is told by names`,
      );
    else if (failed > 0)
      add(
        'structureFromSyntax',
        `${language}: language servers have nothing to say of ${failed} of ${files} files${why}; what calls what there is told by names`,
      );
  }
  return problems;
}
