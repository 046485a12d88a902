/** Forgotten files and folders as workspace paths. */
import { join } from 'node:path';
import type { ForgottenPaths } from '../../core/indexing/ports.js';
import type { WorkspacePath } from '../../core/model/file.js';
import { queryError } from '../../core/model/problem.js';
import { partBelow } from '../../core/security/paths.js';
import { ownPlatform } from '../../util/uri.js';
import type { ForgottenFile } from './forgotten-file.js';
import type { Root, Roots } from './roots.js';

const below = (folder: string, path: string) => partBelow(folder, path, { windows: ownPlatform === 'windows', ignoreCase: false });

export function forgottenPaths(places: Roots, file: ForgottenFile): ForgottenPaths & { hasIn(root: Root, name: string): boolean } {
  const absolute = (path: WorkspacePath): string | null => {
    const place = places.split(path.replace(/(?<!\/)\/+$/, ''));
    return place && join(place.root.folder, place.path);
  };
  const absolutes = (paths: readonly WorkspacePath[]) => paths.flatMap((path) => absolute(path) ?? []);
  return {
    list: () =>
      places.all.flatMap((root) =>
        file.paths.flatMap((path) => {
          const part = below(root.folder, path);
          if (part) return [places.prefixOf(root) + part];
          return part === '' || below(path, root.folder) ? [places.prefixOf(root).slice(0, -1) || '.'] : [];
        }),
      ),
    has: (path) => file.paths.length > 0 && file.has(absolute(path) ?? ''),
    hasIn: (root, name) => file.paths.length > 0 && file.has(join(root.folder, name)),
    add(paths) {
      const added = absolutes(paths);
      file.add(added);
      return added;
    },
    remove(paths) {
      const named = paths ? absolutes(paths) : places.all.map((root) => root.folder);
      for (const path of named) {
        const holder = paths && file.paths.find((other) => other !== path && below(other, path));
        if (holder) throw queryError(`${path} is forgotten as a part of ${holder}: unforget that`);
      }
      file.remove(named);
    },
    watch: (onChange) => file.watch(onChange),
    close: () => file.close(),
  };
}
