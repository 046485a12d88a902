/** Lists folders breadth first, for what adapters need to know before a language server starts. */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Walk {
  /** Names of folders that are skipped. */
  readonly skipped: RegExp;
  readonly maxFolders: number;
  /** Levels below the first folder. */
  readonly maxDepth?: number;
}

/** Each folder with its entries, the first one included. A folder that cannot be read is skipped, but counts. */
export function* walkFolders(
  first: string,
  { skipped, maxFolders, maxDepth = Number.POSITIVE_INFINITY }: Walk,
): Generator<{ readonly folder: string; readonly entries: readonly Dirent[] }> {
  const waiting = [{ folder: first, depth: 0 }];
  for (let seen = 0; seen < maxFolders; seen++) {
    const next = waiting.shift();
    if (!next) return;
    const { folder, depth } = next;
    let entries: Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      continue;
    }
    yield { folder, entries };
    if (depth < maxDepth)
      for (const entry of entries)
        if (entry.isDirectory() && !skipped.test(entry.name)) waiting.push({ folder: join(folder, entry.name), depth: depth + 1 });
  }
}
