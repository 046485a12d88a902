/** What becomes of a server that has let a deadline pass: one that is silent or endlessly busy is killed, an answer that was merely lost is let go. */
import { busySeconds } from './process-usage.js';
import type { Asked } from './rpc.js';
import type { ServerSession } from './session.js';
import type { Timing } from './timing.js';
import { within } from './waiting.js';

/** For the first answer of a server that loads its project before it gives one; after that `backgroundMs` is enough. */
const firstAnswerMs = 120_000;
/** Of one core: a server that wants less is waiting for something else, and may just have lost an answer. */
const busyShare = 0.3;

export interface LateAnswer {
  readonly session: ServerSession;
  readonly asked: Asked;
  readonly method: string;
  /** Messages of the server before it was asked. */
  readonly heardBefore: number;
  readonly waitedMs: number;
}

/** Resolves when the answer is there or given up. A person waits less long than a server may need: it loads its project, or checks a large file. */
export async function watchLate(late: LateAnswer, timing: Timing, readyWithinMs: number, isCurrent: () => boolean): Promise<void> {
  const { session, asked, waitedMs } = late;
  const { backgroundMs } = timing;
  const allowedMs = session.answers === 0 ? Math.max(backgroundMs, Math.min(firstAnswerMs, readyWithinMs)) : backgroundMs;
  if (waitedMs < allowedMs && (await within(allowedMs - waitedMs, asked.free))) return;
  if (isCurrent()) await watch(late, timing, isCurrent);
}

async function watch({ session, asked, heardBefore, method }: LateAnswer, timing: Timing, isCurrent: () => boolean): Promise<void> {
  const { hangMs, busyMs } = timing;
  if (session.heard === heardBefore) return killHung(session, `was silent since ${method} was asked`);
  for (let watchedMs = hangMs; ; watchedMs += hangMs) {
    const heard = session.heard;
    const before = busySeconds(session.process.pid);
    if ((await within(hangMs, asked.free)) || !isCurrent()) return;
    const after = busySeconds(session.process.pid);
    if (before === null || after === null || after - before < (busyShare * hangMs) / 1000) return;
    if (session.heard === heard || watchedMs >= busyMs) return killHung(session, `was busy with ${method} without end`);
  }
}

async function killHung(session: ServerSession, reason: string): Promise<void> {
  session.kill(reason);
  await session.ended;
}
