/** How an adapter states facts about a file in a cheaper way than one question for each identifier. */
import type { FileFacts, Occurrence } from '../../../core/code-graph/facts.js';
import type { FileToResolve } from '../../../core/code-graph/ports.js';
import type { RunningServer } from '../running-server.js';

/** Workspace path of a URI; null for a file that is not in the workspace. */
export type WorkspacePathOf = (uri: string) => string | null;

export interface FactRequest {
  readonly file: FileToResolve & { readonly uri: string };
  /** Identifiers that are worth a question. */
  readonly mentions: () => readonly Occurrence[];
  /** Asks about these identifiers one by one. */
  readonly ask: (occurrences: readonly Occurrence[]) => Promise<FileFacts>;
  readonly signal?: AbortSignal | undefined;
  /** Awaited before each question. */
  readonly turn: () => Promise<void>;
}

export interface FactSource {
  /** Null: not possible for this file, which is then asked about identifier by identifier. Rejects like `EdgeSource.facts`. */
  facts(request: FactRequest): Promise<FileFacts | null>;
  /** No more questions for now: caches may be dropped. */
  rest?(): void;
}

export type OpenFactSource = (running: RunningServer, pathOf: WorkspacePathOf) => FactSource;
