/** Filters of a question as one predicate over chunks. The glob matcher comes from outside, so that this stays pure. */
import type { Filters } from '../../model/answer.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { FileRole } from '../../model/file.js';
import { type Problem, queryError } from '../../model/problem.js';

export type GlobMatcher = (globs: readonly string[]) => (path: string) => boolean;

/** Whether a file passes the filters on languages, paths and roles. Throws ContextError('query') for an empty glob. */
export function fileFilter(
  { languages, paths, roles }: Pick<Filters, 'languages' | 'paths' | 'roles'> = {},
  globs: GlobMatcher,
): (file: { readonly path: string; readonly language: string; readonly role: FileRole }) => boolean {
  const wanted = languages?.length ? new Set(languages.map((language) => language.toLowerCase())) : null;
  if (paths?.some((glob) => glob === '' || glob === '!')) throw queryError('filters: a glob in paths is empty');
  const positive = paths?.filter((glob) => !glob.startsWith('!')) ?? [];
  const negative = paths?.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)) ?? [];
  const included = positive.length ? globs(positive) : () => true;
  const excluded = negative.length ? globs(negative) : () => false;
  return ({ path, language, role }) =>
    (wanted === null || wanted.has(language) || wanted.has(language.replace(/react$/, ''))) &&
    (!roles?.length || roles.includes(role)) &&
    included(path) &&
    !excluded(path);
}

/**
 * Problems that name the path filters which no indexed file matches: a mistake in a path looks like code that does not exist.
 * @param found paths that passed the filters; only where none is of a filter are all files compared with it
 */
export function unmatchedPaths(
  { paths }: Pick<Filters, 'paths'> = {},
  globs: GlobMatcher,
  found: readonly string[],
  files: () => readonly { readonly path: string }[],
): Problem[] {
  const unmatched = (paths ?? []).filter((pattern) => {
    if (pattern.startsWith('!')) return false;
    const matches = globs([pattern]);
    return !found.some(matches) && !files().some(({ path }) => matches(path));
  });
  return unmatched.map((pattern) => ({ code: 'unmatchedPath', message: `no indexed file matches the path ${pattern}`, incomplete: false }));
}

/** The predicate, or null where nothing is filtered. `mtimeOf` tells when a file's content changed, in milliseconds. */
export function compileFilters(
  filters: Filters | undefined,
  exclude: readonly string[] | undefined,
  globs: GlobMatcher,
  mtimeOf: (path: string) => number,
): ((record: ChunkRecord) => boolean) | null {
  const tests: ((record: ChunkRecord) => boolean)[] = [];
  const { languages, kinds, paths, tags, roles, changedSince } = filters ?? {};
  if (languages?.length || paths?.length) tests.push(fileFilter(filters, globs));
  if (kinds?.length) tests.push((record) => record.symbolKind !== null && kinds.includes(record.symbolKind));
  if (tags?.length) tests.push((record) => record.meta.tags?.some((tag) => tags.includes(tag)) ?? false);
  if (roles?.length) tests.push((record) => roles.includes(record.role));
  if (changedSince !== undefined) tests.push((record) => mtimeOf(record.path) >= changedSince);
  if (exclude?.length) {
    const sent = new Set(exclude);
    tests.push((record) => !sent.has(record.key));
  }
  return tests.length ? (record) => tests.every((accepts) => accepts(record)) : null;
}
