/**
 * The language servers of a workspace. Each root folder has its own: found once for each language, started by the first request, and
 * reported with its state. A missing or broken server affects its languages only.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangedFile, LanguageServers } from '../../core/code-graph/servers-port.js';
import type { EditorOptions } from '../../core/engine/proxied-server.js';
import type { RootServerReport, ServerReport, ServerSettings } from '../../core/model/language-server.js';
import type { Log } from '../../util/log.js';
import { pathToUri } from '../../util/uri.js';
import type { Adapter, AdapterContext } from './adapter.js';
import { adapterContext } from './discovery/executables.js';
import { additionalAdapters, type FoundServer, findServer, findServerFor, isOptionalHere } from './discovery/find-server.js';
import { SupervisedServer } from './process/supervised-server.js';
import { type Timing, usualTiming } from './process/timing.js';
import { ProxiedServerSet } from './proxied/proxied-servers.js';
import type { RunningServer } from './running-server.js';
import { proxiedClientCapabilities } from './session/client-capabilities.js';
import type { JsonRpcLimits } from './session/json-rpc.js';

interface Root {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

interface WorkspaceServersOptions {
  readonly roots: readonly Root[];
  /** Where servers may keep what they derive. Outside of the workspace. */
  readonly cacheFolder: string;
  readonly trusted: boolean;
  readonly settings: ServerSettings;
  readonly log: Log;
  readonly timing?: Timing | undefined;
  readonly limits?: JsonRpcLimits | undefined;
  /** Present where an editor's requests are proxied. */
  readonly editor?: EditorOptions | undefined;
}

/** The search for one server. `found` is undefined until it has ended. */
interface Search {
  readonly promise: Promise<FoundServer | null>;
  found?: FoundServer | null;
}

const changeTypes = { created: 1, changed: 2, deleted: 3 } as const;

export class WorkspaceServers implements LanguageServers {
  readonly proxiedServers: ProxiedServerSet | null;
  readonly #options: WorkspaceServersOptions;
  /** By the root's name. */
  readonly #contexts: ReadonlyMap<string, AdapterContext>;
  readonly #searches = new Map<string, Search>();
  readonly #running = new Map<string, RunningServer>();
  readonly #reportedMissing = new Set<string>();
  #isClosed = false;

  constructor(options: WorkspaceServersOptions) {
    this.#options = options;
    const { roots, cacheFolder, trusted, editor, log } = options;
    this.#contexts = new Map(
      roots.map(({ name, folder }) => {
        const ownCache = roots.length > 1 ? join(cacheFolder, name) : cacheFolder;
        mkdirSync(ownCache, { recursive: true });
        return [name, adapterContext(folder, trusted, ownCache)];
      }),
    );
    const serversOf = (language: string, path: string | null) =>
      this.serversFor(language, (path === null ? null : this.rootOf(path)) ?? this.#firstRoot);
    this.proxiedServers = editor ? new ProxiedServerSet(serversOf, (message) => log('error', message)) : null;
  }

  /** Name of the root that contains a file, the innermost where roots are nested; null outside of all roots. */
  rootOf(absolutePath: string): string | null {
    const inside = this.#options.roots.filter(({ folder }) => isBelow(absolutePath, folder));
    return inside.sort((a, b) => b.folder.length - a.folder.length)[0]?.name ?? null;
  }

