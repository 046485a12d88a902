/**
 * Requests and notifications of language servers that concern the user. They reach the client with ids that are unique among all servers.
 * Others get the default answer of io/language-servers.
 * Invariant: a server's messages never wait for an answer of the client.
 */
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import type { ProxiedServer } from '../../../core/engine/proxied-server.js';
import { messageOf } from '../../../util/bug.js';
import { within } from '../../../util/within.js';
import { convertPositions } from './convert.js';
import type { Diagnostics } from './diagnostics.js';
import { commandsOf } from './origin.js';
import { canonicalUri, type PassThrough } from './pass-through.js';
import type { Json } from './shapes.js';
import { selectionIn, workspaceEdit } from './shapes.js';

/** Registrations that are forwarded to the client. Features are announced at initialize, and files are watched for all servers. */
const forwardedRegistrations: ReadonlySet<string> = new Set(['workspace/didChangeConfiguration', 'workspace/executeCommand']);
/** Refresh requests and the client capability that they need. */
const refreshes: Readonly<Record<string, string>> = {
  'workspace/semanticTokens/refresh': 'semanticTokens',
  'workspace/inlayHint/refresh': 'inlayHint',
  'workspace/codeLens/refresh': 'codeLens',
  'workspace/diagnostic/refresh': 'diagnostics',
};
/** After which an unanswered request is followed by another message, and after which a server gets no settings. */
const wakeMs = 1_000;
const settingsMs = 5_000;
/** Highest type of window/logMessage that is forwarded: errors and warnings. */
const loudest = 2;

export class ServerMessages {
  readonly #pass: PassThrough;
  readonly #diagnostics: Diagnostics;
  /** Our registration ids by server key. */
  readonly #registered = new Map<string, Map<string, string>>();
  /** Progress that the client shows: by server key and the server's token. */
  readonly #progress = new Map<string, Map<Json, Promise<boolean>>>();

  constructor(pass: PassThrough, diagnostics: Diagnostics) {
    this.#pass = pass;
    this.#diagnostics = diagnostics;
  }

  started(server: ProxiedServer): void {
    const commands = commandsOf(server);
    if (commands.length > 0)
      this.#register(server, [{ id: 'announced commands', method: 'workspace/executeCommand', registerOptions: { commands } }]);
    this.#diagnostics.started(server);
  }

  ended(server: ProxiedServer): void {
    this.#diagnostics.ended(server);
    const registered = this.#registered.get(server.key);
    if (registered) this.#unregister(server, [...registered.keys()]);
    for (const [token, created] of this.#progress.get(server.key) ?? []) this.#sendProgress(server, token, created, { kind: 'end' });
    this.#progress.delete(server.key);
  }

  notified(server: ProxiedServer, method: string, params: Json): void {
    if (method === 'textDocument/publishDiagnostics') {
      this.#diagnostics.published(server, params).catch((error) => this.#pass.session.log('error', `diagnostics: ${messageOf(error)}`));
    } else if (method === '$/progress') {
      const created = this.#progress.get(server.key)?.get(params?.token);
      if (!created) return;
      this.#sendProgress(server, params.token, created, params.value);
      if (params.value?.kind === 'end') this.#progress.get(server.key)?.delete(params.token);
    } else if (method === 'window/showMessage' || (method === 'window/logMessage' && params?.type <= loudest)) {
      this.#sendToClient(method, { type: params?.type, message: `${server.title}: ${params?.message}` });
    }
  }

  /** Undefined: the request is not for the client. */
  asked(server: ProxiedServer, method: string, params: Json, signal: AbortSignal): Promise<unknown> | undefined {
    const { workspace, window } = this.#pass.session.capabilities;
    switch (method) {
      case 'workspace/applyEdit':
        return workspace?.applyEdit ? this.#applyEdit(server, params, signal) : undefined;
      case 'workspace/configuration':
        return workspace?.configuration ? this.#configuration(server, params, signal) : undefined;
      case 'window/showMessageRequest':
        return this.#ask(method, { ...params, message: `${server.title}: ${params?.message}` }, signal);
      case 'window/showDocument':
        return window?.showDocument?.support ? this.#showDocument(server, params, signal) : undefined;
      case 'window/workDoneProgress/create':
        if (window?.workDoneProgress) this.#createProgress(server, params?.token);
        return undefined;
      case 'client/registerCapability':
        this.#register(server, asList(params?.registrations));
        // The registration takes effect when its answer was sent.
        if (asList(params?.registrations).some((one) => one?.method === 'textDocument/diagnostic'))
          setImmediate(() => this.#refreshDiagnostics(server));
        return undefined;
      case 'client/unregisterCapability':
        this.#unregister(
          server,
          asList(params?.unregisterations).map((one) => String(one?.id)),
        );
        return undefined;
    }
    if (method === 'workspace/diagnostic/refresh') this.#refreshDiagnostics(server);
    else if (refreshes[method]) this.refresh(method);
    return undefined;
  }

  #refreshDiagnostics(server: ProxiedServer): void {
    this.refresh('workspace/diagnostic/refresh');
    this.#diagnostics.fetchAll(server);
  }

  /** Asks the client to refresh, if it supports that. */
  refresh(method: string): void {
    const { workspace } = this.#pass.session.capabilities;
    const support = (workspace as Record<string, { refreshSupport?: boolean } | undefined> | undefined)?.[refreshes[method] ?? ''];
    if (support?.refreshSupport) this.#ask(method, undefined, new AbortController().signal).catch(() => {});
  }

