// Owns dist/grammars: the tree-sitter grammars that the server loads besides those of @vscode/tree-sitter-wasm. They are copied from
// development dependencies, which also hold sources, native builds and grammars that the server does not use.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../native/places.mjs';

const several = '@cursorless/tree-sitter-wasms/out';

/** Paths in node_modules. CONTRIBUTING.md tells how to add one. */
const files = [
  '@lumis-sh/wasm-dart/tree-sitter-dart.wasm',
  '@lumis-sh/wasm-scala/tree-sitter-scala.wasm',
  '@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm',
  'tree-sitter-objc/tree-sitter-objc.wasm',
  ...['elixir', 'haskell', 'lua', 'swift', 'zig'].map((name) => `${several}/tree-sitter-${name}.wasm`),
];

const folder = join(root, 'dist', 'grammars');

/** Throws where a package is not installed. */
export function copyGrammars() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of files) copyFileSync(join(root, 'node_modules', file), join(folder, file.slice(file.lastIndexOf('/') + 1)));
  writeFileSync(join(folder, 'LICENSES.txt'), [...new Set(files.map(packageOf))].map(licenseOf).join('\n\n'));
}

const packageOf = (file) =>
  join(
    root,
    'node_modules',
    file
      .split('/')
      .slice(0, file.startsWith('@') ? 2 : 1)
      .join('/'),
  );

function licenseOf(packageFolder) {
  const { name, version, license, devDependencies = {} } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const sources = Object.entries(devDependencies).filter(([key]) => files.some((file) => file.endsWith(`/${key}.wasm`)));
  const list = sources.map(([key, version]) => `built from ${key} ${version}\n`).join('');
  return `--- ${name} ${version} (${license}) ---\n${list}\n${readFileSync(join(packageFolder, 'LICENSE'), 'utf8').trim()}`;
}
