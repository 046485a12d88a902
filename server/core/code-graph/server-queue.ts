/** The queue of one language of one root: the files that wait for its language server, and its state. */
import type { WorkspacePath } from '../model/file.js';

export interface ServerQueue {
  readonly key: string;
  readonly language: string;
  provenance: string;
  readonly files: RankedQueue<WorkspacePath>;
  /** Files without facts: the hash of their content, and the reason. */
  readonly failed: Map<WorkspacePath, { readonly contentHash: string; readonly reason: string }>;
  /** Content hashes of files for which the server was asked for symbols. */
  readonly outlined: Map<WorkspacePath, string>;
  /** Files for a second attempt: not all questions about them were answered. */
  readonly again: Set<WorkspacePath>;
  current: { readonly path: WorkspacePath; readonly contentHash: string; readonly abort: AbortController } | null;
  running: Promise<void> | null;
  failures: number;
  rest: NodeJS.Timeout | null;
  problem: string;
}

/** The state of a queue, for status. */
export interface ServerQueueReport {
  readonly language: string;
  readonly state: 'waiting' | 'running' | 'resting' | 'done';
  /** Files in the queue. */
  readonly pending: number;
  /** Files for which the server states no facts. */
  readonly failed: number;
  /** Why it rests, or why the last file failed; '' for none. */
  readonly problem: string;
}

export const newServerQueue = (key: string, language: string, provenance: string): ServerQueue => ({
  key,
  language,
  provenance,
  files: new RankedQueue(),
  failed: new Map(),
  outlined: new Map(),
  again: new Set(),
  current: null,
  running: null,
  failures: 0,
  rest: null,
  problem: '',
});

export const queueReport = ({ language, files, failed, problem, running, rest, current }: ServerQueue): ServerQueueReport => ({
  language,
  state: rest ? 'resting' : current ? 'running' : running || files.size > 0 ? 'waiting' : 'done',
  pending: files.size + (current ? 1 : 0),
  failed: failed.size,
  problem: problem || ([...failed.values()].at(-1)?.reason ?? ''),
});

export class RankedQueue<T> {
  readonly #ranks = new Map<T, number>();
  readonly #waiting: Set<T>[] = [];

  get size(): number {
    return this.#ranks.size;
  }

  /** True if it was not in the queue. */
  add(item: T, rank: number): boolean {
    const known = this.#ranks.get(item);
    if (known !== undefined && known <= rank) return false;
    if (known !== undefined) this.#waiting[known]?.delete(item);
    this.#ranks.set(item, rank);
    (this.#waiting[rank] ??= new Set()).add(item);
    return known === undefined;
  }

  /** Removes and returns the next item; undefined if the queue is empty. */
  take(): { readonly item: T; readonly rank: number } | undefined {
    for (const [rank, waiting] of this.#waiting.entries()) {
      for (const item of waiting ?? []) {
        this.delete(item);
        return { item, rank };
      }
    }
    return undefined;
  }

  /** The next items, which stay in the queue. */
  first(most: number): readonly T[] {
    const next: T[] = [];
    for (const waiting of this.#waiting) {
      for (const item of waiting ?? []) {
        if (next.length >= most) return next;
        next.push(item);
      }
    }
    return next;
  }

  delete(item: T): void {
    const rank = this.#ranks.get(item);
    if (rank === undefined) return;
    this.#ranks.delete(item);
    this.#waiting[rank]?.delete(item);
  }
}
