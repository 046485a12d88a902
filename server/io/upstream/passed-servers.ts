/** Language servers as a front passes requests on to them: one face over all folders of a workspace. */
import type { EditorOptions, PassedServer, PassedServerListener, PassedServers } from '../../core/passed-server.js';
import { messageOf } from '../../util/bug.js';
import { Passed } from './passed.js';
import type { EditorBehind, Serving, Upstream } from './upstream.js';

interface Root {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

export class PassedServerSet implements PassedServers {
  readonly #upstreams: { readonly root: Root; readonly upstream: Upstream }[] = [];
  readonly #servers = new Map<Serving, Passed>();
  readonly #editor: EditorOptions;
  readonly #log: (message: string) => void;
  #listener: PassedServerListener | null = null;

  constructor(editor: EditorOptions, log: (message: string) => void) {
    this.#editor = editor;
    this.#log = log;
  }

  /** What the servers of a folder are to be opened with. */
  editorOf(root: Root): EditorBehind {
    const of = (serving: Serving) => this.#passed(root, serving);
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

  add(root: Root, upstream: Upstream): void {
    this.#upstreams.push({ root, upstream });
  }

  /** A file outside of every folder is for the first folder's servers. */
  async serversFor(language: string, absolutePath: string | null): Promise<readonly PassedServer[]> {
    const inside = absolutePath === null ? [] : this.#upstreams.filter(({ root }) => isBelow(absolutePath, root.folder));
    const nearest = inside.sort((a, b) => b.root.folder.length - a.root.folder.length)[0] ?? this.#upstreams[0];
    if (!nearest) return [];
    return (await nearest.upstream.all(language)).map((serving) => this.#passed(nearest.root, serving));
  }

  known(): readonly PassedServer[] {
    return [...this.#servers.values()];
  }

  listen(listener: PassedServerListener): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = null;
    };
  }

  #passed(root: Root, serving: Serving): Passed {
    const there = this.#servers.get(serving);
    if (there) return there;
    const passed = new Passed(`${root.name}/${serving.adapter.id}`, serving);
    this.#servers.set(serving, passed);
    return passed;
  }

  #tell(run: (listener: PassedServerListener) => void): void {
    try {
      if (this.#listener) run(this.#listener);
    } catch (error) {
      this.#log(`a message of a language server could not be handled: ${messageOf(error)}`);
    }
  }
}

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder) && (path.length === folder.length || /[\\/]/.test(path[folder.length] ?? '') || /[\\/]$/.test(folder));
