/**
 * Brings the index in step with the disk: all of it, what lies below folders, or single files. What differs is analysed and committed,
 * what is gone is removed. Runs in the background queue of the indexer and lets questions in between.
 */
import { nextTurn } from '../../util/next-turn.js';
import type { RootExcluded } from '../model/excluded-files.js';
import { type FileEntry, isAtOrBelow, type WorkspacePath } from '../model/file.js';
import { limits } from '../model/limits.js';
import type { CommitBatch, CommitEvents } from './commit-batch.js';
import type { DiskState } from './disk-state.js';
import { type FileAnalysis, isUnchanged, type Priority } from './file-analysis.js';
import { JobQueue } from './job-queue.js';
import type { DiskChange, FileSource, FileState, IndexWriter } from './ports.js';
import { readAhead } from './read-ahead.js';

export interface ComparisonEvents extends CommitEvents {
  progress(phase: 'listing' | 'indexing'): void;
  /** A comparison with the whole disk begins. */
  passBegins(): void;
  /** Folders have changed: the files below them that have. */
  folderCompared(changes: readonly DiskChange[]): void;
  /** A root has no indexable file. */
  rootExcluded(root: RootExcluded): void;
}

interface DiskComparisonDependencies {
  readonly source: FileSource;
  readonly index: IndexWriter;
  readonly analysis: FileAnalysis;
  readonly batch: CommitBatch;
  readonly disk: DiskState;
  readonly events: ComparisonEvents;
  /** True for open documents: their text does not come from disk. */
  readonly isOpen: (path: WorkspacePath) => boolean;
  readonly documentsSettled: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Files removed between two yields: some have many rows. */
const removedAtOnce = 100;

export class DiskComparison {
  readonly #parts: DiskComparisonDependencies;
  /** What the last listing could not read. */
  readonly #unreadable = new Set<string>();
  #lastYield = 0;
  /** Files of the present listing that are to be analysed; absent where `take` has taken them. */
  readonly #waiting = new Map<WorkspacePath, FileEntry>();
  /** Files that `take` has taken. Who took them counts them. */
  readonly #taken = new Set<WorkspacePath>();
  /** Analyses of files of the present listing. */
  readonly #running = new Set<Promise<void>>();

  constructor(dependencies: DiskComparisonDependencies) {
    this.#parts = dependencies;
  }

