/**
 * The Go modules of a workspace: where they are, and why gopls may state nothing about one (it needs a newer Go, or its dependencies were
 * not downloaded).
 */
import { join } from 'node:path';
import type { AdapterContext } from '../adapter.js';
import { walkFolders } from './walk-folders.js';

const walk = { skipped: /^(?:\.|node_modules$|vendor$|testdata$)/, maxFolders: 3_000, maxDepth: 5 };
/** Modules that are passed to gopls. */
const maxModules = 40;
/** How long a result is reused. It is needed for each file whose edges are indexed. */
const knownForMs = 10_000;
const known = new Map<string, { readonly at: number; readonly modules: readonly string[] }>();

/** Folders of modules below a folder, absolute, the outermost first; empty if the folder itself has a `go.mod` or a `go.work`. */
export function goModulesBelow(folder: string): readonly string[] {
  const last = known.get(folder);
  if (last && performance.now() - last.at < knownForMs) return last.modules;
  const modules = findModules(folder);
  known.set(folder, { at: performance.now(), modules });
  return modules;
}

function findModules(first: string): string[] {
  const modules: string[] = [];
  for (const { folder, entries } of walkFolders(first, walk)) {
    if (!entries.some((entry) => entry.isFile() && (entry.name === 'go.mod' || entry.name === 'go.work'))) continue;
    if (folder === first) return [];
    modules.push(folder);
    if (modules.length >= maxModules) break;
  }
  return modules;
}

/** Modules that remarks are made about. */
const maxModulesRemarked = 10;

/** Commands for the installed toolchain, never for one that a workspace names. */
export const goVersion = (go: string): readonly [string, ...string[]] => [go, 'version'];
export const goModuleCache = (go: string): readonly [string, ...string[]] => [go, 'env', 'GOMODCACHE'];

export function goModuleRemarks(context: AdapterContext): readonly string[] {
  const { folder, which, output, readText } = context;
  const go = which('go');
  if (go === null) return [];
  const printed = ([command, ...args]: readonly [string, ...string[]]) => output(command, args);
  const [, major = '', minor = ''] = /go(\d+)\.(\d+)/.exec(printed(goVersion(go)) ?? '') ?? [];
  const cache = printed(goModuleCache(go)) ?? '';
  const remarks: string[] = [];
  for (const module of [folder, ...goModulesBelow(folder)].slice(0, maxModulesRemarked)) {
    const text = readText(join(module, 'go.mod'));
    if (text === null) continue;
    const name = module === folder ? 'go.mod' : `${module.slice(folder.length + 1)}/go.mod`;
    const needed = /^go[ \t]+(\d+)\.(\d+)/m.exec(text);
    if (needed && major !== '' && isNewer([Number(needed[1]), Number(needed[2])], [Number(major), Number(minor)]))
      remarks.push(
        `${name} needs Go ${needed[1]}.${needed[2]}, and Go ${major}.${minor} is installed: install a newer Go, https://go.dev/dl`,
      );
    const missing = cache === '' || context.exists(join(module, 'vendor/modules.txt')) ? [] : missingModules(text, cache, context);
    if (missing.length > 0)
      remarks.push(
        `${name}: ${missing.length} dependencies are not downloaded, such as ${missing[0]}: run "go mod download" in ${module}; packages that import them have no edges`,
      );
  }
  return remarks;
}

const isNewer = (a: readonly [number, number], b: readonly [number, number]): boolean => a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]);

/** `path@version` of direct requirements that are not in the module cache. Replaced modules are not checked. */
function missingModules(text: string, cache: string, { exists }: AdapterContext): string[] {
  const replaced = new Set([...text.matchAll(/^(?:replace[ \t]+|[ \t]+)(\S+)(?:[ \t]+v\S+)?[ \t]+=>/gm)].map(([, path]) => path));
  return [...text.matchAll(/^(?:require[ \t]+|[ \t]+)([\w.~/-]+)[ \t]+(v[\w.+-]+)[ \t]*(\/\/.*)?$/gm)].flatMap(
    ([, path = '', version = '', note]) => {
      if (!path.includes('.') || replaced.has(path) || note?.includes('indirect')) return [];
      // In the cache a capital is written as `!` and the small letter.
      const escaped = `${path}@${version}`.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
      return exists(join(cache, escaped)) ? [] : [`${path}@${version}`];
    },
  );
}
