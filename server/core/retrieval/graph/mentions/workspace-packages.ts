/** Packages of npm in the workspace: the folder of each, by the name in its manifest. */
import { readManifest } from '../../../../util/read-manifest.js';
import type { IndexReader } from '../../ports.js';

type Files = Pick<IndexReader, 'generation' | 'files' | 'fileText'>;

interface Packages {
  readonly generation: number;
  readonly folders: ReadonlyMap<string, string>;
}
const known = new WeakMap<Files, Packages>();

function foldersByName(reader: Files): Packages['folders'] {
  const kept = known.get(reader);
  if (kept?.generation === reader.generation) return kept.folders;
  const folders = new Map<string, string>();
  for (const { id, path } of reader.files()) {
    if (path !== 'package.json' && !path.endsWith('/package.json')) continue;
    const { name } = readManifest(reader.fileText(id) ?? '');
    if (typeof name === 'string' && name && !folders.has(name)) folders.set(name, path.slice(0, -'package.json'.length));
  }
  known.set(reader, { generation: reader.generation, folders });
  return folders;
}

/** The folder, with a slash at its end, of the package that a module belongs to: of `@shop/prices/format` that of `@shop/prices`. */
export function packageFolder(reader: Files, module: string): string | null {
  const name = /^(?:@[^/.]+\/)?[^/]+/.exec(module)?.[0] ?? '';
  return foldersByName(reader).get(name) ?? null;
}
