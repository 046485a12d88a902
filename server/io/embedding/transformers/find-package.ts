/**
 * Where @huggingface/transformers is, if anywhere. It is an optional peer dependency: with its runtimes it takes half a gigabyte, and most people
 * are served by the embedded model. It is installed once, beside the server or in a separate folder.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { messageOf } from '../../../util/bug.js';

const packageName = '@huggingface/transformers';
/** Two major versions are known to have the same interface for what is used here. */
const majors = [3, 4];

export type TransformersPackage =
  | { readonly kind: 'found'; readonly entry: string; readonly version: string }
  | { readonly kind: 'missing'; readonly reason: string };

/** @param folders whose `node_modules` may hold it; after them the server's own is tried. */
export function findTransformers(folders: readonly string[]): TransformersPackage {
  let reason = '';
  for (const from of [...folders.map((folder) => resolve(folder, 'package.json')), import.meta.url]) {
    try {
      const entry = createRequire(from).resolve(packageName);
      const version = versionOf(entry);
      if (!majors.includes(Number.parseInt(version, 10))) reason = `found version ${version}, expected ${majors.join(' or ')}`;
      else {
        const asModule = entry.replace(/\.cjs$/, '.mjs');
        return { kind: 'found', entry: existsSync(asModule) ? asModule : entry, version };
      }
    } catch (error) {
      if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') reason = messageOf(error);
    }
  }
  return { kind: 'missing', reason: reason || 'it is not installed' };
}

function versionOf(entry: string): string {
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
    if (name === packageName) return version ?? '0';
  }
  return '0';
}

/** For the doctor and for errors. The variable keeps the runtime's own installer from fetching GPU files from elsewhere. */
export const installHint = (folder: string): string =>
  `ONNXRUNTIME_NODE_INSTALL=skip npm install --prefix ${folder} ${packageName}@${majors.at(-1)}`;
