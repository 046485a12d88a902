/**
 * The engine's view of the language servers of a workspace: which servers there are, how far edge indexing is, which file changes they
 * are told of, and which problems answers carry. Without an edge source no edges are indexed and no problems are reported.
 */
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import type { EdgeIndexProgress } from '../engine/engine-api.js';
import type { DiskChange } from '../indexing/ports.js';
import type { WorkspacePath } from '../model/file.js';
import type { LanguageStructure, RootServerReport } from '../model/language-server.js';
import type { Problem } from '../model/problem.js';
import { EdgeIndexer, type EdgeIndexerDependencies } from './edge-indexer.js';
import { edgeProblems, edgeStatusByLanguage } from './edge-status.js';
import type { EdgeSource, EdgeStore } from './ports.js';
import type { LanguageServers } from './servers-port.js';

/** How long collected problems are reused without an event. A server that dies causes no event. */
const maxAgeMs = 500;

interface CodeGraphDependencies {
  readonly servers: LanguageServers;
  /** Absent where edge indexing is off. */
  readonly source?: EdgeSource;
  readonly store: EdgeStore;
  readonly absolute: (path: WorkspacePath) => string | null;
  readonly heal: EdgeIndexerDependencies['heal'];
  readonly log: Log;
  readonly onProgress: (progress: EdgeIndexProgress) => void;
  readonly onLooked: () => void;
  readonly onStorageFailed: (error: unknown) => void;
}

export class CodeGraph {
  readonly #dependencies: CodeGraphDependencies;
  readonly #edgeIndexer: EdgeIndexer | null;
  /** Set while files are being indexed: edge indexing is paused meanwhile. */
  #resume: (() => void) | null = null;
  #looked: Promise<void> = Promise.resolve();
  #last: { readonly of: string; readonly at: number; readonly problems: readonly Problem[] } | null = null;

  constructor(dependencies: CodeGraphDependencies) {
    this.#dependencies = dependencies;
    const { source, store, absolute, heal, log, onProgress } = dependencies;
    this.#edgeIndexer = source ? new EdgeIndexer({ source, store, absolute, heal, log, progress: onProgress }) : null;
  }

  /** File indexing has begun. */
  indexing(): void {
    this.#resume ??= this.#edgeIndexer?.pause() ?? null;
  }

  /** File indexing has ended; the index contains these languages. */
  indexed(languages: readonly string[]): void {
    const { servers, log, onLooked } = this.#dependencies;
    this.#looked = servers
      .look(languages)
      .catch((error: unknown) => log('error', `looking for language servers: ${messageOf(error)}`))
      .then(onLooked);
    this.#resume?.();
    this.#resume = null;
    this.#edgeIndexer?.start();
  }

  /** Runs work while edge indexing is paused. */
  async undisturbed<T>(work: () => Promise<T>): Promise<T> {
    const resume = this.#edgeIndexer?.pause();
    try {
      return await work();
    } finally {
      resume?.();
    }
  }

  opened(path: WorkspacePath): void {
    this.#edgeIndexer?.opened(path);
  }
  closed(path: WorkspacePath): void {
    this.#edgeIndexer?.closed(path);
  }
  committed(paths: readonly WorkspacePath[]): void {
    this.#edgeIndexer?.committed(paths);
  }
  /** An answer contained these files: their edges are indexed sooner. */
  returned(paths: readonly WorkspacePath[]): void {
    this.#edgeIndexer?.returned([...new Set(paths)]);
  }

  /** Language servers are notified even where edge indexing is off. */
  filesChanged(changes: readonly DiskChange[]): void {
    const { servers, absolute } = this.#dependencies;
    servers.changed(
      changes.flatMap(({ path, kind }) => {
        const absolutePath = absolute(path);
        return absolutePath === null ? [] : [{ absolutePath, kind }];
      }),
    );
    this.#edgeIndexer?.filesChanged();
  }

  /** An event that may change the problems of answers. */
  changed(): void {
    this.#last = null;
  }

  /**
   * Problems of answers with results in these languages. Collecting them takes a millisecond, so the last ones are reused until the
   * next event.
   */
  problems(languages: ReadonlySet<string>): readonly Problem[] {
    if (!this.#edgeIndexer) return [];
    const of = [...languages].sort().join(' ');
    const now = performance.now();
    if (this.#last?.of !== of || now - this.#last.at > maxAgeMs)
      this.#last = { of, at: now, problems: edgeProblems(languages, this.servers([...languages]), this.languages()) };
    return this.#last.problems;
  }

  /** State of the servers of these languages, as far as they were searched for. */
  servers(languages: readonly string[]): readonly RootServerReport[] {
    return this.#dependencies.servers.reports(languages);
  }

  /** Progress of edge indexing by language. */
  languages(): LanguageStructure[] {
    try {
      return edgeStatusByLanguage(this.#dependencies.store.edgeCounts(), this.#edgeIndexer?.reports ?? []);
    } catch (error) {
      this.#dependencies.onStorageFailed(error);
      return [];
    }
  }

  /** Resolves when the servers of the indexed languages were searched for. */
  looked(): Promise<void> {
    return this.#looked;
  }
  /** Ends every server. */
  async close(): Promise<void> {
    const asked = this.#edgeIndexer?.close();
    await this.#dependencies.servers.close();
    await asked;
  }
  /** Resolves when no edge indexing is left to do. */
  async settled(): Promise<void> {
    await this.#edgeIndexer?.settled();
  }
}
