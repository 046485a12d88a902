/**
 * One language server as a front passes requests on to it: every wait is bounded, and the editor's documents stay open over
 * its deaths.
 */
import { readFile, stat } from 'node:fs/promises';
import { languageOf } from '../../core/model/language.js';
import { limits } from '../../core/model/limits.js';
import type { Asking, EditorDocument, PassedServer, TextChange } from '../../core/passed-server.js';
import { messageOf } from '../../util/bug.js';
import type { PositionEncoding } from '../../util/text.js';
import { uriToPath } from '../../util/uri.js';
import { aborted, failure, reasonOf } from './failures.js';
import type { SupervisedServer } from './supervised-server.js';
import type { Serving } from './upstream.js';
import { unlessAborted, within } from './waiting.js';

/** A person does not wait longer for a server to start; the start goes on. */
const startMs = 20_000;
/**
 * From its start on a server that is still loading is waited for so long where it would answer wrongly. One that needs
 * minutes for its index must not cost this much with each question.
 */
const readyMs = 8_000;

export class Passed implements PassedServer {
  readonly key: string;
  readonly title: string;
  readonly #server: SupervisedServer;
  readonly #languages: readonly string[];
  readonly #needsOpenFiles: boolean;

  constructor(key: string, { adapter, server }: Serving) {
    this.key = key;
    this.title = adapter.title;
    this.#server = server;
    this.#languages = adapter.languages;
    this.#needsOpenFiles = adapter.needsOpenFiles;
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
    await bounded(startMs, signal, `${this.title} is still starting`, (both) => this.#server.start('interactive', both));
  }

  async serves(method: string, signal?: AbortSignal): Promise<boolean> {
    if (!this.#server.session) await this.start(signal);
    const { session } = this.#server;
    if (!session || session.optionsOf(method) !== null) return session !== null;
    if (session.gate.state === 'loading') await unlessAborted(within(this.#readyMs, session.gate.settled), signal);
    return session.optionsOf(method) !== null;
  }

  async request(method: string, params: unknown, asking: Asking): Promise<unknown> {
    const { uri, signal, deadlineMs, whileLoading } = asking;
    if (!this.#server.session) await this.start(signal);
    const waitMs = whileLoading === 'ask' ? 0 : this.#readyMs;
    // Its place in the line counts as well, and answers by which it asks to be asked again.
    return bounded(waitMs + deadlineMs + 1_000, signal, `${this.title} had no answer to ${method} in time`, async (both) => {
      if (whileLoading === 'refuse') await this.#loaded(both);
      const release = await this.#opened(uri);
      const question = { priority: 'interactive', deadlineMs, signal: both, readyMs: waitMs, ...(uri !== undefined && { uri }) } as const;
      try {
        return await this.#server.request(method, params, question);
      } catch (error) {
        throw reasonOf(error) === 'ended' ? failure('ended', `${this.title} ended: ${messageOf(error)}`) : error;
      } finally {
        release();
      }
    });
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

  /** After a death: what the editor shows needs it, so it comes back by itself, as often as its rests allow. */
  async revive(): Promise<void> {
    while (this.#server.documents.hasEdited && this.#server.state !== 'closed') {
      try {
        await this.#server.start('background');
        return;
      } catch {
        // The next attempt waits for its rest.
      }
    }
  }

  /** A server that knows only what is open gets the file for the time of the question. */
  async #opened(uri: string | undefined): Promise<() => void> {
    const { documents } = this.#server;
    if (uri === undefined || !this.#needsOpenFiles || documents.textOf(uri) !== null) return () => {};
    const path = uriToPath(uri);
    const text = path === null ? null : await readText(path);
    return text === null || documents.textOf(uri) !== null ? () => {} : this.#server.hold(uri, this.#languageOf(path ?? ''), text);
  }

  #languageOf(path: string): string {
    const language = languageOf(path.replaceAll('\\', '/'));
    return this.#languages.includes(language) ? language : (this.#languages[0] ?? '');
  }

  get #readyMs(): number {
    return Math.max(0, (this.#server.session?.startedAt ?? Date.now()) + readyMs - Date.now());
  }

  async #loaded(signal: AbortSignal): Promise<void> {
    const session = await this.#server.start('interactive', signal);
    if (session.gate.state !== 'loading') return;
    await within(this.#readyMs, session.gate.settled);
    if (session.gate.state === 'loading')
      throw failure('resting', `${this.title} is still loading the workspace, and its answer could be incomplete: try again`);
  }
}

/** Work that ends at the latest after a time, with this reason, or when the signal says so. */
async function bounded<T>(
  ms: number,
  signal: AbortSignal | undefined,
  late: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw aborted('the question');
  const controller = new AbortController();
  const end = () => controller.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, ms);
  signal?.addEventListener('abort', end, { once: true });
  try {
    return await work(controller.signal);
  } catch (error) {
    throw isLate ? failure('deadline', late) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

async function readText(path: string): Promise<string | null> {
  try {
    return (await stat(path)).size > limits.maxFileBytes ? null : (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch {
    return null;
  }
}
