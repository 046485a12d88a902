/** What is specific to one language server, as data and hooks. Each file in `adapters/` holds one; no other file names a server. */
import type { OpenFactSource } from './facts/fact-source.js';

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What an adapter may use to decide how its server is started and configured. */
export interface AdapterContext {
  /** Absolute path of the root folder. */
  readonly folder: string;
  /** False: nothing from the workspace may be run. */
  readonly trusted: boolean;
  /** True: an editor shows the server's answers, so it is configured as its users expect and not for the index alone. */
  readonly forEditor: boolean;
  /** A folder of ours outside of the workspace, for files that the server writes or that we write for it. */
  readonly cacheFolder: string;
  /** The user's settings for this server: sections of `workspace/configuration`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Absolute path of an executable on PATH, or null. In an untrusted workspace never one from the workspace. */
  which(name: string): string | null;
  /** All executables of that name on PATH, those in the workspace included. The first may be a stub that does not run. */
  programs(name: string): Iterable<string>;
  /** A file of one of our own packages, e.g. `pyright/langserver.index.js`, or null. */
  bundled(path: string): string | null;
  /** Whether a path lies in the folder, directly or through a symbolic link. */
  isInside(path: string): boolean;
  /** Output of one of the adapter's `programsToRun`, without the last line end; null if it failed or was not run. */
  output(command: string, args: readonly string[]): string | null;
  exists(path: string): boolean;
  readText(path: string): string | null;
}

/** What tells that answers are complete. Before that, five of eight servers give wrong answers without saying so. */
export type Readiness =
  | { readonly kind: 'initialized' }
  /** It serves the method: at once, or once it has registered it. */
  | { readonly kind: 'serving'; readonly method: string }
  /** A line of window/logMessage. */
  | { readonly kind: 'log'; readonly pattern: RegExp }
  /** The end of the last progress whose token or title matches, or no such progress within `quietMs` after the first document. */
  | { readonly kind: 'progress'; readonly pattern: RegExp; readonly quietMs: number }
  /** A notification whose params satisfy `isReady`. */
  | { readonly kind: 'notification'; readonly method: string; readonly isReady: (params: unknown) => boolean };

export interface Adapter {
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  readonly languages: readonly string[];

  // Finding and starting it.

  /** Names on PATH with their arguments, in order of preference. */
  readonly commands: readonly (readonly string[])[];
  /** Executables relative to the root folder. Used only in a trusted workspace. */
  readonly inWorkspace?: readonly (readonly string[])[];
  /** How to start it from our own packages; null where that is not possible. */
  readonly bundled?: (context: AdapterContext) => Launch | null;
  /** Environment variables of its process. */
  readonly env?: (context: AdapterContext) => Readonly<Record<string, string>>;
  /** Programs, with arguments, whose `output` the adapter needs. They run outside of the workspace once the server was found. */
  readonly programsToRun?: (context: AdapterContext) => readonly (readonly [string, ...string[]])[];
  /** Environment variables that name folders which it must be able to write, below its cache folder, in a sandbox. */
  readonly cacheVariables?: readonly string[];
  /** Arguments that are added once the executable is found. */
  readonly extraArgs?: (context: AdapterContext) => readonly string[];
  /** Arguments that print the version; null where the version comes from the package of the script. */
  readonly versionArgs: readonly string[] | null;
  /** Why this version cannot be used; null where it can. */
  readonly rejects?: (version: string, context: AdapterContext) => string | null;
  /** What another version needs; a setting of the user comes before it. */
  readonly ofVersion?: (version: string) => Partial<Pick<Adapter, 'needsOpenFiles' | 'keepsOneFileOpen'>>;
  /** True: loading a workspace runs programs from it (build scripts, project files), so it is not started in an untrusted one. */
  readonly runsWorkspaceCode: boolean;
  /** A file below the root folder that makes the server worth starting, e.g. `go.mod`. Absent: any file of its languages does. */
  readonly roots?: readonly string[];
  /** Names of configuration files that it reads, whatever they are, `*.go` for an ending: a pipe of such a name would make it wait for ever. */
  readonly configurationFiles?: readonly string[];
  /** Workspace folders below the root folder that it is given as well, absolute. */
  readonly additionalFolders?: (folder: string) => readonly string[];
  /** True: it is used where it is found, and not reported as missing elsewhere. */
  readonly isOptional?: boolean;
  /** True: it serves an editor in addition to the server of its languages (linters). */
  readonly isBeside?: boolean;
  /** How to install it. */
  readonly install: string;

  // Settings.

  readonly initializationOptions?: (context: AdapterContext) => unknown;
  /** Value of a section of `workspace/configuration`; null for none. */
  readonly configuration?: (section: string, context: AdapterContext) => unknown;
  /** True: it may not request its settings, so they are sent after its start (bash, css). */
  readonly takesPushedSettings?: boolean;
  /**
   * Keys of its settings that name programs or lead to one being run. An editor's settings may come from the workspace, so in an
   * untrusted one they are passed on without these keys. Absent: the keys are not known, and no settings are passed on.
   */
  readonly programKeys?: readonly string[];
  /** Text that changes with the files that decide how the server reads the workspace. Another text: the server is restarted, its facts renewed. */
  readonly configurationStamp?: (context: AdapterContext) => string;
  /** What is missing in this workspace and what it costs, one line each. */
  readonly remarks?: (context: AdapterContext) => readonly string[];

  // Documents and readiness.

  readonly readiness: Readiness;
  /** Longest wait for readiness. After it answers count as possibly incomplete. */
  readonly readyWithinMs: number;
  /** Requests whose answers are complete even while it loads. */
  readonly completeWhileLoading?: readonly string[];
  /** True: it answers about open files only. */
  readonly needsOpenFiles: boolean;
  /** True: it answers about unopened files, but only about those that its configuration includes. */
  readonly mayExcludeFiles?: boolean;
  /** True: closing the last file unloads the project, so one file stays open. */
  readonly keepsOneFileOpen: boolean;

  // Requests.

  /** Background requests in flight. */
  readonly maxParallelRequests: number;
  /** Its own requests to editors that may be answered with null; an error would fail what it is doing. */
  readonly optionalRequests?: readonly string[];
  /** Requests that must not be cancelled because that breaks the server. Their answers are ignored. */
  readonly neverCancelled?: readonly string[];
  /** A log line after which the server runs but is useless. */
  readonly brokenLog?: RegExp;
  /** An error that all requests about a file will have, because something is missing in the workspace. No more are sent. */
  readonly uselessError?: RegExp;

  // Facts for the index.

  /** True: a name means only what is declared with it, so names that no symbol of the workspace has are not asked about. */
  readonly namesAreDeclared?: true;

  /** The type and the name of a method, from the name of a document symbol; null for other symbols. Absent: names do not contain the type. */
  readonly methodOf?: (symbolName: string) => { readonly type: string; readonly method: string } | null;
  /** False: it does not state where names are defined in other files, so it is not asked for edges. `if named`: where a setting names it. */
  readonly statesEdges?: boolean | 'if named';
  /** A cheaper way to facts than a question for each identifier. */
  readonly facts?: OpenFactSource;
  /** What besides the version decides which facts it states; null for nothing. Part of the provenance. */
  readonly factsVariant?: (version: string) => string | null;
  /** True: it keeps an index in our cache folder, so it is restarted when that folder is deleted. */
  readonly writesIndex?: boolean;
  /** True: its document symbols are right where a syntax tree has errors (macros), so they replace ours there. */
  readonly hasReliableOutlines?: boolean;
}
