/**
 * The team's index as a local engine asks it: in a thread of its own, within a bounded time. The thread is never ended for being late: its
 * calls to the database are bounded, and until it has replied nothing else is asked.
 */
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { TeamSide } from './core/engine/joined-engine.js';
import { ContextError, indexError } from './core/model/problem.js';
import type { TeamReply, TeamRequest, TeamThreadData } from './team-thread.js';
import type { Log } from './util/log.js';
import { entryFile } from './util/package-root.js';
import { within } from './util/within.js';

/** Longer than any question takes, and than people wait for an answer that they have already. */
const answerMs = 3_000;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class TeamSideThread implements TeamSide {
  readonly #data: TeamThreadData;
  readonly #log: Log;
  readonly #withinMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;
  /** A question that was not answered in time, and is not answered yet. */
  #late: number | null = null;
  #isClosed = false;

  /** @param withinMs of one question */
  constructor(data: TeamThreadData, log: Log, withinMs = answerMs) {
    this.#withinMs = withinMs;
    this.#data = data;
    this.#log = log;
  }

  ask: TeamSide['ask'] = (method, question) => this.#ask(method, question) as never;

  async hashes(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return (await this.#ask('hashes', paths)) as ReadonlyMap<string, string>;
  }

  /** Loads what the first question needs. */
  startSoon(): void {
    this.#worker ??= this.#start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end(indexError('the workspace is closed'));
  }

  async #ask(method: TeamRequest['method'], question: unknown): Promise<unknown> {
    if (this.#isClosed) throw indexError('the workspace is closed');
    if (this.#late !== null) throw indexError('the team database has not answered the question before yet');
    this.#worker ??= this.#start();
    const id = ++this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#worker.postMessage({ id, method, question } satisfies TeamRequest);
    try {
      if (await within(this.#withinMs, answer)) return await answer;
    } catch (error) {
      this.#waiting.delete(id);
      throw error;
    }
    answer.catch(() => {});
    this.#late = id;
    throw indexError(`the team database did not answer within ${this.#withinMs} ms`);
  }

  #start(): Worker {
    const worker = new Worker(pathToFileURL(entryFile('team-thread.js')), { workerData: this.#data });
    worker.unref();
    worker.on('message', (reply: TeamReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (this.#late === reply.id) this.#late = null;
      if ('value' in reply) waiting?.resolve(reply.value);
      else waiting?.reject(reply.code === null ? new Error(reply.message) : new ContextError(reply.code, reply.message));
    });
    worker.on('error', (error) => {
      this.#log('warn', `the thread of the team database ended: ${error.message}`);
      void this.#end(indexError(`team database: ${error.message}`));
    });
    return worker;
  }

  async #end(reason: Error): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
    this.#late = null;
    await worker?.terminate();
  }
}
