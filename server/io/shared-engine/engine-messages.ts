/** What clients and the engine's process say to each other. Methods of the engine go by their own names. */
import type { EngineOptions } from '../../core/engine/engine-api.js';
import type { Status } from '../../core/model/answer.js';

/** Requests: their arguments and results are those of the engine; some end with an AbortSignal, which travels as a cancellation. */
export const engineRequests = [
  'retrieve',
  'symbols',
  'related',
  'show',
  'findText',
  'explainPath',
  'maskedSecrets',
  'reindex',
  'forget',
  'unforget',
  'settled',
  'ready',
  'configureModels',
  'embedded',
  'exportIndex',
  'importIndex',
  'publishPacks',
  'edgesIndexed',
  'statusNow',
  'reused',
] as const;
export type EngineRequest = (typeof engineRequests)[number];

/** Those that are answered from the texts of the client's open documents. */
export const questions: ReadonlySet<EngineRequest> = new Set([
  'retrieve',
  'symbols',
  'related',
  'show',
  'findText',
  'maskedSecrets',
  'settled',
  'ready',
]);

/** Notifications of a client. */
export type DocumentMessage = 'openDocument' | 'changeDocument' | 'closeDocument' | 'filesChanged';

export const attachMethod = 'attach';
/** Notification of a client that listens to events from now on; the present state is sent first. */
export const listenMethod = 'listen';
/** The last request of a visit. Answered at once, or where the engine is not needed any more, when it has closed the index. */
export const leaveMethod = 'leave';
export const describeMethod = 'describe';
export const stopMethod = 'stop';
/** Answered at once by every process that is alive. */
export const pingMethod = 'ping';
/** Notifications of the engine's process: `name` is that of the listener. */
export const eventMethod = 'event';
export const logMethod = 'log';

export interface AttachParams {
  readonly token: string;
  /** Of the program; an engine serves clients of its own version only. */
  readonly version: string;
  readonly options: EngineOptions;
  /** A command of the terminal, for which the engine need not stay. */
  readonly isVisit: boolean;
}

export type AttachResult =
  | { readonly kind: 'attached'; readonly status: Status }
  /** The engine cannot serve this client; `reason` says why, for a log. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It ends now because it has no other clients: connect again to start another. */
  | { readonly kind: 'ending' };

/** What the token's file holds, as JSON. */
export interface TokenFile {
  readonly token: string;
  /** Of the engine's process. */
  readonly pid: number;
}
