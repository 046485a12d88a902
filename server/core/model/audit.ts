/** The audit log: who asked what, when, and which places were returned. No code and no names of symbols are in it. */

/** A program that asks, as it introduces itself. */
export interface AuditClient {
  readonly front: 'lsp' | 'mcp' | 'cli';
  readonly name: string;
}

export interface AuditPlace {
  /** Relative to the workspace. */
  readonly path: string;
  /** One-based; the end is inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

export interface AuditEntry extends AuditClient {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Process that asked. */
  readonly pid: number;
  /** Absolute folders of the workspace. */
  readonly workspace: readonly string[];
  /** What was done: `retrieve`, `symbols`, `related`, `show`, `findText`, `explainPath`, `export`, `import`, `forget`, `unforget`. */
  readonly action: string;
  /** The question, with secrets masked. */
  readonly question: string;
  /** Places of the answer, in its order. */
  readonly places: readonly AuditPlace[];
  /** Why there is no answer; absent where there is one. */
  readonly error?: string;
}

export interface AuditLog {
  /** Returns when the entry outlives this process. @throws ContextError('index') where it cannot be written */
  write(entry: AuditEntry): void;
}

/** The audit logs of the user. */
export interface AuditLogs {
  /** Entries are kept for so many days. */
  open(days: number): AuditLog;
  /** Entries from a time on (milliseconds since 1970), the oldest first. */
  read(since: number): readonly AuditEntry[];
  readonly folder: string;
}
