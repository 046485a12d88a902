/** Modules of Go below a folder that is none itself: gopls joins the files of a module only where it is told of its folder. */
import { walkFolders } from './walk-folders.js';

const walk = { skipped: /^(?:\.|node_modules$|vendor$|testdata$)/, maxFolders: 3_000, maxDepth: 5 };
const maxModules = 40;
/** Asked for with each file whose edges are indexed. */
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

function findModules(first: string): string[] {
  const modules: string[] = [];
  for (const { folder, entries } of walkFolders(first, walk)) {
    if (!entries.some((entry) => entry.isFile() && (entry.name === 'go.mod' || entry.name === 'go.work'))) continue;
    if (folder === first) return [];
    modules.push(folder);
    if (modules.length >= maxModules) break;
  }
  return modules;
}
