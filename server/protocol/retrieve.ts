/** `context/retrieve`: a question in, ranked and token-budgeted context out. */
import type { Position, ProgressToken } from 'vscode-languageserver';
import { z } from 'zod';
import type {
  ContextChunkKind,
  ContextFilters,
  ContextProblem,
  ContextRange,
  ContextRelation,
  ContextShortening,
  ContextSymbolKind,
} from './common.js';
import { filtersSchema, optional, positionSchema, querySchema, tokenSchema, uriSchema } from './common.js';
import type { ContextExplanation } from './explanation.js';
import type { McpTextContent } from './mcp-content.js';
import type { RetrieveFormat } from './profiles.js';
import { budgetSchema, limitSchema, minScoreSchema, profileNameSchema, relatedSchema, retrieveFormats } from './profiles.js';

export const retrieveMethod = 'context/retrieve';

export interface RetrieveParams {
  /** A question in plain words, an identifier, or code. */
  query: string;
  /** Name of a profile, which says what the params leave open. Default `default`. */
  profile?: string;
  /** Most results to return, 1 to 200; the budget may end the list earlier. */
  limit?: number;
  /** Tokens of context wanted, the reserve included; `null` for no budget. Absent: the setting `budgetTokens`. */
  budgetTokens?: number | null;
  /**
   * Most tokens of the text of one result. Absent: while results are chosen 500, or 12 % of the budget where that is more; what the
   * budget leaves over then completes them, best first.
   */
  resultTokens?: number;
  /** Tokens of the budget that are kept free for the model's own answer. */
  reservedTokens?: number;
  filters?: ContextFilters;
  /** 0 to 1: results with less than this share of the best score are left out, besides what is left out anyway. */
  minScore?: number;
  /** Most results that answer nothing themselves but belong to one that does (callers, tests …), 0 to 50. Default 10. */
  related?: number;
  /** Where the user is: what is near it is more likely meant. */
  anchor?: RetrieveAnchor;
  /** Keys of results that were sent before; they do not come again. */
  exclude?: string[];
  /** The `continueFrom` of an earlier answer: everything that was sent up to it does not come again. */
  continueFrom?: string;
  /** True: each result carries `parts`, and the answer `explanation`. */
  explain?: boolean;
  /**
   * True: of a function too long to be shown whole, the statements that the query is about come, with the blocks around them
   * (`shortening: 'extract'`), instead of its first lines. Default false.
   */
  extract?: boolean;
  /** Whose `meta.lastCommit` is wanted: the file's (default), or that of the result's own lines, as far as half a second suffices. */
  lastCommit?: 'file' | 'symbol';
  /** False: places only, `text` is empty. Default true. */
  withText?: boolean;
  /** `markdown` adds the answer as one Markdown document, `mcp` as content items. Default `chunks`. */
  format?: RetrieveFormat;
  workDoneToken?: ProgressToken;
  partialResultToken?: ProgressToken;
}

export interface RetrieveAnchor {
  uri: string;
  position?: Position;
}

export interface RetrieveResult {
  query: string;
  /** What answers the query, best first, at most `limit`. Empty where they were sent as partial results. */
  results: ContextResult[];
  /** What belongs to results (callers, callees, tests …) and does not answer the query itself, at most as many as the param `related`. */
  related: ContextRelatedResult[];
  /** Signatures that the returned code mentions and that are not among the results. */
  needed: NeededSignature[];
  /** Edges between results and related results. */
  graph: ContextEdge[];
  /** Tokens of the answer as Markdown: results and related results with headings, line numbers and fences, and needed signatures. 0 without texts. */
  tokens: number;
  /** The budget that was kept to, `null` where there was none. */
  budgetTokens: number | null;
  /** Candidates that were looked at. */
  considered: number;
  /** 0 to 1: how sure the server is that the first result answers. */
  confidence: number;
  /** True where one of the problems is `incomplete`. */
  isIncomplete: boolean;
  problems: ContextProblem[];
  elapsedMs: number;
  /** Opaque; passed back, the next answer leaves out everything sent so far. Absent where nothing was sent. */
  continueFrom?: string;
  /** Only with `format: 'markdown'`. */
  markdown?: string;
  /** Only with `format: 'mcp'`: one item a result, best first, one a related result, then one that lists `needed`, then one that says what may be missing. */
  content?: McpTextContent[];
  /** Only with `explain`. */
  explanation?: ContextExplanation;
}

