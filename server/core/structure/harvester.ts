/**
 * Brings what language servers know of the code into the index, file by file, in the background: open files first, then
 * what hangs together with them, what changed, what was just returned, and then the rest. One file at a time for a lane
 * (a language of a root); several lanes side by side. What is done is in the store, so a restart goes on where this one ended.
 * Invariant: facts reach the store only where they are about the text that the store has.
 */
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { nextTurn } from '../../util/next-turn.js';
import type { HarvestProgress } from '../engine-face.js';
import type { WorkspacePath } from '../model/file.js';
import type { FileFacts } from './facts.js';
import { type Lane, type LaneReport, newLane, reportOf } from './lane.js';
import { mergeFacts } from './merge-facts.js';
import type { PlacedFile, StoredFile, StoredReference, StructureSource, StructureStore } from './ports.js';
import { governedBy } from './project-files.js';
import { PythonNames } from './python-names.js';
import { mayBeHealed, type ServerOutline } from './server-outline.js';

export const ranks = { open: 0, neighbour: 1, changed: 2, returned: 3, rest: 4 } as const;
export type HarvestRank = keyof typeof ranks;

export interface HarvesterParts {
  readonly source: StructureSource;
  readonly store: StructureStore;
  readonly absolute: (path: WorkspacePath) => string | null;
  readonly log: Log;
  readonly progress: (progress: HarvestProgress) => void;
  /** Stores what a server states of a file's symbols. Absent: servers are not asked for them. */
  readonly heal?: (path: WorkspacePath, stored: StoredFile, outline: ServerOutline) => Promise<void>;
  /** Rests after the nth time in a row that a server could not be had; the last one repeats. Milliseconds. */
  readonly restMs?: readonly number[];
}

const usualRestMs = [3_000, 30_000, 60_000, 120_000, 300_000, 600_000];
/** Of a language, the files that were changed last go before the others. */
const recentFiles = 50;
const maxNeighbours = 40;
const maxStale = 1_000;
/** Of those that come next, as many as a server is told of. */
const maxWaiting = 200;
/** Places of chunks of files that are referred to: some 20 KB each. */
const maxPlaced = 300;

export class Harvester {
  readonly #parts: HarvesterParts;
  readonly #lanes = new Map<string, Lane>();
  readonly #placed = new Map<WorkspacePath, PlacedFile | null>();
  readonly #open = new Set<WorkspacePath>();
  readonly #names: PythonNames;
  /** What is being sorted into lanes. */
  #sorting: Promise<void> = Promise.resolve();
  #isStarted = false;
  #isClosed = false;
  #pauses = 0;
  #wake: () => void = () => {};
  #awake: Promise<void> = Promise.resolve();
  #done = 0;

  constructor(parts: HarvesterParts) {
    this.#parts = parts;
    this.#names = new PythonNames(parts.store, parts.absolute);
  }

