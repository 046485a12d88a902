/** Finds pipes, sockets and devices where a language server expects configuration: reading one can block it, or never end. */
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { walkFolders } from '../projects/walk-folders.js';

/** Servers look for configuration beside the files that they open, so some thousand folders are searched; that takes some 0.1 s. */
const walk = { skipped: /^(?:\.git|node_modules)$/, maxFolders: 5_000 };

/**
 * The first file of one of the names that is neither a plain file nor a folder, links followed, relative to `folder`; null if none is.
 * @param names `*.go` for an ending
 */
export function findSpecialFile(folder: string, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const isNamed = (name: string): boolean => names.some((one) => (one.startsWith('*') ? name.endsWith(one.slice(1)) : name === one));
  for (const { folder: at, entries } of walkFolders(folder, walk)) {
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
