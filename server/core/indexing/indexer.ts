/**
 * Keeps the index in step with the disk and with open documents. Background work (a full pass, then what the watcher reports) runs
 * in one queue; open documents overtake it. One writer: every commit passes through the batch here.
 */
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { within } from '../../util/within.js';
import type { ServerOutline } from '../code-graph/server-outline.js';
import { type FileEntry, isAtOrBelow, isRuleFile, type WorkspacePath } from '../model/file.js';
import { limits } from '../model/limits.js';
import { BackgroundQueue } from './background-queue.js';
import { CommitBatch } from './commit-batch.js';
import { type ComparisonEvents, DiskComparison } from './compare-disk.js';
import { DiskState } from './disk-state.js';
import { type FetchedForAnalysis, FileAnalysis, isUnchanged } from './file-analysis.js';
import { IdleMeasuring } from './idle-measuring.js';
import { DocumentIndexer } from './index-documents.js';
import type { Analyser, DiskChange, FileSource, IndexWriter } from './ports.js';

export interface IndexerEvents extends Omit<ComparisonEvents, 'progress'> {
  /** With `ready` the counts are those of the run that has ended. */
  progress(phase: 'listing' | 'indexing' | 'ready'): void;
}

/** The source of packs: asked when a pass over the workspace begins, and told when it ends. */
export interface IndexerPacks extends FetchedForAnalysis {
  begin(): void;
  passEnded(): Promise<void>;
}

/** Above this, listing everything is cheaper than asking about each path. */
const maxChangedPaths = 2_000;

export class Indexer {
  readonly #source: FileSource;
  readonly #index: IndexWriter;
  readonly #events: IndexerEvents;
  readonly #log: Log;
  readonly #abort = new AbortController();
  readonly #disk = new DiskState();
  readonly #analysis: FileAnalysis;
  readonly #batch: CommitBatch;
  readonly #documents: DocumentIndexer;
  readonly #comparison: DiskComparison;
  readonly #background: BackgroundQueue;
  readonly #packs: IndexerPacks | undefined;
  readonly #measuring: IdleMeasuring;

