/** Subcommands of the terminal: options in, one engine, a printed answer, an exit code (0 fine, 1 failed, 2 wrong usage). */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine, EngineSettings, OpenEngineWithLog } from '../../core/engine/engine-api.js';
import type { RunningEngines } from '../../core/engine/running-engines.js';
import { asksForAge } from '../../core/model/age-words.js';
import type { AuditLogs } from '../../core/model/audit.js';
import { ContextError } from '../../core/model/problem.js';
import type { PublishTeam } from '../../core/model/team.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { suggestion } from '../../util/nearest.js';
import { whyNoProject } from '../project-folder.js';
import { readStandardInput } from '../read-json-option.js';
import { oneOf, UsageError } from '../read-options.js';
import { choices, type Flags, type Invocation, numberFlag, readFlags } from './flags.js';
import { helpCommands, helpOf, optionsOf } from './help.js';
import { printError } from './print.js';
import { progressLine } from './progress-line.js';
import { related } from './related.js';
import { show } from './show.js';
import { ask, batch, index, status, symbols } from './subcommands.js';

/** What an answer does not need is loaded with its command. */
const commands: Readonly<Record<string, (invocation: Invocation, services: Services) => Promise<number>>> = {
  ask,
  retrieve: ask,
  index,
  symbols,
  related,
  show,
  status,
  doctor: async (invocation) => (await import('./doctor.js')).doctor(invocation),
  export: async (invocation) => (await import('./archive-commands.js')).exportIndex(invocation),
  import: async (invocation) => (await import('./archive-commands.js')).importIndex(invocation),
  pack: async (invocation) => (await import('./pack.js')).pack(invocation),
  team: async (invocation, { publishTeam }) => (await import('./team.js')).team(invocation, publishTeam),
  forget: async (invocation) => (await import('./archive-commands.js')).forget(invocation),
  unforget: async (invocation) => (await import('./archive-commands.js')).unforget(invocation),
  secrets: async (invocation) => (await import('./secrets.js')).secrets(invocation),
  why: async (invocation) => (await import('./why.js')).why(invocation),
  eval: async (invocation) => (await import('./eval/eval.js')).evaluate(invocation),
};

/** Most workspaces are indexed by then, and an agent's command has not run into its time limit. */
const DEFAULT_WAIT_SECONDS = 30;

/** What commands need besides an engine. */
export interface Services {
  readonly engines: RunningEngines;
  readonly auditLogs: AuditLogs;
  readonly publishTeam: PublishTeam;
}

/** What other programs call it. */
const otherNames: Readonly<Record<string, string>> = {
  callers: 'related',
  references: 'related',
  search: 'ask',
  query: 'ask',
  find: 'symbols',
  grep: 'ask',
  read: 'show',
  build: 'index',
};

/** Of the commands that take words or nothing, and no workspace. */
const plainCommands: Readonly<Record<string, (flags: Flags, words: readonly string[], services: Services) => Promise<number>>> = {
  list: async (flags, _, { engines }) => (await import('./running-engines.js')).list(flags, engines),
  stop: async (flags, words, { engines }) => (await import('./running-engines.js')).stop(flags, words, engines),
  audit: async (flags, words, { auditLogs }) => (await import('./audit.js')).audit(flags, words, auditLogs),
  setup: async (flags) => (await import('./setup/setup.js')).setup(flags),
  completion: async (_, [shell]) => {
    process.stdout.write((await import('./completion.js')).completionScript(shell, commandNames()));
    return 0;
  },
};
/** `mcp` and `serve` are fronts of their own, started before commands are looked up. */
const commandNames = (): string[] => [...Object.keys(commands), ...Object.keys(plainCommands), 'mcp', 'serve'];

/**
 * A question may begin with any word: only what looks like a path and has words behind it, or is a folder, names the workspace. A folder's
 * name alone is a question where it is a plain word.
 */
function namesFolder([first = '', second]: readonly string[]): boolean {
  const isPath = /^[.~]|[\\/]/.test(first);
  if (isPath && second !== undefined) return true;
  return (isPath || second !== undefined) && existsSync(first) && statSync(first).isDirectory();
}

/** `ask "question" FOLDER`: a question of several words, then the path of a folder. */
const endsWithFolder = ([question = '', last = '', ...more]: readonly string[]): boolean =>
  more.length === 0 && /\s/.test(question.trim()) && /^[.~]|[\\/]/.test(last) && existsSync(last) && statSync(last).isDirectory();

/** `ask FOLDER "question"` names the folder first, or last; else it is --workspace, or the current folder. */
function workspaceOf(command: string, flags: Flags, words: readonly string[]): { folder: string; rest: readonly string[] } {
  if (flags.workspace !== undefined) return { folder: flags.workspace, rest: words };
  const first = words[0];
  const takesFolder = command === 'index' || command === 'status' || command === 'doctor' || command === 'eval';
  if (first !== undefined && (takesFolder || (command === 'ask' && namesFolder(words)))) return { folder: first, rest: words.slice(1) };
  if (command === 'ask' && endsWithFolder(words)) return { folder: words[1] as string, rest: words.slice(0, 1) };
  return { folder: process.cwd(), rest: words };
}

