/** How an answer was computed, with `explain`. */
import type { ContextRange } from './common.js';

export interface ContextExplanation {
  query: ExplainedQuery;
  /** Inputs of `confidence`, each 0 to 1. */
  signals: Record<string, number>;
  /** In the order in which they ran. */
  stages: ExplainedStage[];
}

/** How the question was read. */
export interface ExplainedQuery {
  words: string[];
  /** Related words, searched at a lower weight. */
  expansions: string[];
  /** Names written as code. */
  identifiers: string[];
  /** Neighbouring words that, joined, are a name in the index. */
  compounds: string[];
  /** Paths and file names, with `:LINE` (1-based) where the question has one. */
  paths: string[];
}

export interface ExplainedStage {
  name: 'names' | 'words' | 'vectors' | 'fused' | 'ranked' | 'reranked' | 'gated' | 'hubs' | 'expanded' | 'assembled';
  /** Candidates that the stage found or kept. */
  count: number;
  note: string;
  /** The first of them; for `gated` the best of those left out. */
  top: ExplainedEntry[];
}

export interface ExplainedEntry {
  uri: string;
  path: string;
  range: ContextRange;
  symbol: string;
  /** On the stage's scale: BM25, cosine, score, mentions. */
  score: number;
  why: string;
}
