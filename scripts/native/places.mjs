// The places of files: the package folder, whether it is a checkout or an installed package, and where native
// modules belong in each case.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

// The published package has no tsconfig.json: "files" in package.json leaves it out.
export const isCheckout = existsSync(join(root, 'tsconfig.json'));

// In an installed package native modules go to a folder that npm does not manage. npm 10 and 11 delete an optional
// package whose install script failed, and they do it after our postinstall has run, so a repair in place is lost.
export const nativeHome = isCheckout ? join(root, 'node_modules') : join(root, 'dist', 'node_modules');

// Failed attempts are noted here, so that they are not repeated at every start.
export const noteFolder = isCheckout ? join(root, '.cache') : join(root, 'dist');

// Resolves as the bundled server does: dist/bundle, then dist/node_modules, then node_modules and above.
export const serverRequire = createRequire(join(root, 'dist', 'bundle', 'main.js'));

/** The folder of a package as the server finds it, or undefined. */
export function packageFolder(name, require = serverRequire) {
  const folders = require.resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json')));
}
