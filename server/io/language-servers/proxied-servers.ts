/** Language servers as a front passes requests on to them: one face over all folders of a workspace. */
import type { EditorOptions, ProxiedServer, ProxiedServerListener, ProxiedServers } from '../../core/engine/proxied-server.js';
import { messageOf } from '../../util/bug.js';
import { ProxiedServerSession } from './proxied-server-session.js';
import type { EditorBehind, RootServers, RunningServer } from './root-servers.js';

interface Root {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

export class ProxiedServerSet implements ProxiedServers {
  readonly #roots: { readonly root: Root; readonly servers: RootServers }[] = [];
  readonly #servers = new Map<RunningServer, ProxiedServerSession>();
  readonly #editor: EditorOptions;
  readonly #log: (message: string) => void;
  #listener: ProxiedServerListener | null = null;

  constructor(editor: EditorOptions, log: (message: string) => void) {
    this.#editor = editor;
    this.#log = log;
  }

  /** What the servers of a folder are to be opened with. */
  editorOf(root: Root): EditorBehind {
    const of = (serving: RunningServer) => this.#passed(root, serving);
    return {
      ...this.#editor,
      onStarted: (serving) => this.#tell((listener) => listener.started(of(serving))),
      onEnded: (serving) => {
        this.#tell((listener) => listener.ended(of(serving)));
        // Once its supervisor knows of the death.
        setImmediate(() => void of(serving).revive());
      },
      onNotification: (serving, method, params) => this.#tell((listener) => listener.notification(of(serving), method, params)),
      onRequest: (serving, method, params, signal) => this.#listener?.request(of(serving), method, params, signal),
    };
  }

  add(root: Root, servers: RootServers): void {
    this.#roots.push({ root, servers });
  }

  /** A file outside of every folder is for the first folder's servers. */
  async serversFor(language: string, absolutePath: string | null): Promise<readonly ProxiedServer[]> {
    const inside = absolutePath === null ? [] : this.#roots.filter(({ root }) => isBelow(absolutePath, root.folder));
    const nearest = inside.sort((a, b) => b.root.folder.length - a.root.folder.length)[0] ?? this.#roots[0];
    if (!nearest) return [];
    return (await nearest.servers.all(language)).map((serving) => this.#passed(nearest.root, serving));
  }

  known(): readonly ProxiedServer[] {
    return [...this.#servers.values()];
  }

  listen(listener: ProxiedServerListener): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = null;
    };
  }

  #passed(root: Root, serving: RunningServer): ProxiedServerSession {
    const there = this.#servers.get(serving);
    if (there) return there;
    const passed = new ProxiedServerSession(`${root.name}/${serving.adapter.id}`, serving);
    this.#servers.set(serving, passed);
    return passed;
  }

  #tell(run: (listener: ProxiedServerListener) => void): void {
    try {
      if (this.#listener) run(this.#listener);
    } catch (error) {
      this.#log(`a message of a language server could not be handled: ${messageOf(error)}`);
    }
  }
}

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder) && (path.length === folder.length || /[\\/]/.test(path[folder.length] ?? '') || /[\\/]$/.test(folder));
