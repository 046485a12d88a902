/**
 * Keeps the index in step with the disk and with open documents. Two queues: the background (a full pass, then what
 * the watcher reports), and open documents, which overtake it. One writer: every commit passes through here.
 * Invariant: a document that changed before `documentsSettled` was called is in the index when it resolves.
 */
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { nextTurn } from '../../util/next-turn.js';
import type { ServerOutline } from '../code-graph/server-outline.js';
import type { RootExcluded } from '../model/excluded-files.js';
import { type FileEntry, isAtOrBelow, isRuleFile, type WorkspacePath } from '../model/file.js';
import { limits } from '../model/limits.js';
import { CommitBatch, type CommitEvents } from './commit-batch.js';
import { DiskState } from './disk-state.js';
import { FullReparse } from './full-reparse.js';
import { JobQueue } from './job-queue.js';
import { type DocumentText, OverlayFiles } from './overlay-files.js';
import type { AnalyseJob, AnalyseOutcome, Analyser, DiskChange, FileSource, FileState, IndexWriter } from './ports.js';
import { readAhead } from './read-ahead.js';

export interface IndexerEvents extends CommitEvents {
  /** With `ready` the counts are those of the run that has ended. */
  progress(phase: 'listing' | 'indexing' | 'ready'): void;
  /** A comparison with the whole disk begins. */
  passBegins(): void;
  /** What a change to whole folders was found to mean, file by file. */
  folderCompared(changes: readonly DiskChange[]): void;
  /** Nothing below a root is to be indexed. */
  rootExcluded(root: RootExcluded): void;
}

/** Above this, listing everything is cheaper than asking about each. */
const MOST_CHANGES = 2_000;
const REMOVED_AT_ONCE = 100;

export class Indexer {
  readonly #source: FileSource;
  readonly #analyser: Analyser;
  readonly #index: IndexWriter;
  readonly #events: IndexerEvents;
  readonly #log: Log;
  readonly #documents: OverlayFiles;
  readonly #fullReparse = new FullReparse((path) => this.#lookAgain(path));
  readonly #abort = new AbortController();
  /** Work of the background background, one after the other. */
  #backgroundWork: Promise<void> = Promise.resolve();
  #backgroundDepth = 0;
  readonly #disk = new DiskState();
  readonly #batch: CommitBatch;

