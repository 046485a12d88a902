/**
 * All language servers of one workspace folder: finds the one for a language, starts it at the first question, and says
 * of each how it is. One that is missing or broken costs its languages and nothing else.
 */
import { mkdirSync, rmSync } from 'node:fs';
import type { EditorOptions } from '../../core/engine/proxied-server.js';
import type { ServerReport, ServerSetting, ServerSettings } from '../../core/model/language-server.js';
import type { Log } from '../../util/log.js';
import type { Adapter, AdapterContext } from './adapter.js';
import { proxiedClientCapabilities } from './client-capabilities.js';
import { adapterContext } from './executables.js';
import { adaptersBeside, type Found, findServer, serverFor } from './registry.js';
import type { RpcLimits } from './rpc.js';
import { SupervisedServer } from './supervised-server.js';
import { type Timing, usualTiming } from './timing.js';

export interface RootServersOptions {
  /** Absolute. */
  readonly folder: string;
  readonly trusted: boolean;
  /** A folder of ours outside of the workspace. */
  readonly cacheFolder: string;
  readonly settings: ServerSettings;
  readonly log: Log;
  readonly timing?: Timing;
  readonly limits?: RpcLimits;
  /** There where an editor sees what the servers say. */
  readonly editor?: EditorBehind | undefined;
}

/** The editor that questions are passed on for. */
export interface EditorBehind extends EditorOptions {
  readonly onStarted: (serving: RunningServer) => void;
  readonly onEnded: (serving: RunningServer) => void;
  readonly onNotification: (serving: RunningServer, method: string, params: unknown) => void;
  readonly onRequest: (serving: RunningServer, method: string, params: unknown, signal: AbortSignal) => Promise<unknown> | undefined;
}

export interface RunningServer {
  readonly adapter: Adapter;
  readonly found: Found & { kind: 'found' };
  readonly context: AdapterContext;
  readonly setting: ServerSetting | undefined;
  readonly server: SupervisedServer;
}

export class RootServers {
  readonly #options: RootServersOptions;
  readonly #context: AdapterContext;
  readonly #found = new Map<string, Promise<Found | null>>();
  readonly #known = new Map<string, Found | null>();
  readonly #saidMissing = new Set<string>();
  readonly #beside = new Map<string, Promise<Found>>();
  readonly #knownBeside = new Map<string, Found>();
  readonly #serving = new Map<string, RunningServer>();
  #isClosed = false;

  constructor(options: RootServersOptions) {
    this.#options = options;
    mkdirSync(options.cacheFolder, { recursive: true });
    this.#context = adapterContext(options.folder, options.trusted, options.cacheFolder);
  }

  /** The server of a language, not started yet; null where there is none, or the program is closing. */
  async for(language: string): Promise<RunningServer | null> {
    const found = await this.#find(language);
    return this.#isClosed || found?.kind !== 'found' ? null : this.#serve(found);
  }

