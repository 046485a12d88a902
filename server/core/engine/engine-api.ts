/** The interface of the engine: everything that a front (LSP, MCP, terminal) may ask of a workspace. It knows no protocol. */

import type { Log } from '../../util/log.js';
import type { Answer, Filters, Question, Status, SymbolAnswer } from '../model/answer.js';
import type { ExportReport, ImportReport } from '../model/archive-report.js';
import type { AuditClient } from '../model/audit.js';
import type { WorkspacePath } from '../model/file.js';
import type { ServerSettings } from '../model/language-server.js';
import type { MaskedInFile } from '../model/masked-place.js';
import type { ModelSettings } from '../model/model-settings.js';
import type { PublishReport } from '../model/pack-report.js';
import type { PathReport } from '../model/path-report.js';
import type { Progress } from '../model/progress.js';
import type { RelatedAnswer, RelatedQuestion } from '../model/related.js';
import type { RootFolder } from '../model/root-name.js';
import type { ShowAnswer, ShowQuestion } from '../model/show.js';
import type { TeamSettings } from '../model/team.js';
import type { TextAnswer, TextQuestion } from '../model/text-search.js';
import type { EditorOptions, ProxiedServers } from './proxied-server.js';

export interface SymbolQuestion {
  readonly query: string;
  readonly limit?: number;
  readonly filters?: Filters;
  /** All symbols of this file that match the filters, and no others; `query` and `mode` are then ignored. */
  readonly ofFile?: WorkspacePath;
  /** `name`: by name as typed, for a picker; `meaning`: by meaning; `auto`: names first; several plain words are a question. */
  readonly mode?: 'auto' | 'name' | 'meaning';
}

export interface EdgeIndexProgress {
  /** Files of the present run. */
  readonly done: number;
  readonly total: number;
  /** False once nothing is left to do. */
  readonly busy: boolean;
}

/** Files on disk, indexed or not. */
export interface DiskListing {
  readonly files: number;
  /** Number of files by LSP language id, which follows from the file name. */
  readonly languages: Readonly<Record<string, number>>;
}

