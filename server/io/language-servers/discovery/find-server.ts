/**
 * Finds the server of a language: by the user's settings, in a trusted workspace, on PATH, or among our own packages. The result states
 * what was found, or how to install it.
 * Invariant: nothing inside an untrusted workspace is run, however it was found.
 */
import { resolve } from 'node:path';
import type { FoundWhere, ServerSetting, ServerSettings } from '../../../core/model/language-server.js';
import type { Adapter, AdapterContext, Launch } from '../adapter.js';
import { clangd } from '../adapters/clangd.js';
import { type ConfiguredServer, configured } from '../adapters/configured.js';
import { csharpLs, omnisharp, roslyn } from '../adapters/csharp.js';
import { gopls } from '../adapters/gopls.js';
import { listedServers } from '../adapters/listed.js';
import { pyright } from '../adapters/pyright.js';
import { rustAnalyzer } from '../adapters/rust-analyzer.js';
import { typescriptLanguageServer } from '../adapters/typescript-language-server.js';
import { typescriptNative } from '../adapters/typescript-native.js';
import { untriedServers } from '../adapters/untried.js';
import { vue } from '../adapters/vue.js';
import { type Sandbox, sandboxFor } from '../process/sandbox.js';
import { pathOutside, probeVersion, recordOutput } from './executables.js';
import { findSpecialFile } from './special-files.js';

export type FoundServer =
  | {
      readonly kind: 'found';
      readonly adapter: Adapter;
      readonly launch: Launch;
      readonly where: FoundWhere;
      readonly version: string;
      readonly sandbox: Sandbox;
    }
  /** `install`: what to do; the adapter's advice if it is not installed. */
  | { readonly kind: 'missing'; readonly adapter: Adapter; readonly reason: string; readonly install: string };

const howToTrust = 'trust the workspace: --trusted on the command line, the setting "trusted" in an editor';

/** In order of preference for each language. */
const builtIn: readonly Adapter[] = [
  clangd,
  pyright,
  typescriptNative,
  typescriptLanguageServer,
  gopls,
  rustAnalyzer,
  csharpLs,
  roslyn,
  omnisharp,
  vue,
  ...listedServers,
  ...untriedServers,
];

function adaptersOf(settings: ServerSettings): readonly Adapter[] {
  const known = new Set(builtIn.map(({ id }) => id));
  const others = Object.entries(settings)
    .filter(([id, one]) => !known.has(id) && one.command && one.languages)
    .map(([id, one]) => configured(id, one as ConfiguredServer));
  // Servers from the settings come first.
  return [...others, ...builtIn]
    .filter(({ id }) => settings[id]?.enabled !== false)
    .map((adapter) => withSettings(adapter, settings[adapter.id]));
}

/** An adapter with the user's settings, which override the adapter's values; options key by key. */
function withSettings(adapter: Adapter, setting: ServerSetting | undefined): Adapter {
  const { languages, initializationOptions: options } = setting ?? {};
  const isObject = typeof options === 'object' && options !== null && !Array.isArray(options);
  return {
    ...adapter,
    ...(languages && { languages }),
    ...(adapter.statesEdges === 'if named' && askedIfNamed(adapter.id, setting !== undefined)),
    ...(options !== undefined && {
      initializationOptions: (context) => {
        const own = adapter.initializationOptions?.(context);
        return isObject && typeof own === 'object' ? { ...own, ...options } : options;
      },
    }),
  };
}

/** An untried server is asked for edges if the user wants that. */
const askedIfNamed = (id: string, isNamed: boolean): Partial<Adapter> =>
  isNamed
    ? { statesEdges: true }
    : {
        statesEdges: false,
        remarks: () => [`untried, so it answers editors only: the setting {"servers":{"${id}":{}}} asks it for edges too`],
      };

interface Candidate {
  readonly launch: Launch;
  readonly where: FoundWhere;
}

function* candidates(adapter: Adapter, context: AdapterContext, setting: ServerSetting | undefined): Generator<Candidate> {
  if (setting?.command) {
    // A relative path starts at the root folder, where servers run.
    const isPath = /[\\/]/.test(setting.command);
    const command = isPath ? resolve(context.folder, setting.command) : context.which(setting.command);
    const args = setting.args ?? adapter.commands[0]?.slice(1) ?? [];
    if (command !== null) yield { launch: { command, args }, where: 'setting' };
    return;
  }
  if (context.trusted) {
    for (const [path = '', ...args] of adapter.inWorkspace ?? []) {
      const command = `${context.folder}/${path}`;
      if (context.exists(command)) yield { launch: { command, args }, where: 'workspace' };
    }
  }
  for (const [name = '', ...args] of adapter.commands) {
    for (const command of context.programs(name)) yield { launch: { command, args }, where: 'path' };
  }
  const bundled = adapter.bundled?.(context) ?? null;
  if (bundled) yield { launch: bundled, where: 'bundled' };
}

