/** Capabilities of server and client under `capabilities.experimental`. */

import { protocolVersion } from './common.js';
import {
  didChangeStatusMethod,
  forgetMethod,
  reindexMethod,
  relatedMethod,
  retrieveBatchMethod,
  retrieveMethod,
  secretsMethod,
  semanticSymbolMethod,
  showMethod,
  statusMethod,
  unforgetMethod,
} from './methods.js';
import { retrieveFormats } from './profiles.js';

/** `ServerCapabilities.experimental.contextProvider`. */
export interface ContextProvider {
  /** Version of this protocol. */
  version: number;
  /** Methods that this server answers, each with its version. */
  requests: Record<string, number>;
  /** Notifications that this server sends on request. */
  notifications: Record<string, number>;
  /** Values of `RetrieveParams.format`. */
  formats: string[];
}

/** `ClientCapabilities.experimental`. */
export interface ContextClientCapabilities {
  /** True: the client wants `context/didChangeStatus`. */
  contextStatus?: boolean;
}

export const contextProvider: ContextProvider = {
  version: protocolVersion,
  requests: {
    [retrieveMethod]: 2,
    [retrieveBatchMethod]: 2,
    [semanticSymbolMethod]: 1,
    [relatedMethod]: 1,
    [showMethod]: 1,
    [statusMethod]: 1,
    [reindexMethod]: 1,
    [forgetMethod]: 1,
    [unforgetMethod]: 1,
    [secretsMethod]: 1,
  },
  notifications: { [didChangeStatusMethod]: 1 },
  formats: [...retrieveFormats],
};