  constructor(source: FileSource, analyser: Analyser, index: IndexWriter, events: IndexerEvents, log: Log, packs?: IndexerPacks) {
    const { signal } = this.#abort;
    const storageFailed = (error: unknown) => events.storageFailed(error);
    const isOpen = (path: WorkspacePath) => this.#documents.has(path);
    this.#source = source;
    this.#index = index;
    this.#events = events;
    this.#log = log;
    this.#packs = packs;
    this.#analysis = new FileAnalysis({ source, analyser, index, packs, signal, log });
    this.#batch = new CommitBatch(index, events, {
      isOpen,
      isForgotten: (path) => source.forgotten.has(path),
      overtaken: (path) => void this.filesChanged([{ kind: 'changed', path }]),
    });
    const [batch, analysis, disk] = [this.#batch, this.#analysis, this.#disk];
    this.#documents = new DocumentIndexer({
      source,
      index,
      analysis,
      batch,
      closed: (path) => this.#comparison.refreshFile(path, 'interactive'),
      committed: () => this.#measureSoon(),
      storageFailed,
    });
    const documentsSettled = () => this.#documents.settled();
    this.#comparison = new DiskComparison({ source, index, analysis, batch, disk, events, isOpen, documentsSettled, signal });
    this.#measuring = new IdleMeasuring(index, signal, storageFailed);
    const runBegins = () => {
      this.#measuring.interrupt();
      disk.runBegins();
    };
    const runEnded = () => {
      events.progress('ready');
      this.#measuring.begin();
    };
    this.#background = new BackgroundQueue({ runBegins, runEnded, failed: storageFailed }, signal);
  }

  get busy(): boolean {
    return this.#background.isBusy;
  }
  /** Open documents that the index has not caught up with. */
  get pendingDocuments(): number {
    return this.#documents.pending;
  }
  get openDocuments(): number {
    return this.#documents.size;
  }
  /** What is known of the disk; counts of the present run, else of the last one. */
  get disk(): Pick<DiskState, 'isCompared' | 'isComparing' | 'done' | 'found' | 'total' | 'listed' | 'remainingMs'> {
    return this.#disk;
  }
  /** Files known to have changed on disk that the index has not caught up with, without open documents. */
  get changedFiles(): number {
    return this.#disk.changed((path) => !this.#documents.has(path));
  }

  // --- open documents --------------------------------------------------------------------------------------------

  openDocument(path: WorkspacePath, text: string, languageId?: string): void {
    this.#documents.open(path, text, languageId);
  }
  changeDocument(path: WorkspacePath, text: string): void {
    this.#documents.open(path, text);
  }
  closeDocument(path: WorkspacePath): void {
    this.#documents.close(path);
  }
  /** Waits for the open documents (and documents just closed), and for nothing else. */
  documentsSettled(): Promise<void> {
    return this.#documents.settled();
  }

  // --- the background --------------------------------------------------------------------------------------------

  /** Compares the disk with the index and analyses what differs. `force` analyses every file again. */
  fullPass(force = false): Promise<void> {
    const run = this.#background.add(async () => {
      let outcome: 'complete' | 'failed' = 'failed';
      try {
        if (force) {
          await this.#index.distrust(this.#abort.signal);
          this.#documents.again();
        }
        this.#packs?.begin();
        await this.#comparison.compareAll(force ? 'force' : undefined);
        if (!this.#abort.signal.aborted) outcome = 'complete';
        await this.#packs?.passEnded();
      } finally {
        this.#disk.comparisonEnded(outcome);
      }
    });
    this.#disk.comparisonDue();
    return run;
  }

  /** What a watcher reported, files or folders. An empty batch asks for a full pass, as do many changes and those of ignore rules. */
  filesChanged(changes: readonly DiskChange[]): Promise<void> {
    const paths = [...new Set(changes.map((change) => change.path))];
    const isWhole = paths.length === 0 || paths.length > maxChangedPaths || paths.some((path) => path === '' || isRuleFile(path));
    if (isWhole) return this.fullPass();
    const run = this.#background.add(async () => {
      try {
        await this.#comparison.comparePaths(paths);
      } finally {
        this.#disk.changesIndexed(paths);
      }
    });
    this.#disk.filesChanged(paths);
    for (const _ of paths) this.#disk.fileFound();
    return run;
  }

  /** Indexes files or folders that rules excluded before, and the open documents among them. */
  indexIncluded(paths: readonly WorkspacePath[]): Promise<void> {
    this.#documents.again();
    return this.filesChanged(paths.map((path) => ({ kind: 'created', path })));
  }

  /** Analyses files again although their content has not changed: what is stored of them is not what an analysis gives now. */
  reanalyse(paths: readonly WorkspacePath[]): Promise<void> {
    return this.#background.add(() => this.#comparison.reanalyse(paths));
  }

  /** A full pass to which these files, and all below these folders, are new. */
  async indexAnew(paths: readonly WorkspacePath[]): Promise<void> {
    await this.forget(paths);
    // A pass reads the disk only.
    this.#documents.again();
    await this.fullPass();
  }

  /** Removes files, or folders with all that is below them, from the index for good. The source keeps them excluded. */
  forget(paths: readonly WorkspacePath[] | undefined): Promise<void> {
    return this.#background.add(async () => {
      this.#batch.flush();
      const indexed = [...this.#index.fileStates().keys()];
      await this.#comparison.remove(paths ? indexed.filter(isAtOrBelow(paths)) : indexed, 'forGood');
      await this.#index.measure(this.#abort.signal);
    });
  }

  /**
   * Replaces the symbols that syntax found in a file by those that a language server states. Changes nothing where the index holds
   * another text of it by now.
   * @param stored the text that the index holds and `outline` describes
   */
  async applyServerOutline(
    path: WorkspacePath,
    stored: { readonly text: string; readonly contentHash: string },
    outline: ServerOutline,
  ): Promise<void> {
    const { text, contentHash } = stored;
    const state = this.#index.fileState(path);
    if (state?.contentHash !== contentHash) return;
    const { origin, sizeBytes, mtimeMs } = state;
    const knownParts = this.#index.partHashes(path);
    const place = this.#analysis.placeOf(path);
    const healed = { outline, contentHash, origin };
    const outcome = await this.#analysis.run({ path, ...place, text, sizeBytes, mtimeMs, knownParts, healed }, 'background');
    const now = this.#index.fileState(path);
    if (outcome?.kind === 'analysed' && now?.contentHash === contentHash && now.origin === origin) this.#batch.commit([outcome.file]);
  }

  async settled(): Promise<void> {
    for (;;) {
      await this.documentsSettled();
      const background = this.#background.idle;
      await background;
      await this.#documents.reparsed();
      await this.#measuring.done;
      if (background === this.#background.idle && this.#documents.areSettled) return;
    }
  }

  /** After a commit of a document that changed more names than the commit itself measures; the end of background work does the same. */
  #measureSoon(): void {
    if (!this.busy) this.#measuring.begin();
  }

  // --- files of answers ------------------------------------------------------------------------------------------

  /** Those of the files that differ on disk from the index, or are gone (null). Open documents never do. */
  stale(paths: readonly WorkspacePath[]): Map<WorkspacePath, FileEntry | null> {
    const closed = paths.filter((path) => !this.#documents.has(path));
    const entries = this.#source.statListed(closed);
    const stale = new Map<WorkspacePath, FileEntry | null>();
    for (const [i, path] of closed.entries()) {
      const entry = entries[i] ?? null;
      const state = this.#index.fileState(path);
      // A file that is not in the index any more is in no later answer.
      if (state && !(entry && isUnchanged(state, entry))) stale.set(path, entry);
    }
    return stale;
  }

  /** Brings the index up to what `stale` has found of one file, ahead of all background work. False where that failed; never rejects. */
  async catchUp(path: WorkspacePath, entry: FileEntry | null): Promise<boolean> {
    try {
      if (entry === null) {
        this.#batch.remove([path]);
        return true;
      }
      const job = this.#analysis.jobFor(entry, this.#index.fileState(path) ?? undefined);
      const outcome = await this.#analysis.run(job, 'interactive');
      this.#batch.take(entry, outcome);
      this.#batch.flush();
      return outcome !== null;
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#events.storageFailed(error);
      return false;
    }
  }

  /**
   * Resolves when changes that a watcher is about to report are in the index, or after some 1.2 s: a file may have been written just before the
   * question. At once before the first comparison with the disk has ended, which takes longer.
   */
  async reportedSoon(signal: AbortSignal | undefined): Promise<void> {
    if (!this.#disk.wasCompared) return;
    await within(limits.maxReportMs, new Promise(() => {}), signal);
    if (this.busy) await within(limits.maxReportedMs, this.#background.idle, signal);
  }

  /** Resolves when all files are listed. */
  listed(): Promise<void> {
    return this.#disk.allListed();
  }

  /** Listed files that are not indexed yet. */
  waiting(): readonly FileEntry[] {
    return this.#comparison.waiting();
  }

  /**
   * Indexes waiting files ahead of all others. Resolves when they are in the index, and those that were being analysed, or at the deadline
   * (of `performance.now`), with what was ready by then; the others follow. Never rejects.
   */
  async indexFirst(entries: readonly FileEntry[], deadline: number, latest: number): Promise<void> {
    const work = this.#comparison.take(entries).map(async (entry) => {
      const outcome = await this.#analysis.run(this.#analysis.jobFor(entry, undefined), 'interactive');
      if (outcome === null) void this.filesChanged([{ kind: 'changed', path: entry.path }]);
      else this.#batch.take(entry, outcome);
      this.#comparison.takenDone();
    });
    await within(deadline - performance.now(), Promise.all([...work, this.#comparison.underway()]));
    await within(latest - performance.now(), Promise.all(work.slice(0, limits.bestFiles)));
    if (!this.#abort.signal.aborted) this.#batch.flush();
  }

  async close(): Promise<void> {
    this.#abort.abort();
    this.#documents.end();
    await Promise.allSettled([this.#background.idle, this.#documents.settled()]);
    try {
      this.#batch.flush();
    } catch (error) {
      this.#log('warn', `last commit: ${messageOf(error)}`);
    }
  }
}
