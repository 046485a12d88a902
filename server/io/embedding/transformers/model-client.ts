/**
 * The server's end of a model process: starts it with the first request, gives it one request at a time (a question goes before
 * waiting documents), ends it when it hangs or has been idle. A process of its own and no worker thread: the native runtime
 * takes the whole process with it when it fails, and gives its memory back only so.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { type ContextError, providerError } from '../../../core/model/problem.js';
import { onceEnded } from '../../../util/child-end.js';
import type { Log } from '../../../util/log.js';
import { entryFile } from '../../../util/package-root.js';
import type { LoadSettings, Reply, Request, Rows } from './messages.js';

type Work = Exclude<Request, { kind: 'load' }>;

interface Job {
  readonly work: Work;
  readonly resolve: (rows: Rows) => void;
  readonly reject: (error: unknown) => void;
  readonly urgent: boolean;
}

export interface ModelClientOptions {
  readonly settings: LoadSettings;
  readonly log: Log;
  /** Loading that makes no progress for so long has failed. */
  readonly loadDeadlineMs?: number;
  readonly workDeadlineMs?: number;
  /** An idle process holds the model's memory; after this it ends, and starts anew when it is asked. */
  readonly idleMs?: number;
}

const maxCrashes = 3;
/** Of the environment only what Node and the hub need: keys of providers are none of its business. */
const passedOn =
  /^(?:PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|SystemRoot|APPDATA|LOCALAPPDATA|LANG|HF_\w+|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS)$/i;

export const modelFailure = (status: string, message: string, retryable: boolean): ContextError =>
  providerError(`transformers: ${message}`, { provider: 'transformers', status, retryable });

export class ModelClient {
  readonly #options: ModelClientOptions;
  readonly #queue: Job[] = [];
  #child: ChildProcess | null = null;
  #current: Job | null = null;
  #dimensions: number | null = null;
  #loaded = false;
  #seq = 0;
  #timer: NodeJS.Timeout | null = null;
  #crashes = 0;
  #lastWords = '';
  /** Set where trying again cannot help. */
  #broken: ContextError | null = null;

  constructor(options: ModelClientOptions) {
    this.#options = options;
  }

  get dimensions(): number | null {
    return this.#dimensions;
  }

