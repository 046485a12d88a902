// Owns the compiled code in dist: whether it is as new as its sources, and making it so.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../native/places.mjs';
import { run, say, seconds } from '../native/run.mjs';
import { bundleServer } from './bundle.mjs';

const sourceFolders = ['server', 'test', 'clients'];
const stamp = join(root, 'dist', '.sources');

/** All files below a folder, as paths relative to the root; what a folder of packages holds is not ours. */
export function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' ? [] : filesBelow(path);
  });
}

const listSources = () => sourceFolders.flatMap(filesBelow).filter((path) => path.endsWith('.ts'));

// Name, time and size of each source: 2 ms for a few hundred, and it notices a deleted one as well.
function describeSources() {
  return ['tsconfig.json', 'package-lock.json', ...listSources()].map(describe).join('\n');
}

function describe(path) {
  const { mtimeMs, size } = statSync(join(root, path));
  return `${path} ${mtimeMs} ${size}`;
}

export function buildIsFresh() {
  try {
    return readFileSync(stamp, 'utf8') === describeSources();
  } catch {
    return false;
  }
}

/** True if there were no type errors. The compiler writes its output in either case. */
export async function compileSources() {
  const started = Date.now();
  // Described before compiling, so that an edit made meanwhile is noticed next time.
  const description = describeSources();
  // No stamp while the output is in doubt: after an error, going back to the old sources must compile again.
  rmSync(stamp, { force: true });
  const { ok } = await run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', root], {
    cwd: root,
    show: true,
  });
  removeOrphans();
  if (!ok) return false;
  await bundleServer();
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, description);
  say(`compiled TypeScript in ${seconds(started)}`);
  return true;
}

const emitted = /\.(?:js(?:\.map)?|d\.ts)$/;

/** tsc leaves the output of a deleted source behind, and a deleted test would still be run. */
function removeOrphans() {
  const compiled = sourceFolders.flatMap((folder) => filesBelow(`dist/${folder}`)).filter((path) => emitted.test(path));
  const sources = new Set(listSources());
  for (const path of compiled) {
    const source = path.replace(/^dist\//, '').replace(emitted, '.ts');
    if (!sources.has(source)) rmSync(join(root, path));
  }
}
