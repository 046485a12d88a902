/** Proxies one request: to the servers that the table names, with positions in their encoding, and back as one answer. */

import { ResponseError } from 'vscode-jsonrpc/node';
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver';
import { isReplaced, type ProxiedServer } from '../../../core/engine/proxied-server.js';
import { ContextError } from '../../../core/model/problem.js';
import { errorCodes } from '../../../protocol/errors.js';
import { messageOf } from '../../../util/bug.js';
import { invalidParams } from '../errors.js';
import { convertPositions } from './convert.js';
import { setCommands, setOrigin } from './origin.js';
import { canonicalUri, type PassThrough, type Unanswered } from './pass-through.js';
import type { ProxiedMethod } from './proxied-methods.js';
import type { Json } from './shapes.js';

/** Error codes of a server that reach the client. Others become `requestFailed`. */
const proxiedCodes: ReadonlySet<number> = new Set([
  errorCodes.invalidParams,
  errorCodes.requestFailed,
  errorCodes.contentModified,
  errorCodes.serverCancelled,
]);

const contentModified = (method: string) => {
  const message = `the document was changed after ${method} was sent and before its language server could be asked`;
  return new ResponseError(errorCodes.contentModified, message, { kind: 'languageServer', message });
};

/** A method and its handler. */
export interface RequestRow {
  readonly method: string;
  readonly answer: (params: Json, signal: AbortSignal) => Promise<Json>;
}

/** The part of a row that decides about failures and empty answers. */
export type Policy = Pick<ProxiedMethod, 'method' | 'onFailure' | 'empty'>;
type Ask = (server: ProxiedServer, uri: string) => Promise<Json>;

/** Each editor of another kind that attaches may replace the servers. */
const maxTries = 3;

/** Asks again if the language servers were replaced meanwhile, because the engine's process ended or another editor attached. */
export async function despiteReplacement<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!isReplaced(error) || tries === maxTries) throw error;
    }
  }
}

export function proxyRequest(pass: PassThrough, row: ProxiedMethod, params: Json, signal: AbortSignal): Promise<Json> {
  if (row.servers === 'origin') return askOrigin(pass, row, params, signal);
  const ask: Ask = (server, uri) => askServer(pass, row, server, params, uri, signal);
  return row.servers === 'first' ? forFirst(pass, row, params, signal, ask) : forAll(pass, row, params, signal, ask);
}

/** The answer of the first server of the document that serves the method. If a server cannot be started, the next one is asked. */
export async function forFirst(pass: PassThrough, policy: Policy, params: Json, signal: AbortSignal, ask: Ask): Promise<Json> {
  const uri = documentOf(policy.method, params);
  const version = pass.document(uri)?.version;
  try {
    let failed: unknown = null;
    for (const server of await pass.serversOf(uri)) {
      try {
        if (!(await server.serves(policy.method, signal)) || !isTrigger(server, policy.method, params)) continue;
      } catch (error) {
        if (signal.aborted) throw error;
        failed = error;
        continue;
      }
      if (pass.document(uri)?.version !== version) throw contentModified(policy.method);
      return (await ask(server, uri)) ?? policy.empty;
    }
    if (failed) throw failed;
    return policy.empty;
  } catch (error) {
    return orEmpty(pass, policy, error, signal, policy.empty);
  }
}

/** The merged answers of all servers of the document that serve the method. Those of a failed server are missing. */
async function forAll(pass: PassThrough, row: ProxiedMethod, params: Json, signal: AbortSignal, ask: Ask): Promise<Json> {
  const uri = documentOf(row.method, params);
  const version = pass.document(uri)?.version;
  try {
    const servers = await pass.serversOf(uri);
    const settled = await Promise.allSettled(
      servers.map(async (server) => {
        if (!(await server.serves(row.method, signal)) || !isTrigger(server, row.method, params)) return null;
        if (pass.document(uri)?.version !== version) throw contentModified(row.method);
        return ask(server, uri);
      }),
    );
    const answers = settled.flatMap((one) => (one.status === 'fulfilled' && one.value !== null ? [one.value] : []));
    const failed = settled.find((one) => one.status === 'rejected')?.reason;
    const answer = answers.length > 0 ? row.merge(answers) : row.empty;
    if (answers.length > 0 && !(Array.isArray(answer) && answer.length === 0)) return answer;
    const why = unansweredBy(servers, answers, failed);
    const isOver = why.kind === 'failed' && isTemporary(why.error, signal);
    const indexed = isOver ? null : await pass.fromIndex(row.method, params, why, signal);
    if (indexed) return indexed;
    if (why.kind === 'failed') throw why.error;
    return answer;
  } catch (error) {
    return orEmpty(pass, row, error, signal, row.empty);
  }
}

function unansweredBy(servers: readonly ProxiedServer[], answers: readonly Json[], failed: unknown): Unanswered {
  if (failed && answers.length === 0) return { kind: 'failed', error: failed };
  return { kind: servers.length > 0 ? 'nothing' : 'noServer' };
}