  /** The client cancels a progress. False: it is not a server's. */
  cancelProgress(token: Json, servers: readonly ProxiedServer[]): boolean {
    for (const server of servers) {
      for (const own of this.#progress.get(server.key)?.keys() ?? []) {
        if (progressToken(server, own) !== token) continue;
        server.notify('window/workDoneProgress/cancel', { token: own });
        return true;
      }
    }
    return false;
  }

  async #applyEdit(server: ProxiedServer, params: Json, signal: AbortSignal): Promise<unknown> {
    const edit = convertPositions(params?.edit, workspaceEdit, '', this.#pass.toClient(server, ''));
    return this.#ask('workspace/applyEdit', { ...params, edit }, signal);
  }

  /** The client's settings for each section. Empty if that fails or takes long, because a server without an answer does not work. */
  async #configuration(server: ProxiedServer, params: Json, signal: AbortSignal): Promise<unknown> {
    try {
      const items = asList(params?.items).map((item) =>
        typeof item?.scopeUri === 'string' ? { ...item, scopeUri: this.#pass.clientUri(canonicalUri(item.scopeUri)) } : item,
      );
      const asked = this.#ask('workspace/configuration', { items }, signal);
      if (await within(settingsMs, asked)) return await asked;
      this.#pass.session.log('warn', `${server.title} goes on without settings: the client has not answered workspace/configuration`);
      const again = (values: unknown) => {
        if (asList(values).some((value) => value !== null)) server.notify('workspace/didChangeConfiguration', { settings: null });
      };
      asked.then(again, () => {});
      return [];
    } catch (error) {
      this.#pass.session.log('info', `the client gives no settings for language servers: ${messageOf(error)}`);
      return [];
    }
  }

  async #showDocument(server: ProxiedServer, params: Json, signal: AbortSignal): Promise<unknown> {
    const uri = String(params?.uri);
    const direction = this.#pass.toClient(server, uri);
    const own = params?.external ? params : convertPositions(params, selectionIn, uri, direction);
    return this.#ask('window/showDocument', own, signal);
  }

  #createProgress(server: ProxiedServer, token: Json): void {
    const tokens = this.#progress.get(server.key) ?? new Map<Json, Promise<boolean>>();
    this.#progress.set(server.key, tokens);
    const created = this.#ask('window/workDoneProgress/create', { token: progressToken(server, token) }, new AbortController().signal).then(
      () => true,
      () => false,
    );
    tokens.set(token, created);
  }

  #sendProgress(server: ProxiedServer, token: Json, created: Promise<boolean>, value: Json): void {
    void created.then((isShown) => isShown && this.#sendToClient('$/progress', { token: progressToken(server, token), value }));
  }

  #register(server: ProxiedServer, registrations: readonly Json[]): void {
    const { workspace } = this.#pass.session.capabilities;
    const able: Readonly<Record<string, boolean | undefined>> = {
      'workspace/didChangeConfiguration': workspace?.didChangeConfiguration?.dynamicRegistration,
      'workspace/executeCommand': workspace?.executeCommand?.dynamicRegistration,
    };
    const known = this.#registered.get(server.key) ?? new Map<string, string>();
    this.#registered.set(server.key, known);
    const ours = registrations.filter(({ method }) => forwardedRegistrations.has(method) && able[method]);
    if (ours.length === 0) return;
    for (const { id, method } of ours) known.set(String(id), method);
    const params = { registrations: ours.map((one) => ({ ...one, id: registrationId(server, one.id) })) };
    this.#ask('client/registerCapability', params, new AbortController().signal).catch((error) =>
      this.#pass.session.log('info', `the client refused a registration of ${server.title}: ${messageOf(error)}`),
    );
  }

  #unregister(server: ProxiedServer, ids: readonly string[]): void {
    const known = this.#registered.get(server.key);
    const unregisterations = ids.flatMap((id) => {
      const method = known?.get(id);
      known?.delete(id);
      return method === undefined ? [] : [{ id: registrationId(server, id), method }];
    });
    if (unregisterations.length === 0) return;
    this.#ask('client/unregisterCapability', { unregisterations }, new AbortController().signal).catch(() => {});
  }

  /** The client's answer. Cancelled when the server cancels the request or ends. */
  async #ask(method: string, params: Json, signal: AbortSignal): Promise<unknown> {
    const source = new CancellationTokenSource();
    const cancel = () => source.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    // Emacs 28 reads a request that came right behind a response only with the next message.
    const wake = setTimeout(
      () => this.#sendToClient('window/logMessage', { type: 4, message: `waiting for the answer to ${method}` }),
      wakeMs,
    );
    try {
      const { connection } = this.#pass.session;
      return await (params === undefined
        ? connection.sendRequest(method, source.token)
        : connection.sendRequest(method, params, source.token));
    } finally {
      clearTimeout(wake);
      signal.removeEventListener('abort', cancel);
      source.dispose();
    }
  }

  #sendToClient(method: string, params: Json): void {
    void this.#pass.session.connection.sendNotification(method, params).catch(() => {});
  }
}

const asList = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);
const progressToken = (server: ProxiedServer, token: Json): string => `${server.key}:${typeof token}:${token}`;
const registrationId = (server: ProxiedServer, id: Json): string => `${server.key}:${id}`;
