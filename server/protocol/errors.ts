/** Error codes of responses and the data that goes with them. */

/** The codes that this server uses, all of them standard. */
export const errorCodes = {
  /** Bytes that are not a JSON-RPC message; the response has `id: null`. */
  parseError: -32700,
  /** JSON that is not a request, a second `initialize`, or a request after `shutdown`. */
  invalidRequest: -32600,
  methodNotFound: -32601,
  /** Params of the wrong shape or out of range; `data.issues` says where. */
  invalidParams: -32602,
  /** A fault of the server, which continues. */
  internalError: -32603,
  /** A request before `initialize`. */
  serverNotInitialized: -32002,
  /** A valid request failed; `data.kind` says what failed. */
  requestFailed: -32803,
  requestCancelled: -32800,
  /** The document changed before its language server could be asked. */
  contentModified: -32801,
  /** A language server cancelled the request; it may be sent again. */
  serverCancelled: -32802,
} as const;

export const errorKinds = ['index', 'query', 'configuration', 'languageServer', 'provider', 'protocol', 'cancelled', 'internal'] as const;
export type ContextErrorKind = (typeof errorKinds)[number];

/** `error.data` of every error response. */
export interface ContextErrorData {
  kind: ContextErrorKind;
  /** The same as `error.message`. */
  message: string;
  /** With -32602: the faults of the params. */
  issues?: ParamIssue[];
  /** Further details of this error. */
  [detail: string]: unknown;
}

export interface ParamIssue {
  /** Path within the params, e.g. `filters.kinds[0]`; `''` for the params themselves. */
  path: string;
  message: string;
}
