/** The language servers of all folders of a workspace: each folder has its own. */
import { join } from 'node:path';
import type { RootServerReport, ServerSettings } from '../../core/model/language-server.js';
import type { LanguageServers } from '../../core/structure/servers-port.js';
import type { Log } from '../../util/log.js';
import { Upstream, type UpstreamOptions } from './upstream.js';

export interface WorkspaceServersOptions {
  readonly roots: readonly { readonly name: string; readonly folder: string }[];
  /** Where servers may keep what they derive; outside of the workspace. */
  readonly cacheFolder: string;
  readonly trusted: boolean;
  readonly settings: ServerSettings;
  readonly log: Log;
  readonly timing?: UpstreamOptions['timing'];
  readonly onNotification?: (root: string, serverId: string, method: string, params: unknown) => void;
}

export class WorkspaceServers implements LanguageServers {
  readonly #byRoot: ReadonlyMap<string, Upstream>;

  constructor({ roots, cacheFolder, onNotification, ...shared }: WorkspaceServersOptions) {
    this.#byRoot = new Map(
      roots.map(({ name, folder }) => [
        name,
        new Upstream({
          ...shared,
          folder,
          cacheFolder: roots.length > 1 ? join(cacheFolder, name) : cacheFolder,
          ...(onNotification && { onNotification: (id, method, params) => onNotification(name, id, method, params) }),
        }),
      ]),
    );
  }

  /** By the root's name. */
  get byRoot(): ReadonlyMap<string, Upstream> {
    return this.#byRoot;
  }

  async look(languages: readonly string[]): Promise<void> {
    await Promise.all([...this.#byRoot.values()].map((upstream) => upstream.look(languages)));
  }

  reports(languages: readonly string[]): readonly RootServerReport[] {
    return [...this.#byRoot].flatMap(([root, upstream]) => upstream.reports(languages).map((report) => ({ root, ...report })));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byRoot.values()].map((upstream) => upstream.close()));
  }
}
