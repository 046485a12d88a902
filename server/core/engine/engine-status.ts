/**
 * The state of an engine: what it is doing, how complete the index is, and every problem that answers and the status report.
 * Reads the parts; changes none.
 */
import type { CodeGraph } from '../code-graph/code-graph.js';
import type { Models } from '../embedding/models.js';
import type { Indexer } from '../indexing/indexer.js';
import type { FileSource, FileWatch, WorkspaceIndex } from '../indexing/ports.js';
import type { Status } from '../model/answer.js';
import type { Problem } from '../model/problem.js';
import { counted, describeProgress, type Progress } from '../model/progress.js';
import type { PackSupply } from '../packs/pack-supply.js';
import type { IndexReader } from '../retrieval/ports.js';
import type { KnownProblems } from './known-problems.js';

interface EngineStatusDependencies {
  readonly index: WorkspaceIndex;
  readonly source: FileSource;
  readonly models: Models;
  readonly indexer: Indexer;
  readonly codeGraph: CodeGraph;
  readonly packs: PackSupply | undefined;
  readonly memoryBytes: () => number;
  readonly onStorageFailed: (error: unknown) => void;
}

type Counts = ReturnType<IndexReader['counts']>;
const noCounts: Counts = { files: 0, chunks: 0, vectors: 0, symbols: 0, references: 0, languages: {} };

export class EngineStatus {
  state: Status['state'] = 'starting';
  /** Whether a full pass has ended since the index was made or emptied. */
  wasComplete: boolean;
  lastIndexedAt: number | null;
  /** Languages on disk where files are only listed: then nothing is indexed, watched or compared. */
  listedLanguages: readonly string[] | null = null;
  watcher: FileWatch | null = null;
  readonly known: KnownProblems;
  readonly #parts: EngineStatusDependencies;

  constructor(known: KnownProblems, parts: EngineStatusDependencies) {
    this.known = known;
    this.#parts = parts;
    this.wasComplete = parts.index.writer.isComplete();
    this.lastIndexedAt = parts.index.completedAt;
  }

  counts(): Counts {
    try {
      return this.#parts.index.reader.counts();
    } catch (error) {
      this.#parts.onStorageFailed(error);
      return noCounts;
    }
  }

  languages(): string[] {
    return Object.keys(this.counts().languages);
  }

  /** The index was complete and is not any more: it was found damaged. */
  get wasDamaged(): boolean {
    return this.wasComplete && !this.#parts.index.writer.isComplete();
  }

  report(): Status {
    const { index, source, models, indexer, codeGraph, packs, memoryBytes } = this.#parts;
    const counts = this.counts();
    const { done, found, total } = indexer.disk;
    return {
      state: this.state,
      roots: source.roots,
      ...counts,
      skippedFiles: this.known.skippedFiles,
      skippedCount: this.known.skippedCount,
      pending: found - done + indexer.pendingDocuments,
      done,
      total,
      ...models.status(),
      vectorIndex: index.reader.vectorIndex,
      generation: index.reader.generation,
      indexFolder: index.folder,
      lastIndexedAt: this.lastIndexedAt,
      openDocuments: indexer.openDocuments,
      problems: this.problems(),
      memoryBytes: memoryBytes(),
      forgotten: source.forgotten.list(),
      servers: codeGraph.servers(this.listedLanguages ?? Object.keys(counts.languages)),
      structure: codeGraph.languages(),
      packs: packs?.status() ?? null,
    };
  }

  problems(): Problem[] {
    const { source, models, packs } = this.#parts;
    const problems: Problem[] = [...this.known.storage, ...models.problems(), ...(packs?.problems() ?? [])];
    const behind = source.roots.length ? this.#behindDisk() : 'no workspace folder is open';
    if (behind !== null) {
      const code = this.wasComplete && source.roots.length ? 'verifying' : 'indexing';
      problems.push({ code, message: behind, incomplete: true });
    }
    problems.push(...this.known.unreadableRoots(source.roots.map(({ name }) => name)));
    const missing = this.known.missingContent();
    problems.push(...missing);
    if (!missing.length && this.known.skippedCount > 0 && this.state === 'ready' && this.counts().chunks === 0)
      problems.push(...this.known.nothingIndexed());
    return problems;
  }

  filesProgress(phase: 'listing' | 'indexing' | 'ready'): Progress {
    const { done, total, listed } = this.#parts.indexer.disk;
    return { phase, unit: 'files', done, total, listed };
  }

  /** In which way the index may be behind the disk; null where it is known not to be. */
  #behindDisk(): string | null {
    const { disk, changedFiles } = this.#parts.indexer;
    const what = this.wasComplete ? 'comparing the index with the disk' : 'indexing';
    // Where files are only listed nothing is compared: the status has the time of the last comparison.
    if (this.listedLanguages) return null;
    if (disk.isComparing) return `${what}: ${describeProgress(this.filesProgress('indexing'))}${timeLeft(disk.remainingMs)}`;
    if (!disk.isCompared) return `${what}: the files have not been listed yet`;
    if (changedFiles > 0) return `${counted(changedFiles, 'changed files')} on disk not indexed yet`;
    return this.watcher?.isBehind ? 'changes on disk are being examined' : null;
  }
}

/** `, about 20 s more`, in steps of five seconds; '' for a moment, and where it is not known. */
function timeLeft(ms: number | null): string {
  const seconds = ms === null ? 0 : Math.ceil(ms / 5_000) * 5;
  return seconds > 5 ? `, about ${seconds} s more` : '';
}
