// Makes dist/bundle, the compiled server as it is run and published: a few files instead of 300 modules, including the packages
// in plain JavaScript. A start takes a third of the time.

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../native/places.mjs';

const compiled = join(root, 'dist', 'server');
const bundle = join(root, 'dist', 'bundle');

/** Modules started as programs, threads or processes (`entryFile` of server/util/package-root.ts); `compose` is for the benchmark. */
const entries = [
  ...['main', 'compose', 'analysis/worker', 'io/stores/faiss/faiss-host', 'io/stores/postgres/database-thread'],
  'io/embedding/transformers/model-process',
  'team-thread',
];
/** Packages with native code or data files, or searched for at run time. */
const external = [
  'better-sqlite3',
  'faiss-node',
  '@parcel/watcher',
  '@vscode/tree-sitter-wasm',
  '@huggingface/transformers',
  'typescript',
  'pg-native',
];

/** From what tsc has written. Throws where a module cannot be found. */
export async function bundleServer() {
  // Not installed yet when a fresh clone loads this file.
  const { build } = await import('esbuild');
  const outdir = `${bundle}.new`;
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      ...entries.map((entry) => ({ in: join(compiled, `${entry}.js`), out: entry })),
      { in: join(root, 'dist', 'clients', 'node', 'client.js'), out: 'client' },
    ],
    outbase: compiled,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external,
    // Packages in CommonJS ask for Node's own modules by `require`.
    banner: { js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);" },
    // Names are kept: they are in stack traces.
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(join(outdir, 'LICENSES.txt'), licensesOf(Object.keys(metafile.inputs)));
  // For the tests of what a start loads.
  writeFileSync(join(root, 'dist', 'bundle.json'), JSON.stringify(contentsOf(metafile, outdir)));
  rmSync(bundle, { recursive: true, force: true });
  renameSync(outdir, bundle);
}

/** By file of the bundle: the modules that it holds, and the files that it imports before it runs. */
function contentsOf({ outputs }, outdir) {
  const named = (path) => relative(outdir, join(root, path));
  return Object.fromEntries(
    Object.entries(outputs).map(([path, { inputs, imports }]) => [
      named(path),
      {
        modules: Object.keys(inputs),
        imports: imports.filter(({ kind, external }) => kind === 'import-statement' && !external).map((other) => named(other.path)),
      },
    ]),
  );
}

/** The licences of the packages whose files are in the bundle. */
function licensesOf(inputs) {
  const folders = new Set(inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
  return [...folders].sort().map(licenseOf).join('\n\n');
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file && existsSync(join(root, folder, file)) ? readFileSync(join(root, folder, file), 'utf8').trim() : '';
  return `--- ${name} ${version} (${license}) ---\n\n${text}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleServer();
