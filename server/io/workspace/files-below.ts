/** Files of folders that came into being as a whole (moved in, or filled before they were watched). */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Names, relative to the root, of the files below the folders that are not among `known`; null beyond `most` files. */
export async function filesBelow(
  root: string,
  folders: readonly string[],
  most: number,
  known: ReadonlyMap<string, unknown>,
): Promise<Map<string, 'created'> | null> {
  const found = new Map<string, 'created'>();
  const open = [...folders];
  for (let i = 0; i < open.length; i++) {
    if (open.length > most) return null;
    const entries = await readdir(join(root, open[i] as string), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = `${open[i]}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') open.push(name);
      else if (entry.isFile() && !known.has(name) && found.set(name, 'created').size > most) return null;
    }
  }
  return found;
}

export async function hasFolders(path: string): Promise<boolean> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.some((entry) => entry.isDirectory());
}