export interface Engine {
  /** Never throws for the text of a query; throws ContextError('query') for values out of range, or when aborted (AbortError). */
  retrieve(question: Question, signal?: AbortSignal): Promise<Answer>;
  symbols(question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer>;
  /** Throws ContextError('query') for a question that names no symbol. */
  related(question: RelatedQuestion, signal?: AbortSignal): Promise<RelatedAnswer>;
  /** Whole symbols. Throws ContextError('query') for a question that names none. */
  show(question: ShowQuestion, signal?: AbortSignal): Promise<ShowAnswer>;
  /** Lines that a text or regular expression matches. Throws ContextError('query') where that cannot be searched for. */
  findText(question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer>;

  /** An editor opened a document: its text takes the place of the disk's until it is closed. Returns at once. */
  openDocument(path: WorkspacePath, text: string, languageId?: string): void;
  changeDocument(path: WorkspacePath, text: string): void;
  closeDocument(path: WorkspacePath): void;
  /** Changes that a client's file watcher reports; a folder includes everything below it, '' is the whole workspace. */
  filesChanged(changes: readonly { kind: 'created' | 'changed' | 'deleted'; path: WorkspacePath }[]): void;

  /** As last known; `statusNow` asks the engine. */
  status(): Status;
  statusNow(): Promise<Status>;
  /** For a workspace that is only read, in place of indexing: lists the files and finds the language servers. */
  listFiles(): Promise<DiskListing>;
  /** Why a file or folder (absolute path) is or is not indexed. Reads the index without updating it. */
  explainPath(absolutePath: string): Promise<PathReport>;
  /** Secrets that are masked in the index, by path and line; once everything is indexed. */
  maskedSecrets(): Promise<readonly MaskedInFile[]>;
  onProgress(listener: (progress: Progress) => void): () => void;
  /** Progress of asking language servers for edges. */
  onEdgeProgress(listener: (progress: EdgeIndexProgress) => void): () => void;
  /** The status changed (state, problems, model); at most twice a second. */
  onStatus(listener: (status: Status) => void): () => void;
  /** Compares files with the disk again; all files where none are named. `force` analyses them even if unchanged. */
  reindex(options: { paths?: readonly WorkspacePath[]; force?: boolean }): Promise<void>;
  /**
   * Deletes files or folders from every store, and excludes them from every index until `unforget`. Where none are named, everything is
   * deleted, and indexed again with the next reindex or start. Throws ContextError('index') where that cannot be stored.
   */
  forget(paths?: readonly WorkspacePath[]): Promise<void>;
  /** Reverts `forget`, for everything where no path is named. ContextError('query') for a part of a forgotten folder. */
  unforget(paths?: readonly WorkspacePath[]): Promise<void>;
  /** Resolves when nothing is pending: every file on disk and every open document is indexed. */
  settled(): Promise<void>;
  /** Settled, and derived data is complete: `status` does not change from then on by itself. */
  ready(): Promise<void>;
  /** Switches to other models or model settings; the present model answers until the next one is complete. */
  configureModels(settings: ModelSettings): Promise<void>;
  /** Resolves when the configured model has vectors of everything, or cannot continue; starts embedding where needed. */
  embedded(): Promise<void>;
  /** Writes the vectors of the model in use to one file. Throws ContextError('index') where it cannot be written. */
  exportIndex(file: string, signal?: AbortSignal): Promise<ExportReport>;
  /**
   * Imports the vectors of an exported index, of the embedded model or of the configured one. ContextError('index') for a file that is
   * damaged or of another repository, model or version; nothing is changed then.
   */
  importIndex(file: string, signal?: AbortSignal): Promise<ImportReport>;
  /**
   * Adds the packs of the workspace's commit to a folder. ContextError('index') where it cannot be written, or where tracked files
   * differ from a commit.
   */
  publishPacks(folder: string, signal?: AbortSignal): Promise<PublishReport>;
  /** How many texts in use have vectors that were imported since the engine was opened. */
  reused(): Promise<number>;
  /** Language servers that requests are passed on to; null where that is not enabled. */
  readonly proxiedServers: ProxiedServers | null;
  /** `proxiedServers` is another one from now on: the engine's process was replaced. Never called by an engine in this process. */
  onServersReplaced(listener: () => void): () => void;
  /** Resolves when language servers have been asked about every file as it is now. */
  edgesIndexed(): Promise<void>;
  absolute(path: WorkspacePath): string | null;
  relative(absolutePath: string): WorkspacePath | null;
  /** The same for the entry itself: of a link, its own path. '' for a root or a folder above one. */
  entryPath(absolutePath: string): WorkspacePath | null;
  close(): Promise<void>;
}

/** What a front needs to open a workspace; compose.ts provides the function. */
export interface EngineOptions {
  /** With the names that the client has for them; `nameRoots` makes them distinct. */
  readonly roots: readonly RootFolder[];
  /** Names that root folders already have in this session: they keep them. Read when the workspace is opened. */
  readonly names?: ReadonlyMap<string, string>;
  /** Folder for all indexes; the user's cache folder where absent. */
  readonly cacheDir?: string;
  /** Settings as in protocol.md, already validated. */
  readonly settings?: EngineSettings;
  /** Set where requests are passed on to language servers. */
  readonly editor?: EditorOptions;
  /** False for one-shot commands. */
  readonly watch?: boolean;
  /** True: files are read only when `reindex` is called. */
  readonly paused?: boolean;
  /** True: the index is only read, beside the process that writes it. Where there is none, none is created. For `listFiles` and `explainPath`. */
  readonly readOnly?: boolean;
  /** `onDemand`: vectors of a chosen model are made only when `embedded` is called, for one-shot commands. */
  readonly embedding?: 'background' | 'onDemand';
  /** Who asks at the moment, for the audit log. */
  readonly askedBy?: () => AuditClient;
}

interface PackSettings {
  /** URL or folder. */
  readonly source: string;
  /** Environment variable with a token. */
  readonly tokenEnv?: string;
}

export interface EngineSettings extends ModelSettings {
  readonly maxFileBytes?: number;
  readonly workers?: number;
  /** True: e-mail addresses are masked in all that is indexed. An index made with the other value is deleted. */
  readonly redactEmails?: boolean;
  /** Further globs to exclude. */
  readonly exclude?: readonly string[];
  readonly budgetTokens?: number;
  /** Indexes of workspaces that were not opened for so many days are deleted at the start. Absent: they are kept. */
  readonly retentionDays?: number;
  /** Questions and the places of their answers are recorded, and kept for so many days. Absent: nothing is recorded. */
  readonly auditDays?: number;
  readonly vectorSearch?: 'auto' | 'exact';
  /** `off`: commits are not read from version control. */
  readonly history?: 'auto' | 'off';
  /** Settings of language servers, by id. */
  readonly servers?: ServerSettings;
  /** True: programs of the workspace may be run (its servers, its Python, its build scripts). */
  readonly trusted?: boolean;
  /** Where packs are fetched from. */
  readonly packs?: PackSettings;
  /** A team's index, which answers while the own one is incomplete. */
  readonly team?: TeamSettings;
  /** `off`: language servers are not asked for edges. */
  readonly edgeIndexing?: 'auto' | 'off';
}
export type OpenEngine = (options: EngineOptions) => Promise<Engine>;
/** The engine's log goes where its opener says. */
export type OpenEngineWithLog = (options: EngineOptions, log: Log) => Promise<Engine>;
