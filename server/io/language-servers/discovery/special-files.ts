/** Finds pipes, sockets and devices where a language server expects configuration: reading one can block it, or never end. */
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { nextTurn } from '../../../util/next-turn.js';
import { walkFolders } from '../projects/walk-folders.js';

/** Servers look for configuration beside the files that they open, so some thousand folders are searched; that takes some 0.1 s. */
const walk = { skipped: /^(?:\.git|node_modules)$/, maxFolders: 5_000 };
/** About 1 ms. */
const foldersInTurn = 40;

/**
 * The first file of one of the names that is neither a plain file nor a folder, links followed, relative to `folder`; null if none is.
 * @param names `*.go` for an ending
 */
export async function findSpecialFile(folder: string, names: readonly string[]): Promise<string | null> {
  if (names.length === 0) return null;
  const isNamed = (name: string): boolean => names.some((one) => (one.startsWith('*') ? name.endsWith(one.slice(1)) : name === one));
  let folders = 0;
  for (const { folder: at, entries } of walkFolders(folder, walk)) {
    if (++folders % foldersInTurn === 0) await nextTurn();
    for (const entry of entries) {
      if (entry.isFile() || entry.isDirectory() || !isNamed(entry.name)) continue;
      const path = join(at, entry.name);
      if (isSpecial(path)) return relative(folder, path);
    }
  }
  return null;
}

function isSpecial(path: string): boolean {
  try {
    const stats = statSync(path);
    return !stats.isFile() && !stats.isDirectory();
  } catch {
    // A link to nothing, or to itself.
    return false;
  }
}
