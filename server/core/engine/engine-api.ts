/** The face of the engine: all that a front (LSP, MCP, terminal) may ask of a workspace. It knows no protocol. */
import type { Answer, Filters, Question, Status, SymbolAnswer } from '../model/answer.js';
import type { ExportReport, ImportReport } from '../model/archive-report.js';
import type { WorkspacePath } from '../model/file.js';
import type { ServerSettings } from '../model/language-server.js';
import type { ModelSettings } from '../model/model-settings.js';
import type { PathReport } from '../model/path-report.js';
import type { Progress } from '../model/progress.js';
import type { RelatedAnswer, RelatedQuestion } from '../model/related.js';
import type { RootFolder } from '../model/root-name.js';
import type { ShowAnswer, ShowQuestion } from '../model/show.js';
import type { TextAnswer, TextQuestion } from '../model/text-search.js';
import type { EditorOptions, ProxiedServers } from './proxied-server.js';

export interface SymbolQuestion {
  readonly query: string;
  readonly limit?: number;
  readonly filters?: Filters;
  /** All symbols of this file that the filters let through, and no others; `query` and `mode` then say nothing. */
  readonly ofFile?: WorkspacePath;
  /** `name`: as typed, for a picker; `meaning`: by what it does; `auto`: names first, several plain words are a question. */
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
  /** Number of files by LSP language id, told by their names. */
  readonly languages: Readonly<Record<string, number>>;
}

export interface Engine {
  /** Never throws for what a query says; throws ContextError('query') for values out of range, or when aborted (AbortError). */
  retrieve(question: Question, signal?: AbortSignal): Promise<Answer>;
  symbols(question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer>;
  /** Throws ContextError('query') where it is not said what about. */
  related(question: RelatedQuestion, signal?: AbortSignal): Promise<RelatedAnswer>;
  /** Symbols whole. Throws ContextError('query') where it is not said which. */
  show(question: ShowQuestion, signal?: AbortSignal): Promise<ShowAnswer>;
  /** Lines that a text or regular expression matches. Throws ContextError('query') where that cannot be searched for. */
  findText(question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer>;

  /** An editor opened a document: its text takes the place of the disk's until it is closed. Returns at once. */
  openDocument(path: WorkspacePath, text: string, languageId?: string): void;
  changeDocument(path: WorkspacePath, text: string): void;
  closeDocument(path: WorkspacePath): void;
  /** What a client's file watcher reports; a folder stands for all below it, '' for the whole workspace. */
  filesChanged(changes: readonly { kind: 'created' | 'changed' | 'deleted'; path: WorkspacePath }[]): void;

  /** As last known; `statusNow` asks the engine. */
  status(): Status;
  statusNow(): Promise<Status>;
  /** In place of indexing, for a workspace that is only read: lists the files, and looks for language servers. */
  listFiles(): Promise<DiskListing>;
  /** Why a file or folder (absolute path) is or is not indexed. Reads the index as it is; indexes nothing. */
  explainPath(absolutePath: string): Promise<PathReport>;
  onProgress(listener: (progress: Progress) => void): () => void;
  /** How far language servers have been asked for the structure of the code. */
  onEdgeProgress(listener: (progress: EdgeIndexProgress) => void): () => void;
  /** Status changed in a way that a person would want to know (state, problems, model); at most twice a second. */
  onStatus(listener: (status: Status) => void): () => void;
  /** Looks at files again; all of them where none are named. `force` ignores what is known of them. */
  reindex(options: { paths?: readonly WorkspacePath[]; force?: boolean }): Promise<void>;
  /**
   * Deletes files or folders from every store, and keeps them out of every index until `unforget`. Where none are named, all is
   * deleted, and comes back with the next reindex or start. Throws ContextError('index') where that cannot be remembered.
   */
  forget(paths?: readonly WorkspacePath[]): Promise<void>;
  /** Takes back what was forgotten, all where none is named. ContextError('query') for what is forgotten as a part of a folder. */
  unforget(paths?: readonly WorkspacePath[]): Promise<void>;
  /** Resolves when nothing is pending: every file on disk and every open document is indexed. */
  settled(): Promise<void>;
  /** Settled, and everything derived is in place as well: what `status` reports from then on is how it stays. */
  ready(): Promise<void>;
  /** Takes other models, or the same with other settings; what serves goes on until the next is complete. */
  configureModels(settings: ModelSettings): Promise<void>;
  /** Resolves when the model that the settings ask for has vectors of everything, or cannot go on; starts that where nothing else does. */
  embedded(): Promise<void>;
  /** Writes the vectors of the model that serves to one file. Throws ContextError('index') where it cannot be written. */
  exportIndex(file: string, signal?: AbortSignal): Promise<ExportReport>;
  /**
   * Takes over the vectors of an exported index, of the embedded model or of the one that the settings ask for. What is refused
   * changes nothing: ContextError('index') for a file that is damaged, of another repository, model or version.
   */
  importIndex(file: string, signal?: AbortSignal): Promise<ImportReport>;
  /** How many texts in use have vectors that were imported since the engine was opened. */
  reused(): Promise<number>;
  /** Language servers to pass requests on to; null where that was not asked for. */
  readonly passed: ProxiedServers | null;
  /** `passed` is another one from now on: the engine's process was replaced. Never called by an engine in this process. */
  onServersReplaced(listener: () => void): () => void;
  /** Resolves when language servers have said all that they can about the files as they are. */
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
  /** Names that root folders have had in this session: they keep them. Not looked at before the workspace is opened. */
  readonly names?: ReadonlyMap<string, string>;
  /** Folder for all indexes; the user's cache folder where absent. */
  readonly cacheDir?: string;
  /** Settings as in protocol.md, already validated. */
  readonly settings?: EngineSettings;
  /** There where requests are to be passed on to language servers. */
  readonly editor?: EditorOptions;
  /** False for one-shot commands. */
  readonly watch?: boolean;
  /** True: files are looked at only when `reindex` is called. */
  readonly paused?: boolean;
  /** True: the index is only read, as it is, beside whoever writes it. Where there is none, none is made. For `look`. */
  readonly readOnly?: boolean;
  /** `onDemand`: vectors of a chosen model are made only when `embedded` is called, as one-shot commands want it. */
  readonly embedding?: 'background' | 'onDemand';
}

export interface EngineSettings extends ModelSettings {
  readonly maxFileBytes?: number;
  readonly workers?: number;
  /** True: e-mail addresses are masked in all that is indexed. An index made with the other value is deleted. */
  readonly redactEmails?: boolean;
  /** Further globs to leave out. */
  readonly exclude?: readonly string[];
  readonly budgetTokens?: number;
  readonly vectorSearch?: 'auto' | 'exact';
  /** `off`: version control is not asked about commits. */
  readonly history?: 'auto' | 'off';
  /** What the user wants of language servers, by id. */
  readonly servers?: ServerSettings;
  /** True: what the workspace itself ships may be run (its servers, its Python, its build scripts). */
  readonly trusted?: boolean;
  /** `off`: language servers are not asked for the structure of the code. */
  readonly edgeIndexing?: 'auto' | 'off';
}
export type OpenEngine = (options: EngineOptions) => Promise<Engine>;
