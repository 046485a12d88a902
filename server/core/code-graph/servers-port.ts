/** The language servers of a workspace, as the engine needs them. Implemented in io/language-servers. */

import type { ProxiedServers } from '../engine/proxied-server.js';
import type { RootServerReport } from '../model/language-server.js';

export interface ChangedFile {
  readonly absolutePath: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

export interface LanguageServers {
  /** Searches for the servers of these languages without starting them. A server is searched for once. */
  look(languages: readonly string[]): Promise<void>;
  /** State of the servers of these languages, as far as they were searched for. */
  reports(languages: readonly string[]): readonly RootServerReport[];
  /** Notifies servers of files that changed on disk. Most do not watch files themselves. */
  changed(changes: readonly ChangedFile[]): void;
  /** The same servers for a front that proxies requests; null if none does. */
  readonly proxiedServers: ProxiedServers | null;
  /** Deletes what servers have derived from the workspace. Servers that keep an index are stopped first; the next request starts them again. */
  forget(): Promise<void>;
  /** Ends every server; resolves when no process is left. */
  close(): Promise<void>;
}