/** Asks one server that serves the method. */
async function askServer(
  pass: PassThrough,
  row: ProxiedMethod,
  server: ProxiedServer,
  params: Json,
  uri: string,
  signal: AbortSignal,
): Promise<Json> {
  // The client's tokens are left out: answers are not sent in parts.
  const {
    workDoneToken: _done,
    partialResultToken: _part,
    ...own
  } = convertPositions(withoutNulls(params), row.params, uri, pass.toServer(server));
  const { whileLoading } = row;
  const toClient = pass.toClient(server, uri);
  const reply = await server.request(row.method, own, { uri, signal, whileLoading }).catch((error) => {
    // Announced together with other methods, but not served: clangd before version 20 has no outgoing calls.
    if (error instanceof ContextError && error.data['code'] === errorCodes.methodNotFound) return null;
    throw error;
  });
  if (reply?.mayBeShort) pass.answeredWhileLoading(server, row.method);
  const answer = reply?.result as Json;
  if (answer === null || answer === undefined) return null;
  const result = convertPositions(answer, row.result, uri, toClient);
  const { items, resolvedBy } = row;
  if (row.method === 'textDocument/documentSymbol' && !pass.knowsNestedSymbols) return flatSymbols(result, pass.clientUri(uri));
  if (!items) return result;
  const isResolved = resolvedBy !== undefined && server.options(resolvedBy) !== null;
  const number = isResolved ? pass.origins.numberOf(server, uri) : 0;
  return items(result, (item) => {
    const ours = setCommands(item, server);
    return isResolved ? setOrigin(ours, number) : ours;
  });
}

/** Sends an item back to its server, as that server sent it. */
async function askOrigin(pass: PassThrough, row: ProxiedMethod, params: Json, signal: AbortSignal): Promise<Json> {
  const isCall = 'item' in (params ?? {});
  const known = pass.origins.of(isCall ? params.item : params);
  const asItWas = isCall ? row.empty : params;
  if (!known) return asItWas;
  const { origin, item } = known;
  try {
    const server = (await pass.known()).find(({ key }) => key === origin.server);
    if (!server || server.generation !== origin.generation || server.options(row.method) === null) return asItWas;
    const own = isCall ? { ...params, item } : item;
    const uri = isCall ? String(item.uri) : origin.uri;
    const answer = await askServer(pass, row, server, own, uri, signal);
    if (isCall || answer === null) return answer ?? asItWas;
    return setOrigin(setCommands(answer, server), pass.origins.numberOf(server, origin.uri));
  } catch (error) {
    return orEmpty(pass, row, error, signal, asItWas);
  }
}

/** Whether the typed character triggers this server: the union of all servers' characters is announced. */
function isTrigger(server: ProxiedServer, method: string, params: Json): boolean {
  const options = server.options(method) ?? {};
  const own = (...keys: string[]) => keys.flatMap((key) => options[key] ?? []);
  if (method === 'textDocument/onTypeFormatting') return own('firstTriggerCharacter', 'moreTriggerCharacter').includes(String(params?.ch));
  const typed = params?.context?.triggerCharacter;
  if (params?.context?.triggerKind !== 2 || typeof typed !== 'string') return true;
  return own('triggerCharacters', 'retriggerCharacters').includes(typed);
}

function documentOf(method: string, params: Json): string {
  const uri = params?.textDocument?.uri;
  if (typeof uri !== 'string') throw invalidParams(method, [{ path: 'textDocument.uri', message: 'expected a string' }]);
  return canonicalUri(uri);
}

/** The document has changed, and the client will ask again. */
const isStale = (reply: unknown): boolean =>
  reply instanceof ResponseError && (reply.code === errorCodes.contentModified || reply.code === errorCodes.serverCancelled);

/** Whether the same request may be answered when it is sent again, or need not be answered any more. */
const isTemporary = (error: unknown, signal: AbortSignal): boolean => signal.aborted || isReplaced(error) || isStale(asReply(error));

function orEmpty(pass: PassThrough, row: Policy, error: unknown, signal: AbortSignal, empty: Json): Json {
  if (signal.aborted || isReplaced(error)) throw error;
  const reason = asReply(error);
  if (row.onFailure === 'error' || isStale(reason)) throw reason;
  pass.session.log('info', `${row.method}: ${messageOf(error)}`);
  return row.method === 'textDocument/completion' ? { isIncomplete: true, items: [] } : empty;
}

/** The error for the client; a server's error with its message. */
export function asReply(error: unknown): unknown {
  if (!(error instanceof ContextError) || typeof error.data['serverMessage'] !== 'string') return error;
  const code = Number(error.data['code']);
  const message = error.data['serverMessage'] || error.message;
  return new ResponseError(proxiedCodes.has(code) ? code : errorCodes.requestFailed, message, { kind: 'languageServer', message, code });
}

/** Nested symbols as a flat list, for clients that do not know nested ones. A flat list is returned unchanged. */
function flatSymbols(symbols: Json, uri: string): Json {
  if (!Array.isArray(symbols) || !symbols.some((one) => one?.selectionRange)) return symbols;
  const flat: SymbolInformation[] = [];
  const add = (list: readonly DocumentSymbol[], containerName: string | undefined) => {
    for (const { name, kind, tags, selectionRange, range, children = [] } of list) {
      const location = { uri, range: range ?? selectionRange };
      flat.push({ name, kind, location, ...(tags && { tags }), ...(containerName !== undefined && { containerName }) });
      add(children, name);
    }
  };
  add(symbols, undefined);
  return flat;
}

/** Fields whose content belongs to a server and is returned to it unchanged. */
const verbatim: ReadonlySet<string> = new Set(['data', 'arguments']);

/** A copy of a request's params without null fields: LSP knows absent fields only, and some servers reject null. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key, field]) => field !== null || verbatim.has(key));
  return Object.fromEntries(kept.map(([key, field]) => [key, verbatim.has(key) ? field : withoutNulls(field)]));
}
