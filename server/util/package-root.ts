/** Where this package lies: the folder that holds package.json, from a checkout's dist/ as from an installed package. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function find(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return from;
  }
}
export const packageRoot: string = find(dirname(fileURLToPath(import.meta.url)));