  /** Rejects with ContextError('provider'), or the signal's reason when aborted; work under way is then let run out. */
  run(work: Work, urgent: boolean, signal?: AbortSignal): Promise<Rows> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.#broken) return reject(this.#broken);
      const onAbort = (): void => {
        const at = this.#queue.indexOf(job);
        if (at >= 0) this.#queue.splice(at, 1);
        reject(signal?.reason);
      };
      const job: Job = {
        work,
        urgent,
        resolve: (rows) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(rows);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const waiting = this.#queue.findIndex((other) => !other.urgent);
      this.#queue.splice(urgent && waiting >= 0 ? waiting : this.#queue.length, 0, job);
      this.#go();
    });
  }

  #go(): void {
    if (this.#current || this.#queue.length === 0) return;
    if (!this.#child) this.#start();
    if (!this.#loaded) return;
    this.#current = this.#queue.shift() as Job;
    this.#child?.channel?.ref();
    this.#send(this.#current.work, this.#options.workDeadlineMs ?? 120_000);
  }

  #start(): void {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name)));
    const child = fork(entryFile('io/embedding/transformers/model-process.js'), [], {
      serialization: 'advanced',
      execArgv: [],
      // Nothing of it may reach stdout, which is the protocol's.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...env, NO_COLOR: '1' },
    });
    this.#child = child;
    this.#loaded = false;
    this.#lastWords = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-500);
    });
    child.on('message', ({ seq, reply }: { seq: number; reply: Reply }) => {
      if (this.#child === child && seq === this.#seq) this.#receive(reply);
    });
    child.on('error', (error) => this.#lost(child, error.message));
    onceEnded(child, (code, signal) => this.#lost(child, `its process ended (${signal ?? code})`));
    child.unref();
    (child.stderr as unknown as { unref?: () => void } | null)?.unref?.();
    this.#send({ kind: 'load', settings: this.#options.settings }, this.#options.loadDeadlineMs ?? 120_000);
  }

  #send(request: Request, deadlineMs: number): void {
    this.#arm(deadlineMs);
    // A failed send is followed by the exit event.
    this.#child?.send({ seq: ++this.#seq, request }, () => {});
  }

  #arm(deadlineMs: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    const child = this.#child as ChildProcess;
    this.#timer = setTimeout(() => this.#lost(child, `no answer within ${deadlineMs} ms`, 'timeout'), deadlineMs);
  }

  #receive(reply: Reply): void {
    if (reply.kind === 'progress') {
      this.#options.log('debug', `model: ${reply.file} ${reply.percent} %`);
      this.#arm(this.#options.loadDeadlineMs ?? 120_000);
      return;
    }
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.#loaded) {
      if (reply.kind === 'loaded') {
        this.#loaded = true;
        this.#dimensions = reply.dimensions;
      } else {
        const message = reply.kind === 'error' ? reply.message : 'an answer that was not expected';
        this.#stop();
        // A hub may be reachable later; a folder does not heal by itself.
        const fromHub = this.#options.settings.place === 'hub';
        const failure = modelFailure('load', `${this.#options.settings.model}: ${message}`, fromHub);
        if (!fromHub) this.#broken = failure;
        this.#rejectAll(failure);
      }
    } else {
      const job = this.#current;
      this.#current = null;
      this.#crashes = 0;
      if (reply.kind === 'rows') job?.resolve(reply.rows);
      else job?.reject(modelFailure('invalid', reply.kind === 'error' ? reply.message : 'an answer that was not expected', false));
    }
    this.#idle();
    this.#go();
  }

  #idle(): void {
    if (this.#current || this.#queue.length > 0 || !this.#child) return;
    this.#child.channel?.unref();
    this.#timer = setTimeout(() => this.#stop(), this.#options.idleMs ?? 600_000);
    this.#timer.unref();
  }

  #lost(child: ChildProcess, reason: string, status: 'crashed' | 'timeout' = 'crashed'): void {
    if (this.#child !== child) return;
    const words = this.#lastWords.trim().split('\n').pop();
    const failure = modelFailure(status, `${this.#options.settings.model}: ${reason}${words ? `: ${words}` : ''}`, true);
    this.#options.log('warn', failure.message);
    this.#stop();
    const job = this.#current;
    this.#current = null;
    if (++this.#crashes >= maxCrashes) {
      this.#broken = modelFailure(status, `${this.#options.settings.model} failed ${maxCrashes} times, at last: ${reason}`, false);
      job?.reject(this.#broken);
      this.#rejectAll(this.#broken);
      return;
    }
    // The work under way may be what it died of; the others get another process.
    if (job) job.reject(failure);
    else this.#queue.shift()?.reject(failure);
    this.#go();
  }

  #rejectAll(error: ContextError): void {
    for (const job of this.#queue.splice(0)) job.reject(error);
  }

  #stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    const child = this.#child;
    this.#child = null;
    this.#loaded = false;
    if (!child) return;
    if (child.connected) child.disconnect();
    child.kill('SIGKILL');
  }

  /** Ends the process, whatever it does; what waits is rejected. */
  async close(): Promise<void> {
    this.#broken = modelFailure('closed', 'closed', false);
    const child = this.#child;
    const gone =
      child && child.exitCode === null && child.signalCode === null ? new Promise((resolve) => child.once('exit', resolve)) : null;
    this.#stop();
    this.#current?.reject(this.#broken);
    this.#current = null;
    this.#rejectAll(this.#broken);
    child?.ref();
    await gone;
  }
}
