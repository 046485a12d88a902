/** The language servers that a front proxies requests to, of all root folders. */
import type { ProxiedServer, ProxiedServerListener, ProxiedServers } from '../../../core/engine/proxied-server.js';
import { messageOf } from '../../../util/bug.js';
import type { SupervisedOptions } from '../process/supervised-server.js';
import type { RunningServer } from '../running-server.js';
import { ProxiedServerSession } from './proxied-server-session.js';

/** What a supervised server calls when an editor is behind it. */
type ProxyHooks = Required<Pick<SupervisedOptions, 'onStarted' | 'onEnded' | 'onNotification' | 'onRequest'>>;

export class ProxiedServerSet implements ProxiedServers {
  readonly #servers = new Map<RunningServer, ProxiedServerSession>();
  readonly #serversOf: (language: string, absolutePath: string | null) => Promise<readonly RunningServer[]>;
  readonly #log: (message: string) => void;
  #listener: ProxiedServerListener | null = null;

  /** `serversOf`: the servers of a language for a file; a file outside of every root belongs to the first root. */
  constructor(
    serversOf: (language: string, absolutePath: string | null) => Promise<readonly RunningServer[]>,
    log: (message: string) => void,
  ) {
    this.#serversOf = serversOf;
    this.#log = log;
  }

  /** `running`: called only after the server has started. */
  hooksOf(running: () => RunningServer): ProxyHooks {
    const own = () => this.#proxied(running());
    return {
      onStarted: () => this.#notifyListener((listener) => listener.started(own())),
      onEnded: () => {
        this.#notifyListener((listener) => listener.ended(own()));
        // Only when its supervisor has recorded the death.
        setImmediate(() => void own().revive());
      },
      onNotification: (method, params) => this.#notifyListener((listener) => listener.notification(own(), method, params)),
      onRequest: (method, params, signal) => this.#listener?.request(own(), method, params, signal),
    };
  }

  async serversFor(language: string, absolutePath: string | null): Promise<readonly ProxiedServer[]> {
    return (await this.#serversOf(language, absolutePath)).map((running) => this.#proxied(running));
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

  #proxied(running: RunningServer): ProxiedServerSession {
    const known = this.#servers.get(running);
    if (known) return known;
    const proxied = new ProxiedServerSession(running);
    this.#servers.set(running, proxied);
    return proxied;
  }

  #notifyListener(run: (listener: ProxiedServerListener) => void): void {
    try {
      if (this.#listener) run(this.#listener);
    } catch (error) {
      this.#log(`a message of a language server could not be handled: ${messageOf(error)}`);
    }
  }
}
