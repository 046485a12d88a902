/** Questions and answers of the engine: what every front turns into its own protocol. */
import type { ChunkKind, ChunkMeta } from './chunk.js';
import type { LastCommit } from './commit.js';
import type { FileRole, LineSpan, WorkspacePath } from './file.js';
import type { LanguageStructure, RootServerReport } from './language-server.js';
import type { ModelsStatus } from './model-status.js';
import type { PacksStatus } from './pack-report.js';
import type { Problem } from './problem.js';
import type { Segment } from './shown-lines.js';
import type { SymbolKind } from './symbol.js';

/** All given conditions must hold; within one list any may. */
export interface Filters {
  readonly languages?: readonly string[];
  readonly kinds?: readonly SymbolKind[];
  /** Globs over workspace-relative paths; one that starts with `!` excludes. */
  readonly paths?: readonly string[];
  readonly tags?: readonly string[];
  readonly roles?: readonly FileRole[];
  /** Files modified at or after this time, milliseconds since the epoch. */
  readonly changedSince?: number;
}

/** Where the user is: results near it are more likely meant. Lines 0-based. */
export interface Anchor {
  readonly path: WorkspacePath;
  readonly line?: number;
}

export interface Question {
  readonly query: string;
  /** Other wordings of the question, such as names and terms that the code probably uses: what several wordings find comes first. At most 5 count. */
  readonly alternatives?: readonly string[];
  /** Most results to return; the budget may end the list earlier. */
  readonly limit?: number;
  /** Tokens of context wanted, including what is reserved for the answer. Absent: the default; Infinity: none. */
  readonly budgetTokens?: number;
  /** Most tokens of the text of one result. Absent: a share of the budget, and what the budget leaves over after that. */
  readonly resultTokens?: number;
  /** Tokens kept free for the model's own answer. */
  readonly reservedTokens?: number;
  readonly filters?: Filters;
  /** 0 to 1: results with less than this share of the best score are omitted. */
  readonly minScore?: number;
  readonly anchor?: Anchor;
  /** Chunk keys sent before; they do not come again. */
  readonly exclude?: readonly string[];
  /** True: every result has the parts of its score. */
  readonly explain?: boolean;
  /** Related results at most (callers, callees, tests …); 0 for none. Default 10. */
  readonly related?: number;
  /** The last commit of results: that of their file (default), or of their own lines where that is quickly found. */
  readonly lastCommit?: 'file' | 'symbol';
  /** True: of a function or constant too long to be shown whole, the lines that the question is about come, not its first lines. */
  readonly extract?: boolean;
  /** False: results have no text, only places. */
  readonly withText?: boolean;
  /** True: only the first results have text, those whose score is near the best; the others are places. */
  readonly brief?: boolean;
}

/** One named part of a score; the parts of a result sum to its score. */
export interface ScorePart {
  readonly name: string;
  readonly value: number;
}

/** How much of a result's source is shown; `place`: nothing. */
export type Shortening = 'place' | 'whole' | 'documentation' | 'collapsed' | 'extract' | 'signature' | 'line' | 'repeated';

export interface Result {
  readonly key: string;
  readonly path: WorkspacePath;
  readonly language: string;
  readonly kind: ChunkKind;
  readonly symbolKind: SymbolKind | null;
  readonly name: string;
  readonly qualifiedName: string;
  readonly lines: LineSpan;
  readonly nameLine: number;
  readonly nameColumn: number;
  readonly score: number;
  /** A short phrase: why it is here. */
  readonly reason: string;
  readonly parts: readonly ScorePart[];
  readonly signature: string;
  readonly doc: string;
  readonly meta: ChunkMeta;
  /** Clean source as shown; '' when the question asked for no text. */
  readonly text: string;
  /** Which lines of the file `text` shows. */
  readonly segments: readonly Segment[];
  readonly shortening: Shortening;
  /** Lines of the file, 0-based and ascending, that the question quotes or points to, or that use what it asks about; empty for most. */
  readonly answerLines: readonly number[];
  readonly tokens: number;
  /** True where it shows text that an editor has not saved. */
  readonly unsaved: boolean;
  /** Absent where there is no commit, or no version control. */
  readonly lastCommit?: LastCommit;
  /** What its structure rests on, e.g. `syntax:tree-sitter-go`. */
  readonly provenance: string;
}

/** A symbol that does not answer the question itself but belongs to a result that does. */
export interface RelatedResult extends Result {
  readonly relation: Relation;
  /** Key of the result that it belongs to. */
  readonly of: string;
}

/** How a result that matched nothing by itself belongs to one that did. */
export type Relation =
  | 'calls'
  | 'called_by'
  | 'uses'
  | 'imports'
  | 'imported_by'
  | 'interface_of'
  | 'implementation_of'
  | 'test_for'
  | 'sibling'
  | 'hub';

/** One edge of the graph around the results, with the line of code that proves it. `from` and `to` are result keys. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly relation: Relation;
  readonly path: WorkspacePath;
  /** 0-based. */
  readonly line: number;
  readonly provenance: string;
}

/** A signature that the returned code mentions and that is not among the results. */
export interface NeededSignature {
  readonly name: string;
  readonly signature: string;
  readonly path: WorkspacePath;
  readonly line: number;
}

