/**
 * A language server as the rest of the program sees it: always there to be asked. Started by the first question, ended
 * when idle, started anew after a death, killed when hung; a file that it died of twice is not handed to it again.
 * Invariant: a question of the background settles within its deadline, or within readiness and deadline where it waits for that;
 * one of a person when it is answered or cancelled, or the server hangs, ends, or has lost it.
 */
import type { ServerState } from '../../../core/model/language-server.js';
import { messageOf } from '../../../util/bug.js';
import { aborted, failure, responseCode } from '../failures.js';
import { type Priority, RequestQueue } from '../session/request-queue.js';
import { ServerDocuments } from '../session/server-documents.js';
import { ServerSession, type SessionOptions } from '../session/server-session.js';
import { sleep, unlessAborted, within } from '../waiting.js';

export interface ServerRequest {
  readonly priority: Priority;
  /** The file it is about: blamed where the server dies of it. */
  readonly uri?: string;
  /** Of the background alone: a person waits for as long as the server is alive. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** How long readiness is waited for; then it is asked all the same. Default: until it is ready, or should have been. */
  readonly readyMs?: number;
}

/** ContentModified and ServerCancelled: the server wants to be asked again. */
const askAgain = new Set([-32801, -32802]);
const againAfterMs = [50, 100, 200, 400, 800, 1_600];

export interface SupervisedOptions extends SessionOptions {
  /** A process serves: called before it is asked anything, and after its documents were opened. */
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
  /** The process that serves now, or null. */
  get session(): ServerSession | null {
    return this.#session;
  }
  /** Counts its starts. */
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
  /** The file's text is another one now: it may be tried again. */
  forgive(uri: string): void {
    if (this.#charges.delete(uri)) this.#queue.clear(uri);
  }

  /** For the background: opens a document, or brings it to this text where no editor has it open, until the answer is called. */
  hold(uri: string, languageId: string, text: string): () => void {
    return this.documents.hold(uri, languageId, text);
  }

  /** Starts it where it does not run. Interactive: rejects at once while it rests after a death. */
  async start(priority: Priority, signal?: AbortSignal): Promise<ServerSession> {
    this.#lastUsedAt = Date.now();
    return this.#running(priority, signal);
  }

  /** Starts it where it does not run, and waits until it is ready (or has not said so for too long). */
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
    if (!session.serves(method)) throw failure('unsupported', `${adapter.title} does not serve ${method}`);
    if (session.gate.state === 'loading' && readyMs !== 0) {
      const settled = readyMs === undefined ? session.gate.settled : within(readyMs, session.gate.settled);
      await unlessAborted<unknown>(settled, signal);
    }
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
        // A cancelled question keeps its place until the server is done with it, but not for ever.
        if (signal?.aborted) turn = Promise.race([turn, within(timing.hangMs, asked.free)]).then(() => {});
        const code = responseCode(error);
        const pause = againAfterMs[attempt];
        if (code === null || !askAgain.has(code) || pause === undefined) throw error;
        await sleep(pause, signal);
      } finally {
        this.#lastUsedAt = Date.now();
        // Only after the end of a dead server is known is it clear which files it was serving.
        void turn.then(() => (session.isOver ? session.ended : null)).finally(leave);
      }
    }
  }

  /**
   * Asks in another way than by its protocol, in turn with the questions that are: `work` is one question of the background
   * about a file. Rejects as `request` does; what was begun goes on.
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

  /** Waits for the turn of a question; rejects where its file turned out to be one that the server dies of. */
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
      throw failure('quarantined', `${this.options.adapter.title} died of this file twice: ${uri}`);
  }

  notify(method: string, params: unknown): void {
    this.#session?.notify(method, params);
  }

  /** Ends the server now; the next question starts it again. */
  async restart(): Promise<void> {
    await this.#stop();
  }

  /** Something in the workspace has changed: where that is what it read at its start, it is ended, and started anew by the next question. */
  async restartIfReconfigured(): Promise<void> {
    if (this.#session && this.#stamp() !== this.#startedWith) await this.#stop();
  }

  #stamp(): string {
    const { adapter, context } = this.options;
    return adapter.configurationStamp?.(context) ?? '';
  }

  /** The editor saved it: a file that was set aside is tried again. */
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
        this.#died(reason, true);
      });
      return session;
    } catch (error) {
      if (!this.#isClosed) this.#died(messageOf(error), false);
      throw error;
    }
  }

  #died(reason: string, blame: boolean): void {
    const { timing, log } = this.options;
    this.#deaths++;
    this.#deathsInRow++;
    this.#lastDeath = reason;
    this.#restUntil = Date.now() + (timing.restMs[Math.min(this.#deathsInRow, timing.restMs.length) - 1] ?? 0);
    log('warn', reason);
    if (!blame) return;
    const served = this.#queue.activeFiles;
    const blamed = served.length > 0 ? served : this.documents.lastTouched === null ? [] : [this.documents.lastTouched];
    for (const uri of blamed) {
      this.#charges.set(uri, (this.#charges.get(uri) ?? 0) + 1);
      this.#queue.suspect(uri);
    }
    if (!blamed.some((uri) => this.isQuarantined(uri))) return;
    log('warn', `${this.options.adapter.title} is not asked any more about ${this.quarantined.join(', ')} until the text changes`);
    // The culprit is known: what was merely served beside it is free again.
    for (const [uri, count] of this.#charges) if (count < 2) this.forgive(uri);
  }

  #endIdle(): void {
    if (!this.#session || this.#queue.size > 0 || this.documents.size > 0) return;
    if (Date.now() - this.#lastUsedAt < this.options.timing.idleMs) return;
    void this.#stop();
  }
}
