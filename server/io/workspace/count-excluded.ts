/**
 * Why nothing below a root is indexed: its files are counted by the rule that leaves them out. For roots without an indexed file only;
 * reads no file, follows no link, and looks at a bounded number of files.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Excluded, RootExcluded, RuleCount } from '../../core/model/excluded-files.js';
import { folderRule } from './default-excludes.js';
import type { Root } from './roots.js';

/** Enough to tell which rule it is, and little to walk. */
const maxFiles = 10_000;
const maxFolders = 2_000;
/** Folders of these are counted and not looked into: they may hold more files than the project. */
const unopened = { git: true } as const;

/** `whyOf`: the reason for each of the names, in their order; null where nothing leaves a file out. */
export async function countExcluded(
  root: Root,
  whyOf: (names: readonly string[]) => Promise<readonly (Excluded | null)[]>,
  signal: AbortSignal,
): Promise<Omit<RootExcluded, 'prefix'>> {
  const files: string[] = [];
  const perRule = new Map<string, { files: number; folders: number }>();
  const count = (rule: string, what: 'files' | 'folders') => {
    const known = perRule.get(rule) ?? { files: 0, folders: 0 };
    known[what]++;
    perRule.set(rule, known);
  };
  const folders = [''];
  let isWhole = true;
  for (let i = 0; i < folders.length; i++) {
    signal.throwIfAborted();
    if (i >= maxFolders || files.length >= maxFiles) {
      isWhole = false;
      break;
    }
    const folder = folders[i] as string;
    const entries = await readdir(join(root.folder, folder), { withFileTypes: true }).catch(() => null);
    if (entries === null) count('being unreadable', 'folders');
    for (const entry of entries ?? []) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (!entry.isDirectory()) files.push(path);
      else if (folderRule(entry.name, unopened) === null) folders.push(path);
      else if (entry.name !== '.git') count(`${folderRule(entry.name, unopened)} ${entry.name}`, 'folders');
    }
  }
  const reasons = await whyOf(files);
  for (const reason of reasons) if (reason) count(reason.rule, 'files');
  const rules: RuleCount[] = [...perRule].map(([rule, counts]) => ({ rule, ...counts }));
  return { root, rules: rules.sort((a, b) => b.files - a.files || b.folders - a.folders), isWhole };
}
