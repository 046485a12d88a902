/** Modules of Go below a folder that is none itself: gopls joins the files of a module only where it is told of its folder. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const maxDepth = 5;
const maxFolders = 3_000;
const maxModules = 40;
const passedOver = new Set(['node_modules', 'vendor', 'testdata']);
/** Asked for with each file that is harvested. */
const knownForMs = 10_000;
const known = new Map<string, { readonly at: number; readonly modules: readonly string[] }>();

/** Absolute paths, the outermost first; none where the folder itself has a `go.mod` or a `go.work`. */
export function goModulesBelow(folder: string): readonly string[] {
  const last = known.get(folder);
  if (last && performance.now() - last.at < knownForMs) return last.modules;
  const modules = findModules(folder);
  known.set(folder, { at: performance.now(), modules });
  return modules;
}

function findModules(folder: string): string[] {
  const modules: string[] = [];
  let level = [folder];
  let looked = 0;
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const one of level) {
      if (looked++ >= maxFolders || modules.length >= maxModules) return modules;
      const entries = entriesOf(one);
      const isModule = entries.some((entry) => entry.isFile() && (entry.name === 'go.mod' || entry.name === 'go.work'));
      if (isModule && one === folder) return [];
      if (isModule) modules.push(one);
      for (const entry of entries)
        if (entry.isDirectory() && !entry.name.startsWith('.') && !passedOver.has(entry.name)) next.push(join(one, entry.name));
    }
    level = next;
  }
  return modules;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