/**
 * How a line outside of the results belongs to one: functions are called, other symbols used. `mayUse`: a member of that name of a value
 * whose type is not known. `contains`: the line contains a name of the question, and no more is known.
 */
type CallerRelation = 'calls' | 'uses' | 'implements' | 'mayUse' | 'contains';

/** A line that calls or uses a result, or begins what extends, implements or overrides it. */
export interface CallerLine {
  readonly path: WorkspacePath;
  /** 0-based. */
  readonly line: number;
  readonly text: string;
  readonly relation: CallerRelation;
  /** Qualified name of what the line is in. */
  readonly caller: string;
  /** Qualified name of the result, or the name of the question. */
  readonly of: string;
  /** On the last line of a result: further lines of the same relation that are not listed. */
  readonly more?: number;
  /** On the first line of a result: lines of the same relation that the results show already. */
  readonly above?: number;
}

export interface Answer {
  readonly query: string;
  /** What answers the question, best first, at most as many as were asked for. */
  readonly results: readonly Result[];
  readonly related: readonly RelatedResult[];
  readonly needed: readonly NeededSignature[];
  /** Only of a brief answer: lines that call or implement the first results. */
  readonly callers: readonly CallerLine[];
  /** The edges between results and related results. */
  readonly graph: readonly GraphEdge[];
  readonly tokens: number;
  readonly budgetTokens: number;
  /** Candidates that were considered. */
  readonly considered: number;
  readonly isIncomplete: boolean;
  readonly problems: readonly Problem[];
  /** 0 to 1: how sure the engine is that the first result answers. */
  readonly confidence: number;
  readonly elapsedMs: number;
  /** Only where the question asked for it. */
  readonly explanation?: Explanation;
}

/** How an answer came about. */
export interface Explanation {
  /** What the question was read as. */
  readonly query: {
    readonly words: readonly string[];
    /** Looked for at a lower weight; only those that the index has. */
    readonly expansions: readonly string[];
    readonly identifiers: readonly string[];
    /** Neighbouring words that form the name of a symbol. */
    readonly compounds: readonly string[];
    readonly paths: readonly string[];
  };
  /** What `confidence` rests on, each 0 to 1. */
  readonly signals: Readonly<Record<string, number>>;
  /** In their order. */
  readonly stages: readonly ExplainedStage[];
}

export type StageName = 'names' | 'words' | 'vectors' | 'fused' | 'ranked' | 'reranked' | 'gated' | 'hubs' | 'expanded' | 'assembled';

export interface ExplainedStage {
  readonly name: StageName;
  /** Candidates that the stage brought up or let through. */
  readonly count: number;
  /** A short description of what it did. */
  readonly note: string;
  /** The first of them, or what shows best what the stage did. */
  readonly top: readonly ExplainedEntry[];
}

export interface ExplainedEntry {
  readonly path: WorkspacePath;
  readonly lines: LineSpan;
  readonly symbol: string;
  /** On the stage's own scale. */
  readonly score: number;
  readonly why: string;
}

/** An answer to a symbol search. */
export interface SymbolHit {
  readonly key: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly symbolKind: SymbolKind | null;
  readonly containerName: string;
  readonly path: WorkspacePath;
  readonly language: string;
  readonly lines: LineSpan;
  /** Where the name stands: 0-based line, UTF-16 columns. */
  readonly nameLine: number;
  readonly nameColumn: number;
  readonly nameLength: number;
  readonly signature: string;
  readonly score: number;
  readonly reason: 'exact name' | 'name' | 'fuzzy name' | 'meaning' | 'important';
}

export interface SymbolAnswer {
  readonly hits: readonly SymbolHit[];
  readonly isIncomplete: boolean;
  readonly problems: readonly Problem[];
}

/** What a workspace is doing and what its index holds. */
export interface Status extends ModelsStatus {
  readonly state: 'starting' | 'indexing' | 'ready' | 'failed' | 'closed';
  readonly roots: readonly { readonly name: string; readonly folder: string }[];
  readonly files: number;
  readonly chunks: number;
  readonly vectors: number;
  readonly symbols: number;
  readonly references: number;
  readonly skippedFiles: readonly { readonly path: WorkspacePath; readonly reason: string }[];
  readonly skippedCount: number;
  /** Files and folders that the user has forgotten. */
  readonly forgotten: readonly WorkspacePath[];
  readonly pending: number;
  readonly done: number;
  /** Null while files are still being listed. */
  readonly total: number | null;
  readonly languages: Readonly<Record<string, number>>;
  readonly vectorIndex: { readonly kind: string; readonly reason: string };
  readonly generation: number;
  readonly indexFolder: string;
  readonly lastIndexedAt: number | null;
  readonly openDocuments: number;
  readonly problems: readonly Problem[];
  readonly memoryBytes: number;
  /** Language servers of the languages that the workspace has, as far as they were looked for. */
  readonly servers: readonly RootServerReport[];
  /** Languages that language servers state edges of. */
  readonly structure: readonly LanguageStructure[];
  /** Null where no source of packs is set. */
  readonly packs: PacksStatus | null;
}
