/** What a running language server has said so far that an editor must hear which attaches later. */
import { type Asked, proxiedEvents, type Said } from './proxied-messages.js';

export const publishMethod = 'textDocument/publishDiagnostics';
const registerMethod = 'client/registerCapability';
const unregisterMethod = 'client/unregisterCapability';

export class RunningServer {
  readonly #key: string;
  #hasStarted = false;
  readonly #registrations = new Map<unknown, unknown>();
  /** The last diagnostics by document; none of a document without any. */
  readonly #diagnostics = new Map<unknown, Said>();

  constructor(key: string) {
    this.#key = key;
  }

  started(): void {
    this.#hasStarted = true;
  }

  said(message: Said): void {
    if (message.method !== publishMethod) return;
    const { uri, diagnostics } = (message.params ?? {}) as { uri?: unknown; diagnostics?: unknown };
    if (Array.isArray(diagnostics) && diagnostics.length > 0) this.#diagnostics.set(uri, message);
    else this.#diagnostics.delete(uri);
  }

  asked({ method, params }: Asked): void {
    if (method === registerMethod) for (const one of listOf(params, 'registrations')) this.#registrations.set(one.id, one);
    // The protocol's own spelling.
    if (method === unregisterMethod) for (const { id } of listOf(params, 'unregisterations')) this.#registrations.delete(id);
  }

  /** For an editor that hears of the server for the first time. */
  missed(): { readonly event: string; readonly params: unknown }[] {
    const registrations = [...this.#registrations.values()];
    const asked: Asked = { key: this.#key, method: registerMethod, params: { registrations } };
    return [
      ...(this.#hasStarted ? [{ event: proxiedEvents.started, params: this.#key }] : []),
      ...(registrations.length > 0 ? [{ event: proxiedEvents.asked, params: asked }] : []),
    ];
  }

  diagnosticsOf(uri: string): Said | undefined {
    return this.#diagnostics.get(uri);
  }
}

function listOf(params: unknown, field: string): readonly { readonly id?: unknown }[] {
  const list = (params as Record<string, unknown> | null | undefined)?.[field];
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [];
}
