/** What each stage of an answer found and kept, for `explain`. Pure; reads what the stages returned. */

import { foldName } from '../chunking/words.js';
import type { ExplainedEntry, ExplainedStage, Explanation, Result, StageName } from '../model/answer.js';
import type { ChunkRecord } from '../model/chunk.js';
import { partLabel, relationReason } from './assemble/reason.js';
import type { Expansion } from './graph/expand-graph.js';
import type { Hub } from './graph/find-hubs.js';
import type { AnalysedQuery } from './query/analyse-query.js';
import type { Evidence } from './rank/evidence.js';
import type { Ranked } from './rank/rank.js';
import type { SearchOutcome } from './recall/search.js';

/** Entries shown of each stage. */
const TOP = 8;
/** Parts of a score named beside a ranked entry. */
const PARTS = 3;

/** What the stages returned; stages that were not reached are absent. */
export interface Trace {
  readonly query: AnalysedQuery;
  readonly found: SearchOutcome;
  /** By our own ranking. */
  readonly ranked: readonly Ranked[];
  /** The same after the reranker, where there is one. */
  readonly reranked?: readonly Ranked[];
  readonly kept: readonly Ranked[];
  readonly evidence: Evidence;
  readonly hubs?: readonly Hub[];
  readonly expansion?: Expansion;
  readonly assembled?: { readonly results: readonly Result[]; readonly tokens: number; readonly budgetTokens: number };
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
const entry = ({ path, lines, qualifiedName, name }: ChunkRecord, score: number, why: string): ExplainedEntry => ({
  path,
  lines,
  symbol: qualifiedName || name,
  score: rounded(score),
  why,
});
const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export function explainStages(trace: Trace): Explanation {
  const { query, found } = trace;
  const folded = new Set(found.candidates.flatMap(({ name, record }) => (name === 'compound' ? [foldName(record.name)] : [])));
  return {
    query: {
      words: query.words,
      expansions: found.expansions,
      identifiers: query.identifiers,
      compounds: query.compounds.filter((compound) => folded.has(compound)),
      paths: query.paths.map(({ path, line }) => (line === null ? path : `${path}:${line + 1}`)),
    },
    signals: trace.evidence.signals,
    stages: [...searchStages(trace), ...rankStages(trace), ...contextStages(trace)],
  };
}

const stage = (name: StageName, count: number, note: string, top: readonly ExplainedEntry[]): ExplainedStage => ({
  name,
  count,
  note,
  top: top.slice(0, TOP),
});

function searchStages({ found }: Trace): ExplainedStage[] {
  const { names, words, vectors } = found.sources;
  const records = new Map(found.candidates.map(({ record }) => [record.id, record]));
  const lines = (hits: Iterable<readonly [number, number, string]>): ExplainedEntry[] => {
    const out: ExplainedEntry[] = [];
    for (const [id, score, why] of hits) {
      const record = records.get(id);
      if (record) out.push(entry(record, score, why));
      if (out.length === TOP) break;
    }
    return out;
  };
  const failure = (code: string) => found.problems.find((problem) => problem.code === code)?.message;
  const all = new Set([
    ...names.keys(),
    ...words.map(({ chunkId }) => chunkId),
    ...vectors.map(({ chunkId }) => chunkId),
    ...records.keys(),
  ]);
  const sourcesOf = ({ record, lexical, name }: SearchOutcome['candidates'][number]): string[] => [
    ...(name ? ['names'] : []),
    ...(lexical > 0 ? ['words'] : []),
    ...(near.has(record.id) ? ['vectors'] : []),
  ];
  const near = new Set(vectors.map(({ chunkId }) => chunkId));
  const shared = found.candidates
    .map((candidate) => ({ candidate, sources: sourcesOf(candidate) }))
    .filter(({ sources }) => sources.length > 1);
  shared.sort(
    (a, b) =>
      b.sources.length - a.sources.length || b.candidate.lexical + b.candidate.semantic - a.candidate.lexical - a.candidate.semantic,
  );
  const filtered = all.size - found.candidates.length;
  return [
    stage(
      'names',
      names.size,
      failure('storage') ?? 'match a name of the question',
      lines([...names].map(([id, match]) => [id, 1, match] as const)),
    ),
    stage(
      'words',
      words.length,
      failure('lexicalMissing') ?? 'by BM25',
      lines(words.map(({ chunkId, score }) => [chunkId, score, 'BM25'] as const)),
    ),
    stage(
      'vectors',
      vectors.length,
      failure('vectorsMissing') ?? 'by cosine',
      lines(vectors.map(({ chunkId, score }) => [chunkId, score, 'cosine'] as const)),
    ),
    stage(
      'fused',
      found.candidates.length,
      `${many(all.size, 'chunk')} from all sources, ${shared.length} from several${filtered ? `; ${filtered} removed by filters` : ''}`,
      shared.map(({ candidate, sources }) => entry(candidate.record, candidate.lexical + candidate.semantic, sources.join(', '))),
    ),
  ];
}

const largest = ({ parts }: Ranked): string =>
  [...parts]
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, PARTS)
    .map(({ name, value }) => `${partLabel(name)} ${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`)
    .join(', ');

function rankStages({ ranked, reranked, kept }: Trace): ExplainedStage[] {
  const files = new Set(ranked.map(({ candidate }) => candidate.record.fileId)).size;
  const shown = (list: readonly Ranked[]) => list.slice(0, TOP).map((item) => entry(item.candidate.record, item.score, largest(item)));
  const final = reranked ?? ranked;
  const dropped = final.slice(kept.length);
  return [
    stage('ranked', ranked.length, `a sum of parts; ${many(files, 'file')}`, shown(ranked)),
    ...(reranked ? [stage('reranked', reranked.length, "blended with the reranker's scores", shown(reranked))] : []),
    stage(
      'gated',
      kept.length,
      dropped.length ? `${dropped.length} removed, too far below the best; the best of them:` : 'nothing removed',
      shown(dropped),
    ),
  ];
}

function contextStages({ hubs, expansion, assembled }: Trace): ExplainedStage[] {
  const out: ExplainedStage[] = [];
  if (hubs) {
    const top = hubs.map(({ record, mentions }) => entry(record, mentions, `mentioned by ${many(mentions, 'result')}`));
    out.push(stage('hubs', hubs.length, 'symbols that several of the best results mention', top));
  }
  if (expansion) {
    const top = expansion.related.map(({ record, score, relation }) => entry(record, score, relationReason[relation]));
    out.push(stage('expanded', expansion.related.length, `related by ${many(expansion.edges.length, 'edge')}`, top));
  }
  if (assembled) {
    const { results, tokens, budgetTokens } = assembled;
    const budget = Number.isFinite(budgetTokens) ? ` of ${budgetTokens}` : '';
    const top = results.map(({ path, lines, qualifiedName, name, score, shortening, tokens: own }) => ({
      path,
      lines,
      symbol: qualifiedName || name,
      score,
      why: `${shortening}, ${many(own, 'token')}`,
    }));
    out.push(stage('assembled', results.length, `${tokens}${budget} tokens`, top));
  }
  return out;
}