  /** The server of a language in a root, which need not run yet; null where none is available, or after `close`. */
  async serverFor(language: string, root = this.#firstRoot): Promise<RunningServer | null> {
    if (!this.#contexts.has(root)) return null;
    const found = await this.#find(root, language);
    return this.#isClosed || found?.kind !== 'found' ? null : this.#serve(root, found);
  }

  /** The server of a language in a root, and after it the additional ones from the settings, which serve an editor only. */
  async serversFor(language: string, root: string): Promise<readonly RunningServer[]> {
    if (!this.#contexts.has(root)) return [];
    const { settings, log } = this.#options;
    const first = await this.serverFor(language, root);
    const additional = await Promise.all(additionalAdapters(settings, language).map((adapter) => this.#findAdditional(root, adapter)));
    if (this.#isClosed) return [];
    const others = additional.flatMap((found) => {
      if (found?.kind === 'found') return [this.#serve(root, found)];
      if (found && !this.#reportedMissing.has(found.adapter.id)) {
        this.#reportedMissing.add(found.adapter.id);
        log('warn', `the additional language server ${found.adapter.title} is not available: ${found.reason}`);
      }
      return [];
    });
    return first === null ? others : [first, ...others];
  }

  async look(languages: readonly string[]): Promise<void> {
    const searches = [...this.#contexts.keys()].flatMap((root) =>
      languages.map(async (language) => {
        await this.#find(root, language);
        for (const adapter of additionalAdapters(this.#options.settings, language)) await this.#findAdditional(root, adapter);
      }),
    );
    await Promise.all(searches);
  }

  reports(languages: readonly string[]): readonly RootServerReport[] {
    return [...this.#contexts.keys()].flatMap((root) => {
      const reports = new Map<string, RootServerReport & { languages: string[] }>();
      for (const language of languages) {
        const adapters = additionalAdapters(this.#options.settings, language);
        for (const key of [languageKey(root, language), ...adapters.map(({ id }) => adapterKey(root, id))]) {
          const found = this.#searches.get(key)?.found;
          if (!found) continue;
          const known = reports.get(found.adapter.id);
          if (known) known.languages.push(language);
          else reports.set(found.adapter.id, { root, ...this.#report(root, found), languages: [language] });
        }
      }
      return [...reports.values()];
    });
  }

  /** `reports` after `look`. */
  async describe(languages: readonly string[]): Promise<readonly RootServerReport[]> {
    await this.look(languages);
    return this.reports(languages);
  }

  changed(changes: readonly ChangedFile[]): void {
    const list = changes.map(({ absolutePath, kind }) => ({ uri: pathToUri(absolutePath), type: changeTypes[kind] }));
    for (const { server } of this.#running.values()) {
      for (const { uri } of list) server.forgive(uri);
      server.notify('workspace/didChangeWatchedFiles', { changes: list });
      void server.restartIfReconfigured();
    }
  }

  async forget(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ adapter, server }) => adapter.writesIndex && server.restart()));
    for (const { cacheFolder } of this.#contexts.values()) {
      rmSync(cacheFolder, { recursive: true, force: true });
      mkdirSync(cacheFolder, { recursive: true });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#running.values()].map(({ server }) => server.close()));
  }

  get #firstRoot(): string {
    return this.#options.roots[0]?.name ?? '';
  }

  #find(root: string, language: string): Promise<FoundServer | null> {
    const contextOf = (adapter: Adapter) => this.#contextOf(root, adapter);
    return this.#search(languageKey(root, language), () => findServerFor(language, contextOf, this.#options.settings));
  }

  #findAdditional(root: string, adapter: Adapter): Promise<FoundServer | null> {
    const { settings } = this.#options;
    const find = async () => {
      const found = await findServer(adapter, this.#contextOf(root, adapter), settings[adapter.id]);
      return found.kind === 'missing' && isOptionalHere(adapter, settings) ? null : found;
    };
    return this.#search(adapterKey(root, adapter.id), find);
  }

  #search(key: string, find: () => Promise<FoundServer | null>): Promise<FoundServer | null> {
    const known = this.#searches.get(key);
    if (known) return known.promise;
    const promise = find();
    const search: Search = { promise };
    this.#searches.set(key, search);
    return promise.then((found) => {
      search.found = found;
      return found;
    });
  }

  #contextOf(root: string, adapter: Adapter): AdapterContext {
    const { editor, settings } = this.#options;
    const isProxied =
      editor !== undefined && (editor.languages === null || adapter.languages.some((one) => editor.languages?.includes(one)));
    const context = this.#contexts.get(root) as AdapterContext;
    return { ...context, forEditor: isProxied, settings: settings[adapter.id]?.settings ?? {} };
  }

  #serve(root: string, found: FoundServer & { kind: 'found' }): RunningServer {
    const { adapter, launch, sandbox } = found;
    const key = adapterKey(root, adapter.id);
    const known = this.#running.get(key);
    if (known) return known;
    const { settings, timing = usualTiming, limits, log, editor } = this.#options;
    const context = this.#contextOf(root, adapter);
    const hooks = context.forEditor ? this.proxiedServers?.hooksOf(() => running) : undefined;
    const clientCapabilities = hooks && proxiedClientCapabilities(editor?.capabilities);
    const server = new SupervisedServer({ adapter, launch, sandbox, context, timing, log, limits, clientCapabilities, ...hooks });
    const running: RunningServer = { root, adapter, found, context, setting: settings[adapter.id], server };
    this.#running.set(key, running);
    return running;
  }

  #report(root: string, found: FoundServer): Omit<ServerReport, 'languages'> {
    const { adapter } = found;
    const { id, title } = adapter;
    const common = { id, server: title, deaths: 0, quarantined: [], memoryBytes: null, sandbox: null };
    if (found.kind === 'missing') {
      const { reason, install } = found;
      return { ...common, where: null, command: '', version: '', state: 'missing', reason, remarks: [], install };
    }
    const server = this.#running.get(adapterKey(root, id))?.server;
    return {
      ...common,
      where: found.where,
      command: found.launch.command,
      version: found.version || shortVersion(server?.session?.serverInfo.version ?? ''),
      state: server?.state ?? 'idle',
      reason: server?.lastDeath ?? '',
      remarks: adapter.remarks?.(this.#contextOf(root, adapter)) ?? [],
      install: '',
      sandbox: found.sandbox,
      ...(server && { deaths: server.deaths, quarantined: server.quarantined, memoryBytes: server.session?.process.memoryBytes() ?? null }),
    };
  }
}

const languageKey = (root: string, language: string): string => `${root}\0language\0${language}`;
const adapterKey = (root: string, id: string): string => `${root}\0adapter\0${id}`;

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder) && (path.length === folder.length || /[\\/]/.test(path[folder.length] ?? '') || /[\\/]$/.test(folder));

/** gopls states its whole build information, as JSON. */
const shortVersion = (text: string): string =>
  text.startsWith('{') ? '' : (/(?<!\d)\d+\.\d+(?:\.\d+)?[\w.+-]*/.exec(text)?.[0] ?? text.slice(0, 40));
