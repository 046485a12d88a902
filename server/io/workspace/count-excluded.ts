/** Counts the files below a folder by the rule that excludes them. Reads no file, follows no link, and looks at a bounded number of files. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Excluded, FolderSurvey, RuleCount } from '../../core/model/excluded-files.js';
import { folderRule } from './default-excludes.js';

/** Enough to see which rules matter, and quick to walk. */
const maxFiles = 10_000;
const maxFolders = 2_000;
/** Folders excluded by these rules are counted and not opened: they may hold more files than the project. */
const unopened = { git: true } as const;

/**
 * @param folder below `root`, '' for the root itself
 * @param exclusions the reason for each of the names (relative to the root), in their order; null where nothing excludes a file
 */
export async function countExcluded(
  root: string,
  folder: string,
  exclusions: (names: readonly string[]) => Promise<readonly (Excluded | null)[]>,
  signal: AbortSignal,
): Promise<FolderSurvey> {
  const files: string[] = [];
  const perRule = new Map<string, { files: number; folders: number }>();
  const count = (rule: string, what: 'files' | 'folders') => {
    const known = perRule.get(rule) ?? { files: 0, folders: 0 };
    known[what]++;
    perRule.set(rule, known);
  };
  const folders = [folder];
  let isWhole = true;
  for (let i = 0; i < folders.length; i++) {
    signal.throwIfAborted();
    if (i >= maxFolders || files.length >= maxFiles) {
      isWhole = false;
      break;
    }
    const current = folders[i] as string;
    const entries = await readdir(join(root, current), { withFileTypes: true }).catch(() => null);
    if (entries === null) count('unreadable folder', 'folders');
    for (const entry of entries ?? []) {
      const path = current ? `${current}/${entry.name}` : entry.name;
      if (!entry.isDirectory()) files.push(path);
      else if (folderRule(entry.name, unopened) === null) folders.push(path);
      else if (entry.name !== '.git') count(`${folderRule(entry.name, unopened)} ${entry.name}`, 'folders');
    }
  }
  const reasons = await exclusions(files);
  const accepted = files.filter((_, i) => !reasons[i]);
  for (const reason of reasons) if (reason) count(reason.rule, 'files');
  const rules: RuleCount[] = [...perRule].map(([rule, counts]) => ({ rule, ...counts }));
  return { accepted, rules: rules.sort((a, b) => b.files - a.files || b.folders - a.folders), isWhole };
}
