/**
 * Workspace paths to absolute ones and back, for one or several root folders. Links are resolved before a path is
 * checked, so that none leads out of the workspace. With two roots or more, the first segment of a workspace path is the root's name.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { WorkspacePath } from '../../core/model/file.js';
import { nameRoots, type RootFolder } from '../../core/model/root-name.js';
import { confine, partBelow } from '../../core/security/paths.js';
import { ownPlatform } from '../../util/uri.js';

/** Its folder is absolute, links resolved. */
export type Root = RootFolder;

const windows = ownPlatform === 'windows';
const below = (folder: string, path: string) => partBelow(folder, path, { windows, ignoreCase: windows || process.platform === 'darwin' });

/** The path with every link resolved; of a path that does not exist (yet), those of its longest existing part. */
function realPath(path: string): string | null {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(realpathSync.native(at), ...missing);
    } catch (error) {
      // A link to nothing or in a loop is not a missing file: creating the target would lead there.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(at) === at || isLink(at)) return null;
    }
    missing.unshift(basename(at));
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Each root with the links of its folder resolved, and each folder once. */
export function realRoots(roots: readonly Root[]): Root[] {
  const byFolder = new Map<string, Root>();
  for (const { name, folder } of roots) {
    const absolute = resolve(folder);
    const real = realPath(absolute) ?? absolute;
    if (!byFolder.has(real)) byFolder.set(real, { name, folder: real });
  }
  return [...byFolder.values()];
}

export class Roots {
  readonly all: readonly Root[];

  constructor(roots: readonly Root[]) {
    this.all = nameRoots(realRoots(roots));
  }

  /** Prefix of the workspace paths of a root: '' in a workspace of one root. */
  prefixOf(root: Root): string {
    return this.all.length > 1 ? `${root.name}/` : '';
  }

  /** Paths, relative to a root, of other roots inside it: they list their files themselves. */
  nestedIn(root: Root): readonly string[] {
    return this.all.flatMap((other) => {
      const part = other === root ? null : below(root.folder, other.folder);
      return part ? [part] : [];
    });
  }

  /** Root and path below it, or null for an invalid path. The disk is not read. */
  split(path: WorkspacePath): { readonly root: Root; readonly path: string } | null {
    const verdict = confine(path, ownPlatform);
    if (!verdict.ok) return null;
    if (this.all.length === 1) return { root: this.all[0] as Root, path };
    const root = this.all.find((candidate) => candidate.name === verdict.segments[0]);
    const rest = verdict.segments.slice(1).join('/');
    return root && rest ? { root, path: rest } : null;
  }

  absolute(path: WorkspacePath): string | null {
    const place = this.split(path);
    if (!place) return null;
    const absolute = join(place.root.folder, place.path);
    const real = realPath(absolute);
    // A link to elsewhere inside the workspace is followed: its target may be read anyway.
    if (real === null) return null;
    if (below(place.root.folder, real) !== null) return absolute;
    return this.all.some((root) => below(root.folder, real) !== null) ? absolute : null;
  }

  relative(absolutePath: string): WorkspacePath | null {
    if (absolutePath.includes('\0')) return null;
    const real = realPath(resolve(absolutePath));
    return real === null ? null : this.#pathOf(real);
  }

  /** Like `relative`, but only the folders above are resolved: a link has its own path. '' for a root or a folder above one. */
  entryPath(absolutePath: string): WorkspacePath | null {
    if (absolutePath.includes('\0')) return null;
    const absolute = resolve(absolutePath);
    const parent = realPath(dirname(absolute));
    if (parent === null) return null;
    const entry = join(parent, basename(absolute));
    return this.all.some((root) => below(entry, root.folder) !== null) ? '' : this.#pathOf(entry);
  }

  #pathOf(real: string): WorkspacePath | null {
    let best: { root: Root; part: string } | null = null;
    for (const root of this.all) {
      const part = below(root.folder, real);
      if (part && (!best || root.folder.length > best.root.folder.length)) best = { root, part };
    }
    return best ? this.prefixOf(best.root) + best.part : null;
  }
}
