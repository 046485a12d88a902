/**
 * All requests that are proxied to language servers, one row for each method: which servers are asked, how their answers are merged, and
 * what happens while a server is loading or after a failure. protocol.md describes the same table.
 */
import * as merge from './merge.js';
import type { Json, Shape } from './shapes.js';
import * as shapes from './shapes.js';

export interface ProxiedMethod {
  readonly method: string;
  readonly params: Shape;
  readonly result: Shape;
  /** `first`: the first server of the file that serves the method. `all`: all of them in parallel. `origin`: the server of the item. */
  readonly servers: 'first' | 'all' | 'origin';
  /** Merges several answers, none of them null. */
  readonly merge: (answers: readonly Json[]) => Json;
  /** The answer if no server has one. */
  readonly empty: Json;
  /** A request that the editor sends by itself fails silently (`empty`); one by a person returns an error. */
  readonly onFailure: 'error' | 'empty';
  readonly whileLoading: 'ask' | 'wait' | 'refuse';
  /** Applies a change to each item of an answer that may be resolved later or has a command. */
  readonly items?: (answer: Json, change: (item: Json) => Json) => Json;
  /** The method that resolves such items. Their origin is kept only if the server serves it. */
  readonly resolvedBy?: string;
}

const only = (answers: readonly Json[]): Json => answers[0];
const eachItem = (answer: Json, change: (item: Json) => Json): Json => (Array.isArray(answer) ? answer.map(change) : answer);
const completionItems = (answer: Json, change: (item: Json) => Json): Json =>
  Array.isArray(answer) ? answer.map(change) : { ...answer, items: eachItem(answer?.items, change) };
const callItems =
  (end: 'from' | 'to') =>
  (answer: Json, change: (item: Json) => Json): Json =>
    eachItem(answer, (call) => ({ ...call, [end]: change(call?.[end]) }));

const usual = { servers: 'first', merge: only, empty: null, onFailure: 'error', whileLoading: 'ask' } as const;
const unasked = { ...usual, onFailure: 'empty' } as const;
const places = {
  ...usual,
  params: shapes.positionParams,
  result: shapes.locations,
  servers: 'all',
  merge: merge.locations,
} as const;
const resolve = { ...unasked, servers: 'origin' } as const;
const hierarchy = { ...usual, whileLoading: 'wait' } as const;
const calls = { ...hierarchy, params: shapes.itemParams, servers: 'origin' } as const;

