/** Folders breadth first, for what has to be known before a language server is started. */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Walk {
  /** Names of folders that are passed over. */
  readonly skipped: RegExp;
  readonly maxFolders: number;
  /** Steps down from the first one. */
  readonly maxDepth?: number;
}

/** Each with its entries, the first one itself included; one that cannot be read counts, and is left out. */
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
