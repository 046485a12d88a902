/** `list` and `stop`: the engines that run in the background, each shared by the editors, agents and terminals of one workspace. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RunningEngines } from '../../core/engine/running-engines.js';
import { counted } from '../../core/model/progress.js';
import { UsageError } from '../read-options.js';
import type { Flags } from './flags.js';
import { printJson, printText } from './print.js';

export async function list(flags: Flags, engines: RunningEngines): Promise<number> {
  const running = await engines.list();
  if (flags.json) printJson(running);
  else if (running.length === 0) printText('no engine is running');
  for (const { pid, folders, clients, state, files, memoryBytes } of flags.json ? [] : running)
    printText(
      `${pid}  ${folders.join(', ')}  ${state}, ${counted(files, 'files')}, ${counted(clients, 'clients')}, ${Math.round(memoryBytes / 1e6)} MB`,
    );
  if (flags.json) return 0;
  for (const { folders, openedAt, removedAt, sizeBytes } of await engines.removed(flags['cache-dir']))
    printText(
      `index deleted on ${day(removedAt)}: ${folders.join(', ')}, last opened on ${day(openedAt)}, ${Math.round(sizeBytes / 1e6)} MB (setting retentionDays)`,
    );
  return 0;
}

const day = (isoDate: string): string => isoDate.slice(0, 10);

/** Those of a folder (the current one where none is named), or all. */
export async function stop(flags: Flags, [word]: readonly string[], engines: RunningEngines): Promise<number> {
  const running = await engines.list();
  const folder = realFolder(word ?? flags.workspace ?? '.');
  const meant = flags.everything ? running : running.filter(({ folders }) => folders.includes(folder));
  for (const { pid } of meant) await engines.stop(pid);
  printText(meant.length === 0 ? 'no engine is running' : `stopped ${counted(meant.length, 'engines')}`);
  return 0;
}

function realFolder(word: string): string {
  try {
    return realpathSync(resolve(word));
  } catch {
    throw new UsageError(`no such folder: ${resolve(word)}`);
  }
}
