/** What clients and the engine's process say to each other about the language servers that an editor talks to through the engine. */
import type { PositionEncoding } from '../../util/text.js';

/** Requests of a client; their first argument is the server's key, except for `serversFor`. */
export const proxiedRequests = {
  serversFor: 'proxied/serversFor',
  start: 'proxied/start',
  serves: 'proxied/serves',
  request: 'proxied/request',
} as const;

/** Notifications of a client; their first argument is the server's key. */
export const proxiedNotifications = {
  notify: 'proxied/notify',
  open: 'proxied/open',
  change: 'proxied/change',
  save: 'proxied/save',
  close: 'proxied/close',
} as const;

/** Of the engine's process. A server's state is sent before anything that rests on it. */
export const proxiedEvents = {
  state: 'proxied/state',
  started: 'proxied/started',
  ended: 'proxied/ended',
  said: 'proxied/said',
  /** A request: what the server asks of the editor. */
  asked: 'proxied/asked',
} as const;

export interface ServerState {
  readonly key: string;
  readonly title: string;
  readonly generation: number;
  readonly encoding: PositionEncoding;
  /** By method: the server's options, or null where it does not serve it. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

export interface Said {
  readonly key: string;
  readonly method: string;
  readonly params: unknown;
  /** Whether the document that it is about is shown by an editor, and not only held by the background. */
  readonly isShown: boolean;
}

export interface Asked {
  readonly key: string;
  readonly method: string;
  readonly params: unknown;
}

/** The editor's answer; null where it has none. */
export type AskedAnswer = { readonly result: unknown } | null;