  constructor(source: FileSource, analyser: Analyser, index: IndexWriter, events: IndexerEvents, log: Log) {
    this.#source = source;
    this.#analyser = analyser;
    this.#index = index;
    this.#events = events;
    this.#log = log;
    this.#batch = new CommitBatch(index, events, {
      isOpen: (path) => this.#documents.has(path),
      isForgotten: (path) => source.forgotten.has(path),
    });
    this.#documents = new OverlayFiles({
      index: (path, text, isCurrent) => this.#indexDocument(path, text, isCurrent),
      closed: async (path) => void (await this.#refreshFromDisk(path, 'interactive')),
      failed: (error) => this.#events.storageFailed(error),
    });
  }

  get busy(): boolean {
    return this.#backgroundDepth > 0;
  }
  /** Open documents that the index has not caught up with. */
  get pendingDocuments(): number {
    return this.#documents.pending;
  }
  /** What is known of the disk; counts of the present run, else of the last one. */
  get disk(): Pick<DiskState, 'isCompared' | 'isComparing' | 'done' | 'found' | 'total' | 'listed'> {
    return this.#disk;
  }
  /** Files known to have changed on disk that the index has not caught up with. An open document's text does not come from disk. */
  get changedFiles(): number {
    return this.#disk.changed((path) => !this.#documents.has(path));
  }

  get openDocuments(): number {
    return this.#documents.size;
  }

  // --- open documents --------------------------------------------------------------------------------------------

  openDocument(path: WorkspacePath, text: string, languageId?: string): void {
    this.#documents.open(path, text, languageId);
  }
  changeDocument(path: WorkspacePath, text: string): void {
    this.#documents.open(path, text);
  }
  /** The disk's text comes back. */
  closeDocument(path: WorkspacePath): void {
    this.#fullReparse.cancel(path);
    this.#documents.close(path);
  }
  /** Waits for the open documents (and documents just closed), and for nothing else. */
  documentsSettled(): Promise<void> {
    return this.#documents.settled();
  }

  /** Brings the index up to one version of an open document. */
  async #indexDocument(path: WorkspacePath, document: DocumentText, isCurrent: () => boolean, fromBeginning = false): Promise<void> {
    this.#fullReparse.cancel(path);
    if (!(await this.#source.accepts(path))) return;
    const { text, languageId } = document;
    const state = this.#index.fileState(path);
    const job: AnalyseJob = {
      path,
      ...this.#placeOf(path),
      text,
      languageId,
      sizeBytes: text.length,
      mtimeMs: state?.mtimeMs ?? 0,
      knownContentHash: fromBeginning ? undefined : state?.contentHash,
      knownParts: this.#index.partHashes(path),
      fromBeginning,
    };
    const outcome = await this.#analyse(job, fromBeginning ? 'background' : 'interactive');
    if (!isCurrent() || outcome?.kind !== 'analysed') return;
    this.#batch.commit([outcome.file]);
    if (outcome.isProvisional) this.#fullReparse.later(path);
  }

  async #lookAgain(path: WorkspacePath): Promise<void> {
    const document = this.#documents.current(path);
    if (!document) return;
    try {
      await this.#indexDocument(path, document.text, document.isCurrent, true);
    } catch (error) {
      this.#events.storageFailed(error);
    }
  }

  async settled(): Promise<void> {
    for (;;) {
      await this.documentsSettled();
      const background = this.#backgroundWork;
      await background;
      await this.#fullReparse.now();
      if (background === this.#backgroundWork && this.#documents.areSettled && this.#fullReparse.areDone) return;
    }
  }

  // --- the background --------------------------------------------------------------------------------------------

  /** Appends work to the background background; a failure is reported and the background goes on. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    if (this.#backgroundDepth === 0) this.#disk.runBegins();
    this.#backgroundDepth++;
    const run = this.#backgroundWork.then(async () => {
      try {
        if (!this.#abort.signal.aborted) await work();
      } catch (error) {
        if (!this.#abort.signal.aborted) this.#events.storageFailed(error);
      } finally {
        this.#backgroundDepth--;
        if (this.#backgroundDepth === 0) this.#events.progress('ready');
      }
    });
    this.#backgroundWork = run;
    return run;
  }

  /** What the last listing could not list. */
  readonly #unlisted = new Set<string>();

  /** Compares the disk with the index and analyses what differs. `force` looks into every file again. */
  fullPass(force = false): Promise<void> {
    const run = this.#enqueue(async () => {
      let outcome: 'complete' | 'failed' = 'failed';
      try {
        await this.#fullPass(force);
        if (!this.#abort.signal.aborted) outcome = 'complete';
      } finally {
        this.#disk.comparisonEnded(outcome);
      }
    });
    this.#disk.comparisonDue();
    return run;
  }

  async #fullPass(force: boolean): Promise<void> {
    if (force) this.#documents.again();
    const known = this.#index.fileStates();
    const unseen = new Set(known.keys());
    const queue = new JobQueue(this.#concurrency, this.#events.storageFailed);
    let analysed = 0;
    for await (const entry of readAhead(this.#differing(known, unseen, force))) {
      analysed++;
      await queue.add(() => this.#background(entry, force ? undefined : known.get(entry.path)));
    }
    await queue.end();
    this.#batch.flush();
    const gone = [...unseen].filter((path) => !this.#documents.has(path));
    await this.#removeInSteps(gone);
    // A process that was killed may have committed files and measured nothing.
    if (analysed > 0 || gone.length || !this.#index.isMeasured()) await this.#index.measure(this.#abort.signal);
    if (!this.#abort.signal.aborted) this.#index.markComplete();
  }

  /** Lists the files on disk and gives those that differ from what is known; takes what exists out of `unseen`. */
  async *#differing(
    known: ReadonlyMap<WorkspacePath, FileState>,
    unseen: Set<WorkspacePath>,
    force: boolean,
  ): AsyncGenerator<readonly FileEntry[]> {
    this.#disk.listingBegins();
    this.#events.passBegins();
    this.#events.progress('listing');
    for (const path of this.#unlisted) this.#events.skipped(path, null);
    this.#unlisted.clear();
    const onProblem = (path: string, reason: string) => {
      this.#unlisted.add(path);
      this.#events.skipped(path, reason);
    };
    try {
      for await (const batch of this.#source.list({ signal: this.#abort.signal, onProblem, onEmpty: this.#events.rootExcluded })) {
        const differing: FileEntry[] = [];
        for (const entry of batch) {
          this.#disk.fileListed();
          unseen.delete(entry.path);
          if ((!force && unchanged(known.get(entry.path), entry)) || this.#documents.has(entry.path)) continue;
          this.#disk.fileFound();
          differing.push(entry);
        }
        this.#events.progress('listing');
        yield differing;
      }
    } finally {
      this.#disk.listingEnded();
    }
    this.#events.progress('indexing');
  }

  /** What a watcher reported, files or folders. An empty batch asks for a full pass, as do many changes and those of ignore rules. */
  filesChanged(changes: readonly DiskChange[]): Promise<void> {
    const paths = [...new Set(changes.map((change) => change.path))];
    const isWhole = paths.length === 0 || paths.length > MOST_CHANGES || paths.some((path) => path === '' || isRuleFile(path));
    if (isWhole) return this.fullPass();
    const run = this.#enqueue(async () => {
      try {
        const queue = new JobQueue(this.#concurrency, this.#events.storageFailed);
        const others: WorkspacePath[] = [];
        for (const path of paths)
          await queue.add(async () => {
            if (!(await this.#refreshFromDisk(path, 'background'))) others.push(path);
            await this.#step();
          });
        await queue.end();
        this.#batch.flush();
        if (others.length > 0) await this.#compareBelow(others);
        this.#batch.flush();
      } finally {
        this.#disk.changesIndexed(paths);
      }
    });
    this.#disk.filesChanged(paths);
    for (const _ of paths) this.#disk.fileFound();
    return run;
  }

  /** Brings the index in step with all that lies below folders, which may have come or gone. Paths of files are harmless. */
  async #compareBelow(folders: readonly WorkspacePath[]): Promise<void> {
    const queue = new JobQueue(this.#concurrency, this.#events.storageFailed);
    const isBelow = isAtOrBelow(folders);
    const known = this.#index.fileStates();
    const unseen = new Set([...known.keys()].filter((path) => isBelow(path)));
    const found: DiskChange[] = [];
    const onProblem = (path: string, reason: string) => this.#events.skipped(path, reason);
    for await (const batch of this.#source.list({ signal: this.#abort.signal, under: folders, onProblem })) {
      for (const entry of batch) {
        const state = known.get(entry.path);
        unseen.delete(entry.path);
        if (unchanged(state, entry) || this.#documents.has(entry.path)) continue;
        found.push({ kind: state ? 'changed' : 'created', path: entry.path });
        this.#disk.fileFound();
        await queue.add(() => this.#background(entry, state));
      }
    }
    await queue.end();
    const gone = [...unseen].filter((path) => !this.#documents.has(path));
    await this.#removeInSteps(gone);
    for (const path of gone) found.push({ kind: 'deleted', path });
    if (found.length > 0) this.#events.folderCompared(found);
  }

  /** Many rows go with some files: questions are let in between. */
  async #removeInSteps(paths: readonly WorkspacePath[], why?: 'forGood'): Promise<void> {
    for (let at = 0; at < paths.length; at += REMOVED_AT_ONCE) {
      this.#batch.remove(paths.slice(at, at + REMOVED_AT_ONCE), why);
      await nextTurn();
    }
  }

  refresh(paths: readonly WorkspacePath[]): Promise<void> {
    return this.filesChanged(paths.map((path) => ({ kind: 'changed', path })));
  }

  /** Takes up files or folders that the rules kept out before, and the open documents among them. */
  indexIncluded(paths: readonly WorkspacePath[]): Promise<void> {
    this.#documents.again();
    return this.filesChanged(paths.map((path) => ({ kind: 'created', path })));
  }

  /** Looks into files whose content has not changed: what is stored of them is not what analysing them gives now. */
  reanalyse(paths: readonly WorkspacePath[]): Promise<void> {
    return this.#enqueue(async () => {
      for (const path of paths) {
        const entry = await this.#source.stat(path);
        if (!entry || this.#documents.has(path)) continue;
        this.#disk.fileFound();
        await this.#background(entry, undefined);
      }
      this.#batch.flush();
    });
  }

  /**
   * The symbols that a language server states of a file take the place of those that syntax found. Nothing changes where the index
   * holds another text of it by now.
   * @param stored the text that the index holds, of which `outline` is.
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
    const healed = { outline, contentHash, origin };
    const outcome = await this.#analyse({ path, ...this.#placeOf(path), text, sizeBytes, mtimeMs, knownParts, healed }, 'background');
    const now = this.#index.fileState(path);
    if (outcome?.kind === 'analysed' && now?.contentHash === contentHash && now.origin === origin) this.#batch.commit([outcome.file]);
  }

  /** Removes files, or folders with all that is below them, from the index for good. What keeps them out is the source. */
  forget(paths: readonly WorkspacePath[] | undefined): Promise<void> {
    return this.#enqueue(async () => {
      this.#batch.flush();
      const states = [...this.#index.fileStates().keys()];
      await this.#removeInSteps(paths ? states.filter(isAtOrBelow(paths)) : states, 'forGood');
    });
  }

  /** False where no indexable file is: what the index held of it is gone. */
  async #refreshFromDisk(path: WorkspacePath, priority: 'interactive' | 'background'): Promise<boolean> {
    if (this.#documents.has(path)) {
      await this.#documentSaved(path);
      return true;
    }
    const entry = await this.#source.stat(path);
    if (!entry) {
      if (this.#index.fileState(path) && !this.#documents.has(path)) this.#batch.remove([path]);
      return false;
    }
    const state = this.#index.fileState(path) ?? undefined;
    if (unchanged(state, entry)) return true;
    const outcome = await this.#analyse(this.#job(entry, state), priority);
    if (this.#documents.has(path)) return true;
    this.#batch.take(entry, outcome);
    if (priority === 'interactive') this.#batch.flush();
    return true;
  }

  /** The file of an open document has changed on disk: if that is the document's own text, it is unsaved no more. */
  async #documentSaved(path: WorkspacePath): Promise<void> {
    await this.documentsSettled();
    const state = this.#index.fileState(path);
    const entry = state?.origin === 'buffer' ? await this.#source.stat(path) : null;
    if (!state || !entry) return;
    const outcome = await this.#analyse({ ...this.#job(entry, state), knownContentHash: state.contentHash }, 'background');
    const isSame = this.#index.fileState(path)?.contentHash === state.contentHash;
    if (outcome?.kind === 'unchanged' && isSame) this.#index.touch([entry]);
  }

  async #background(entry: FileEntry, state: FileState | undefined): Promise<void> {
    if (!this.#documents.has(entry.path)) {
      const outcome = await this.#analyse(this.#job(entry, state), 'background');
      if (!this.#documents.has(entry.path)) this.#batch.take(entry, outcome);
    }
    await this.#step();
  }

  #job(entry: FileEntry, state: FileState | undefined): AnalyseJob {
    const { path, sizeBytes, mtimeMs } = entry;
    const place = this.#placeOf(path);
    if (!state) return { path, ...place, sizeBytes, mtimeMs, knownParts: this.#index.importedParts(path) };
    // A document that was closed unsaved has the buffer's hash: the disk's text is another, or the row only changes origin.
    const knownContentHash = state.origin === 'disk' ? state.contentHash : undefined;
    return { path, ...place, sizeBytes, mtimeMs, knownContentHash, knownParts: this.#index.partHashes(path) };
  }

  #placeOf(path: WorkspacePath): Pick<AnalyseJob, 'absolutePath' | 'localPath'> {
    return { absolutePath: this.#source.absolute(path) ?? path, localPath: this.#source.local(path) };
  }

  async #analyse(job: AnalyseJob, priority: 'interactive' | 'background'): Promise<AnalyseOutcome | null> {
    try {
      return await this.#analyser.analyse(job, priority, this.#abort.signal);
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#log('warn', `analysing ${job.path}: ${messageOf(error)}`);
      return null;
    }
  }

  // --- the disk's word -----------------------------------------------------------------------------------------------

  /** Those of the files that the disk holds otherwise than the index, or not at all (null). Open documents never are. */
  stale(paths: readonly WorkspacePath[]): Map<WorkspacePath, FileEntry | null> {
    const closed = paths.filter((path) => !this.#documents.has(path));
    const entries = this.#source.statListed(closed);
    const found = new Map<WorkspacePath, FileEntry | null>();
    for (const [i, path] of closed.entries()) {
      const entry = entries[i] ?? null;
      const state = this.#index.fileState(path);
      // What is not in the index any more is in no later answer.
      if (state && !(entry && unchanged(state, entry))) found.set(path, entry);
    }
    return found;
  }

  /** Brings the index up to what `stale` has found of one file, before all background work. False where that failed; never rejects. */
  async catchUp(path: WorkspacePath, entry: FileEntry | null): Promise<boolean> {
    try {
      if (entry === null) {
        this.#batch.remove([path]);
        return true;
      }
      const outcome = await this.#analyse(this.#job(entry, this.#index.fileState(path) ?? undefined), 'interactive');
      if (this.#documents.has(path)) return true;
      this.#batch.take(entry, outcome);
      this.#batch.flush();
      return outcome !== null;
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#events.storageFailed(error);
      return false;
    }
  }

  // --- steps --------------------------------------------------------------------------------------------------------

  #lastStep = 0;

  /** Counts one file and lets questions in between when the main thread has been busy for a while. */
  async #step(): Promise<void> {
    this.#disk.fileDone();
    const now = performance.now();
    if (now - this.#lastStep > limits.maxStepMs) {
      this.#lastStep = now;
      this.#events.progress('indexing');
      await nextTurn();
    }
  }

  /** Enough that no worker ever waits for the next file. */
  get #concurrency(): number {
    return Math.min(this.#analyser.workers * 8, limits.maxQueuedJobs);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    this.#documents.end();
    this.#fullReparse.end();
    await Promise.allSettled([this.#backgroundWork, this.#documents.settled()]);
    try {
      this.#batch.flush();
    } catch (error) {
      this.#log('warn', `last commit: ${messageOf(error)}`);
    }
  }
}

function unchanged(state: FileState | undefined, entry: FileEntry): boolean {
  return state !== undefined && state.origin === 'disk' && state.sizeBytes === entry.sizeBytes && state.mtimeMs === entry.mtimeMs;
}
