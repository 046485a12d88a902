/** Where this package lies: the folder that holds package.json, from a checkout's dist/ as from an installed package. */
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

/** Path of a compiled module that runs in a thread or process of its own: beside this one, bundled or not. */
export const entryFile = (path: string): string => join(packageRoot, 'dist', relative(packageRoot, here).split(sep)[1] ?? '', path);
