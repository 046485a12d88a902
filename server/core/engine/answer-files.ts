/** Which files the answers name, and answers less some of them: what the read-through (fresh-answer.ts) has to know of each kind. */

import type { Answer, SymbolAnswer } from '../model/answer.js';
import type { WorkspacePath } from '../model/file.js';
import type { RelatedAnswer } from '../model/related.js';
import type { ShowAnswer } from '../model/show.js';
import type { TextAnswer } from '../model/text-search.js';
import type { Found } from '../retrieval/pipeline.js';
import type { AnswerKind } from './fresh-answer.js';

/** Of one kind of answer, without its problems. */
export type Parts<Kind> = Pick<AnswerKind<Found<Kind>>, 'filesOf' | 'without'>;
type Files = ReadonlySet<WorkspacePath>;

export const answerFiles: Parts<Answer> = {
  filesOf: ({ results, related, needed, callers, graph }) =>
    [...results, ...related, ...needed, ...callers, ...graph].map(({ path }) => path),
  without(answer, files: Files) {
    const results = answer.results.filter(({ path }) => !files.has(path));
    const leading = new Set(results.map(({ key }) => key));
    const related = answer.related.filter(({ path, of }) => !files.has(path) && leading.has(of));
    const keys = new Set([...results, ...related].map(({ key }) => key));
    return {
      ...answer,
      results,
      related,
      needed: answer.needed.filter(({ path }) => !files.has(path)),
      callers: answer.callers.filter(({ path }) => !files.has(path)),
      graph: answer.graph.filter(({ path, from, to }) => !files.has(path) && keys.has(from) && keys.has(to)),
    };
  },
};

export const symbolFiles: Parts<SymbolAnswer> = {
  filesOf: ({ hits }) => hits.map(({ path }) => path),
  without: (answer, files) => ({ ...answer, hits: answer.hits.filter(({ path }) => !files.has(path)) }),
};

export const relatedFiles: Parts<RelatedAnswer> = {
  filesOf: ({ of, items }) => [
    ...of.map(({ path }) => path),
    ...items.flatMap(({ symbol, proof }) => [symbol.path, ...(proof ? [proof.path] : [])]),
  ],
  without: (answer, files) => ({
    ...answer,
    of: answer.of.filter(({ path }) => !files.has(path)),
    items: answer.items.filter(({ symbol, proof }) => !files.has(symbol.path) && !(proof && files.has(proof.path))),
    uncalled: answer.uncalled.filter(({ path }) => !files.has(path)),
  }),
};

export const shownFiles: Parts<ShowAnswer> = {
  filesOf: ({ results, needed }) => [...results, ...needed].map(({ path }) => path),
  without: (answer, files) => ({
    ...answer,
    results: answer.results.filter(({ path }) => !files.has(path)),
    needed: answer.needed.filter(({ path }) => !files.has(path)),
  }),
};

export const textMatchFiles: Parts<TextAnswer> = {
  filesOf: ({ matches }) => matches.map(({ path }) => path),
  without: (answer, files) => ({ ...answer, matches: answer.matches.filter(({ path }) => !files.has(path)) }),
};
