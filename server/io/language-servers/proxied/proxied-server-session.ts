/**
 * One language server that a front proxies requests to. Requests wait as long as the server is alive, and the editor's documents are
 * opened again after a restart.
 */
import type { Asking, EditorDocument, ProxiedAnswer, ProxiedServer, TextChange } from '../../../core/engine/proxied-server.js';
import { languageOf } from '../../../core/model/language.js';
import { limits } from '../../../core/model/limits.js';
import { messageOf } from '../../../util/bug.js';
import { readSourceText } from '../../../util/open-plain-file.js';
import type { PositionEncoding } from '../../../util/text.js';
import { uriToPath } from '../../../util/uri.js';
import { within } from '../../../util/within.js';
import { failure, reasonOf } from '../failures.js';
import type { SupervisedServer } from '../process/supervised-server.js';
import type { RunningServer } from '../running-server.js';
import type { ServerSession } from '../session/server-session.js';
import { unlessAborted } from '../waiting.js';

/**
 * How long requests wait for a loading server that would give wrong answers, from the start of loading. A server that loads for minutes
 * must not delay each request by this time.
 */
const readyMs = 8_000;

export class ProxiedServerSession implements ProxiedServer {
  readonly key: string;
  readonly title: string;
  readonly #server: SupervisedServer;
  readonly #languages: readonly string[];
  readonly #needsOpenFiles: boolean;
  readonly #completeWhileLoading: readonly string[];

  constructor({ root, adapter, server }: RunningServer) {
    this.key = `${root}/${adapter.id}`;
    this.title = adapter.title;
    this.#server = server;
    this.#languages = adapter.languages;
    this.#needsOpenFiles = adapter.needsOpenFiles;
    this.#completeWhileLoading = adapter.completeWhileLoading ?? [];
  }

  get generation(): number {
    return this.#server.generation;
  }
  get encoding(): PositionEncoding {
    return this.#server.session?.encoding ?? 'utf-16';
  }
  options(method: string): Readonly<Record<string, unknown>> | null {
    return this.#server.session?.optionsOf(method) ?? null;
  }

  async start(signal?: AbortSignal): Promise<void> {
    await this.#server.start('interactive', signal);
  }

  async serves(method: string, signal?: AbortSignal): Promise<boolean> {
    if (!this.#server.session) await this.start(signal);
    const { session } = this.#server;
    if (!session || session.optionsOf(method) !== null) return session !== null;
    await this.#loaded(session, signal);
    return session.optionsOf(method) !== null;
  }

  async request(method: string, params: unknown, asking: Asking): Promise<ProxiedAnswer> {
    const { uri, signal } = asking;
    const whileLoading = this.#completeWhileLoading.includes(method) ? 'ask' : asking.whileLoading;
    const session = await this.#server.start('interactive', signal);
    const release = await this.#opened(uri);
    try {
      // After opening the file, because some servers begin to load only then.
      if (whileLoading !== 'ask') await this.#loaded(session, signal);
      const mayBeShort = whileLoading !== 'ask' && session.gate.state === 'loading';
      if (whileLoading === 'refuse' && mayBeShort)
        throw failure('resting', `${this.title} is still loading the workspace, and its answer could be incomplete: try again`);
      const question = { priority: 'interactive', readyMs: 0, ...(signal && { signal }), ...(uri !== undefined && { uri }) } as const;
      return { result: await this.#server.request(method, params, question), mayBeShort };
    } catch (error) {
      throw reasonOf(error) === 'ended' ? failure('ended', `${this.title} ended: ${messageOf(error)}`) : error;
    } finally {
      release();
    }
  }

  notify(method: string, params: unknown): void {
    this.#server.notify(method, params);
  }
  open(document: EditorDocument): void {
    const languageId = this.#languages.includes(document.languageId)
      ? document.languageId
      : this.#languageOf(uriToPath(document.uri) ?? document.uri);
    this.#server.documents.edit({ ...document, languageId });
  }
  change(uri: string, version: number, text: string, changes: readonly TextChange[]): void {
    this.#server.documents.change(uri, version, text, changes);
  }
  save(uri: string): void {
    this.#server.saved(uri);
  }
  close(uri: string): void {
    this.#server.documents.endEdit(uri);
  }
  isShown(uri: string): boolean {
    const { documents } = this.#server;
    return documents.isEdited(uri) || documents.textOf(uri) === null;
  }

  /** Restarts the server after a death while the editor has documents open, as often as the pauses allow. */
  async revive(): Promise<void> {
    while (this.#server.documents.hasEdited && this.#server.state !== 'closed') {
      try {
        await this.#server.start('background');
        return;
      } catch {
        // The next attempt waits for the pause.
      }
    }
  }

  /** Opens the file for the time of the request if the server knows open files only. */
  async #opened(uri: string | undefined): Promise<() => void> {
    const { documents } = this.#server;
    if (uri === undefined || !this.#needsOpenFiles || documents.textOf(uri) !== null) return () => {};
    const path = uriToPath(uri);
    const text = path === null ? null : readText(path);
    return text === null || documents.textOf(uri) !== null ? () => {} : this.#server.hold(uri, this.#languageOf(path ?? ''), text);
  }

  #languageOf(path: string): string {
    const language = languageOf(path.replaceAll('\\', '/'));
    return this.#languages.includes(language) ? language : (this.#languages[0] ?? '');
  }

  /** Resolves when the server is not loading, or has been loading for a long time. */
  async #loaded({ gate }: ServerSession, signal: AbortSignal | undefined): Promise<void> {
    const waitMs = gate.loadingSince + readyMs - Date.now();
    if (gate.state === 'loading' && waitMs > 0) await unlessAborted(within(waitMs, gate.settled), signal);
  }
}

const readText = (path: string): string | null => readSourceText(path, limits.maxFileBytes);
