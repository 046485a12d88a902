/** `context/retrieve`: ranked code for a question, within a token budget. */
import type { Position, ProgressToken } from 'vscode-languageserver';
import * as z from 'zod';
import type { ContextChunkKind, ContextFilters, ContextProblem, ContextRange, ContextRelation, ContextShortening } from './common.js';
import { filtersSchema, optional, positionSchema, querySchema, tokenSchema, uriSchema, waitForIndexSchema } from './common.js';
import type { ContextExplanation } from './explanation.js';
import type { McpTextContent } from './mcp-content.js';
import type { RetrieveFormat } from './profiles.js';
import { budgetSchema, limitSchema, minScoreSchema, profileNameSchema, relatedSchema, retrieveFormats } from './profiles.js';
import type { ContextSymbolKind } from './symbol-kinds.js';

export interface RetrieveParams {
  /** A question in plain words, an identifier, or code. */
  query: string;
  /**
   * Other wordings of the question, such as names and terms that the code probably uses; what several wordings find comes first. At most 5
   * count; none if `query` is a name or asks for a relation.
   */
  alternatives?: string[];
  /** Name of a profile, which gives defaults for absent params. Default `default`. */
  profile?: string;
  /** Most results, 1 to 200; the budget may end the list earlier. */
  limit?: number;
  /** Token budget, the reserve included; `null` for none. Absent: the setting `budgetTokens`. */
  budgetTokens?: number | null;
  /**
   * Most tokens of the text of one result. Absent: 500, or 12 % of the budget if that is more, while results are chosen; the rest of
   * the budget then completes them, best first.
   */
  resultTokens?: number;
  /** Tokens of the budget that are reserved for the model's own answer. */
  reservedTokens?: number;
  filters?: ContextFilters;
  /** 0 to 1: results below this share of the best score are left out, in addition to the built-in threshold. */
  minScore?: number;
  /** Most related results (callers, tests …), 0 to 50. Default 10. */
  related?: number;
  /** Position of the user; results near it rank higher. */
  anchor?: RetrieveAnchor;
  /** Keys of results that were sent before; they are left out. */
  exclude?: string[];
  /** The `continueFrom` of an earlier answer; everything sent up to then is left out. */
  continueFrom?: string;
  /** True: each result has `parts`, and the answer `explanation`. */
  explain?: boolean;
  /**
   * True: a function or constant that is too long to be shown whole is reduced to the lines that the query is about, with their enclosing
   * blocks (`shortening: 'extract'`), instead of its first lines. Default false.
   */
  extract?: boolean;
  /**
   * True: only the best results have text, the first function as much as fits, the next two at most 350 tokens, further ones 120; the others
   * are places (`shortening: 'place'`), and so is what has nothing to do with a first result that is certain: a text that was pasted, a name
   * that another wording has. Results are symbols, several of one file if they answer. Default false.
   */
  brief?: boolean;
  /** What `meta.lastCommit` refers to: the file (default), or the result's own lines if they are known within half a second. */
  lastCommit?: 'file' | 'symbol';
  /** False: only places; `text` is empty. Default true. */
  withText?: boolean;
  /** `markdown` adds the answer as one Markdown document, `mcp` as MCP content items. Default `chunks`. */
  format?: RetrieveFormat;
  /** Milliseconds that the answer may wait for a complete index, at most 600,000. Default 0: from what is indexed. */
  waitForIndex?: number;
  workDoneToken?: ProgressToken;
  partialResultToken?: ProgressToken;
}

export interface RetrieveAnchor {
  uri: string;
  position?: Position;
}

export interface RetrieveResult {
  query: string;
  /** Best first, at most `limit`. Empty if they were sent as partial results. */
  results: ContextResult[];
  /** Callers, callees, tests … of the results, at most as many as the param `related`. */
  related: ContextRelatedResult[];
  /** Signatures of symbols that lines of the returned code mention and that no returned line defines. */
  needed: NeededSignature[];
  /** With `brief`: lines that call, use or implement the results; of a question for users, the uses beyond `limit`, of more than three users all uses. */
  callers: ContextCaller[];
  /** Edges between results and related results. */
  graph: ContextEdge[];
  /** Tokens of the answer as Markdown: results and related results with headings, line numbers, fences; needed signatures. 0 without texts. */
  tokens: number;
  /** The budget used; `null` if there was none. */
  budgetTokens: number | null;
  /** Number of candidates. */
  considered: number;
  /** Probability that the first result answers, 0 to 1. */
  confidence: number;
  /** True if one of the problems is `incomplete`. */
  isIncomplete: boolean;
  problems: ContextProblem[];
  elapsedMs: number;
  /** Opaque. If it is passed back, the next answer leaves out everything sent so far. Absent if nothing was sent. */
  continueFrom?: string;
  /** Only with `format: 'markdown'`. */
  markdown?: string;
  /** Only with `format: 'mcp'`: one item per result, best first, one per related result, one with `needed`, one on what may be missing. */
  content?: McpTextContent[];
  /** Only with `explain`. */
  explanation?: ContextExplanation;
}

