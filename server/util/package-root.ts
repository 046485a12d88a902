/** The folder of this package, which has package.json, in a checkout and in an installed package. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

function find(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return from;
  }
}
const here = dirname(fileURLToPath(import.meta.url));
export const packageRoot: string = find(here);

/** Path of a compiled module that runs in its own thread or process, bundled or not. */
export const entryFile = (path: string): string => join(packageRoot, 'dist', relative(packageRoot, here).split(sep)[1] ?? '', path);
