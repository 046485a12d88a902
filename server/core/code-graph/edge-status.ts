/** The state of edge indexing: by language for status, and as the problems of an answer. */
import type { LanguageStructure, RootServerReport } from '../model/language-server.js';
import type { Problem } from '../model/problem.js';
import type { EdgeIndexCount } from './ports.js';
import type { ServerQueueReport } from './server-queue.js';

/** Of several roots, the first of these states is reported. */
const order = ['running', 'waiting', 'resting', 'done'] as const;

/** Languages that have a queue or stored facts. */
export function edgeStatusByLanguage(counts: readonly EdgeIndexCount[], queues: readonly ServerQueueReport[]): LanguageStructure[] {
  return counts.flatMap(({ language, files, withEdges }) => {
    const own = queues.filter((queue) => queue.language === language);
    if (own.length === 0 && withEdges === 0) return [];
    const stated = order.find((one) => own.some((queue) => queue.state === one));
    // Without a queue: all files are done, or edge indexing is off.
    const state = stated ?? (withEdges >= files ? 'done' : 'off');
    const failed = own.reduce((sum, queue) => sum + queue.failed, 0);
    return [{ language, files, withEdges, failed, state, problem: own.find((queue) => queue.problem)?.problem ?? '' }];
  });
}

/** `languages`: of the results. No problems for languages without a known server. */
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
      add('languageServer', `${server}: ${reason}; ${concerned} call edges are based on names only`);
    else if (remarks.length > 0) add('languageServer', `${server}: ${remarks.join('; ')}`);
  }
  for (const { language, files, withEdges, failed, state, problem } of structures) {
    if (!languages.has(language) || state === 'off') continue;
    const why = problem && ` (${problem})`;
    if (withEdges + failed < files)
      add(
        'structureFromSyntax',
        `${language}: ${withEdges} of ${files} files have been resolved by language servers${failed ? `, ${failed} could not be` : ''}${why}; call edges of the others are based on names only`,
      );
    else if (failed > 0)
      add(
        'structureFromSyntax',
        `${language}: language servers returned no facts for ${failed} of ${files} files${why}; their call edges are based on names only`,
      );
  }
  return problems;
}
