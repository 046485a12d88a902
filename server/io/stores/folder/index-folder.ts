/** Where the index of a workspace lives: in the user's cache folder, never in the workspace (invariant 1). */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { indexError } from '../../../core/model/problem.js';
import { messageOf } from '../../../util/bug.js';

const folderName = 'context-language-server';

/** The folder of all indexes, by the platform's own convention. Relative values of XDG_CACHE_HOME are ignored, as XDG has it. */
export function defaultCacheDir(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (platform() === 'win32') return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), folderName);
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Caches', folderName);
  return join(XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(homedir(), '.cache'), folderName);
}

/** The folder of one workspace's index: that of a set of roots. Neither their names nor their order matter. */
export function indexFolder(cacheDir: string, roots: readonly { readonly folder: string }[]): string {
  const keys = roots.map((root) => JSON.stringify([resolve(root.folder)]));
  const hash = createHash('sha256').update(keys.sort().join('\n')).digest('hex').slice(0, 24);
  return join(cacheDir, hash);
}

/** Makes a folder that only its owner can read. Throws ContextError('index') where that cannot be. */
export function privateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (platform() !== 'win32') chmodSync(folder, 0o700);
  } catch (error) {
    throw indexError(`the index folder ${folder} cannot be made: ${messageOf(error)}`, { folder });
  }
}
