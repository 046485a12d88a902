/**
 * A language server over all its processes. The first request starts it. It is stopped when idle, restarted after a death and killed when
 * it hangs. A file on which it died twice is quarantined: it is not sent to the server again.
 * Invariant: a background request settles within its deadline, after the wait for readiness if it waits for that. An interactive
 * request settles when it is answered or cancelled, or when the server hangs, ends or has lost it.
 */
import type { ServerState } from '../../../core/model/language-server.js';
import { messageOf } from '../../../util/bug.js';
import { within } from '../../../util/within.js';
import { aborted, failure, responseCode } from '../failures.js';
import { type Priority, RequestQueue } from '../session/request-queue.js';
import { ServerDocuments } from '../session/server-documents.js';
import { ServerSession, type SessionOptions } from '../session/server-session.js';
import { sleep, unlessAborted } from '../waiting.js';

interface ServerRequest {
  readonly priority: Priority;
  /** The file that it is about. It is charged when the server dies meanwhile. */
  readonly uri?: string;
  /** For background requests only. An interactive request waits as long as the server is alive. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** Longest wait for readiness before the request is sent. Default: until the server is ready, or overdue. */
  readonly readyMs?: number;
}

/** ContentModified and ServerCancelled: the request has to be sent again. */
const retryCodes = new Set([-32801, -32802]);
const retryDelaysMs = [50, 100, 200, 400, 800, 1_600];

export interface SupervisedOptions extends SessionOptions {
  /** A process has started. Called after its documents were opened and before the first request. */
  readonly onStarted?: (() => void) | undefined;
  /** It ended or died. */
  readonly onEnded?: (() => void) | undefined;
}

export class SupervisedServer {
  readonly options: SupervisedOptions;
  readonly documents: ServerDocuments;
  readonly #queue: RequestQueue;
  readonly #charges = new Map<string, number>();
  #session: ServerSession | null = null;
  #starting: Promise<ServerSession> | null = null;
  #generation = 0;
  #startedWith = '';
  #deathsInRow = 0;
  #deaths = 0;
  #lastDeath = '';
  #restUntil = 0;
  #lastUsedAt = Date.now();
  #isClosed = false;
  readonly #idleTimer: NodeJS.Timeout;

