/** Error codes of responses and the data that goes with them. */

/** The codes that this server uses, all of them standard. */
export const errorCodes = {
  /** Bytes that are no JSON-RPC message; the response has `id: null`. */
  parseError: -32700,
  /** JSON that is no request, a second `initialize`, or a request after `shutdown`. */
  invalidRequest: -32600,
  methodNotFound: -32601,
  /** Params of the wrong shape or out of range; `data.issues` says where. */
  invalidParams: -32602,
  /** A fault of the server; it goes on. */
  internalError: -32603,
  /** A request before `initialize`. */
  serverNotInitialized: -32002,
  /** The request was right and could not be carried out; `data.kind` says what failed. */
  requestFailed: -32803,
  requestCancelled: -32800,
  /** A document was changed before its language server could be asked. */
  contentModified: -32801,
  /** A language server gave up and wants to be asked again. */
  serverCancelled: -32802,
} as const;

export const errorKinds = ['index', 'query', 'configuration', 'languageServer', 'provider', 'protocol', 'cancelled', 'internal'] as const;
export type ContextErrorKind = (typeof errorKinds)[number];

/** `error.data` of every error response. */
export interface ContextErrorData {
  kind: ContextErrorKind;
  /** The same as `error.message`. */
  message: string;
  /** With -32602: what is wrong with the params. */
  issues?: ParamIssue[];
  /** Further details of this error. */
  [detail: string]: unknown;
}

export interface ParamIssue {
  /** From the params down, e.g. `filters.kinds[0]`; `''` for the params themselves. */
  path: string;
  message: string;
}
