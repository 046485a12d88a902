/** What an answer says about the structure that it rests on (U5): which languages language servers have not stated yet, or cannot. */
import type { LanguageStructure, RootServerReport } from '../model/language-server.js';
import type { Problem } from '../model/problem.js';

/** `languages`: of the results. Nothing is said of languages that no server is known for. */
export function structureProblems(
  languages: ReadonlySet<string>,
  servers: readonly RootServerReport[],
  structures: readonly LanguageStructure[],
): Problem[] {
  const problems: Problem[] = [];
  for (const { languages: served, server, state, reason } of servers) {
    const concerned = served.filter((language) => languages.has(language));
    if (concerned.length === 0 || (state !== 'missing' && state !== 'resting')) continue;
    const message = `${server}: ${reason}; what calls what in ${concerned.join(', ')} is told by names alone`;
    problems.push({ code: 'upstream', message, incomplete: false });
  }
  for (const { language, files, harvested, failed, state } of structures) {
    if (!languages.has(language) || state === 'off' || harvested + failed >= files) continue;
    const message = `${language}: language servers have been asked about ${harvested + failed} of ${files} files; what calls what in the others is told by names`;
    problems.push({ code: 'structureFromSyntax', message, incomplete: false });
  }
  return problems;
}
