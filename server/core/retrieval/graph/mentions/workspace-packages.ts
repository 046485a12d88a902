/** Packages of npm in the workspace: the folder of each, by the name in its manifest. */
import { readManifest } from '../../../../util/read-manifest.js';
import type { IndexReader } from '../../ports.js';
import { keptByVersion } from './kept-by-version.js';

type Files = Pick<IndexReader, 'generation' | 'filesVersion' | 'files' | 'fileText'>;

const MANIFEST = 'package.json';
/** Manifests that are read; a monorepo has hundreds. */
const MAX_MANIFESTS = 2_000;

const foldersByName = keptByVersion([MANIFEST], (reader: Files): ReadonlyMap<string, string> => {
  const folders = new Map<string, string>();
  const manifests = reader.files().filter(({ path }) => path === MANIFEST || path.endsWith(`/${MANIFEST}`));
  // Of several packages of a name, such as those of fixtures, the outermost.
  const outermost = manifests.sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1)).slice(0, MAX_MANIFESTS);
  for (const { id, path } of outermost) {
    const { name } = readManifest(reader.fileText(id) ?? '');
    if (typeof name === 'string' && name && !folders.has(name)) folders.set(name, path.slice(0, -MANIFEST.length));
  }
  return folders;
});

/** The folder, with a slash at its end, of the package that a module belongs to: of `@shop/prices/format` that of `@shop/prices`. */
export function packageFolder(reader: Files, module: string): string | null {
  const name = /^(?:@[^/.]+\/)?[^/]+/.exec(module)?.[0] ?? '';
  return foldersByName(reader).get(name) ?? null;
}