const rows: readonly ProxiedMethod[] = [
  // clangd returns the declaration until it has read its index.
  { ...places, method: 'textDocument/definition', whileLoading: 'wait' },
  { ...places, method: 'textDocument/declaration' },
  { ...places, method: 'textDocument/typeDefinition' },
  { ...places, method: 'textDocument/implementation', whileLoading: 'wait' },
  { ...places, method: 'textDocument/references', whileLoading: 'wait' },
  {
    ...usual,
    method: 'textDocument/hover',
    params: shapes.positionParams,
    result: shapes.ranged,
    servers: 'all',
    merge: merge.hovers,
  },
  { ...unasked, method: 'textDocument/documentSymbol', params: shapes.documentParams, result: shapes.documentSymbols },
  { ...unasked, method: 'textDocument/documentHighlight', params: shapes.positionParams, result: shapes.list(shapes.ranged) },
  { ...unasked, method: 'textDocument/signatureHelp', params: shapes.positionParams, result: shapes.opaque },
  {
    ...unasked,
    method: 'textDocument/completion',
    params: shapes.positionParams,
    result: shapes.completion,
    servers: 'all',
    merge: merge.completions,
    items: completionItems,
    resolvedBy: 'completionItem/resolve',
  },
  { ...resolve, method: 'completionItem/resolve', params: shapes.completionItem, result: shapes.completionItem },
  {
    ...hierarchy,
    method: 'textDocument/prepareCallHierarchy',
    params: shapes.positionParams,
    result: shapes.hierarchyItems,
    items: eachItem,
    resolvedBy: 'callHierarchy/incomingCalls',
  },
  {
    ...calls,
    method: 'callHierarchy/incomingCalls',
    result: shapes.incomingCalls,
    items: callItems('from'),
    resolvedBy: 'callHierarchy/incomingCalls',
  },
  {
    ...calls,
    method: 'callHierarchy/outgoingCalls',
    result: shapes.outgoingCalls,
    items: callItems('to'),
    resolvedBy: 'callHierarchy/outgoingCalls',
  },
  {
    ...hierarchy,
    method: 'textDocument/prepareTypeHierarchy',
    params: shapes.positionParams,
    result: shapes.hierarchyItems,
    items: eachItem,
    resolvedBy: 'typeHierarchy/supertypes',
  },
  {
    ...calls,
    method: 'typeHierarchy/supertypes',
    result: shapes.hierarchyItems,
    items: eachItem,
    resolvedBy: 'typeHierarchy/supertypes',
  },
  { ...calls, method: 'typeHierarchy/subtypes', result: shapes.hierarchyItems, items: eachItem, resolvedBy: 'typeHierarchy/subtypes' },
  {
    ...unasked,
    method: 'textDocument/inlayHint',
    params: shapes.rangeParams,
    result: shapes.list(shapes.inlayHint),
    servers: 'all',
    merge: merge.lists,
    items: eachItem,
    resolvedBy: 'inlayHint/resolve',
  },
  { ...resolve, method: 'inlayHint/resolve', params: shapes.inlayHint, result: shapes.inlayHint },
  {
    ...usual,
    method: 'textDocument/rename',
    params: shapes.positionParams,
    result: shapes.workspaceEdit,
    // An incomplete rename looks complete.
    whileLoading: 'refuse',
  },
  { ...usual, method: 'textDocument/prepareRename', params: shapes.positionParams, result: shapes.prepared },
  {
    ...unasked,
    method: 'textDocument/codeAction',
    params: shapes.codeActionParams,
    result: shapes.codeActions,
    servers: 'all',
    merge: merge.lists,
    items: eachItem,
    resolvedBy: 'codeAction/resolve',
  },
  { ...resolve, onFailure: 'error', method: 'codeAction/resolve', params: shapes.codeAction, result: shapes.codeAction },
  {
    ...unasked,
    method: 'textDocument/codeLens',
    params: shapes.documentParams,
    result: shapes.list(shapes.ranged),
    servers: 'all',
    merge: merge.lists,
    items: eachItem,
    resolvedBy: 'codeLens/resolve',
  },
  { ...resolve, method: 'codeLens/resolve', params: shapes.ranged, result: shapes.ranged },
  { ...usual, method: 'textDocument/formatting', params: shapes.documentParams, result: shapes.textEdits },
  { ...usual, method: 'textDocument/rangeFormatting', params: shapes.rangeParams, result: shapes.textEdits },
  { ...unasked, method: 'textDocument/onTypeFormatting', params: shapes.positionParams, result: shapes.textEdits },
  {
    ...unasked,
    method: 'textDocument/diagnostic',
    params: shapes.documentParams,
    result: shapes.diagnosticReport,
    servers: 'all',
    merge: merge.reports,
    empty: { kind: 'full', items: [] },
  },
  { ...unasked, method: 'textDocument/foldingRange', params: shapes.documentParams, result: shapes.list(shapes.folding) },
  { ...unasked, method: 'textDocument/selectionRange', params: shapes.positionsParams, result: shapes.selections },
  {
    ...unasked,
    method: 'textDocument/documentLink',
    params: shapes.documentParams,
    result: shapes.list(shapes.ranged),
    servers: 'all',
    merge: merge.lists,
    items: eachItem,
    resolvedBy: 'documentLink/resolve',
  },
  { ...resolve, method: 'documentLink/resolve', params: shapes.ranged, result: shapes.ranged },
];

export const proxiedMethods: ReadonlyMap<string, ProxiedMethod> = new Map(rows.map((row) => [row.method, row]));
