/**
 * Which files git tracks, and when git last knew them to be as committed. From git's index alone: comparing contents
 * would run the filters that a repository's configuration names.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Git } from './git-port.js';

/** Path to the time of change at which the file was as committed; null where the staged text differs. */
export type Tracked = Map<string, number | null>;

/** Output of `ls-files --debug` for the entry before, and after it the name of the next. */
const entry = /^ {2}ctime: \d+:\d+\n {2}mtime: (\d+):(\d+)\n(?: {2}[^\n]*\n)*/;

/** Entries compared in one step: a few milliseconds. */
const stepEntries = 5_000;

export async function readTracked(git: Git, folder: string, signal: AbortSignal): Promise<Tracked> {
  const tracked: Tracked = new Map();
  const tokens = (await git.output(['ls-files', '--debug', '-z'], folder, signal)).split('\0');
  let name = tokens[0] ?? '';
  for (let i = 1; i < tokens.length; i++) {
    if (i % stepEntries === 0) await nextTurn();
    const token = tokens[i] as string;
    const facts = entry.exec(token);
    tracked.set(name, facts ? Number(facts[1]) * 1000 + Number(facts[2]) / 1e6 : null);
    name = token.slice(facts?.[0].length ?? 0);
  }
  const staged = ['diff-index', '--cached', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=all', '--relative'];
  for await (const batch of git.names([...staged, 'HEAD', '--'], folder, signal))
    for (const path of batch) if (tracked.has(path)) tracked.set(path, null);
  return tracked;
}
