/**
 * Distinguishes a server that hangs from one that is busy, while requests to it are open. Messages and processor time show that it works.
 * A silent server is pinged, and killed if it stays silent. An idle server that answers pings has lost the request: the request no
 * longer delays others, and fails after a while.
 */
import { failure } from '../failures.js';
import type { PendingRequest } from '../session/json-rpc.js';
import type { Timing } from './timing.js';

/** Limit for the first answer, because a server may load its project first. */
const firstAnswerMs = 120_000;
/** Share of one core, computed or waited for, below which a server is idle. */
const busyShare = 0.05;

/** What the detector observes of a server. */
interface ServerActivity {
  /** Processor time that it computed or waited for since its start; null if the system does not report it. */
  busySeconds(): number | null;
  /** Messages of any kind received so far. */
  readonly received: number;
  /** Answers received so far. */
  readonly answers: number;
  /** True while it shows progress, or waits for an answer of its client. */
  readonly isWorking: boolean;
  /** Resolves when it has answered a request without effect. */
  ping(): Promise<void>;
  kill(reason: string): void;
}

interface WatchedRequest {
  readonly asked: PendingRequest;
  readonly method: string;
  /** True: a background request. It has a deadline and must not keep the server busy for ever. */
  readonly isBackground: boolean;
}

interface Watched extends WatchedRequest {
  ticks: number;
  idleTicks: number;
  /** Ticks since it was given up in which the server was busy. */
  overdueTicks: number;
  isOver: boolean;
  release(): void;
}

/** `unknown`: the system does not report it. */
type Load = 'busy' | 'idle' | 'unknown';

export class HangDetector {
  readonly #session: ServerActivity;
  readonly #title: string;
  readonly #timing: Timing;
  readonly #firstAnswerMs: number;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | null = null;
  #silentTicks = 0;
  #heard = 0;
  #busySeconds: number | null = null;
  #isPinging = false;
  #pings = 0;

  /** `readyWithinMs`: how long the server may take to load. */
  constructor(session: ServerActivity, title: string, timing: Timing, readyWithinMs: number) {
    this.#session = session;
    this.#title = title;
    this.#timing = timing;
    this.#firstAnswerMs = Math.min(firstAnswerMs, readyWithinMs);
  }

  /** Resolves when the request is answered, the server has ended, or other requests can be sent beside it. */
  watch(question: WatchedRequest): Promise<void> {
    return new Promise((release) => {
      const watched: Watched = { ...question, ticks: 0, idleTicks: 0, overdueTicks: 0, isOver: false, release };
      this.#watched.add(watched);
      if (this.#timer === null) this.#start();
      question.asked.result.catch(() => {
        watched.isOver = true;
      });
      void question.asked.free.then(() => {
        release();
        this.#forget(watched);
      });
    });
  }

  #forget(watched: Watched): void {
    this.#watched.delete(watched);
    if (this.#watched.size === 0) this.#stop();
  }

  #start(): void {
    this.#silentTicks = 0;
    this.#heard = this.#session.received;
    this.#pings = 0;
    // Not measured before the first tick: most requests are answered by then, and it takes a millisecond.
    this.#busySeconds = null;
    this.#wait();
  }

  /** Not an interval: after a pause of this process the server still gets its full time. */
  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#wait();
      this.#tick();
    }, this.#timing.hangMs);
  }

  #stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Counts ticks instead of time, because a pause of the machine must not count. */
  #tick(): void {
    const { hangMs } = this.#timing;
    const heard = this.#session.received - this.#heard;
    const load = this.#load();
    const saidNothing = heard === this.#pings;
    this.#heard = this.#session.received;
    this.#pings = 0;
    this.#silentTicks = heard > 0 ? 0 : this.#silentTicks + 1;
    if (this.#silentTicks * hangMs >= this.#allowedSilenceMs(load)) {
      const [oldest] = this.#watched;
      this.#end(`was silent${load === 'busy' ? ' and busy' : ''} since ${oldest?.method} was asked`);
      return;
    }
    if (saidNothing && !this.#isPinging) this.#ping();
    const mayBeIdle = saidNothing && load === 'idle' && !this.#session.isWorking;
    // A silent server may hang. Only an answered ping shows that it is idle.
    const isIdle = mayBeIdle && heard > 0;
    for (const one of [...this.#watched]) {
      if (isIdle) one.idleTicks++;
      else if (!mayBeIdle) one.idleTicks = 0;
      this.#judge(one, isIdle, load);
    }
  }

  #judge(one: Watched, isIdle: boolean, load: Load): void {
    const { hangMs, busyMs, lostMs } = this.#timing;
    one.ticks++;
    if (isIdle || one.ticks * hangMs >= busyMs) one.release();
    if (one.idleTicks * hangMs >= lostMs)
      one.asked.giveUp(failure('deadline', `${this.#title} is idle and has not answered ${one.method}`));
    if (one.isOver && isIdle) this.#forget(one);
    if (!one.isBackground || !one.isOver) return;
    one.overdueTicks = load === 'busy' && !this.#session.isWorking ? one.overdueTicks + 1 : 0;
    if (one.overdueTicks * hangMs >= busyMs) this.#end(`was busy with ${one.method} without end`);
  }

  #allowedSilenceMs(load: Load): number {
    const { hangMs, busyMs } = this.#timing;
    const idleMs = this.#session.answers === 0 ? Math.max(2 * hangMs, this.#firstAnswerMs) : 2 * hangMs;
    return load === 'idle' ? idleMs : Math.max(busyMs, idleMs);
  }

  #load(): Load {
    const before = this.#busySeconds;
    this.#busySeconds = this.#session.busySeconds();
    if (before === null || this.#busySeconds === null) return 'unknown';
    return this.#busySeconds - before >= (busyShare * this.#timing.hangMs) / 1000 ? 'busy' : 'idle';
  }

  #ping(): void {
    this.#isPinging = true;
    void this.#session.ping().then(() => {
      this.#isPinging = false;
      this.#pings++;
    });
  }

  #end(how: string): void {
    this.#stop();
    this.#session.kill(how);
  }
}
