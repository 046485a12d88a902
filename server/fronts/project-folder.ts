/** Folders that hold everything of a user or a machine are no workspace: they would be indexed by mistake. */
import { existsSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, sep } from 'node:path';

/** In a folder that a user does want to index: it says what to leave out. */
const DELIBERATE = '.contextignore';

/**
 * Why a folder is not indexed: it is the user's home folder, holds it, or is the system's folder for temporary files, and has no
 * `.contextignore`. Null for every other folder.
 */
export function whyNoProject(folder: string): string | null {
  const [path, home, temporary] = [folder, homedir(), tmpdir()].map(real) as [string, string, string];
  const isWide = path === temporary || home === path || home.startsWith(path.endsWith(sep) ? path : path + sep);
  if (!isWide || existsSync(join(path, DELIBERATE))) return null;
  return `${path} is no project folder: choose a folder in it, or create ${join(path, DELIBERATE)} to index all of it`;
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
