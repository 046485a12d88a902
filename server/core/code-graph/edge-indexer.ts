/**
 * Writes edges from language servers into the index, file by file, in the background: open files first, then their neighbours, changed
 * files, files in recent answers, and the rest. A queue (one language of one root) handles one file at a time; queues run in parallel.
 * Progress is in the store, so a restart continues where the last run ended.
 * Invariant: facts are stored only if they are about the text in the store.
 */
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { nextTurn } from '../../util/next-turn.js';
import type { EdgeIndexProgress } from '../engine/engine-api.js';
import type { WorkspacePath } from '../model/file.js';
import type { FileFacts } from './facts.js';
import { mergeFacts } from './merge-facts.js';
import type { EdgeSource, EdgeStore, PlacedFile, StoredFile, StoredReference } from './ports.js';
import { projectFileScope } from './project-files.js';
import { PythonNames } from './python/python-names.js';
import { mayBeHealed, type ServerOutline } from './server-outline.js';
import { newServerQueue, queueReport, type ServerQueue, type ServerQueueReport } from './server-queue.js';

const edgePriorities = { open: 0, neighbour: 1, changed: 2, returned: 3, rest: 4 } as const;
type EdgePriority = keyof typeof edgePriorities;

export interface EdgeIndexerDependencies {
  readonly source: EdgeSource;
  readonly store: EdgeStore;
  readonly absolute: (path: WorkspacePath) => string | null;
  readonly log: Log;
  readonly progress: (progress: EdgeIndexProgress) => void;
  /** Stores the symbols that a server states for a file. Absent: servers are not asked for symbols. */
  readonly heal?: (path: WorkspacePath, stored: StoredFile, outline: ServerOutline) => Promise<void>;
  /** Pauses after the nth consecutive failure of a server, in milliseconds. The last one repeats. */
  readonly restMs?: readonly number[];
}

const usualRestMs = [3_000, 30_000, 60_000, 120_000, 300_000, 600_000];
/** The files of a language that changed last are handled before the others. */
const recentFiles = 50;
const maxNeighbours = 40;
const maxStale = 1_000;
/** Number of the next files that are announced to a server. */
const maxWaiting = 200;
/** Cached chunk positions of referenced files, some 20 KB each. */
const maxPlaced = 300;

export class EdgeIndexer {
  readonly #dependencies: EdgeIndexerDependencies;
  readonly #queues = new Map<string, ServerQueue>();
  readonly #placed = new Map<WorkspacePath, PlacedFile | null>();
  readonly #open = new Set<WorkspacePath>();
  readonly #names: PythonNames;
  /** Adding files to queues, one task after the other. */
  #sorting: Promise<void> = Promise.resolve();
  #isStarted = false;
  #isClosed = false;
  #pauses = 0;
  #wake: () => void = () => {};
  #awake: Promise<void> = Promise.resolve();
  #done = 0;

  constructor(dependencies: EdgeIndexerDependencies) {
    this.#dependencies = dependencies;
    this.#names = new PythonNames(dependencies.store, dependencies.absolute);
  }

  /** Starts edge indexing of all files without valid facts. */
  start(): void {
    if (this.#isStarted || this.#isClosed) return;
    this.#isStarted = true;
    this.#enqueue([...this.#open], 'open');
    this.#sort(async () => {
      for (const { language } of this.#dependencies.store.edgeCounts()) await this.#fill(language);
    });
  }

  opened(path: WorkspacePath): void {
    this.#open.add(path);
    this.#enqueue([path], 'open');
  }
  closed(path: WorkspacePath): void {
    this.#open.delete(path);
  }
  returned(paths: readonly WorkspacePath[]): void {
    this.#enqueue(paths, 'returned');
  }

  /** Files were committed or removed: their edges are indexed again, and those of files that depend on their signatures. */
  committed(paths: readonly WorkspacePath[]): void {
    const { store } = this.#dependencies;
    this.#names.committed(paths);
    for (const path of paths) {
      this.#placed.delete(path);
      const governed = projectFileScope(path);
      if (governed) this.#readAnew(governed.folder, governed.languages);
    }
    if (!this.#isStarted || this.#isClosed) return;
    for (const { current } of this.#queues.values()) {
      if (current && paths.includes(current.path) && store.file(current.path)?.contentHash !== current.contentHash) current.abort.abort();
    }
    this.#enqueue(
      paths.filter((path) => this.#open.has(path)),
      'open',
    );
    this.#enqueue(
      paths.filter((path) => !this.#open.has(path)),
      'changed',
    );
    this.#enqueue(
      store.staleFiles(maxStale).map(({ path }) => path),
      'neighbour',
    );
  }