  /** The server of a language and those that are set beside it, for an editor. */
  async all(language: string): Promise<readonly RunningServer[]> {
    const first = await this.for(language);
    const beside = await Promise.all(
      adaptersBeside(this.#options.settings, language).map((adapter) => this.#findOne(adapter, this.#options.settings[adapter.id])),
    );
    if (this.#isClosed) return [];
    for (const found of beside) if (found.kind === 'missing') this.#missing(found.adapter, found.reason);
    const others = beside.flatMap((found) => (found.kind === 'found' ? [this.#serve(found)] : []));
    return first === null ? others : [first, ...others];
  }

  /** Said once. */
  #missing(adapter: Adapter, reason: string): void {
    if (this.#saidMissing.has(adapter.id)) return;
    this.#saidMissing.add(adapter.id);
    this.#options.log('warn', `no ${adapter.title} beside the other language server: ${reason}`);
  }

  #serve(found: Found & { kind: 'found' }): RunningServer {
    const { adapter, launch } = found;
    const there = this.#serving.get(adapter.id);
    if (there) return there;
    const { timing = usualTiming, limits, log } = this.#options;
    const context = this.#contextOf(adapter);
    const editor = context.forEditor ? this.#options.editor : undefined;
    const server = new SupervisedServer({
      adapter,
      launch,
      context,
      timing,
      log,
      limits,
      ...(editor && {
        clientCapabilities: proxiedClientCapabilities(editor.capabilities),
        onStarted: () => editor.onStarted(serving),
        onEnded: () => editor.onEnded(serving),
        onNotification: (method: string, params: unknown) => editor.onNotification(serving, method, params),
        onRequest: (method: string, params: unknown, signal: AbortSignal) => editor.onRequest(serving, method, params, signal),
      }),
    });
    const serving: RunningServer = { adapter, found, context, setting: this.#options.settings[adapter.id], server };
    this.#serving.set(adapter.id, serving);
    return serving;
  }

  /** The servers that were asked for so far. */
  get running(): readonly RunningServer[] {
    return [...this.#serving.values()];
  }

  /** Looks for the servers of these languages; starts none. */
  async look(languages: readonly string[]): Promise<void> {
    const { settings } = this.#options;
    await Promise.all(
      languages.map(async (language) => {
        await this.#find(language);
        for (const adapter of adaptersBeside(settings, language)) await this.#findOne(adapter, settings[adapter.id]);
      }),
    );
  }

  /** How the servers of these languages are, as far as they were looked for. */
  reports(languages: readonly string[]): readonly ServerReport[] {
    const reports = new Map<string, ServerReport & { languages: string[] }>();
    for (const language of languages) {
      const beside = adaptersBeside(this.#options.settings, language).map(({ id }) => this.#knownBeside.get(id));
      for (const found of [this.#known.get(language), ...beside]) {
        if (!found) continue;
        const { adapter } = found;
        const there = reports.get(adapter.id);
        if (there) there.languages.push(language);
        else reports.set(adapter.id, { ...this.#report(found), languages: [language] });
      }
    }
    return [...reports.values()];
  }

  async describe(languages: readonly string[]): Promise<readonly ServerReport[]> {
    await this.look(languages);
    return this.reports(languages);
  }

  /** Deletes what servers have derived (clangd's index); a server that has something there is ended first. */
  async forget(): Promise<void> {
    await Promise.all([...this.#serving.values()].flatMap(({ adapter, server }) => (adapter.hasShards ? server.restart() : [])));
    rmSync(this.#options.cacheFolder, { recursive: true, force: true });
    mkdirSync(this.#options.cacheFolder, { recursive: true });
  }

  /** Ends every server; resolves when no process is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#serving.values()].map(({ server }) => server.close()));
  }

  #find(language: string): Promise<Found | null> {
    const known = this.#found.get(language);
    if (known) return known;
    const search = serverFor(language, (adapter) => this.#contextOf(adapter), this.#options.settings).then((found) => {
      this.#known.set(language, found);
      return found;
    });
    this.#found.set(language, search);
    return search;
  }

  #findOne(adapter: Adapter, setting: ServerSetting | undefined): Promise<Found> {
    const known = this.#beside.get(adapter.id);
    if (known) return known;
    const search = findServer(adapter, this.#contextOf(adapter), setting).then((found) => {
      this.#knownBeside.set(adapter.id, found);
      return found;
    });
    this.#beside.set(adapter.id, search);
    return search;
  }

  #contextOf(adapter: Adapter): AdapterContext {
    const { editor, settings } = this.#options;
    const isPassed =
      editor !== undefined && (editor.languages === null || adapter.languages.some((one) => editor.languages?.includes(one)));
    return { ...this.#context, forEditor: isPassed, settings: settings[adapter.id]?.settings ?? {} };
  }

  #report(found: Found): Omit<ServerReport, 'languages'> {
    const { adapter } = found;
    const isFound = found.kind === 'found';
    const server = this.#serving.get(adapter.id)?.server;
    return {
      id: adapter.id,
      server: adapter.title,
      where: isFound ? found.where : null,
      command: isFound ? found.launch.command : '',
      version: isFound ? found.version || shortVersion(server?.session?.serverInfo.version ?? '') : '',
      state: isFound ? (server?.state ?? 'idle') : 'missing',
      reason: isFound ? (server?.lastDeath ?? '') : found.reason,
      remarks: isFound ? (adapter.remarks?.(this.#contextOf(adapter)) ?? []) : [],
      install: isFound ? '' : found.install,
      deaths: server?.deaths ?? 0,
      quarantined: server?.quarantined ?? [],
      memoryBytes: server?.session?.process.memoryBytes() ?? null,
    };
  }
}

/** gopls states all that it was built from, as JSON. */
const shortVersion = (text: string): string =>
  text.startsWith('{') ? '' : (/\d+\.\d+(?:\.\d+)?[\w.+-]*/.exec(text)?.[0] ?? text.slice(0, 40));

/** For doctor: what each language of a workspace would be served by, without starting anything. */
export async function listServers(
  languages: readonly string[],
  options: Pick<RootServersOptions, 'folder' | 'trusted' | 'cacheFolder' | 'settings'>,
): Promise<readonly ServerReport[]> {
  const servers = new RootServers({ ...options, log: () => {} });
  return servers.describe(languages);
}
