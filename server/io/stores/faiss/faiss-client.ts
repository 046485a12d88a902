/** One vector process and the conversation with it. When the process ends, every open request fails and `onExit` is called once. */
import { type ChildProcess, fork } from 'node:child_process';
import { onceEnded } from '../../../util/child-end.js';
import { entryFile } from '../../../util/package-root.js';
import type { Replies, Reply, Request } from './messages.js';
import { deadlineMs } from './thresholds.js';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

export class FaissClient {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #exited: Promise<void>;
  #seq = 0;
  #lastWords = '';
  #gone: string | null = null;

  constructor(onExit: (reason: string) => void) {
    const { NODE_OPTIONS: _options, ...env } = process.env;
    this.#child = fork(entryFile('io/stores/faiss/faiss-host.js'), [], {
      serialization: 'advanced',
      execArgv: [],
      // Nothing of it may reach stdout, which is the protocol's.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // One question at a time gives FAISS nothing to share among threads.
      env: { ...env, OMP_NUM_THREADS: '1' },
    });
    const child = this.#child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-500);
    });
    child.on('message', (reply: Reply) => this.#settle(reply));
    this.#exited = new Promise((resolve) => {
      const end = (reason: string): void => {
        if (this.#gone !== null) return;
        this.#gone = reason;
        for (const { reject, timer } of this.#waiting.values()) {
          clearTimeout(timer);
          reject(new Error(reason));
        }
        this.#waiting.clear();
        resolve();
        onExit(reason);
      };
      child.on('error', (error) => {
        if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) child.kill('SIGKILL');
        end(`FAISS process: ${error.message}`);
      });
      onceEnded(child, (code, signal) =>
        end(`FAISS process ended (${signal ?? code})${this.#lastWords ? `: ${this.#lastWords.trim().split('\n').pop()}` : ''}`),
      );
    });
    // A process that has nothing else to do may end; the child notices and ends too.
    child.unref();
    child.channel?.unref();
    (child.stderr as unknown as { unref?: () => void } | null)?.unref?.();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Rejects where the process is gone, does not answer in time, or answers with an error. */
  call<R extends Request>(request: R): Promise<Replies[R['kind']]> {
    if (this.#gone !== null || !this.#child.connected) return Promise.reject(new Error(this.#gone ?? 'FAISS process is gone'));
    return new Promise((resolve, reject) => {
      const seq = ++this.#seq;
      const timer = setTimeout(() => this.kill(), deadlineMs(request.kind));
      if (this.#waiting.size === 0) this.#child.channel?.ref();
      this.#waiting.set(seq, { resolve: resolve as (value: unknown) => void, reject, timer });
      // A failed send is followed by the exit event, which rejects.
      this.#child.send({ seq, request }, () => {});
    });
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.seq);
    if (!waiting) return;
    this.#waiting.delete(reply.seq);
    if (this.#waiting.size === 0) this.#child.channel?.unref();
    clearTimeout(waiting.timer);
    if ('error' in reply) waiting.reject(new Error(reply.error));
    else waiting.resolve(reply.value);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Ends the process, whatever it does at the moment; resolves when it is gone. */
  async close(): Promise<void> {
    if (this.#gone === null) {
      if (this.#child.connected) this.#child.disconnect();
      this.#child.kill('SIGKILL');
      this.#child.ref();
    }
    await this.#exited;
  }
}