  /** A project file has changed: facts about the files below it are out of date. */
  #readAnew(folder: WorkspacePath, languages: readonly string[]): void {
    this.#dependencies.store.markStaleBelow(folder, languages);
    for (const queue of this.#queues.values()) if (languages.includes(queue.language)) queue.failed.clear();
    if (!this.#isStarted) return;
    this.#sort(async () => {
      for (const language of languages) await this.#fill(language);
    });
  }

  /** A server whose configuration has changed states other facts. */
  async #renew(): Promise<void> {
    for (const queue of this.#queues.values()) {
      const provenance = await this.#dependencies.source.provenance(queue.key);
      if (provenance === null || provenance === queue.provenance) continue;
      queue.provenance = provenance;
      queue.failed.clear();
      await this.#fill(queue.language);
    }
  }

  /** Files changed on disk. They may include some that servers read at their start. */
  filesChanged(): void {
    if (this.#isStarted) this.#sort(() => this.#renew());
  }

  /** Sends no more requests until the returned function is called. */
  pause(): () => void {
    if (this.#pauses++ === 0) {
      this.#awake = new Promise((resolve) => {
        this.#wake = resolve;
      });
    }
    let isPaused = true;
    return () => {
      if (!isPaused) return;
      isPaused = false;
      if (--this.#pauses === 0) this.#wake();
    };
  }

  get reports(): readonly ServerQueueReport[] {
    return [...this.#queues.values()].map(queueReport);
  }

  /** Resolves when only files are left whose server is not available. */
  async settled(): Promise<void> {
    for (;;) {
      const sorting = this.#sorting;
      await sorting;
      const running = [...this.#queues.values()].flatMap((queue) => queue.running ?? []);
      if (running.length === 0 && sorting === this.#sorting) return;
      await Promise.all(running);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    for (const queue of this.#queues.values()) {
      if (queue.rest) clearTimeout(queue.rest);
      queue.current?.abort.abort();
    }
    await this.settled();
  }

  /** Runs tasks one after the other. After a failure of the store its files wait for their next change. */
  #sort(work: () => Promise<void>): void {
    this.#sorting = this.#sorting.then(async () => {
      try {
        if (!this.#isClosed) await work();
      } catch (error) {
        if (!this.#isClosed) this.#dependencies.log('warn', `edge indexing: ${messageOf(error)}`);
      }
    });
  }

  async #fill(language: string): Promise<void> {
    const due = this.#dependencies.store.dueFiles(language);
    const recent = new Set(
      [...due]
        .sort((a, b) => b.mtimeMs - a.mtimeMs)
        .slice(0, recentFiles)
        .map(({ path }) => path),
    );
    for (const { path, provenance } of due) {
      const queue = await this.#queueOf(path, language);
      if (queue && provenance !== queue.provenance) this.#push(queue, path, recent.has(path) ? 'changed' : 'rest');
    }
  }

  #enqueue(paths: readonly WorkspacePath[], rank: EdgePriority): void {
    if (!this.#isStarted || this.#isClosed || paths.length === 0) return;
    this.#sort(async () => {
      for (const path of paths) {
        const language = this.#dependencies.store.file(path)?.language;
        const queue = language === undefined ? null : await this.#queueOf(path, language);
        if (queue) this.#push(queue, path, rank);
      }
    });
  }

  async #queueOf(path: WorkspacePath, language: string): Promise<ServerQueue | null> {
    const { source, absolute } = this.#dependencies;
    const absolutePath = absolute(path);
    const key = absolutePath === null ? null : await source.queue(absolutePath, language);
    if (key === null) return null;
    const there = this.#queues.get(key);
    if (there) return there;
    const provenance = await source.provenance(key);
    if (provenance === null) return null;
    const queue = newServerQueue(key, language, provenance);
    this.#queues.set(key, queue);
    return queue;
  }

  #push(queue: ServerQueue, path: WorkspacePath, rank: EdgePriority): void {
    if (!queue.files.add(path, edgePriorities[rank]) && queue.running !== null) return;
    if (!queue.running && !queue.rest && !this.#isClosed) queue.running = this.#run(queue);
  }

  async #run(queue: ServerQueue): Promise<void> {
    // Files that are added in the same turn take part in the order.
    await nextTurn();
    for (let next = queue.files.take(); next && !this.#isClosed; next = queue.files.take()) {
      await this.#awake;
      const { item: path, rank } = next;
      try {
        await this.#indexFile(queue, path);
        queue.failures = 0;
        queue.problem = '';
        if (rank === edgePriorities.open) this.#enqueue(this.#dependencies.store.neighbours(path, maxNeighbours), 'neighbour');
      } catch (error) {
        if (this.#isClosed) break;
        // Aborted by an edit: its commit has added the file again.
        if (!queue.current?.abort.signal.aborted) {
          queue.files.add(path, edgePriorities.rest);
          this.#rest(queue, messageOf(error));
          break;
        }
      } finally {
        queue.current = null;
      }
      this.#reportProgress();
      await nextTurn();
    }
    queue.running = null;
    this.#reportProgress();
    if (queue.files.size > 0 && !queue.rest && !this.#isClosed) queue.running = this.#run(queue);
    else if ([...this.#queues.values()].every(({ running }) => !running)) this.#dependencies.source.rest();
  }

  #rest(queue: ServerQueue, problem: string): void {
    const times = this.#dependencies.restMs ?? usualRestMs;
    const ms = times[Math.min(queue.failures++, times.length - 1)] as number;
    queue.problem = problem;
    this.#dependencies.log('warn', `edge indexing of ${queue.language} is retried in ${Math.round(ms / 1000)} s: ${problem}`);
    queue.rest = setTimeout(() => {
      queue.rest = null;
      if (queue.files.size > 0 && !this.#isClosed) queue.running = this.#run(queue);
    }, ms);
    queue.rest.unref();
  }

  /** Rejects when aborted, or when the server is not available. */
  async #indexFile(queue: ServerQueue, path: WorkspacePath): Promise<void> {
    const { source, store, absolute } = this.#dependencies;
    const known = store.knownFacts(path);
    const row = store.file(path);
    const absolutePath = absolute(path);
    const isAgain = queue.again.delete(path);
    if (!row || absolutePath === null || row.language !== queue.language) return;
    if (queue.failed.get(path)?.contentHash === row.contentHash && !isAgain) return;
    const holds = known !== null && known.contentHash === row.contentHash && known.provenance === queue.provenance;
    const isBroken = mayBeHealed(row.provenance) && queue.outlined.get(path) !== row.contentHash;
    if (holds && !known.stale && !isAgain && !isBroken) return;
    let file = store.storedFile(path);
    if (!file) return;
    const abort = new AbortController();
    queue.current = { path, contentHash: file.contentHash, abort };
    if (isBroken) file = await this.#healed(queue, file, absolutePath, abort.signal);
    const names = await this.#names.of(file.language);
    const waiting = () => queue.files.first(maxWaiting).flatMap((one) => absolute(one) ?? []);
    const unsavedFiles = () =>
      store.unsavedTexts([...this.#open]).flatMap(({ path, ...one }) => {
        const absolutePath = absolute(path);
        return absolutePath === null ? [] : [{ ...one, absolutePath }];
      });
    const declared = (names: readonly string[]) => store.declaredNames(names);
    const facts = await source.facts({ ...file, absolutePath, names, declared, waiting, unsavedFiles }, abort.signal, () => this.#awake);
    abort.signal.throwIfAborted();
    if (!facts) throw new Error(`no language server for ${queue.language}`);
    await this.#awake;
    if (facts.retryable && !isAgain && queue.files.add(path, edgePriorities.rest)) queue.again.add(path);
    const isEmpty = !facts.facts.some(({ meaning }) => meaning.kind !== 'unknown');
    if (facts.incomplete !== null && (isEmpty || (holds && known.incomplete === null))) {
      this.#dependencies.log('debug', `${path}: ${facts.incomplete}`);
      queue.failed.set(path, { contentHash: file.contentHash, reason: facts.incomplete });
      return;
    }
    queue.failed.delete(path);
    this.#store(queue, file, facts);
    this.#done++;
  }

  /** The file with the symbols that its server states, if any. Edges then refer to those symbols. */
  async #healed(queue: ServerQueue, file: StoredFile, absolutePath: string, signal: AbortSignal): Promise<StoredFile> {
    const { source, store, heal } = this.#dependencies;
    const outline = heal && source.outline ? await source.outline({ ...file, absolutePath }, signal) : null;
    signal.throwIfAborted();
    queue.outlined.set(file.path, file.contentHash);
    if (!heal || !outline) return file;
    await this.#awake;
    await heal(file.path, file, outline);
    signal.throwIfAborted();
    return store.storedFile(file.path) ?? file;
  }

  #store(queue: ServerQueue, file: StoredFile, facts: FileFacts): void {
    const { store } = this.#dependencies;
    const { edges, guesses } = mergeFacts(file, file.references, facts, (path) => this.#placedFile(path));
    store.replaceEdges({
      path: file.path,
      contentHash: file.contentHash,
      edges,
      guesses: guesses.map((i) => (file.references[i] as StoredReference).at),
      provenance: queue.provenance,
      incomplete: facts.incomplete,
    });
  }

  #placedFile(path: WorkspacePath): PlacedFile | null {
    let placed = this.#placed.get(path);
    if (placed === undefined) {
      placed = this.#dependencies.store.placedFile(path);
      if (this.#placed.size >= maxPlaced) this.#placed.delete(this.#placed.keys().next().value as WorkspacePath);
      this.#placed.set(path, placed);
    }
    return placed;
  }

  #reportProgress(): void {
    let pending = 0;
    let busy = false;
    for (const queue of this.#queues.values()) {
      pending += queue.files.size + (queue.current ? 1 : 0);
      busy ||= queue.running !== null;
    }
    this.#dependencies.progress({ done: this.#done, total: this.#done + pending, busy });
    if (!busy) this.#done = 0;
  }
}
