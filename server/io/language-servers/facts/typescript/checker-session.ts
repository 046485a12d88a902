/**
 * A session with the type checker of a running TypeScript server, beside its protocol. It sees the projects and the unsaved
 * texts that the server has. What it shows is a moment: a new one is taken when the server was told of something.
 * Invariant: a moment that nobody looks at any more is released.
 */
import type { SourceFile } from 'typescript/unstable/ast';
import { documentURIToFileName, type Project, type Snapshot } from 'typescript/unstable/async';
import { redactSecrets } from '../../../../core/security/redact.js';
import type { ServerSession } from '../../session/server-session.js';
import { within } from '../../waiting.js';
import type { AskedFileFacts } from '../ask-file-facts.js';
import type { WorkspacePathOf } from '../fact-source.js';
import { type CheckerConnection, connectToChecker } from './checker-connection.js';
import { DeclaringFiles } from './declaring-files.js';
import { OpenedFiles } from './opened-files.js';
import { SymbolMeanings } from './symbol-meanings.js';

/** Symbols whose meaning is remembered, and that the server keeps for a moment's sake. */
const maxSymbols = 60_000;
/** Characters whose syntax trees are kept here, of some forty bytes each. */
const maxCharacters = 1_000_000;
/** The end of a conversation is known before that of the server, which may be why. */
const endGraceMs = 500;

interface CheckerSnapshot {
  readonly snapshot: Snapshot;
  /** How much of what the server was told it has taken in by then. */
  readonly told: number;
  readonly meanings: SymbolMeanings;
  readonly rootFiles: WeakMap<Project, ReadonlySet<string>>;
  lookers: number;
}

export type AskedFile = Pick<AskedFileFacts, 'uri' | 'text' | 'waiting'>;

/** One file at one moment; `end` once it is of no use any more. */
export interface FileView {
  readonly project: Project;
  readonly source: SourceFile;
  readonly meanings: SymbolMeanings;
  readonly end: () => void;
}

export class CheckerSession {
  readonly #line: CheckerConnection;
  readonly #session: ServerSession;
  readonly #files: DeclaringFiles;
  readonly #opened = new OpenedFiles();
  #moment: CheckerSnapshot | null = null;
  #settled = 0;
  /** Moments are taken one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(line: CheckerConnection, session: ServerSession, pathOf: WorkspacePathOf) {
    this.#line = line;
    this.#session = session;
    this.#files = new DeclaringFiles(pathOf);
    void session.ended.then(() => this.close());
  }

  /** Rejects where the server has no such interface. `deadlineMs`: for each question. */
  static async open(session: ServerSession, pathOf: WorkspacePathOf, deadlineMs: number): Promise<CheckerSession> {
    const { pipe } = (await session.ask('custom/initializeAPISession', {}, deadlineMs).result) as { pipe: string };
    return new CheckerSession(connectToChecker(pipe, deadlineMs), session, pathOf);
  }

  /** What comes of `work`; where it fails because the server ended, that is known by then. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await within(endGraceMs, this.#session.ended);
      throw error;
    }
  }

  /** True: the server was told of something that it has not taken in, or that is not to be seen yet. */
  get isBehind(): boolean {
    return this.#moment?.told !== this.#session.notificationsSent;
  }

  /** It takes in what it was told when it is asked about a document, by its protocol. */
  async settle(ask: () => Promise<unknown>): Promise<void> {
    const { notificationsSent } = this.#session;
    await ask();
    this.#settled = Math.max(this.#settled, notificationsSent);
  }

  /** The file as the server has it; null where that is another text. `isFresh`: in a moment that begins now. */
  look(file: AskedFile, isFresh: boolean): Promise<FileView | null> {
    const look = this.#last.then(() => this.#look(file, isFresh));
    this.#last = look.catch(() => {});
    return look;
  }

  /** What is open is rejected; the server forgets what it kept for us. */
  close(): void {
    this.#moment = null;
    this.#line.close();
  }

  async #look(file: AskedFile, isFresh: boolean): Promise<FileView | null> {
    if (this.#files.characters > maxCharacters) {
      this.#line.api.clearSourceFileCache();
      this.#files.forget();
    }
    const { uri, text } = file;
    let moment = this.#moment;
    if (!moment || isFresh || moment.told !== this.#settled || moment.meanings.size > maxSymbols) moment = await this.#take(null, {});
    let project = await moment.snapshot.getDefaultProjectForFile({ uri });
    if (!project || !hasAsItsOwn(moment, project, uri)) {
      // What was found out holds on: no text has changed.
      const opening = this.#opened.opening(file);
      moment = await this.#take(moment, opening);
      project = await moment.snapshot.getDefaultProjectForFile({ uri });
      if (!project) return null;
      this.#opened.opened(file, opening.openFiles, project.configFileName);
    }
    const source = await project.program.getSourceFile({ uri });
    if (!source || !isSame(source.text, text)) return null;
    this.#files.fetched(source);
    moment.lookers++;
    const { meanings } = moment;
    return { project, source, meanings, end: () => this.#release(moment, --moment.lookers) };
  }

  async #take(
    former: CheckerSnapshot | null,
    changes: Parameters<CheckerConnection['api']['updateSnapshot']>[0],
  ): Promise<CheckerSnapshot> {
    const told = this.#settled;
    const snapshot = await this.#line.api.updateSnapshot(changes);
    const meanings = former?.told === told ? former.meanings : new SymbolMeanings(this.#files);
    const before = this.#moment;
    this.#moment = { snapshot, told, meanings, rootFiles: new WeakMap(), lookers: 0 };
    if (before) this.#release(before, before.lookers);
    return this.#moment;
  }

  #release(moment: CheckerSnapshot, lookers: number): void {
    if (lookers === 0 && moment !== this.#moment) moment.snapshot.dispose().catch(() => {});
  }
}

/** A project that merely imports a file may read it with other options than the one that it belongs to. */
function hasAsItsOwn({ rootFiles }: CheckerSnapshot, project: Project, uri: string): boolean {
  let files = rootFiles.get(project);
  if (!files) {
    files = new Set(project.rootFiles);
    rootFiles.set(project, files);
  }
  return files.has(documentURIToFileName(uri));
}

/** Of ours, secrets are masked; places stay the same. */
const isSame = (theirs: string, ours: string): boolean =>
  theirs === ours || (theirs.length === ours.length && redactSecrets(theirs).text === ours);