  /** From now on files are harvested: all that the store has no valid facts of. */
  start(): void {
    if (this.#isStarted || this.#isClosed) return;
    this.#isStarted = true;
    this.#enqueue([...this.#open], 'open');
    this.#sort(async () => {
      for (const { language } of this.#parts.store.harvestCounts()) await this.#fill(language);
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

  /** Files were committed or removed: they are harvested again, and what rests on their signatures with them. */
  committed(paths: readonly WorkspacePath[]): void {
    const { store } = this.#parts;
    this.#names.committed(paths);
    for (const path of paths) {
      this.#placed.delete(path);
      const governed = governedBy(path);
      if (governed) this.#readAnew(governed.folder, governed.languages);
    }
    if (!this.#isStarted || this.#isClosed) return;
    for (const { current } of this.#lanes.values()) {
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

  /** A file has changed that tells servers how to read what lies below it. */
  #readAnew(folder: WorkspacePath, languages: readonly string[]): void {
    this.#parts.store.touchBelow(folder, languages);
    for (const lane of this.#lanes.values()) if (languages.includes(lane.language)) lane.failed.clear();
    if (!this.#isStarted) return;
    this.#sort(async () => {
      for (const language of languages) await this.#fill(language);
    });
  }

  /** A server that reads the workspace in another way now has other facts to tell. */
  async #renew(): Promise<void> {
    for (const lane of this.#lanes.values()) {
      const provenance = await this.#parts.source.provenance(lane.key);
      if (provenance === null || provenance === lane.provenance) continue;
      lane.provenance = provenance;
      lane.failed.clear();
      await this.#fill(lane.language);
    }
  }

  /** On the disk: what servers read at their start may be among them. */
  filesChanged(): void {
    if (this.#isStarted) this.#sort(() => this.#renew());
  }

  /** No further question is asked until what is returned is called: somebody is waiting for something else. */
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

  get reports(): readonly LaneReport[] {
    return [...this.#lanes.values()].map(reportOf);
  }

  /** Resolves when nothing is left to harvest but what servers that cannot be had would have to tell. */
  async settled(): Promise<void> {
    for (;;) {
      const sorting = this.#sorting;
      await sorting;
      const running = [...this.#lanes.values()].flatMap((lane) => lane.running ?? []);
      if (running.length === 0 && sorting === this.#sorting) return;
      await Promise.all(running);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    for (const lane of this.#lanes.values()) {
      if (lane.rest) clearTimeout(lane.rest);
      lane.current?.abort.abort();
    }
    await this.settled();
  }

  /** Sorting is one piece of work after the other; a failure of the store costs its files, until they change. */
  #sort(work: () => Promise<void>): void {
    this.#sorting = this.#sorting.then(async () => {
      try {
        if (!this.#isClosed) await work();
      } catch (error) {
        if (!this.#isClosed) this.#parts.log('warn', `harvest: ${messageOf(error)}`);
      }
    });
  }

  async #fill(language: string): Promise<void> {
    const due = this.#parts.store.dueFiles(language);
    const recent = new Set(
      [...due]
        .sort((a, b) => b.mtimeMs - a.mtimeMs)
        .slice(0, recentFiles)
        .map(({ path }) => path),
    );
    for (const { path, provenance } of due) {
      const lane = await this.#laneOf(path, language);
      if (lane && provenance !== lane.provenance) this.#push(lane, path, recent.has(path) ? 'changed' : 'rest');
    }
  }

  #enqueue(paths: readonly WorkspacePath[], rank: HarvestRank): void {
    if (!this.#isStarted || this.#isClosed || paths.length === 0) return;
    this.#sort(async () => {
      for (const path of paths) {
        const language = this.#parts.store.file(path)?.language;
        const lane = language === undefined ? null : await this.#laneOf(path, language);
        if (lane) this.#push(lane, path, rank);
      }
    });
  }

  async #laneOf(path: WorkspacePath, language: string): Promise<Lane | null> {
    const { source, absolute } = this.#parts;
    const absolutePath = absolute(path);
    const key = absolutePath === null ? null : await source.lane(absolutePath, language);
    if (key === null) return null;
    const there = this.#lanes.get(key);
    if (there) return there;
    const provenance = await source.provenance(key);
    if (provenance === null) return null;
    const lane = newLane(key, language, provenance);
    this.#lanes.set(key, lane);
    return lane;
  }

  #push(lane: Lane, path: WorkspacePath, rank: HarvestRank): void {
    if (!lane.queue.add(path, ranks[rank]) && lane.running) return;
    if (!lane.running && !lane.rest && !this.#isClosed) lane.running = this.#run(lane);
  }

  async #run(lane: Lane): Promise<void> {
    // What is sorted in with it in the same moment has its say about who comes first.
    await nextTurn();
    for (let next = lane.queue.take(); next && !this.#isClosed; next = lane.queue.take()) {
      await this.#awake;
      const { item: path, rank } = next;
      try {
        await this.#harvest(lane, path);
        lane.failures = 0;
        lane.problem = '';
        if (rank === ranks.open) this.#enqueue(this.#parts.store.neighbours(path, maxNeighbours), 'neighbour');
      } catch (error) {
        if (this.#isClosed) break;
        // By an edit: the commit that it led to has put the file back into the queue.
        if (!lane.current?.abort.signal.aborted) {
          lane.queue.add(path, ranks.rest);
          this.#rest(lane, messageOf(error));
          break;
        }
      } finally {
        lane.current = null;
      }
      this.#tell();
      await nextTurn();
    }
    lane.running = null;
    this.#tell();
    if (lane.queue.size > 0 && !lane.rest && !this.#isClosed) lane.running = this.#run(lane);
    else if ([...this.#lanes.values()].every(({ running }) => !running)) this.#parts.source.rest();
  }

  #rest(lane: Lane, problem: string): void {
    const times = this.#parts.restMs ?? usualRestMs;
    const ms = times[Math.min(lane.failures++, times.length - 1)] as number;
    lane.problem = problem;
    this.#parts.log('warn', `${lane.language} is harvested again in ${Math.round(ms / 1000)} s: ${problem}`);
    lane.rest = setTimeout(() => {
      lane.rest = null;
      if (lane.queue.size > 0 && !this.#isClosed) lane.running = this.#run(lane);
    }, ms);
    lane.rest.unref();
  }

  /** Rejects where it was aborted, or where the server cannot be had. */
  async #harvest(lane: Lane, path: WorkspacePath): Promise<void> {
    const { source, store, absolute } = this.#parts;
    const known = store.knownFacts(path);
    const row = store.file(path);
    const absolutePath = absolute(path);
    const isAgain = lane.again.delete(path);
    if (!row || absolutePath === null || row.language !== lane.language) return;
    if (lane.failed.get(path)?.contentHash === row.contentHash && !isAgain) return;
    const holds = known !== null && known.contentHash === row.contentHash && known.provenance === lane.provenance;
    const isBroken = mayBeHealed(row.provenance) && lane.outlined.get(path) !== row.contentHash;
    if (holds && !known.stale && !isAgain && !isBroken) return;
    let file = store.storedFile(path);
    if (!file) return;
    const abort = new AbortController();
    lane.current = { path, contentHash: file.contentHash, abort };
    if (isBroken) file = await this.#healed(lane, file, absolutePath, abort.signal);
    const names = await this.#names.of(file.language);
    const waiting = () => lane.queue.first(maxWaiting).flatMap((one) => absolute(one) ?? []);
    const facts = await source.facts({ ...file, absolutePath, names, waiting }, abort.signal, () => this.#awake);
    abort.signal.throwIfAborted();
    if (!facts) throw new Error(`no language server for ${lane.language}`);
    await this.#awake;
    if (facts.retryable && !isAgain && lane.queue.add(path, ranks.rest)) lane.again.add(path);
    const isEmpty = !facts.facts.some(({ meaning }) => meaning.kind !== 'unknown');
    if (facts.incomplete !== null && (isEmpty || (holds && known.incomplete === null))) {
      this.#parts.log('debug', `${path}: ${facts.incomplete}`);
      lane.failed.set(path, { contentHash: file.contentHash, reason: facts.incomplete });
      return;
    }
    lane.failed.delete(path);
    this.#store(lane, file, facts);
    this.#done++;
  }

  /** The file with the symbols that its server states, where it states any; edges are then told of those. */
  async #healed(lane: Lane, file: StoredFile, absolutePath: string, signal: AbortSignal): Promise<StoredFile> {
    const { source, store, heal } = this.#parts;
    const outline = heal && source.outline ? await source.outline({ ...file, absolutePath }, signal) : null;
    signal.throwIfAborted();
    lane.outlined.set(file.path, file.contentHash);
    if (!heal || !outline) return file;
    await this.#awake;
    await heal(file.path, file, outline);
    signal.throwIfAborted();
    return store.storedFile(file.path) ?? file;
  }

  #store(lane: Lane, file: StoredFile, facts: FileFacts): void {
    const { store } = this.#parts;
    const { edges, guesses } = mergeFacts(file, file.references, facts, (path) => this.#placedFile(path));
    store.replaceEdges({
      path: file.path,
      contentHash: file.contentHash,
      edges,
      guesses: guesses.map((i) => (file.references[i] as StoredReference).at),
      provenance: lane.provenance,
      incomplete: facts.incomplete,
    });
  }

  #placedFile(path: WorkspacePath): PlacedFile | null {
    let placed = this.#placed.get(path);
    if (placed === undefined) {
      placed = this.#parts.store.placedFile(path);
      if (this.#placed.size >= maxPlaced) this.#placed.delete(this.#placed.keys().next().value as WorkspacePath);
      this.#placed.set(path, placed);
    }
    return placed;
  }

  #tell(): void {
    let pending = 0;
    let busy = false;
    for (const lane of this.#lanes.values()) {
      pending += lane.queue.size + (lane.current ? 1 : 0);
      busy ||= lane.running !== null;
    }
    this.#parts.progress({ done: this.#done, total: this.#done + pending, busy });
    if (!busy) this.#done = 0;
  }
}
