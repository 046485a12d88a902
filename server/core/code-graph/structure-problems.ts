/** What an answer says about the structure that it rests on: which languages language servers have not stated yet, or cannot. */
import type { LanguageStructure, RootServerReport } from '../model/language-server.js';
import type { Problem } from '../model/problem.js';

/** `languages`: of the results. Nothing is said of languages that no server is known for. */
export function structureProblems(
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
