/** What is particular to one language server, as data. Each file of `adapters/` holds one; the rest of this folder knows none by name. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What an adapter may look at when it says how its server is started and configured. */
export interface AdapterContext {
  /** Absolute path of the folder that the server serves. */
  readonly folder: string;
  /** False: nothing that the workspace ships may be run. */
  readonly trusted: boolean;
  /** True: an editor shows what the server says, so it is set up as its users know it and not for the index alone. */
  readonly forEditor: boolean;
  /** A folder of ours, for what the server or we write on its behalf. Never inside the workspace. */
  readonly cacheFolder: string;
  /** Settings of the user for this server: sections of `workspace/configuration`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Absolute path of an executable on PATH, or null; without trust never one of the workspace. */
  which(name: string): string | null;
  /** All of that name on PATH, those of the workspace included: the first may be a stub that does not run. */
  programs(name: string): Iterable<string>;
  /** A file of one of our own packages, e.g. `pyright/langserver.index.js`, or null. */
  bundled(path: string): string | null;
  /** Whether a path lies in the folder, by its own name or by what it links to. */
  isInside(path: string): boolean;
  /** What one of the adapter's `asks` has printed, without its trailing line end; null where it failed or was not run. */
  output(command: string, args: readonly string[]): string | null;
  exists(path: string): boolean;
  readText(path: string): string | null;
}

/** How it is known that answers are complete. Before it, five of eight servers answer wrongly without saying so. */
export type Readiness =
  | { readonly kind: 'initialized' }
  /** A line of window/logMessage. */
  | { readonly kind: 'log'; readonly pattern: RegExp }
  /** The end of the last running progress whose token or title matches, or none begun within `quietMs` of the first document. */
  | { readonly kind: 'progress'; readonly pattern: RegExp; readonly quietMs: number }
  /** A notification whose params satisfy `isReady`. */
  | { readonly kind: 'notification'; readonly method: string; readonly isReady: (params: unknown) => boolean };

export interface Adapter {
  readonly id: string;
  /** As people call it. */
  readonly title: string;
  readonly languages: readonly string[];
  /** Names on PATH with their arguments, in order of preference. */
  readonly commands: readonly (readonly string[])[];
  /** Executables that a workspace may ship, relative to its folder; only looked at where it is trusted. */
  readonly inWorkspace?: readonly (readonly string[])[];
  /** Started from our own packages; null where that is not possible. */
  readonly bundled?: (context: AdapterContext) => Launch | null;
  /** Set for its process, wherever it was found. */
  readonly env?: (context: AdapterContext) => Readonly<Record<string, string>>;
  /** Programs, with their arguments, whose `output` it needs: run outside of the workspace when the server was found. */
  readonly asks?: (context: AdapterContext) => readonly (readonly [string, ...string[]])[];
  /** Arguments that are added once the executable is found. */
  readonly extraArgs?: (context: AdapterContext) => readonly string[];
  /** Prints a version and ends. */
  readonly versionArgs: readonly string[] | null;
  /** Told by the version; a server that does not qualify is left aside, with the reason. */
  readonly refuses?: (version: string, context: AdapterContext) => string | null;
  /** True: merely loading a workspace runs programs from it (build scripts, project files), so an untrusted one gets none of it. */
  readonly runsWorkspaceCode: boolean;
  readonly initializationOptions?: (context: AdapterContext) => unknown;
  /** Value of a section of `workspace/configuration`; null where there is none. */
  readonly configuration?: (section: string, context: AdapterContext) => unknown;
  /** True: it may not ask for its settings, so it is told them after its start (bash, css). */
  readonly takesPushedSettings?: boolean;
  readonly readiness: Readiness;
  /** Longest wait for readiness; answers then count as possibly incomplete. */
  readonly readyWithinMs: number;
  /** Requests that it answers in full while it still loads. */
  readonly completeWhileLoading?: readonly string[];
  /** True: the server knows nothing of a file that was not opened. */
  readonly needsOpenFiles: boolean;
  /** True: it knows unopened files, but only those that its configuration includes; others show no symbols until opened. */
  readonly mayExcludeFiles?: boolean;
  /** True: closing the last file unloads the project, so one stays open. */
  readonly keepsAnchor: boolean;
  /** Folders below its own that it has to be told of, absolute. */
  readonly foldersBelow?: (folder: string) => readonly string[];
  /** True: it writes an index that is read faster than questions are answered. */
  readonly hasShards?: boolean;
  /** True: its symbols are right where syntax alone fails (macros), so they heal the outlines of files with errors. */
  readonly healsOutlines?: boolean;
  /** True: it is TypeScript's own, whose type checker can be asked about a file as a whole by the package of the same version. */
  readonly hasChecker?: boolean;
  /** Background requests in flight. */
  readonly window: number;
  /**
   * Keys of its settings that name programs or have some run. An editor's settings may come from the workspace, so where that is
   * not trusted they arrive without these; of a server whose keys are not known, not at all.
   */
  readonly programKeys?: readonly string[];
  /** Requests of its own to editors, to which null is an answer and an error a failure of what it is doing. */
  readonly optionalRequests?: readonly string[];
  /** Requests that it is not told to cancel, because that breaks it; their answers are let go. */
  readonly neverCancelled?: readonly string[];
  /** A log line that says the server lives on but is of no use any more. */
  readonly brokenLog?: RegExp;
  /** An error that every question about a file has, for want of something in the workspace: no further ones are asked. */
  readonly uselessError?: RegExp;
  /** One file below its folder makes it worth starting, e.g. `go.mod`. None: any file of its languages does. */
  readonly roots?: readonly string[];
  /** Something of the workspace that the index may not hold and that decides how the server reads it; another text, other facts. */
  readonly stamp?: (context: AdapterContext) => string;
  /** What is missing in this workspace and what that costs; one line each. */
  readonly remarks?: (context: AdapterContext) => readonly string[];
  /** How to get it. */
  readonly install: string;
}
