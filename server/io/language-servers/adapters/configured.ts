/** Any other language server, from the user's settings alone. */
import type { Adapter, Readiness } from '../adapter.js';
import { pythonFacts } from '../facts/python-facts.js';

export interface ConfiguredServer {
  readonly command: string;
  readonly args?: readonly string[];
  readonly languages: readonly string[];
  readonly initializationOptions?: unknown;
  /** A pattern for the window/logMessage, or the progress title, that tells that loading has ended. */
  readonly readyLog?: string;
  readonly readyProgress?: string;
  /** False: it answers about unopened files. Default true, which is always correct. */
  readonly needsOpenFiles?: boolean;
}

function pattern(source: string): RegExp | null {
  try {
    return new RegExp(source);
  } catch {
    return null;
  }
}

function readinessOf({ readyLog, readyProgress }: ConfiguredServer): Readiness {
  const log = readyLog === undefined ? null : pattern(readyLog);
  if (log) return { kind: 'log', pattern: log };
  const progress = readyProgress === undefined ? null : pattern(readyProgress);
  if (progress) return { kind: 'progress', pattern: progress, quietMs: 3_000 };
  return { kind: 'initialized' };
}

export const configured = (id: string, server: ConfiguredServer): Adapter => ({
  id,
  title: id,
  languages: server.languages,
  commands: [[server.command, ...(server.args ?? [])]],
  versionArgs: null,
  runsWorkspaceCode: false,
  initializationOptions: () => server.initializationOptions ?? null,
  takesPushedSettings: true,
  readiness: readinessOf(server),
  readyWithinMs: 60_000,
  needsOpenFiles: server.needsOpenFiles ?? true,
  keepsOneFileOpen: false,
  maxParallelRequests: 4,
  ...(server.languages.includes('python') && { facts: pythonFacts }),
  install: `named by the settings: make sure that ${server.command} can be run`,
});