/** `-` alone stands for standard input: a stack trace is easier to pipe than to quote. */
const questionOf = (words: readonly string[]): readonly string[] =>
  words.length === 1 && words[0] === '-' ? [readStandardInput().trim()] : words;

export async function runCommand(
  command: string,
  argv: readonly string[],
  openEngine: OpenEngineWithLog,
  services: Services,
): Promise<number> {
  // The reader may stop reading (`| head`); that is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  let engine: Engine | null = null;
  try {
    if (command === '--version' || command === 'version') {
      process.stdout.write(`${(await import('../../util/version.js')).version}\n`);
      return 0;
    }
    const heeded = optionsOf(command);
    const { flags, words: positionals } = readFlags(argv, heeded);
    for (const name of Object.keys(flags)) if (heeded && !heeded.includes(name)) printError(`${command} does not use --${name}`);
    const run = commands[command];
    if (command === 'help' || command === '--help' || command === '-h' || flags.help) {
      process.stdout.write(helpOf(flags.help ? command : positionals[0]));
      return 0;
    }
    const plain = plainCommands[command];
    if (plain) return await plain(flags, positionals, services);
    if (!run) {
      const known = commandNames();
      const other = otherNames[command];
      const meant = other ? `; ${other} does that` : suggestion(command, [...known, 'help', 'version', '--stdio', '--socket', '--pipe']);
      throw new UsageError(`unknown command ${JSON.stringify(command)}${meant}; commands are ${known.join(', ')}`);
    }
    const { folder, rest: given } = workspaceOf(command, flags, positionals);
    const path = resolve(folder);
    if (!existsSync(path)) throw new UsageError(`no such folder: ${path}`);
    if (!statSync(path).isDirectory()) throw new UsageError(`not a folder: ${path}`);
    const asks = command === 'ask' || command === 'retrieve' || command === 'symbols';
    const words = asks ? questionOf(given) : given;
    if (asks && flags.queries === undefined && (given.length === 0 || (command !== 'symbols' && !/[\p{L}\p{N}]/u.test(words.join(' ')))))
      throw new UsageError(`${command}: expected a question`);
    const file = flags.settings === undefined ? null : (await import('./settings-file.js')).readSettingsFile(flags.settings);
    const settings = settingsOf(flags, asks ? words.join(' ') : '', file?.settings ?? {});
    const log: Log = (level, message) => {
      if (flags.verbose || level === 'error') printError(`${level}: ${message}`);
    };
    const open: Invocation['open'] = async (how) => {
      const refusal = how?.readOnly ? null : whyNoProject(path);
      if (refusal !== null) throw new UsageError(refusal);
      const root = { name: path.slice(path.lastIndexOf('/') + 1) || 'root', folder: realpathSync(path) };
      engine = await openEngine(
        {
          roots: [root],
          cacheDir: flags['cache-dir'] ?? file?.cacheDir,
          settings,
          watch: false,
          embedding: 'onDemand',
          askedBy: () => ({ front: 'cli', name: command }),
          ...how,
        },
        log,
      );
      progressLine(engine, process.stderr);
      return engine;
    };
    const invocation: Invocation = {
      folder: path,
      words,
      flags,
      limit: numberFlag(flags, 'limit'),
      budget: numberFlag(flags, 'budget'),
      resultTokens: numberFlag(flags, 'result-tokens'),
      related: numberFlag(flags, 'related'),
      wait: numberFlag(flags, 'wait') ?? DEFAULT_WAIT_SECONDS,
      open,
    };
    return await (flags.queries !== undefined && command === 'retrieve' ? batch(invocation) : run(invocation, services));
  } catch (error) {
    if (error instanceof UsageError || (error instanceof ContextError && error.code === 'query')) {
      printError(`${error.message}\n\nTry: context-language-server help${helpCommands.includes(command) ? ` ${command}` : ''}`);
      return 2;
    }
    printError(`${error instanceof ContextError ? `${error.code} error: ` : 'failed: '}${messageOf(error)}`);
    return 1;
  } finally {
    await (engine as Engine | null)?.close();
  }
}

/** @param question of commands that ask one */
function settingsOf(flags: Flags, question: string, settings: EngineSettings): EngineSettings {
  const workers = numberFlag(flags, 'workers');
  const maxFileBytes = numberFlag(flags, 'max-file-bytes');
  const vectorSearch = flags['vector-search'];
  return {
    ...settings,
    // Reading it takes seconds in a large repository, and the terminal prints nothing of it: only questions about age wait for it.
    history: asksForAge(question) ? (settings.history ?? 'auto') : 'off',
    ...(workers !== undefined && { workers: Math.max(1, workers) }),
    ...(maxFileBytes !== undefined && { maxFileBytes }),
    ...(flags['redact-emails'] && { redactEmails: true }),
    ...(vectorSearch !== undefined && { vectorSearch: oneOf('vector-search', choices['vector-search'], vectorSearch) }),
    ...(flags.packs !== undefined && { packs: { ...settings.packs, source: packsOf(flags.packs) } }),
    ...(flags.trusted && { trusted: true }),
    // A question is answered from the index as it is; `--with-servers` waits for language servers.
    edgeIndexing: flags['with-servers'] ? 'auto' : 'off',
  };
}

/** A URL, or a folder from the current one. */
const packsOf = (source: string): string => (/^https?:\/\//i.test(source) ? source : resolve(source));
