/** The queue of one language server: one language of one root, with the files that wait for its server and how it is doing. */
import type { WorkspacePath } from '../model/file.js';
import { RankedQueue } from './ranked-queue.js';

export interface ServerQueue {
  readonly key: string;
  readonly language: string;
  provenance: string;
  readonly files: RankedQueue<WorkspacePath>;
  /** Files that were tried in vain: the hash of their content, and why. */
  readonly failed: Map<WorkspacePath, { readonly contentHash: string; readonly reason: string }>;
  /** Content hashes of files whose symbols the server was asked for. */
  readonly outlined: Map<WorkspacePath, string>;
  /** Files that will be asked about once more: not all questions about them were answered. */
  readonly again: Set<WorkspacePath>;
  current: { readonly path: WorkspacePath; readonly contentHash: string; readonly abort: AbortController } | null;
  running: Promise<void> | null;
  failures: number;
  rest: NodeJS.Timeout | null;
  problem: string;
}

/** A queue, for status. */
export interface ServerQueueReport {
  readonly language: string;
  readonly state: 'waiting' | 'running' | 'resting' | 'done';
  /** Files that wait. */
  readonly pending: number;
  /** Files about which the server has nothing to say. */
  readonly failed: number;
  /** Why it rests, or what was said of the last file that failed; ''. */
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
