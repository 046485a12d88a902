/** What the engine needs of the language servers of a workspace as a whole. Implemented in io/language-servers. */

import type { ProxiedServers } from '../engine/proxied-server.js';
import type { RootServerReport } from '../model/language-server.js';

export interface ChangedFile {
  readonly absolutePath: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

export interface LanguageServers {
  /** Looks for the servers of these languages, starting none; what was looked for before is not looked for again. */
  look(languages: readonly string[]): Promise<void>;
  /** How the servers of these languages are, as far as they were looked for. */
  reports(languages: readonly string[]): readonly RootServerReport[];
  /** Files that changed on the disk: most servers see only what they are told. */
  changed(changes: readonly ChangedFile[]): void;
  /** The same servers for a front that passes requests on; null where none does. */
  readonly passed: ProxiedServers | null;
  /** Deletes what servers have derived from the workspace; those that run are ended first, the next question starts them again. */
  forget(): Promise<void>;
  /** Ends every server; resolves when no process is left. */
  close(): Promise<void>;
}