  constructor(options: SupervisedOptions) {
    this.options = options;
    this.documents = new ServerDocuments(options.adapter.keepsOneFileOpen, (uri) => (this.isQuarantined(uri) ? null : this.#session));
    this.#queue = new RequestQueue(options.adapter.maxParallelRequests, options.context.forEditor);
    this.#idleTimer = setInterval(() => this.#endIdle(), Math.max(50, options.timing.idleMs / 4));
    this.#idleTimer.unref();
  }

  get state(): ServerState {
    if (this.#isClosed) return 'closed';
    if (this.#session) return this.#session.gate.state === 'loading' ? 'loading' : 'ready';
    if (this.#starting) return 'starting';
    return Date.now() < this.#restUntil ? 'resting' : 'idle';
  }
  /** The running process, or null. */
  get session(): ServerSession | null {
    return this.#session;
  }
  /** Number of its starts. */
  get generation(): number {
    return this.#generation;
  }
  get deaths(): number {
    return this.#deaths;
  }
  get lastDeath(): string {
    return this.#lastDeath;
  }
  get quarantined(): readonly string[] {
    return [...this.#charges].filter(([, count]) => count >= 2).map(([uri]) => uri);
  }
  isQuarantined(uri: string): boolean {
    return (this.#charges.get(uri) ?? 0) >= 2;
  }
  /** The file's text has changed, so it may be sent again. */
  forgive(uri: string): void {
    if (this.#charges.delete(uri)) this.#queue.clear(uri);
  }

  /** For edge indexing: opens a document, or changes its text if no editor has it open. The returned function releases it. */
  hold(uri: string, languageId: string, text: string): () => void {
    return this.documents.hold(uri, languageId, text);
  }

  /** Starts it if needed. Interactive: rejects at once during the pause after a death. */
  async start(priority: Priority, signal?: AbortSignal): Promise<ServerSession> {
    this.#lastUsedAt = Date.now();
    return this.#running(priority, signal);
  }

  /** Starts it if needed, and waits until it is ready or overdue. */
  async ready(signal?: AbortSignal): Promise<ServerSession> {
    const session = await this.#running('background', signal);
    await unlessAborted(session.gate.settled, signal);
    return session;
  }

  async request(method: string, params: unknown, question: ServerRequest): Promise<unknown> {
    const { priority, uri = null, signal, readyMs } = question;
    const { timing, adapter } = this.options;
    this.#lastUsedAt = Date.now();
    this.#refuseQuarantined(uri);
    const session = await this.#running(priority, signal);
    if (session.gate.state === 'loading' && readyMs !== 0) {
      const settled = readyMs === undefined ? session.gate.settled : within(readyMs, session.gate.settled);
      await unlessAborted<unknown>(settled, signal);
    }
    // Some servers register what they serve only when they have started.
    if (!session.serves(method)) throw failure('unsupported', `${adapter.title} does not serve ${method}`);
    const isBackground = priority === 'background';
    const usual = question.deadlineMs ?? timing.backgroundMs;
    for (let attempt = 0; ; attempt++) {
      const leave = await this.#enter(priority, uri, signal);
      const firstMs = session.answers === 0 ? adapter.readyWithinMs : 0;
      const asked = session.ask(method, params, isBackground ? Math.max(usual, firstMs) : null, signal);
      let turn = session.life.watch({ asked, method, isBackground });
      try {
        return await asked.result;
      } catch (error) {
        // A cancelled request keeps its place until the server has answered, but not for ever.
        if (signal?.aborted) turn = Promise.race([turn, within(timing.hangMs, asked.free)]).then(() => {});
        const code = responseCode(error);
        const pause = retryDelaysMs[attempt];
        if (code === null || !retryCodes.has(code) || pause === undefined) throw error;
        await sleep(pause, signal);
      } finally {
        this.#lastUsedAt = Date.now();
        // The charged files are determined when a dead server has ended, so the request leaves the queue after that.
        void turn.then(() => (session.isOver ? session.ended : null)).finally(leave);
      }
    }
  }

  /**
   * Runs `work`, which asks the server outside of its protocol, as one background request about a file. Rejects like `request`; work that
   * has begun continues.
   */
  async runExclusive<T>(uri: string, deadlineMs: number, work: (session: ServerSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#lastUsedAt = Date.now();
    this.#refuseQuarantined(uri);
    const session = await this.#running('background', signal);
    const leave = await this.#enter('background', uri, signal);
    const answer = work(session);
    const settled = Promise.allSettled([answer]);
    try {
      if (await unlessAborted(within(deadlineMs, settled), signal)) return await answer;
      throw failure('deadline', `${this.options.adapter.title} had no answer within ${deadlineMs} ms`);
    } finally {
      this.#lastUsedAt = Date.now();
      void within(this.options.timing.hangMs, settled)
        .then(() => (session.isOver ? session.ended : null))
        .finally(leave);
    }
  }

  /** Waits for the request's turn. Rejects if its file was quarantined meanwhile. */
  async #enter(priority: Priority, uri: string | null, signal?: AbortSignal): Promise<() => void> {
    const leave = await this.#queue.enter(priority, uri, signal);
    try {
      this.#refuseQuarantined(uri);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  #refuseQuarantined(uri: string | null): void {
    if (uri !== null && this.isQuarantined(uri))
      throw failure('quarantined', `${this.options.adapter.title} died twice on this file: ${uri}`);
  }

  notify(method: string, params: unknown): void {
    this.#session?.notify(method, params);
  }

  /** Stops the server. The next request starts it again. */
  async restart(): Promise<void> {
    await this.#stop();
  }

  /** Files have changed. If they include what the server read at its start, it is stopped; the next request starts it again. */
  async restartIfReconfigured(): Promise<void> {
    if (this.#session && this.#stamp() !== this.#startedWith) await this.#stop();
  }

  #stamp(): string {
    const { adapter, context } = this.options;
    return adapter.configurationStamp?.(context) ?? '';
  }

  /** The editor saved the file. A quarantined file is released. */
  saved(uri: string): void {
    if (this.isQuarantined(uri)) this.forgive(uri);
    this.documents.save(uri);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#idleTimer);
    await this.#stop();
  }

  async #stop(): Promise<void> {
    const session = this.#session ?? (await this.#starting?.catch(() => null)) ?? null;
    this.#session = null;
    await session?.stop();
  }

  async #running(priority: Priority, signal?: AbortSignal): Promise<ServerSession> {
    for (;;) {
      if (signal?.aborted) throw aborted('the question');
      if (this.#isClosed) throw failure('ended', `${this.options.adapter.title} was closed`);
      if (this.#session?.isOver) {
        await this.#session.ended;
        continue;
      }
      if (this.#session) return this.#session;
      const restMs = this.#restUntil - Date.now();
      if (restMs <= 0) break;
      if (priority === 'interactive') {
        const seconds = Math.ceil(restMs / 1000);
        throw failure('resting', `${this.options.adapter.title} is started again in ${seconds} s; last: ${this.#lastDeath}`);
      }
      await sleep(restMs, signal);
    }
    this.#starting ??= this.#start().finally(() => {
      this.#starting = null;
    });
    return unlessAborted(this.#starting, signal);
  }

  async #start(): Promise<ServerSession> {
    this.#startedWith = this.#stamp();
    try {
      const session = await ServerSession.start(this.options);
      if (this.#isClosed) {
        await session.stop();
        throw failure('ended', 'closed while starting');
      }
      this.#session = session;
      this.#generation++;
      this.documents.replay(session);
      this.options.onStarted?.();
      void session.ended.then((reason) => {
        this.options.onEnded?.();
        if (this.#session !== session) return;
        this.#session = null;
        if (Date.now() - session.startedAt >= this.options.timing.healthyMs) this.#deathsInRow = 0;
        this.#died(reason, 'charge files');
      });
      return session;
    } catch (error) {
      if (!this.#isClosed) this.#died(messageOf(error), 'no charge');
      throw error;
    }
  }

  #died(reason: string, chargeFiles: 'charge files' | 'no charge'): void {
    const { timing, log } = this.options;
    this.#deaths++;
    this.#deathsInRow++;
    this.#lastDeath = reason;
    this.#restUntil = Date.now() + (timing.restMs[Math.min(this.#deathsInRow, timing.restMs.length) - 1] ?? 0);
    log('warn', reason);
    if (chargeFiles === 'no charge') return;
    const served = this.#queue.activeFiles;
    const charged = served.length > 0 ? served : this.documents.lastTouched === null ? [] : [this.documents.lastTouched];
    for (const uri of charged) {
      this.#charges.set(uri, (this.#charges.get(uri) ?? 0) + 1);
      this.#queue.suspect(uri);
    }
    if (!charged.some((uri) => this.isQuarantined(uri))) return;
    log('warn', `${this.options.adapter.title} gets no more requests about ${this.quarantined.join(', ')} until the text changes`);
    // The cause is known, so the other charged files are released.
    for (const [uri, count] of this.#charges) if (count < 2) this.forgive(uri);
  }

  #endIdle(): void {
    if (!this.#session || this.#queue.size > 0 || this.documents.size > 0) return;
    if (Date.now() - this.#lastUsedAt < this.options.timing.idleMs) return;
    void this.#stop();
  }
}
