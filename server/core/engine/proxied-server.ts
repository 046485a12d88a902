/**
 * Language servers as a front proxies requests to them. Params and answers are those of LSP, with positions in the server's encoding.
 */
import type { PositionEncoding } from '../../util/text.js';
import { ContextError } from '../model/problem.js';

/** A change of a document, in UTF-16 positions. Without a range it replaces the whole text. */
export interface TextChange {
  readonly range?: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly text: string;
}

/** The editor whose requests are proxied. */
export interface EditorOptions {
  /** Its client capabilities. */
  readonly capabilities: unknown;
  /** Languages whose requests are proxied; null for all. Servers of other languages are used for the index only. */
  readonly languages: readonly string[] | null;
  /** Methods whose options the front reads. */
  readonly methods: readonly string[];
}

/** A document that an editor holds open. */
export interface EditorDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
}

export interface Asking {
  /** The file that the request is about. It is quarantined if the server dies of it repeatedly. */
  readonly uri?: string;
  readonly signal?: AbortSignal;
  /** While the server is loading: `ask` at once, `wait` for it in its first seconds, or `refuse` (reject). */
  readonly whileLoading: 'ask' | 'wait' | 'refuse';
}

export interface ProxiedAnswer {
  readonly result: unknown;
  /** True: the server was still loading, so the answer may lack results. */
  readonly mayBeShort: boolean;
}

export interface ProxiedServer {
  /** Unique among all servers of a workspace, and the same after a restart. */
  readonly key: string;
  readonly title: string;
  /** Number of its starts. */
  readonly generation: number;
  /** Encoding of its positions; UTF-16 until it has stated one. */
  readonly encoding: PositionEncoding;
  /** Options of a method as the server announced or registered them; null if it does not serve the method or does not run. */
  options(method: string): Readonly<Record<string, unknown>> | null;
  /** Starts it if needed. Rejects with ContextError('languageServer') if that fails. */
  start(signal?: AbortSignal): Promise<void>;
  /** Whether it serves a method. Starts it if needed, and waits in its first seconds, because it may register the method while loading. */
  serves(method: string, signal?: AbortSignal): Promise<boolean>;
  /**
   * Settles when the server answers, however long that takes, or when it hangs, ends or has lost the request. Rejects with
   * ContextError('languageServer') or AbortError.
   */
  request(method: string, params: unknown, asking: Asking): Promise<ProxiedAnswer>;
  notify(method: string, params: unknown): void;
  /** The editor owns the document from now on, even if it was open before. Its versions reach the server unchanged. */
  open(document: EditorDocument): void;
  change(uri: string, version: number, text: string, changes: readonly TextChange[]): void;
  save(uri: string): void;
  close(uri: string): void;
  /** False if only edge indexing has it open. */
  isShown(uri: string): boolean;
}

/** True if a request was lost with the engine's process. Its servers have been replaced: ask the new ones. */
export const isReplaced = (error: unknown): boolean => error instanceof ContextError && error.data['reason'] === 'replaced';

/** Messages that a server sends by itself. They may arrive while requests run. */
export interface ProxiedServerListener {
  started(server: ProxiedServer): void;
  /** It ended or died. Its diagnostics are no longer valid. */
  ended(server: ProxiedServer): void;
  notification(server: ProxiedServer, method: string, params: unknown): void;
  /** The answer, or undefined if the front has none; then the default answer is given. */
  request(server: ProxiedServer, method: string, params: unknown, signal: AbortSignal): Promise<unknown> | undefined;
}

export interface ProxiedServers {
  /** Servers of a language for a file, the preferred one first. Does not start them. */
  serversFor(language: string, absolutePath: string | null): Promise<readonly ProxiedServer[]>;
  /** All servers that `serversFor` has returned so far. */
  known(): readonly ProxiedServer[];
  /** At most one listener. Returns a function that removes it. */
  listen(listener: ProxiedServerListener): () => void;
}
