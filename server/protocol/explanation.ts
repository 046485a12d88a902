/** How an answer came about: with `explain`. */
import type { ContextRange } from './common.js';

export interface ContextExplanation {
  query: ExplainedQuery;
  /** What `confidence` rests on, each 0 to 1. */
  signals: Record<string, number>;
  /** In the order in which they worked. */
  stages: ExplainedStage[];
}

/** What the question was read as. */
export interface ExplainedQuery {
  words: string[];
  /** Other words for the same, looked for at a lower weight. */
  expansions: string[];
  /** Names written as code. */
  identifiers: string[];
  /** Neighbouring words, written together, that something is named. */
  compounds: string[];
  /** Paths and file names, with `:LINE` (1-based) where the question has one. */
  paths: string[];
}

export interface ExplainedStage {
  name: 'names' | 'words' | 'vectors' | 'fused' | 'ranked' | 'reranked' | 'gated' | 'hubs' | 'expanded' | 'assembled';
  /** Candidates that the stage brought up or let through. */
  count: number;
  note: string;
  /** The first of them; for `gated` the best of what was left out. */
  top: ExplainedEntry[];
}

export interface ExplainedEntry {
  uri: string;
  path: string;
  range: ContextRange;
  symbol: string;
  /** On the stage's own scale: BM25, cosine, score, mentions. */
  score: number;
  why: string;
}
