/** Degradation as a value, and the few errors that reach a client. */

/** What makes an answer less than it could be. An answer carries these; retrieval does not throw for them. */
export interface Problem {
  readonly code:
    | 'indexing'
    | 'verifying'
    | 'stale'
    | 'nothingIndexed'
    | 'vectorsMissing'
    | 'vectorsStale'
    | 'lexicalMissing'
    | 'filesSkipped'
    | 'budgetExceeded'
    | 'queryCut'
    | 'emptyQuery'
    | 'noMatch'
    | 'unknownName'
    | 'weakMatch'
    | 'sameName'
    | 'indirect'
    | 'masked'
    | 'unmatchedPath'
    | 'translated'
    | 'corrected'
    | 'storage'
    | 'approximateSearch'
    | 'structureFromSyntax'
    | 'languageServer'
    | 'reranker'
    | 'provider'
    | 'packs'
    | 'team'
    | 'internal';
  readonly message: string;
  /** True where the answer may miss something that the workspace holds. */
  readonly incomplete: boolean;
}

export type ErrorCode = 'index' | 'query' | 'configuration' | 'languageServer' | 'provider';

/** An operational failure that a caller can act on; the message has what was expected and what was found. */
export class ContextError extends Error {
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>>;
  constructor(code: ErrorCode, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'ContextError';
    this.code = code;
    this.data = data;
  }
}

/** Whether what these problems are of may lack something. */
export const isIncomplete = (problems: readonly Pick<Problem, 'incomplete'>[]): boolean => problems.some(({ incomplete }) => incomplete);

export const indexError = (message: string, data?: Record<string, unknown>) => new ContextError('index', message, data);
export const queryError = (message: string, data?: Record<string, unknown>) => new ContextError('query', message, data);
export const configurationError = (message: string, data?: Record<string, unknown>) => new ContextError('configuration', message, data);
export const languageServerError = (message: string, data?: Record<string, unknown>) => new ContextError('languageServer', message, data);
export const providerError = (message: string, data?: Record<string, unknown>) => new ContextError('provider', message, data);

/** The message of a failure that an answer survives: one of the store or of a provider. Anything else is a defect, or an abort, and is thrown. */
export function messageOfFailure(error: unknown): string {
  if (error instanceof ContextError) return error.message;
  throw error;
}

/** An answer as it is sent: what was found, with the problems that all stages collected. */
export const withProblems = <Found>(
  found: Found,
  problems: readonly Problem[],
): Found & { readonly problems: readonly Problem[]; readonly isIncomplete: boolean } => ({
  ...found,
  problems,
  isIncomplete: isIncomplete(problems),
});
