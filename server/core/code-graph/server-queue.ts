/** The queue of one language of one root: the files that wait for its language server, and its state. */
import type { WorkspacePath } from '../model/file.js';
import { RankedQueue } from './ranked-queue.js';

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
