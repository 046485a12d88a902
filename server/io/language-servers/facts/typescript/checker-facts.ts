/**
 * Facts from the type checker of a running TypeScript server: a tenth of the cost of asking identifier by identifier. Null where the
 * checker cannot be asked.
 */
import { readFileSync } from 'node:fs';
import type { FileFacts, Occurrence } from '../../../../core/code-graph/facts.js';
import { messageOf } from '../../../../util/bug.js';
import { bundledFile } from '../../discovery/executables.js';
import type { RunningServer } from '../../running-server.js';
import type { ServerSession } from '../../session/server-session.js';
import type { FileToAsk } from '../ask-file-facts.js';
import type { FactRequest, FactSource, WorkspacePathOf } from '../fact-source.js';
import type { CheckerSession } from './checker-session.js';

/** After so many failures in a row the checker is not asked any more. */
const maxFailures = 3;
/** How long a checker session is kept without questions. It holds syntax trees and types; the next edit needs it again. */
const keptMs = 60_000;

export class CheckerFacts implements FactSource {
  readonly #running: RunningServer;
  readonly #pathOf: WorkspacePathOf;
  readonly #isAvailable: boolean;
  readonly #checkers = new Map<ServerSession, Promise<CheckerSession>>();
  readonly #reported = new Set<string>();
  #failures = 0;
  #closing: NodeJS.Timeout | null = null;

  constructor(running: RunningServer, pathOf: WorkspacePathOf) {
    this.#running = running;
    this.#pathOf = pathOf;
    this.#isAvailable = hasChecker(running.found.version);
  }

  async facts({ file, mentions, signal, turn }: FactRequest): Promise<FileFacts | null> {
    await this.#running.server.ready(signal);
    return this.check(file, mentions(), signal, turn);
  }

  /** The server is running. Rejects only when aborted. */
  async check(
    file: FileToAsk,
    occurrences: readonly Occurrence[],
    signal?: AbortSignal,
    turn: () => Promise<void> = async () => {},
  ): Promise<FileFacts | null> {
    if (this.#failures >= maxFailures || !this.#isAvailable) return null;
    if (this.#closing) clearTimeout(this.#closing);
    this.#closing = null;
    try {
      const { checkedFacts } = await import('./file-facts.js');
      const checkerOf = (session: ServerSession) => this.#checkerOf(session);
      const facts = await checkedFacts({ running: this.#running, file, occurrences, checkerOf, pathOf: this.#pathOf, signal, turn });
      this.#failures = 0;
      return facts;
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#failures++;
      this.#report(messageOf(error));
      return null;
    }
  }

  rest(): void {
    this.#closing ??= setTimeout(() => {
      this.#closing = null;
      for (const checker of this.#checkers.values())
        checker.then(
          (one) => one.close(),
          () => {},
        );
      this.#checkers.clear();
    }, keptMs);
    this.#closing.unref();
  }

  #checkerOf(session: ServerSession): Promise<CheckerSession> {
    const { adapter, server } = this.#running;
    let checker = this.#checkers.get(session);
    if (!checker) {
      checker = import('./checker-session.js').then(({ CheckerSession }) =>
        CheckerSession.open(session, this.#pathOf, Math.max(adapter.readyWithinMs, server.options.timing.backgroundMs)),
      );
      this.#checkers.set(session, checker);
      checker.catch(() => this.#checkers.delete(session));
      void session.ended.then(() => this.#checkers.delete(session));
    }
    return checker;
  }

  #report(reason: string): void {
    if (this.#reported.has(reason)) return;
    this.#reported.add(reason);
    const { adapter, server } = this.#running;
    server.options.log(
      'warn',
      `${adapter.title}: the type checker cannot be asked, so each identifier is asked about separately: ${reason}`,
    );
  }
}

let ownVersion: string | undefined;

/** Whether the checker of a server of this version can be asked: its interface is not stable, so server and client have to match. */
export function hasChecker(serverVersion: string): boolean {
  if (ownVersion === undefined) {
    const file = bundledFile('typescript/package.json');
    ownVersion = file === null ? '' : String(JSON.parse(readFileSync(file, 'utf8')).version);
  }
  return ownVersion !== '' && serverVersion === ownVersion;
}
