/**
 * What language servers are to one workspace: which there are, what the background asks them, what they hear of changes, and
 * what answers say of the structure that they rest on. Without a source of structure nothing is asked, and nothing is said.
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

/** What was found out about servers serves for so long, unless something happens: a server that dies tells nobody. */
const maxAgeMs = 500;

export interface CodeGraphDependencies {
  readonly servers: LanguageServers;
  /** Absent where language servers are not to be asked for structure. */
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
  readonly #parts: CodeGraphDependencies;
  readonly #edgeIndexer: EdgeIndexer | null;
  /** Set while files are being indexed: they go first. */
  #resume: (() => void) | null = null;
  #looked: Promise<void> = Promise.resolve();
  #last: { readonly of: string; readonly at: number; readonly problems: readonly Problem[] } | null = null;

  constructor(parts: CodeGraphDependencies) {
    this.#parts = parts;
    const { source, store, absolute, heal, log, onProgress } = parts;
    this.#edgeIndexer = source ? new EdgeIndexer({ source, store, absolute, heal, log, progress: onProgress }) : null;
  }

  /** Files are being indexed. */
  indexing(): void {
    this.#resume ??= this.#edgeIndexer?.pause() ?? null;
  }

  /** The index is up to date, and holds these languages. */
  indexed(languages: readonly string[]): void {
    const { servers, log, onLooked } = this.#parts;
    this.#looked = servers
      .look(languages)
      .catch((error: unknown) => log('error', `looking for language servers: ${messageOf(error)}`))
      .then(onLooked);
    this.#resume?.();
    this.#resume = null;
    this.#edgeIndexer?.start();
  }

  /** Language servers are asked nothing for the index meanwhile. */
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
  /** An answer showed these files: what is around them is asked about sooner. */
  returned(paths: readonly WorkspacePath[]): void {
    this.#edgeIndexer?.returned([...new Set(paths)]);
  }

  /** Language servers are told, whether they are asked or not. */
  filesChanged(changes: readonly DiskChange[]): void {
    const { servers, absolute } = this.#parts;
    servers.changed(
      changes.flatMap(({ path, kind }) => {
        const absolutePath = absolute(path);
        return absolutePath === null ? [] : [{ absolutePath, kind }];
      }),
    );
    this.#edgeIndexer?.filesChanged();
  }

  /** Something has happened that answers may have to tell. */
  changed(): void {
    this.#last = null;
  }

  /**
   * What answers with results in these languages say. Looking at every server and counting facts takes a millisecond: the last
   * findings serve until something has happened.
   */
  problems(languages: ReadonlySet<string>): readonly Problem[] {
    if (!this.#edgeIndexer) return [];
    const of = [...languages].sort().join(' ');
    const now = performance.now();
    if (this.#last?.of !== of || now - this.#last.at > maxAgeMs)
      this.#last = { of, at: now, problems: edgeProblems(languages, this.servers([...languages]), this.languages()) };
    return this.#last.problems;
  }

  /** How the servers of these languages are, as far as they were looked for. */
  servers(languages: readonly string[]): readonly RootServerReport[] {
    return this.#parts.servers.reports(languages);
  }

  /** How far each language is. */
  languages(): LanguageStructure[] {
    try {
      return edgeStatusByLanguage(this.#parts.store.edgeCounts(), this.#edgeIndexer?.reports ?? []);
    } catch (error) {
      this.#parts.onStorageFailed(error);
      return [];
    }
  }

  /** Resolves when it is known which servers there are. */
  looked(): Promise<void> {
    return this.#looked;
  }
  /** Ends every server. */
  async close(): Promise<void> {
    const asked = this.#edgeIndexer?.close();
    await this.#parts.servers.close();
    await asked;
  }
  /** Resolves when nothing is left to ask. */
  async settled(): Promise<void> {
    await this.#edgeIndexer?.settled();
  }
}
