/** Checks the languages that a question is limited to: a misspelt one would find nothing, and that would look like an answer. Pure. */
import { suggestion } from '../../util/nearest.js';
import { languageIds, languageOf } from './language.js';
import { queryError } from './problem.js';

/**
 * Throws ContextError('query'), with `issues` for each language that is neither known nor in the index.
 * @param indexed languages of the index; asked for only where a language is not among the known ones: an editor may have its own
 */
export function checkLanguages(languages: readonly string[] | undefined, indexed: () => readonly string[]): void {
  const unknown = (languages ?? []).flatMap((language, index) => (languageIds.has(language.toLowerCase()) ? [] : [{ language, index }]));
  if (unknown.length === 0) return;
  const there = indexed();
  const issues = unknown
    .filter(({ language }) => !there.includes(language.toLowerCase()))
    .map(({ language, index }) => ({ path: `filters.languages[${index}]`, message: complaint(language.slice(0, 100), there) }));
  if (issues.length > 0) throw queryError(issues.map(({ message }) => message).join('; '), { issues });
}

/** What people call a language that has another id. */
const SAID: Readonly<Record<string, string>> = {
  golang: 'go',
  shell: 'shellscript',
  'c#': 'csharp',
  'f#': 'fsharp',
  protobuf: 'proto',
  docker: 'dockerfile',
};

function complaint(language: string, indexed: readonly string[]): string {
  const known = [...new Set([...indexed, ...languageIds])].sort();
  // `ts`, `c++` and `rs` are extensions, not misspelt names.
  const byExtension = SAID[language.toLowerCase()] ?? languageOf(`x.${language}`);
  const meant = byExtension === 'plaintext' ? suggestion(language, known) : ` (did you mean ${JSON.stringify(byExtension)}?)`;
  const here = indexed.length > 0 ? `; this workspace has ${[...indexed].sort().join(', ')}` : '';
  return `unknown language ${JSON.stringify(language)}${meant}${here}; known are ${known.join(', ')}`;
}
