/**
 * Answers to what language servers ask their client (U6). An unanswered or refused request hangs or ends half of them
 * (pyright exits on -32601, gopls then has no views), so each has a proper result and nothing here waits for anybody.
 */
export interface Registration {
  readonly id: string;
  readonly method: string;
  readonly registerOptions?: unknown;
}

export interface ServerRequestState {
  readonly folders: readonly { readonly uri: string; readonly name: string }[];
  readonly registrations: Map<string, Registration>;
  readonly configuration: (section: string, scopeUri: string | null) => unknown;
  readonly toleratesUnknown: boolean;
  readonly onMessage: (text: string) => void;
  readonly onRefresh: (method: string) => void;
}

/** A server that registers without end is cut off. */
const maxRegistrations = 10_000;

interface ConfigurationItem {
  readonly section?: string | null;
  readonly scopeUri?: string | null;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

class UnknownMethod extends Error {
  readonly code = -32601;
}

export function answerServerRequest(state: ServerRequestState, method: string, params: unknown): unknown {
  const given = (typeof params === 'object' && params !== null ? params : {}) as Record<string, unknown>;
  switch (method) {
    case 'workspace/configuration':
      return asList(given['items']).map((item) => {
        const { section, scopeUri } = (item ?? {}) as ConfigurationItem;
        return state.configuration(section ?? '', scopeUri ?? null) ?? null;
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
  if (/^workspace\/(?:\w+\/)+refresh$/.test(method)) {
    state.onRefresh(method);
    return null;
  }
  if (state.toleratesUnknown) throw new UnknownMethod(`${method} is not known to this client`);
  return null;
}
