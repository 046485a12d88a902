/** Import paths of Go's packages: the path of the module in the nearest go.mod, then the folder below it. */
import { remembered } from '../../../../util/remembered.js';
import type { IndexReader } from '../../ports.js';
import { keptByVersion } from './kept-by-version.js';

/** The path of the module that the text of a go.mod declares; '' where it declares none. */
export const goModule = (text: string): string => /^module[ \t]+"?([^\s"]+)/m.exec(text)?.[1] ?? '';

/** What code usually calls a package, without a version: `caddy` of `github.com/caddyserver/caddy/v2`. */
export const packageName = (path: string): string => path.replace(/\/v\d+$/, '').replace(/^.*\//, '');

/** The import path of the package that a file of Go belongs to; '' where no go.mod is above it. */
export function goPackages(reader: Pick<IndexReader, 'file' | 'fileText'>): (path: string) => string {
  const byFolder = new Map<string, string>();
  const moduleAt = (folder: string): string => {
    const file = reader.file(folder ? `${folder}/go.mod` : 'go.mod');
    return file ? goModule(reader.fileText(file.id) ?? '') : '';
  };
  const packageAt = (folder: string): string =>
    remembered(byFolder, folder, () => {
      const module = moduleAt(folder);
      if (module || folder === '') return module;
      const slash = folder.lastIndexOf('/');
      const above = packageAt(folder.slice(0, Math.max(0, slash)));
      return above && `${above}/${folder.slice(slash + 1)}`;
    });
  return (path) => packageAt(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}

/** For an import path the path of the file that stands for the package: the one with its name, or the first; undefined outside of the workspace. */
export const packageFiles = keptByVersion(['go.mod'], (reader: IndexReader): ReadonlyMap<string, string> => {
  const packageOf = goPackages(reader);
  const files = new Map<string, string>();
  const paths = reader.files().flatMap(({ path, language }) => (language === 'go' && !path.endsWith('_test.go') ? path : []));
  // `error_linux.go` stands for less than `error.go`.
  const isPart = (path: string): number => Number(/_[^/]*$/.test(path));
  for (const path of paths.sort((a, b) => isPart(a) - isPart(b) || (a < b ? -1 : 1))) {
    const name = packageOf(path);
    const isNamed = path.endsWith(`/${packageName(name)}.go`);
    if (name && (isNamed || !files.has(name))) files.set(name, path);
  }
  return files;
});