export interface ContextResult {
  /** Stable over edits elsewhere in the file; for `exclude`. */
  key: string;
  uri: string;
  /** Relative to the workspace; with several roots the first segment is the root's name. */
  path: string;
  /** LSP language id. */
  language: string;
  kind: ContextChunkKind;
  symbolKind: ContextSymbolKind | null;
  name: string;
  qualifiedName: string;
  /** Whole lines: from the start of the first to the start of the line after the last. */
  range: ContextRange;
  /** The name; empty, at the start, where there is none. */
  selectionRange: ContextRange;
  score: number;
  /** A short phrase: why it is here. */
  reason: string;
  /** Only with `explain`; they sum to `score`. */
  parts?: ScorePart[];
  signature: string;
  doc: string;
  meta: ContextMeta;
  /**
   * Source as shown, or `''`. With `shortening: 'whole'` it is exactly the text of `range`, line breaks included, so that an edited
   * copy can replace the range; only secrets differ, which are masked.
   */
  text: string;
  /** Which lines of the file `text` shows, in order; lines of `text` in none of them are notes on what is left out. */
  segments: ContextSegment[];
  /** How much of the source `text` shows. */
  shortening: ContextShortening;
  tokens: number;
  /** True where it shows text that no file holds yet. */
  unsaved: boolean;
  /** What its structure rests on, e.g. `syntax:tree-sitter-go`; `… with errors` where the syntax was read in part. */
  provenance: string;
}

export interface ContextRelatedResult extends ContextResult {
  /** What it does to the result whose key is `of`, or what is done to it. */
  relation: ContextRelation;
  of: string;
}

/** Line `textLine + i` of `text` is line `line + i` of the file, for i from 0 to `count - 1`. All count from 0. */
export interface ContextSegment {
  textLine: number;
  line: number;
  count: number;
}

/** What is known of a result beyond its text; what is not known is absent. */
export interface ContextMeta {
  /** As declared, with their types. */
  parameters?: string[];
  returnType?: string;
  async?: boolean;
  visibility?: 'public' | 'protected' | 'private' | 'internal';
  exported?: boolean;
  /** Decorators, attributes, annotations; TODO, FIXME, NOTE and HACK of comments, on the innermost symbol around them too. */
  tags?: string[];
  /** Names and modules imported by the file that the result mentions. */
  imports?: string[];
  /** Absent outside of a git repository, and for what is not committed or was last changed too long ago. */
  lastCommit?: ContextCommit;
}

export interface ContextCommit {
  hash: string;
  /** When it was committed, milliseconds since the epoch. */
  date: number;
  /** First line of its message. */
  subject: string;
  /** What it was the last to change. */
  of: 'symbol' | 'file';
}

export interface ScorePart {
  name: string;
  value: number;
}

/** An edge between two results or related results; `from` and `to` are their keys. */
export interface ContextEdge {
  from: string;
  to: string;
  relation: ContextRelation;
  /** The line that shows it. */
  uri: string;
  path: string;
  range: ContextRange;
  provenance: string;
}

export interface NeededSignature {
  name: string;
  signature: string;
  uri: string;
  path: string;
  /** The line it starts on. */
  range: ContextRange;
}

/** The value of `$/progress` on a `partialResultToken`. */
export interface RetrievePartialResult {
  results: ContextResult[];
}

export const retrieveParamsSchema = z.object({
  query: querySchema,
  profile: optional(profileNameSchema),
  limit: optional(limitSchema),
  budgetTokens: budgetSchema.optional(),
  resultTokens: optional(z.number().int().min(1)),
  reservedTokens: optional(z.number().int().min(0)),
  filters: optional(filtersSchema),
  minScore: optional(minScoreSchema),
  related: optional(relatedSchema),
  anchor: optional(z.object({ uri: uriSchema, position: optional(positionSchema) })),
  exclude: optional(z.array(z.string().max(100)).max(10_000)),
  continueFrom: optional(z.string().max(1_000_000)),
  explain: optional(z.boolean()),
  extract: optional(z.boolean()),
  lastCommit: optional(z.enum(['file', 'symbol'])),
  withText: optional(z.boolean()),
  format: optional(z.enum(retrieveFormats)),
  workDoneToken: optional(tokenSchema),
  partialResultToken: optional(tokenSchema),
}) satisfies z.ZodType<RetrieveParams>;
