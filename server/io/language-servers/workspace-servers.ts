/** The language servers of all folders of a workspace: each folder has its own. */
import { join, sep } from 'node:path';
import type { ChangedFile, LanguageServers } from '../../core/code-graph/servers-port.js';
import type { EditorOptions, ProxiedServers } from '../../core/engine/proxied-server.js';
import type { RootServerReport, ServerSettings } from '../../core/model/language-server.js';
import type { Log } from '../../util/log.js';
import { pathToUri } from '../../util/uri.js';
import { ProxiedServerSet } from './proxied-servers.js';
import { RootServers, type RootServersOptions } from './root-servers.js';

const changeTypes = { created: 1, changed: 2, deleted: 3 } as const;

export interface WorkspaceServersOptions {
  readonly roots: readonly { readonly name: string; readonly folder: string }[];
  /** Where servers may keep what they derive; outside of the workspace. */
  readonly cacheFolder: string;
  readonly trusted: boolean;
  readonly settings: ServerSettings;
  readonly log: Log;
  readonly timing?: RootServersOptions['timing'];
  /** There where requests are passed on. */
  readonly editor?: EditorOptions | undefined;
}

export class WorkspaceServers implements LanguageServers {
  readonly #byRoot: ReadonlyMap<string, RootServers>;
  readonly #roots: WorkspaceServersOptions['roots'];
  readonly passed: ProxiedServers | null;

  constructor({ roots, cacheFolder, editor, ...shared }: WorkspaceServersOptions) {
    this.#roots = roots;
    const passed = editor ? new ProxiedServerSet(editor, (message) => shared.log('error', message)) : null;
    this.#byRoot = new Map(
      roots.map(({ name, folder }) => [
        name,
        new RootServers({
          ...shared,
          folder,
          cacheFolder: roots.length > 1 ? join(cacheFolder, name) : cacheFolder,
          editor: passed?.editorOf({ name, folder }),
        }),
      ]),
    );
    for (const { name, folder } of roots) passed?.add({ name, folder }, this.#byRoot.get(name) as RootServers);
    this.passed = passed;
  }

  /** By the root's name. */
  get byRoot(): ReadonlyMap<string, RootServers> {
    return this.#byRoot;
  }

  /** Name of the root that a file lies in, the innermost where roots lie in each other; null outside of all. */
  rootOf(absolutePath: string): string | null {
    let found: { readonly name: string; readonly folder: string } | null = null;
    for (const root of this.#roots) {
      const isInside = absolutePath === root.folder || absolutePath.startsWith(root.folder.endsWith(sep) ? root.folder : root.folder + sep);
      if (isInside && root.folder.length > (found?.folder.length ?? -1)) found = root;
    }
    return found?.name ?? null;
  }

  changed(changes: readonly ChangedFile[]): void {
    const list = changes.map(({ absolutePath, kind }) => ({ uri: pathToUri(absolutePath), type: changeTypes[kind] }));
    for (const { server } of [...this.#byRoot.values()].flatMap(({ running }) => running)) {
      for (const { uri } of list) server.forgive(uri);
      server.notify('workspace/didChangeWatchedFiles', { changes: list });
      void server.renew();
    }
  }

  async look(languages: readonly string[]): Promise<void> {
    await Promise.all([...this.#byRoot.values()].map((servers) => servers.look(languages)));
  }

  reports(languages: readonly string[]): readonly RootServerReport[] {
    return [...this.#byRoot].flatMap(([root, servers]) => servers.reports(languages).map((report) => ({ root, ...report })));
  }

  async forget(): Promise<void> {
    await Promise.all([...this.#byRoot.values()].map((servers) => servers.forget()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byRoot.values()].map((servers) => servers.close()));
  }
}
