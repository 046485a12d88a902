/**
 * Which server serves a language and where it is: by the user's setting, in the workspace where that is trusted
 *, on PATH, among our own packages. Says for each what was found or how to get it.
 * Invariant: in an untrusted workspace nothing that lies inside it is run, by whatever way it was found.
 */
import { resolve } from 'node:path';
import type { FoundWhere, ServerSetting, ServerSettings } from '../../../core/model/language-server.js';
import type { Adapter, AdapterContext, Launch } from '../adapter.js';
import { clangd } from '../adapters/clangd.js';
import { type ConfiguredServer, configured } from '../adapters/configured.js';
import { csharpLs, omnisharp, roslyn } from '../adapters/csharp.js';
import { gopls } from '../adapters/gopls.js';
import { pyright } from '../adapters/pyright.js';
import { rustAnalyzer } from '../adapters/rust-analyzer.js';
import { typescriptLanguageServer } from '../adapters/typescript-language-server.js';
import { typescriptNative } from '../adapters/typescript-native.js';
import { pathOutside, probeVersion, recordOutput } from './executables.js';

export type FoundServer =
  | { readonly kind: 'found'; readonly adapter: Adapter; readonly launch: Launch; readonly where: FoundWhere; readonly version: string }
  /** `install`: how to get it; the adapter's own advice where it is not installed. */
  | { readonly kind: 'missing'; readonly adapter: Adapter; readonly reason: string; readonly install: string };

const trustIt = 'trust the workspace: --trusted on the command line, the setting "trusted" in an editor';

/** In order of preference for each language. */
const builtIn: readonly Adapter[] = [
  clangd,
  pyright,
  typescriptNative,
  typescriptLanguageServer,
  gopls,
  rustAnalyzer,
  roslyn,
  csharpLs,
  omnisharp,
];

export function adaptersOf(settings: ServerSettings): readonly Adapter[] {
  const known = new Set(builtIn.map(({ id }) => id));
  const others = Object.entries(settings)
    .filter(([id, one]) => !known.has(id) && one.command && one.languages)
    .map(([id, one]) => configured(id, one as ConfiguredServer));
  // What the user names comes first.
  return [...others, ...builtIn].filter(({ id }) => settings[id]?.enabled !== false).map((adapter) => asSet(adapter, settings[adapter.id]));
}

/** A known server as the user wants it: what is set takes the place of what the adapter says, options key by key. */
function asSet(adapter: Adapter, setting: ServerSetting | undefined): Adapter {
  const { languages, initializationOptions: options } = setting ?? {};
  const isObject = typeof options === 'object' && options !== null && !Array.isArray(options);
  return {
    ...adapter,
    ...(languages && { languages }),
    ...(options !== undefined && {
      initializationOptions: (context) => {
        const own = adapter.initializationOptions?.(context);
        return isObject && typeof own === 'object' ? { ...own, ...options } : options;
      },
    }),
  };
}

interface Candidate {
  readonly launch: Launch;
  readonly where: FoundWhere;
}

function* candidates(adapter: Adapter, context: AdapterContext, setting: ServerSetting | undefined): Generator<Candidate> {
  if (setting?.command) {
    // Servers run in the workspace's folder, so a relative path counts from there.
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

/** Finds the server and makes sure that it is one: a program that cannot say its version is passed over. */
export async function findServer(adapter: Adapter, context: AdapterContext, setting?: ServerSetting): Promise<FoundServer> {
  const missing = (reason: string, install = adapter.install): FoundServer => ({ kind: 'missing', adapter, reason, install });
  if (adapter.runsWorkspaceCode && !context.trusted) {
    const isInstalled = await runsOutside(adapter, context, setting);
    const advice = isInstalled ? trustIt : `${adapter.install}; then ${trustIt}`;
    return missing('not started: it runs programs of the workspace, which is not trusted', advice);
  }
  let reason = setting?.command ? `${setting.command} was not found` : 'not found';
  for (const { launch, where } of candidates(adapter, context, setting)) {
    // What comes with this program is where this program is: whoever runs the one trusts the other.
    if (!context.trusted && where !== 'bundled' && context.isInside(launch.command)) {
      reason = `${launch.command} lies in the workspace, which is not trusted: not run`;
      continue;
    }
    const version = await probeVersion(adapter, launch);
    if (version === null) {
      reason = `${launch.command} does not run`;
      continue;
    }
    const refusal = adapter.rejects?.(version, context) ?? null;
    if (refusal !== null) {
      reason = refusal;
      continue;
    }
    await Promise.all((adapter.programsToRun?.(context) ?? []).map(recordOutput));
    const args = [...launch.args, ...(adapter.extraArgs?.(context) ?? [])];
    // What it runs itself it finds there.
    const searchPath: Readonly<Record<string, string>> = context.trusted ? {} : { PATH: pathOutside(context.folder) };
    return {
      kind: 'found',
      adapter,
      launch: { ...launch, args, env: { ...searchPath, ...adapter.env?.(context), ...launch.env } },
      where,
      version,
    };
  }
  return missing(reason);
}

/** Whether it is installed, and not in the workspace. */
async function runsOutside(adapter: Adapter, context: AdapterContext, setting?: ServerSetting): Promise<boolean> {
  for (const { launch } of candidates(adapter, context, setting))
    if (!context.isInside(launch.command) && (await probeVersion(adapter, launch)) !== null) return true;
  return false;
}

/** Servers that the user wants beside the one of a language. */
export const additionalAdapters = (settings: ServerSettings, language: string): readonly Adapter[] =>
  adaptersOf(settings).filter(({ id, languages }) => settings[id]?.beside === true && languages.includes(language));

/** The first server of a language that is there; else why each is not. */
export async function findServerFor(
  language: string,
  contextOf: (adapter: Adapter) => AdapterContext,
  settings: ServerSettings,
): Promise<FoundServer | null> {
  let first: FoundServer | null = null;
  for (const adapter of adaptersOf(settings)) {
    if (!adapter.languages.includes(language) || settings[adapter.id]?.beside === true) continue;
    const found = await findServer(adapter, contextOf(adapter), settings[adapter.id]);
    if (found.kind === 'found') return found;
    first ??= found;
  }
  return first;
}
