/**
 * Answers to what language servers ask their client. An unanswered or refused request hangs or ends half of them (gopls has no
 * views without configuration), so each request of LSP has a proper result, and any other the error that LSP has for it.
 * Nothing here waits for anybody.
 */
export interface Registration {
  readonly id: string;
  readonly method: string;
  readonly registerOptions?: unknown;
}

export interface ServerRequestState {
  readonly folders: readonly { readonly uri: string; readonly name: string }[];
  readonly registrations: Map<string, Registration>;
  /** `editors`: what the editor behind us has for the section; undefined where there is none. */
  readonly configuration: (section: string, editors: unknown) => unknown;
  readonly onMessage: (text: string) => void;
  /** Requests of the server's own that editors may leave undone. */
  readonly optionalRequests: ReadonlySet<string>;
}

const refreshes: ReadonlySet<string> = new Set(
  ['codeLens', 'diagnostic', 'foldingRange', 'inlayHint', 'inlineValue', 'semanticTokens', 'textDocumentContent'].map(
    (feature) => `workspace/${feature}/refresh`,
  ),
);

/** A server that registers without end is cut off. */
const maxRegistrations = 10_000;

interface ConfigurationItem {
  readonly section?: string | null;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

class UnknownMethod extends Error {
  readonly code = -32601;
}

const isBlock = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What of an editor's settings may reach a server: see `Adapter.programKeys`. */
export function trustedSettings(editors: unknown, isTrusted: boolean, programKeys: readonly string[] | undefined): unknown {
  if (isTrusted) return editors;
  if (programKeys === undefined) return undefined;
  const without = (value: unknown): unknown =>
    isBlock(value)
      ? Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (programKeys.includes(key) ? [] : [[key, without(one)]])))
      : value;
  return without(editors);
}

/** Settings of the editor over our own for the same section, key by key. */
export function mergedSettings(ours: unknown, editors: unknown): unknown {
  if (editors === undefined || editors === null) return ours ?? null;
  if (!isBlock(ours) || !isBlock(editors)) return editors;
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(editors)])];
  return Object.fromEntries(keys.map((key) => [key, mergedSettings(ours[key], editors[key])]));
}

/** `answer`: what the editor behind us said, undefined where there is none or the request is not for it. Throws for an unknown method. */
export function answerServerRequest(state: ServerRequestState, method: string, params: unknown, answer?: unknown): unknown {
  const given = (typeof params === 'object' && params !== null ? params : {}) as Record<string, unknown>;
  switch (method) {
    case 'workspace/configuration':
      return asList(given['items']).map((item, i) => {
        const { section } = (item ?? {}) as ConfigurationItem;
        return state.configuration(section ?? '', asList(answer)[i]) ?? null;
      });
    case 'client/registerCapability':
      for (const one of asList(given['registrations']) as Registration[]) {
        if (state.registrations.size < maxRegistrations && typeof one?.id === 'string') state.registrations.set(one.id, one);
      }
      return null;
    case 'client/unregisterCapability':
      // The protocol's own misspelling.
      for (const one of asList(given['unregisterations']) as Registration[]) state.registrations.delete(one?.id);
      return null;
    case 'workspace/workspaceFolders':
      return state.folders;
  }
  if (answer !== undefined) return answer;
  switch (method) {
    case 'workspace/applyEdit':
      return { applied: false, failureReason: 'this client reads only' };
    case 'window/showMessageRequest':
      state.onMessage(String(given['message'] ?? ''));
      return null;
    case 'window/showDocument':
      return { success: false };
    case 'window/workDoneProgress/create':
      return null;
  }
  if (refreshes.has(method) || state.optionalRequests.has(method)) return null;
  throw new UnknownMethod(`${method} is not known to this client`);
}