/** Finds a server. A program that does not print its version is skipped. */
export async function findServer(adapter: Adapter, context: AdapterContext, setting?: ServerSetting): Promise<FoundServer> {
  const missing = (reason: string, install = adapter.install): FoundServer => ({ kind: 'missing', adapter, reason, install });
  if (adapter.runsWorkspaceCode && !context.trusted) {
    const isInstalled = await runsOutside(adapter, context, setting);
    const advice = isInstalled ? howToTrust : `${adapter.install}; then ${howToTrust}`;
    return missing('not started: it would run programs of the workspace, which is not trusted', advice);
  }
  const special = await findSpecialFile(context.folder, adapter.configurationFiles ?? []);
  if (special !== null) return missing(`not started: it would wait for ${special}, which is a pipe or a device`, `remove ${special}`);
  let reason = setting?.command ? `${setting.command} was not found` : 'not found';
  for (const { launch, where } of candidates(adapter, context, setting)) {
    // A bundled server is part of this program, so it is trusted wherever the program is.
    if (!context.trusted && where !== 'bundled' && context.isInside(launch.command)) {
      reason = `${launch.command} is in the workspace, which is not trusted: not run`;
      continue;
    }
    const { version, reason: why } = await probeVersion(adapter, launch);
    if (version === null) {
      reason = `${launch.command} does not run${why && `: ${why}`}`;
      continue;
    }
    const refusal = adapter.rejects?.(version, context) ?? null;
    if (refusal !== null) {
      reason = refusal;
      continue;
    }
    await Promise.all((adapter.programsToRun?.(context) ?? []).map(recordOutput));
    const args = [...launch.args, ...(adapter.extraArgs?.(context) ?? [])];
    // Where it finds the programs that it runs.
    const searchPath: Readonly<Record<string, string>> = context.trusted ? {} : { PATH: pathOutside(context.folder) };
    return {
      kind: 'found',
      adapter: { ...adapter, ...(setting?.needsOpenFiles === undefined && adapter.ofVersion?.(version)) },
      launch: { ...launch, args, env: { ...searchPath, ...adapter.env?.(context), ...launch.env } },
      where,
      version,
      sandbox: await sandboxOf(adapter, context, setting),
    };
  }
  return missing(reason);
}

/** Servers that only the user's settings name may need the network or write anywhere, so they get a sandbox on request only. */
async function sandboxOf({ id }: Adapter, context: AdapterContext, setting: ServerSetting | undefined): Promise<Sandbox> {
  if (context.trusted) return { command: null, reason: 'the workspace is trusted' };
  if (!(setting?.sandbox ?? builtIn.some((adapter) => adapter.id === id))) return { command: null, reason: 'by setting' };
  return sandboxFor(context);
}

/** Whether it is installed outside of the workspace. */
async function runsOutside(adapter: Adapter, context: AdapterContext, setting?: ServerSetting): Promise<boolean> {
  for (const { launch } of candidates(adapter, context, setting))
    if (!context.isInside(launch.command) && (await probeVersion(adapter, launch)).version !== null) return true;
  return false;
}

const isBeside = ({ id, isBeside: usually = false }: Adapter, settings: ServerSettings): boolean => settings[id]?.beside ?? usually;

/** Servers that an editor uses in addition to the first server of a language, by their adapter or the setting `beside`. */
export const additionalAdapters = (settings: ServerSettings, language: string): readonly Adapter[] =>
  adaptersOf(settings).filter((adapter) => isBeside(adapter, settings) && adapter.languages.includes(language));

/** A server that the settings configure is expected. */
export const isOptionalHere = ({ id, isOptional = false }: Adapter, settings: ServerSettings): boolean => isOptional && !settings[id];

/** The first available server of a language; else why the first one is missing; null if none is known. */
export async function findServerFor(
  language: string,
  contextOf: (adapter: Adapter) => AdapterContext,
  settings: ServerSettings,
): Promise<FoundServer | null> {
  let first: FoundServer | null = null;
  for (const adapter of adaptersOf(settings)) {
    if (!adapter.languages.includes(language) || isBeside(adapter, settings)) continue;
    const found = await findServer(adapter, contextOf(adapter), settings[adapter.id]);
    if (found.kind === 'found') return found;
    if (!isOptionalHere(adapter, settings)) first ??= found;
  }
  return first;
}
