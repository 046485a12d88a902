/**
 * Facts from the type checker of the server that serves a file, where it has one that we can speak to: a tenth of what
 * asking identifier by identifier costs. Null where it cannot be asked: then that is done.
 */
import type { FileFacts, Occurrence } from '../../../core/code-graph/facts.js';
import { messageOf } from '../../../util/bug.js';
import type { RunningServer } from '../root-servers.js';
import type { ServerSession } from '../session.js';
import type { AskedFileFacts, WorkspacePathOf } from './ask-file-facts.js';
import { hasOwnChecker } from './own-checker.js';
import type { CheckerSession } from './typescript/checker-session.js';

/** After as many files in a row that it could not be asked about, it is left alone. */
const maxFailures = 3;
/** It holds syntax trees and what it has found out of types; with the next edit it is wanted again. */
const keptMs = 60_000;

export class ByChecker {
  readonly #pathOf: WorkspacePathOf;
  readonly #checkers = new Map<ServerSession, Promise<CheckerSession>>();
  readonly #failures = new Map<RunningServer, number>();
  readonly #said = new Set<string>();
  #closing: NodeJS.Timeout | null = null;

  constructor(pathOf: WorkspacePathOf) {
    this.#pathOf = pathOf;
  }

  /** Rejects only when aborted. */
  async facts(
    serving: RunningServer,
    file: AskedFileFacts,
    occurrences: readonly Occurrence[],
    signal?: AbortSignal,
    turn: () => Promise<void> = async () => {},
  ): Promise<FileFacts | null> {
    const failures = this.#failures.get(serving) ?? 0;
    if (failures >= maxFailures || !hasOwnChecker(serving)) return null;
    if (this.#closing) clearTimeout(this.#closing);
    this.#closing = null;
    try {
      const { checkedFacts } = await import('./typescript/checked-facts.js');
      const checkerOf = (session: ServerSession) => this.#checkerOf(serving, session);
      const facts = await checkedFacts({ serving, file, occurrences, checkerOf, pathOf: this.#pathOf, signal, turn });
      this.#failures.delete(serving);
      return facts;
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#failures.set(serving, failures + 1);
      this.#say(serving, messageOf(error));
      return null;
    }
  }

  /** Nothing more is to be asked for now. */
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

  #checkerOf({ adapter, server }: RunningServer, session: ServerSession): Promise<CheckerSession> {
    let checker = this.#checkers.get(session);
    if (!checker) {
      checker = import('./typescript/checker-session.js').then(({ CheckerSession }) =>
        CheckerSession.open(session, this.#pathOf, Math.max(adapter.readyWithinMs, server.options.timing.backgroundMs)),
      );
      this.#checkers.set(session, checker);
      checker.catch(() => this.#checkers.delete(session));
      void session.ended.then(() => this.#checkers.delete(session));
    }
    return checker;
  }

  #say({ adapter, server }: RunningServer, reason: string): void {
    if (this.#said.has(reason)) return;
    this.#said.add(reason);
    server.options.log('warn', `${adapter.title} is asked identifier by identifier, for its type checker cannot be asked: ${reason}`);
  }
}
