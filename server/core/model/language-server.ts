/** Language servers for users: their settings and their state. */

/** One server's part of the user's settings. */
export interface ServerSetting {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  /** `false` turns the server off. */
  readonly enabled?: boolean | undefined;
  /** For a server that is known by its setting alone. */
  readonly languages?: readonly string[] | undefined;
  /** Sections of `workspace/configuration`. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly initializationOptions?: unknown;
  readonly readyLog?: string | undefined;
  readonly readyProgress?: string | undefined;
  readonly needsOpenFiles?: boolean | undefined;
  /** True: it serves editors beside the server of its languages, and states nothing for the index. */
  readonly beside?: boolean | undefined;
  /** Whether it runs in a sandbox where the workspace is not trusted. */
  readonly sandbox?: boolean | undefined;
}
/** By id. */
export type ServerSettings = Readonly<Record<string, ServerSetting>>;

export type FoundWhere = 'setting' | 'workspace' | 'path' | 'bundled';
export type ServerState = 'idle' | 'starting' | 'loading' | 'ready' | 'resting' | 'closed';

/** One line of doctor or status: a server and how it is. */
export interface ServerReport {
  readonly id: string;
  /** As people call it. */
  readonly server: string;
  /** Languages of the workspace that it serves. */
  readonly languages: readonly string[];
  readonly where: FoundWhere | null;
  readonly command: string;
  readonly version: string;
  readonly state: ServerState | 'missing';
  /** Why it is missing, or how it ended last; ''. */
  readonly reason: string;
  /** What is missing in the workspace, and what that costs. */
  readonly remarks: readonly string[];
  /** How to get it, where it is missing; ''. */
  readonly install: string;
  readonly deaths: number;
  /** URIs of files that it died of twice. */
  readonly quarantined: readonly string[];
  readonly memoryBytes: number | null;
  /** The program that restricts it, or why none does; null where it is missing. */
  readonly sandbox: { readonly command: string | null; readonly reason: string } | null;
}

/** The same, of one folder of a workspace. */
export interface RootServerReport extends ServerReport {
  /** Name of the workspace root. */
  readonly root: string;
}

/** How much of a language's structure language servers have stated so far. */
export interface LanguageStructure {
  readonly language: string;
  /** Files that hold anything. */
  readonly files: number;
  /** Of them, those whose edges a language server has stated; those of the others are guessed by name. */
  readonly withEdges: number;
  /** Files for which the server had no answer. */
  readonly failed: number;
  /** `off`: not asked; `waiting`: after another task; `resting`: the server is unavailable and retried later. */
  readonly state: 'off' | 'waiting' | 'running' | 'resting' | 'done';
  /** Why it is unavailable, or the error of the last file that failed; ''. */
  readonly problem: string;
}