export interface ContextResult {
  /** Unchanged by edits elsewhere in the file; for `exclude`. */
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
  /** The name; an empty range at the start if there is none. */
  selectionRange: ContextRange;
  score: number;
  /** A short phrase that says why this is a result. */
  reason: string;
  /** Only with `explain`; their sum is `score`. */
  parts?: ScorePart[];
  signature: string;
  doc: string;
  meta: ContextMeta;
  /**
   * Source as shown, or `''`. With `shortening: 'whole'` it is exactly the text of `range`, line breaks included, so that an edited
   * copy can replace the range; only secrets are masked.
   */
  text: string;
  /** Which lines of the file `text` shows, in order. Lines of `text` outside all segments are notes on omitted lines. */
  segments: ContextSegment[];
  /** How much of the source `text` shows. */
  shortening: ContextShortening;
  /** Lines of the file that the question quotes or points to, or that use what it asks about, zero-based; absent for most results. */
  answerLines?: number[];
  tokens: number;
  /** True: it shows unsaved text. */
  unsaved: boolean;
  /** Source of its structure, e.g. `syntax:tree-sitter-go`; `… with errors` if the syntax was read in part. */
  provenance: string;
}

export interface ContextRelatedResult extends ContextResult {
  /** Relation to the result whose key is `of`: `called_by` means that this one calls it. */
  relation: ContextRelation;
  of: string;
}

/** Line `textLine + i` of `text` is line `line + i` of the file, for i from 0 to `count - 1`. All are zero-based. */
export interface ContextSegment {
  textLine: number;
  line: number;
  count: number;
}

/** What is known about a result; unknown fields are absent. */
export interface ContextMeta {
  /** As declared, with types. */
  parameters?: string[];
  /** Of a variable or a field its type. */
  returnType?: string;
  async?: boolean;
  visibility?: 'public' | 'protected' | 'private' | 'internal';
  exported?: boolean;
  /**
   * Decorators, attributes, annotations; TODO, FIXME, NOTE and HACK of comments, on the innermost symbol around them too; `handler` of a
   * function that is handed over with a text, which is its name.
   */
  tags?: string[];
  /** Imports of the file that the result mentions. */
  imports?: string[];
  /** Absent outside git repositories, for uncommitted files, and if the last change is too old. */
  lastCommit?: ContextCommit;
}

export interface ContextCommit {
  hash: string;
  /** When it was committed, milliseconds since the epoch. */
  date: number;
  /** First line of its message. */
  subject: string;
  /** What the commit was the last to change. */
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
  /** The line that proves it. */
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
  /** The line on which it starts. */
  range: ContextRange;
}

export interface ContextCaller {
  uri: string;
  path: string;
  /** The line. */
  range: ContextRange;
  /** The line without its indentation, shortened. */
  text: string;
  /** `mayUse`: a member of that name of a value whose type is not known. `contains`: the line contains `of`, a name of the question. */
  relation: 'calls' | 'uses' | 'implements' | 'mayUse' | 'contains';
  /** Qualified name of what the line is in. */
  caller: string;
  /** Qualified name of what it calls, uses or implements. */
  of: string;
  /** On the last line of a result: further lines of the same relation that are not listed. */
  more?: number;
  /** On the first line of a result: lines of the same relation that the results show already. */
  above?: number;
}

/** The value of `$/progress` on a `partialResultToken`. */
export interface RetrievePartialResult {
  results: ContextResult[];
}

export const retrieveParamsSchema = z.object({
  query: querySchema,
  alternatives: optional(z.array(querySchema).max(100)),
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
  brief: optional(z.boolean()),
  lastCommit: optional(z.enum(['file', 'symbol'])),
  withText: optional(z.boolean()),
  format: optional(z.enum(retrieveFormats)),
  waitForIndex: optional(waitForIndexSchema),
  workDoneToken: optional(tokenSchema),
  partialResultToken: optional(tokenSchema),
}) satisfies z.ZodType<RetrieveParams>;
