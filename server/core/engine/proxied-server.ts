/**
 * The face of the language servers that a front passes requests on to. Knows no protocol beyond method names: params and
 * answers are what LSP has, positions in the encoding of the server.
 */
import type { PositionEncoding } from '../../util/text.js';
import { ContextError } from '../model/problem.js';

/** UTF-16, LSP's own form. Without a range it is the whole text. */
export interface TextChange {
  readonly range?: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly text: string;
}

/** The editor that language servers are asked for. */
export interface EditorOptions {
  /** What it can do, as LSP has it. */
  readonly capabilities: unknown;
  /** Languages that are passed on; null for all. Servers of others serve the index alone. */
  readonly languages: readonly string[] | null;
  /** Methods whose options the front looks at. */
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
  /** The file it is about: blamed where the server dies of it. */
  readonly uri?: string;
  readonly signal?: AbortSignal;
  /** A server that is still loading is asked all the same, waited for in its first seconds, or not asked (rejects). */
  readonly whileLoading: 'ask' | 'wait' | 'refuse';
}

export interface ProxiedAnswer {
  readonly result: unknown;
  /** True: the server was still loading when it was asked, and answers this method in full only afterwards. */
  readonly mayBeShort: boolean;
}

export interface ProxiedServer {
  /** Distinct among all servers of a workspace, the same after a restart. */
  readonly key: string;
  readonly title: string;
  /** Counts its starts; 0 before the first. */
  readonly generation: number;
  /** Of positions in what it says; UTF-16 before it has said so. */
  readonly encoding: PositionEncoding;
  /** Options of a feature as the server announced or registered them; null where it does not serve the method, or does not run. */
  options(method: string): Readonly<Record<string, unknown>> | null;
  /** Starts it where it does not run. Rejects with ContextError('languageServer') where that fails. */
  start(signal?: AbortSignal): Promise<void>;
  /** Whether it serves a method, started for that; one that is still loading may register it yet, and is waited for in its first seconds. */
  serves(method: string, signal?: AbortSignal): Promise<boolean>;
  /**
   * Settles when the server answers, however long it takes, unless it hangs, ends or has lost the question. Rejects with
   * ContextError('languageServer'), or with AbortError.
   */
  request(method: string, params: unknown, asking: Asking): Promise<ProxiedAnswer>;
  notify(method: string, params: unknown): void;
  /** From now on the editor owns the document, whoever opened it before. Its versions reach the server unchanged. */
  open(document: EditorDocument): void;
  change(uri: string, version: number, text: string, changes: readonly TextChange[]): void;
  save(uri: string): void;
  close(uri: string): void;
  /** False where only the background holds it. */
  isShown(uri: string): boolean;
}

/** A request was lost with the engine's process, whose servers have others in their place by now: ask those. */
export const isReplaced = (error: unknown): boolean => error instanceof ContextError && error.data['reason'] === 'replaced';

/** What a server says of its own accord. All of it may come while requests run. */
export interface ProxiedServerListener {
  started(server: ProxiedServer): void;
  /** It ended or died; what it had published is void. */
  ended(server: ProxiedServer): void;
  notification(server: ProxiedServer, method: string, params: unknown): void;
  /** The answer, or undefined where the front has none: then the default answer is given. */
  request(server: ProxiedServer, method: string, params: unknown, signal: AbortSignal): Promise<unknown> | undefined;
}

export interface ProxiedServers {
  /** Those of a language for a file, the best first; empty where there are none. Starts none. */
  serversFor(language: string, absolutePath: string | null): Promise<readonly ProxiedServer[]>;
  /** Every server that was asked for so far. */
  known(): readonly ProxiedServer[];
  /** At most one; returns what ends it. */
  listen(listener: ProxiedServerListener): () => void;
}
