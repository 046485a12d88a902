/** What an answer says of its results. Pure. */
import { unknownText } from '../model/answer-text.js';
import type { ChunkRecord } from '../model/chunk.js';
import type { Problem } from '../model/problem.js';
import { counted } from '../model/progress.js';
import type { RelationAnswer } from './assemble/answer-relation.js';
import type { Assembled } from './assemble/assemble.js';
import type { AnalysedQuery } from './query/analyse-query.js';
import type { AskedRelation } from './query/relation-phrases.js';
import type { Ranked } from './rank/rank.js';
import type { SearchOutcome } from './recall/search.js';

/** What no indexed text has: names of the question, and the printed text that it is. */
export interface Lacking {
  readonly unknown: readonly string[];
  readonly missing: string | null;
  /** Symbols with the parts of the unknown names. */
  readonly alike: readonly ChunkRecord[];
}

/** What an answer says of its results: that nothing matches, what nothing has, how the users of a symbol are known. */
export function matchProblems(
  { words, identifiers, relation }: AnalysedQuery,
  { candidates }: SearchOutcome,
  { isFiltered, isIndexing }: { readonly isFiltered: boolean; readonly isIndexing: boolean },
  kept: readonly Ranked[],
  answered: RelationAnswer | null,
  isNothing: boolean,
  { unknown, missing, alike }: Lacking,
): Problem[] {
  const noMatch = (message: string): Problem => ({ code: 'noMatch', message, incomplete: false });
  const similar = alike.length
    ? `; similar names: ${alike.map(({ qualifiedName, path, lines }) => `${qualifiedName} (${path}:${lines.start + 1})`).join(', ')}`
    : '';
  const absent = missing === null ? `${unknownText(unknown)}${similar}` : unknownText([`the text ${JSON.stringify(missing)}`]);
  if (!kept.length) {
    if (unknown.length || missing !== null) return [noMatch(absent)];
    if (!words.length && !identifiers.length) return [noMatch('the question has no word to search for')];
    if (candidates.length) return [noMatch('nothing found is relevant enough')];
    const soFar = isIndexing ? ' so far: the index is not complete' : '';
    return [noMatch(`${isFiltered ? 'nothing within the filters matches' : 'nothing matches'}${soFar}`)];
  }
  const unknownName: Problem = { code: 'unknownName', message: absent, incomplete: false };
  return [
    ...(isNothing
      ? [noMatch(`${unknown.length || missing !== null ? absent : 'nothing matches the question'}; the closest results are listed`)]
      : []),
    ...(!isNothing && (unknown.length || missing !== null) ? [unknownName] : []),
    ...(relation && !answered?.count ? [noMatch(notFound(relation))] : []),
    ...(relation && answered?.indirect ? [indirect(relation, answered.indirect)] : []),
    ...(relation && answered?.type !== undefined ? [fromOutside(relation, answered.type)] : []),
    ...(relation && answered?.isOnlyImported ? [onlyImported(relation)] : []),
    ...(relation && answered?.built ? [built(relation, answered.built)] : []),
    ...(relation && answered?.bySignatures ? [bySignatures(relation, answered.count, answered.bySignatures)] : []),
    ...(relation && answered?.guesses ? [sameName(relation, answered.count, answered.guesses)] : []),
  ];
}

const built = ({ of: { name } }: AskedRelation, count: number): Problem => ({
  code: 'budgetExceeded',
  message: `${counted(count, 'users')} of ${name} in generated and vendored code are not listed`,
  incomplete: false,
});

const onlyImported = ({ of: { name } }: AskedRelation): Problem => ({
  code: 'indirect',
  message: `no use of ${name} was found besides imports`,
  incomplete: false,
});

const bySignatures = ({ of: { name } }: AskedRelation, count: number, some: number): Problem => ({
  code: 'sameName',
  message: `${some} of ${count} implement ${name} by the signatures of their methods; no language server has confirmed that`,
  incomplete: false,
});

const indirect = ({ of: { name } }: AskedRelation, how: NonNullable<RelationAnswer['indirect']>): Problem => ({
  code: 'indirect',
  message: `no test calls ${name} itself; the tests listed ${how === 'byName' ? 'are named after it' : 'call functions that lead to it'}`,
  incomplete: false,
});

const fromOutside = ({ of: { name } }: AskedRelation, type: string): Problem => ({
  code: 'indirect',
  message: `the workspace does not define ${type}.${name}; listed is what mentions it behind ${type}`,
  incomplete: false,
});

/** What the graph could not tell apart by names alone. */
function sameName({ kind, of: { name } }: AskedRelation, count: number, guesses: number): Problem {
  const message =
    kind === 'path'
      ? `${guesses} of ${count} calls on the way may mean another function of the same name`
      : `${guesses} of ${count} users call something named ${name} of a value whose type is not known`;
  return { code: 'sameName', message, incomplete: false };
}

function notFound({ kind, of: { name }, to }: AskedRelation): string {
  switch (kind) {
    case 'path':
      return `no chain of calls from ${name} to ${to?.name} was found`;
    case 'subtypes':
      return `nothing that extends or implements ${name} was found`;
    case 'tests':
      return `no test of ${name} was found`;
    case 'callees':
      return `nothing that ${name} calls was found`;
    case 'importers':
      return `nothing that imports ${name} was found`;
    case 'entry':
      return 'no beginning of a program is within the filters';
    case 'contents':
      return `${name} is outside the filters`;
    default:
      return `no use of ${name} was found`;
  }
}

/** @param users of the symbol whose users were asked for, all of which a brief answer lists where they fit */
export function cutProblems({ cut, callers, results }: Assembled, budgetTokens: number, users: number | null): Problem[] {
  if (!cut || !Number.isFinite(budgetTokens)) return [];
  const listed = new Set([...callers.map(({ path, caller }) => `${path} ${caller}`), ...results.map(({ key }) => key)]).size;
  const what = users !== null && listed < users ? `${listed} of ${users} users are listed` : 'results were shortened or left out';
  return [{ code: 'budgetExceeded', message: `${what} to stay within ${budgetTokens} tokens`, incomplete: false }];
}
