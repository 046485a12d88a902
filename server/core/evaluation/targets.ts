/** What the field aims at: the figures of a run are shown against these. */

export interface Target {
  readonly figure: 'precision5Ample' | 'recall10' | 'mrr' | 'ndcg10' | 'tokensSaved' | 'p50' | 'p95' | 'p99';
  readonly bound: number;
  readonly want: 'more' | 'less';
}

export const targets: readonly Target[] = [
  { figure: 'ndcg10', bound: 0.85, want: 'more' },
  { figure: 'mrr', bound: 0.8, want: 'more' },
  { figure: 'recall10', bound: 0.9, want: 'more' },
  { figure: 'precision5Ample', bound: 0.85, want: 'more' },
  { figure: 'tokensSaved', bound: 0.7, want: 'more' },
  { figure: 'p50', bound: 100, want: 'less' },
  { figure: 'p95', bound: 200, want: 'less' },
  { figure: 'p99', bound: 500, want: 'less' },
];

export const isMet = ({ bound, want }: Target, value: number): boolean => (want === 'more' ? value > bound : value < bound);
