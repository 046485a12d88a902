/**
 * Default answers to requests of language servers. Half of them hang or end without an answer (gopls has no views without
 * configuration), so each LSP request gets a proper result, and an unknown one the error MethodNotFound.
 */
export interface Registration {
  readonly id: string;
  readonly method: string;
  readonly registerOptions?: unknown;
}

interface ServerRequestState {
  readonly folders: readonly { readonly uri: string; readonly name: string }[];
  readonly registrations: Map<string, Registration>;
  /** `editors`: the editor's value of the section; undefined for none. */
  readonly configuration: (section: string, editors: unknown) => unknown;
  readonly onMessage: (text: string) => void;
  /** Requests that only this server has and that may be answered with null. */
  readonly optionalRequests: ReadonlySet<string>;
}

const refreshes: ReadonlySet<string> = new Set(
  ['codeLens', 'diagnostic', 'foldingRange', 'inlayHint', 'inlineValue', 'semanticTokens', 'textDocumentContent'].map(
    (feature) => `workspace/${feature}/refresh`,
  ),
);

/** Further registrations are ignored. */
const maxRegistrations = 10_000;

interface ConfigurationItem {
  readonly section?: string | null;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

class UnknownMethod extends Error {
  readonly code = -32601;
}

const isBlock = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The part of an editor's settings that a server may get: see `Adapter.programKeys`. */
export function trustedSettings(editors: unknown, isTrusted: boolean, programKeys: readonly string[] | undefined): unknown {
  if (isTrusted) return editors;
  if (programKeys === undefined) return undefined;
  const without = (value: unknown): unknown =>
    isBlock(value)
      ? Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (programKeys.includes(key) ? [] : [[key, without(one)]])))
      : value;
  return without(editors);
}

/** Our settings for a section, overridden key by key by the editor's. */
export function mergedSettings(ours: unknown, editors: unknown): unknown {
  if (editors === undefined || editors === null) return ours ?? null;
  if (!isBlock(ours) || !isBlock(editors)) return editors;
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(editors)])];
  return Object.fromEntries(keys.map((key) => [key, mergedSettings(ours[key], editors[key])]));
}

/** `answer`: the editor's answer; undefined if there is none. Throws for an unknown method. */
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
      // Misspelt in the protocol.
      for (const one of asList(given['unregisterations']) as Registration[]) state.registrations.delete(one?.id);
      return null;
    case 'workspace/workspaceFolders':
      return state.folders;
  }
  if (answer !== undefined) return answer;
  switch (method) {
    case 'workspace/applyEdit':
      return { applied: false, failureReason: 'this client is read-only' };
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
