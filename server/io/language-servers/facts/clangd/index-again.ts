/**
 * Makes a running clangd index saved files again. By itself it indexes each source once in its life: it drops later tasks for the same
 * source, also after a changed compile command. So it gets the command of a new source in our cache, which includes the saved file:
 * clangd then writes the shards of all changed files that it read for that.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { readPlainText } from '../../../../util/open-plain-file.js';
import { isSource } from '../../compile-commands/compile-commands.js';
import { type CompileEntry, inferCommands } from '../../compile-commands/infer-commands.js';
import { splitCommand } from '../../compile-commands/safe-commands.js';
import type { RunningServer } from '../../running-server.js';
import { sleep, unlessAborted } from '../../waiting.js';
import { shardFolder } from './read-shard-facts.js';

interface SavedFile {
  readonly absolutePath: string;
  readonly mtimeMs: number;
}

/** Parsing more takes longer than to ask about a file. */
const maxCommandsBytes = 20_000_000;
/**
 * After this time the file is asked about instead. A source with many headers takes some 3 s, but clangd's index runs only on processors
 * that are idle otherwise.
 */
const maxWaitMs = 10_000;
const pollMs = 20;

/** Numbers the sources of all clangds of this process. */
let made = 0;

export class IndexAgain {
  readonly #running: RunningServer;
  /** By absolute path: when the text was saved that was to be indexed last. */
  readonly #tried = new Map<string, number>();

  constructor(running: RunningServer) {
    this.#running = running;
  }

  /**
   * Resolves when clangd has indexed the file, or does not in time. The caller looks whether it has a new shard. `folder`: the value of
   * --compile-commands-dir. Rejects when aborted.
   */
  async index(folder: string, { absolutePath, mtimeMs }: SavedFile, signal?: AbortSignal): Promise<void> {
    const { server } = this.#running;
    const { session } = server;
    if (!session || this.#tried.get(absolutePath) === mtimeMs || /["\n\r]/.test(absolutePath)) return;
    const entry = commandFor(absolutePath, folder);
    if (!entry) return;
    const name = `again-${process.pid}-${++made}${extname(entry.file)}`;
    const source = join(folder, 'again', name);
    const command = wordsFor(source, entry);
    if (!command) return;
    this.#tried.set(absolutePath, mtimeMs);
    mkdirSync(join(folder, 'again'), { recursive: true });
    writeFileSync(source, `#include "${absolutePath}"\n`);
    try {
      server.notify('workspace/didChangeConfiguration', {
        settings: { compilationDatabaseChanges: { [source]: { workingDirectory: entry.directory, compilationCommand: command } } },
      });
      for (const endMs = Date.now() + maxWaitMs; Date.now() < endMs && server.session === session; ) {
        if ((await shardsOf(folder, name)).length > 0) {
          // The shards of included files are written after it.
          await unlessAborted(session.gate.rested(), signal);
          return;
        }
        await sleep(pollMs, signal);
      }
    } finally {
      rmSync(source, { force: true });
      for (const shard of await shardsOf(folder, name)) rmSync(join(shardFolder(folder), shard), { force: true });
    }
  }
}

const shardsOf = async (folder: string, name: string): Promise<readonly string[]> =>
  (await readdir(shardFolder(folder)).catch(() => [])).filter((one) => one.startsWith(`${name}.`) && one.endsWith('.idx'));

/** The command of the file itself, else that of the nearest source; null if there is none. */
function commandFor(absolutePath: string, folder: string): CompileEntry | null {
  const text = readPlainText(join(folder, 'compile_commands.json'), maxCommandsBytes);
  const entries: readonly CompileEntry[] = text === null ? [] : JSON.parse(text);
  const own = entries.find(({ directory, file }) => resolve(directory, file) === absolutePath);
  if (own || isSource(absolutePath)) return own ?? inferCommands(entries, [absolutePath], [])[0] ?? null;
  return inferCommands(entries, [`${absolutePath}.cc`], [])[0] ?? inferCommands(entries, [`${absolutePath}.c`], [])[0] ?? null;
}

/** The words of the command with another source; null if the text does not show which word is the source. */
function wordsFor(source: string, entry: CompileEntry): readonly string[] | null {
  const [own] = inferCommands([entry], [source], []);
  return own?.arguments ?? (own?.command === undefined ? null : splitCommand(own.command, 'posix'));
}