  /** Compares the whole disk with the index and analyses what differs. `force` analyses every file again. */
  async compareAll(force: 'force' | undefined): Promise<void> {
    const { index, batch, signal } = this.#parts;
    const known = index.fileStates();
    const unseen = new Set(known.keys());
    const queue = this.#newQueue();
    this.#waiting.clear();
    this.#taken.clear();
    for await (const entry of readAhead(this.#differing(known, unseen, force))) {
      await queue.add(async () => {
        if (this.#waiting.delete(entry.path)) await this.#run(this.#analyse(entry, force ? undefined : known.get(entry.path)));
        else if (!this.#taken.has(entry.path)) await this.#countAndYield();
      });
    }
    await queue.end();
    batch.flush();
    await this.#removeGone(unseen);
    await index.measure(signal);
    if (!signal.aborted) index.markComplete();
  }

  /** Listed files that are not being analysed yet. Open documents are compared, and not analysed. */
  waiting(): readonly FileEntry[] {
    return [...this.#waiting.values()].filter(({ path }) => !this.#parts.isOpen(path));
  }

  /** The comparison passes over these files from now on, and the caller reports each to `takenDone`. @returns those that were waiting */
  take(entries: readonly FileEntry[]): readonly FileEntry[] {
    const taken = entries.filter(({ path }) => this.#waiting.delete(path));
    for (const { path } of taken) this.#taken.add(path);
    return taken;
  }

  /** A taken file is in the batch of the next commit. */
  takenDone(): void {
    this.#parts.disk.fileDone();
  }

  /** Resolves when the files that are being analysed now are in the batch of the next commit. Never rejects. */
  async underway(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #run(analysis: Promise<void>): Promise<void> {
    this.#running.add(analysis);
    try {
      await analysis;
    } finally {
      this.#running.delete(analysis);
    }
  }

  /** Lists the files on disk and yields those that differ from what is known; takes what exists out of `unseen`. */
  async *#differing(
    known: ReadonlyMap<WorkspacePath, FileState>,
    unseen: Set<WorkspacePath>,
    force: 'force' | undefined,
  ): AsyncGenerator<readonly FileEntry[]> {
    const { source, disk, events, signal } = this.#parts;
    disk.listingBegins();
    events.passBegins();
    events.progress('listing');
    for (const path of this.#unreadable) events.skipped(path, null);
    this.#unreadable.clear();
    const onProblem = (path: string, reason: string) => {
      this.#unreadable.add(path);
      events.skipped(path, reason);
    };
    try {
      for await (const batch of source.list({ signal, onProblem, onEmpty: events.rootExcluded })) {
        const differing: FileEntry[] = [];
        for (const entry of batch) {
          disk.fileListed();
          unseen.delete(entry.path);
          if (!force && isUnchanged(known.get(entry.path), entry)) continue;
          disk.fileFound();
          this.#waiting.set(entry.path, entry);
          differing.push(entry);
        }
        events.progress('listing');
        yield differing;
      }
    } finally {
      disk.listingEnded();
    }
    events.progress('indexing');
  }

  /** Single files, or folders that stand for all below them. */
  async comparePaths(paths: readonly WorkspacePath[]): Promise<void> {
    const { batch } = this.#parts;
    const queue = this.#newQueue();
    const others: WorkspacePath[] = [];
    for (const path of paths)
      await queue.add(async () => {
        if ((await this.refreshFile(path, 'background')) === 'noFile') others.push(path);
        await this.#countAndYield();
      });
    await queue.end();
    batch.flush();
    if (others.length > 0) await this.#compareBelow(others);
    batch.flush();
  }

  /** All that lies below folders, which may have come or gone. Paths of files are harmless. */
  async #compareBelow(folders: readonly WorkspacePath[]): Promise<void> {
    const { source, index, disk, events, signal, isOpen } = this.#parts;
    const queue = this.#newQueue();
    const isBelow = isAtOrBelow(folders);
    const known = index.fileStates();
    const unseen = new Set([...known.keys()].filter((path) => isBelow(path)));
    const changes: DiskChange[] = [];
    const onProblem = (path: string, reason: string) => events.skipped(path, reason);
    for await (const batch of source.list({ signal, under: folders, onProblem })) {
      for (const entry of batch) {
        const state = known.get(entry.path);
        unseen.delete(entry.path);
        if (isUnchanged(state, entry)) continue;
        if (isOpen(entry.path)) {
          await queue.add(() => this.#compareDocument(entry.path));
          continue;
        }
        changes.push({ kind: state ? 'changed' : 'created', path: entry.path });
        disk.fileFound();
        await queue.add(() => this.#analyse(entry, state));
      }
    }
    await queue.end();
    for (const path of await this.#removeGone(unseen)) changes.push({ kind: 'deleted', path });
    if (changes.length > 0) events.folderCompared(changes);
  }

  /** Analyses files again although their content has not changed. */
  async reanalyse(paths: readonly WorkspacePath[]): Promise<void> {
    const { source, batch, disk, isOpen } = this.#parts;
    for (const path of paths) {
      const entry = await source.stat(path);
      if (!entry || isOpen(path)) continue;
      disk.fileFound();
      await this.#analyse(entry, undefined);
    }
    batch.flush();
  }

  /** `noFile` where no indexable file is at the path: what the index held of it is removed. */
  async refreshFile(path: WorkspacePath, priority: Priority): Promise<'file' | 'noFile'> {
    const { source, index, analysis, batch, isOpen } = this.#parts;
    if (isOpen(path)) {
      await this.#compareDocument(path);
      return 'file';
    }
    const entry = await source.stat(path);
    if (!entry) {
      if (index.fileState(path) && !isOpen(path)) batch.remove([path]);
      return 'noFile';
    }
    const state = index.fileState(path) ?? undefined;
    if (isUnchanged(state, entry)) return 'file';
    batch.take(entry, await analysis.run(analysis.jobFor(entry, state), priority));
    if (priority === 'interactive') batch.flush();
    return 'file';
  }

  /** Whether an open document is saved: the file on disk holds its text. */
  async #compareDocument(path: WorkspacePath): Promise<void> {
    const { source, index, analysis } = this.#parts;
    await this.#parts.documentsSettled();
    const state = index.fileState(path);
    if (!state) return;
    const entry = await source.stat(path);
    const outcome = entry && (await analysis.run({ ...analysis.jobFor(entry, state), knownContentHash: state.contentHash }, 'background'));
    // It may have changed while the file was read.
    if (index.fileState(path)?.contentHash !== state.contentHash) return;
    if (entry && outcome?.kind === 'unchanged') index.touch([entry]);
    else if (state.origin === 'disk') index.markUnsaved(path);
  }

  /** Removes in steps: some files have many rows, and questions are answered in between. */
  async remove(paths: readonly WorkspacePath[], why?: 'forGood'): Promise<void> {
    for (let at = 0; at < paths.length; at += removedAtOnce) {
      this.#parts.batch.remove(paths.slice(at, at + removedAtOnce), why);
      await nextTurn();
    }
  }

  /** Removes files that are gone; open documents among them are unsaved now. */
  async #removeGone(unseen: Iterable<WorkspacePath>): Promise<readonly WorkspacePath[]> {
    const paths = [...unseen];
    const gone = paths.filter((path) => !this.#parts.isOpen(path));
    await this.remove(gone);
    for (const path of paths) if (this.#parts.isOpen(path)) await this.#compareDocument(path);
    return gone;
  }

  async #analyse(entry: FileEntry, state: FileState | undefined): Promise<void> {
    const { analysis, batch, isOpen } = this.#parts;
    if (isOpen(entry.path)) await this.#compareDocument(entry.path);
    else batch.take(entry, await analysis.run(analysis.jobFor(entry, state), 'background'));
    await this.#countAndYield();
  }

  /** Counts one file, and yields when the main thread has been busy for a while. */
  async #countAndYield(): Promise<void> {
    this.#parts.disk.fileDone();
    const now = performance.now();
    if (now - this.#lastYield > limits.maxStepMs) {
      this.#lastYield = now;
      this.#parts.events.progress('indexing');
      await nextTurn();
    }
  }

  #newQueue(): JobQueue {
    return new JobQueue(this.#parts.analysis.concurrency, (error) => this.#parts.events.storageFailed(error));
  }
}
