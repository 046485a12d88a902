/**
 * A session with the type checker of a running TypeScript server, outside of LSP. It has the server's projects and unsaved texts. It
 * answers from a snapshot, which is replaced after each notification to the server.
 * Invariant: a snapshot without views is released.
 */
import type { SourceFile } from 'typescript/unstable/ast';
import { documentURIToFileName, type Project, type Snapshot } from 'typescript/unstable/async';
import { redactSecrets, redactSecretsAndEmails } from '../../../../core/security/redact.js';
import { within } from '../../../../util/within.js';
import type { ServerSession } from '../../session/server-session.js';
import type { FileToAsk } from '../ask-file-facts.js';
import type { WorkspacePathOf } from '../fact-source.js';
import { type CheckerConnection, connectToChecker } from './checker-connection.js';
import { DeclaringFiles } from './declaring-files.js';
import { OpenedFiles } from './opened-files.js';
import { SymbolMeanings } from './symbol-meanings.js';

/** Symbols that are cached here, and kept by the server for a snapshot. */
const maxSymbols = 60_000;
/** Characters of cached syntax trees, at some forty bytes each. */
const maxCharacters = 1_000_000;
/** The end of the connection is seen before the end of the server, which may be its cause. */
const endGraceMs = 500;

interface CheckerSnapshot {
  readonly snapshot: Snapshot;
  /** Number of notifications to the server that it has processed. */
  readonly processed: number;
  readonly meanings: SymbolMeanings;
  readonly rootFiles: WeakMap<Project, ReadonlySet<string>>;
  views: number;
}

type AskedFile = Pick<FileToAsk, 'uri' | 'text' | 'waiting'>;

/** One file in one snapshot. Call `end` when it is no longer needed. */
export interface FileView {
  readonly project: Project;
  readonly source: SourceFile;
  readonly meanings: SymbolMeanings;
  readonly end: () => void;
}

export class CheckerSession {
  readonly #connection: CheckerConnection;
  readonly #session: ServerSession;
  readonly #files: DeclaringFiles;
  readonly #opened = new OpenedFiles();
  #snapshot: CheckerSnapshot | null = null;
  #settled = 0;
  /** Snapshots are taken one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(connection: CheckerConnection, session: ServerSession, pathOf: WorkspacePathOf) {
    this.#connection = connection;
    this.#session = session;
    this.#files = new DeclaringFiles(pathOf);
    void session.ended.then(() => this.close());
  }

  /** Rejects if the server has no such interface. `deadlineMs`: for each request. */
  static async open(session: ServerSession, pathOf: WorkspacePathOf, deadlineMs: number): Promise<CheckerSession> {
    const { pipe } = (await session.ask('custom/initializeAPISession', {}, deadlineMs).result) as { pipe: string };
    return new CheckerSession(connectToChecker(pipe, deadlineMs), session, pathOf);
  }

  /** Runs `work`. If it fails because the server ends, rejects only after that end is known. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await within(endGraceMs, this.#session.ended);
      throw error;
    }
  }

  /** True: the current snapshot lacks notifications to the server. */
  get isBehind(): boolean {
    return this.#snapshot?.processed !== this.#session.notificationsSent;
  }

  /** The server processes notifications when it is asked about a document by LSP. */
  async settle(ask: () => Promise<unknown>): Promise<void> {
    const { notificationsSent } = this.#session;
    await ask();
    this.#settled = Math.max(this.#settled, notificationsSent);
  }

  /** The file as the server has it; null if the server has another text. */
  view(file: AskedFile, from: 'current' | 'new snapshot'): Promise<FileView | null> {
    const view = this.#last.then(() => this.#view(file, from));
    this.#last = view.catch(() => {});
    return view;
  }

  /** Rejects open requests. The server releases what it kept for us. */
  close(): void {
    this.#snapshot = null;
    this.#connection.close();
  }

  async #view(file: AskedFile, from: 'current' | 'new snapshot'): Promise<FileView | null> {
    if (this.#files.characters > maxCharacters) {
      this.#connection.api.clearSourceFileCache();
      this.#files.forget();
    }
    const { uri, text } = file;
    let current = this.#snapshot;
    const isUsable = current !== null && current.processed === this.#settled && current.meanings.size <= maxSymbols;
    if (!current || from === 'new snapshot' || !isUsable) current = await this.#take(null, {});
    let project = await current.snapshot.getDefaultProjectForFile({ uri });
    if (!project || !isRootFile(current, project, uri)) {
      // Cached meanings stay valid: no text has changed.
      const opening = this.#opened.opening(file);
      current = await this.#take(current, opening);
      project = await current.snapshot.getDefaultProjectForFile({ uri });
      if (!project) return null;
      this.#opened.opened(file, opening.openFiles, project.configFileName);
    }
    const source = await project.program.getSourceFile({ uri });
    if (!source || !isSame(source.text, text)) return null;
    this.#files.fetched(source);
    current.views++;
    const { meanings } = current;
    return { project, source, meanings, end: () => this.#release(current, --current.views) };
  }

  async #take(
    former: CheckerSnapshot | null,
    changes: Parameters<CheckerConnection['api']['updateSnapshot']>[0],
  ): Promise<CheckerSnapshot> {
    const processed = this.#settled;
    const snapshot = await this.#connection.api.updateSnapshot(changes);
    const meanings = former?.processed === processed ? former.meanings : new SymbolMeanings(this.#files);
    const before = this.#snapshot;
    this.#snapshot = { snapshot, processed, meanings, rootFiles: new WeakMap(), views: 0 };
    if (before) this.#release(before, before.views);
    return this.#snapshot;
  }

  #release(one: CheckerSnapshot, views: number): void {
    if (views === 0 && one !== this.#snapshot) one.snapshot.dispose().catch(() => {});
  }
}

/** A project that only imports a file may read it with other options than the project that it belongs to. */
function isRootFile({ rootFiles }: CheckerSnapshot, project: Project, uri: string): boolean {
  let files = rootFiles.get(project);
  if (!files) {
    files = new Set(project.rootFiles);
    rootFiles.set(project, files);
  }
  return files.has(documentURIToFileName(uri));
}

/** In our text secrets are masked, and e-mail addresses if the settings say so. Offsets are the same. */
const isSame = (theirs: string, ours: string): boolean =>
  theirs === ours || (theirs.length === ours.length && (redactSecrets(theirs) === ours || redactSecretsAndEmails(theirs) === ours));
