/**
 * Files of JavaScript and TypeScript that import a file, whatever they take from it: a barrel has no symbols of its own. Read from the text: by a
 * relative path, by the name of a package of the workspace, or below an alias of the sources (`@/utils`, `$lib/utils`).
 */
import { readManifest } from '../../../util/read-manifest.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import type { IndexReader } from '../ports.js';
import type { Step } from './graph-steps.js';
import { readQualifier, scopeOf } from './mentions/qualified-scope.js';
import { writtenImport } from './written-import.js';

/** What is imported or exported from, or required. */
const SPECIFIER = /\b(?:from|import|require)\s{0,9}\(?\s{0,9}["']([^"'\n]{1,300})["']/g;
/** Where a build puts files, and where their sources are. */
const FOLDERS = /^(?:\.\/)?(?:(?:src|dist|lib|build|out|esm|cjs)\/)*/;
const EXTENSIONS = /(?:\.d|\.svelte)?\.(?:[cm]?[jt]sx?|vue|svelte)$/;

interface Package {
  readonly name: string;
  /** With the slash at its end; '' at the root. */
  readonly folder: string;
  /** By what stands behind the name: the paths that it leads to, as `bare`. */
  readonly exports: ReadonlyMap<string, readonly string[]>;
}

export function javascriptImporters(reader: IndexReader, module: ChunkRecord): Step[] {
  if (familyOf(module.language) !== 'javascript') return [];
  const stem = stemOf(module.path);
  const packages = packagesAround(reader, module.path);
  const files = reader.files().filter(({ path, language }) => path !== module.path && familyOf(language) === 'javascript');
  const ids = files.map(({ id }) => id);
  const byName = new Map([...reader.fileTexts(ids, stem), ...reader.fileTexts(besideIndex(module.path, files), null)]);
  // The main file of a package is imported by the name of the package.
  const roots = packages.filter((one) => one.exports.get('')?.includes(bare(module.path.slice(one.folder.length))));
  const byPackage = roots.map(({ name }) => reader.fileTexts(ids, name));
  return files.flatMap(({ id, path }): Step[] => {
    const text = byName.get(id) ?? byPackage.map((texts) => texts.get(id)).find((one) => one !== undefined);
    const found =
      text === undefined
        ? undefined
        : [...text.matchAll(SPECIFIER)].find(([, specifier = '']) => means(module.path, packages, specifier, path));
    if (!text || !found) return [];
    const at = found.index + found[0].length;
    return writtenImport(reader, module, { id, path, text, at }, { name: stem, qualifier: found[1] as string });
  });
}

/** Of an index the files of its folder and of those in it, which may import `.` or `..`. */
function besideIndex(index: string, files: readonly { readonly id: number; readonly path: string }[]): number[] {
  const folder = /^(.*\/)index\.\w+$/.exec(index)?.[1];
  if (folder === undefined) return [];
  const beside = files.filter(({ path }) => path.startsWith(folder) && path.slice(folder.length).split('/').length <= 2);
  return beside.slice(0, MAX_BESIDE).map(({ id }) => id);
}
const MAX_BESIDE = 500;

/** A file `index` is imported by the name of its folder. */
function stemOf(path: string): string {
  const segments = path.replace(EXTENSIONS, '').split('/');
  const last = segments.pop() as string;
  return last === 'index' && segments.length ? (segments.pop() as string) : last;
}

/** A path in a package without what a build changes. */
const bare = (path: string): string =>
  path
    .replace(FOLDERS, '')
    .replace(EXTENSIONS, '')
    .replace(/(?:^|\/)index$/, '');

function means(path: string, packages: readonly Package[], specifier: string, from: string): boolean {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
    const written = specifier.includes('/') ? specifier : `${specifier}/`;
    return readQualifier(written, from, null).absolute?.join('/') === scopeOf({ path, qualifiedName: '' }).join('/');
  }
  const alias = /^(?:[@~#]|\$lib)\/(.+)$/.exec(specifier)?.[1];
  if (alias !== undefined) return `/${path.replace(EXTENSIONS, '').replace(/\/index$/, '')}`.endsWith(`/${bare(alias)}`);
  return packages.some(({ name, folder, exports }) => {
    if (specifier !== name && !specifier.startsWith(`${name}/`)) return false;
    const behind = specifier.slice(name.length + 1);
    const own = bare(path.slice(folder.length));
    return exports.has(behind) ? exports.get(behind)?.includes(own) === true : behind !== '' && bare(behind) === own;
  });
}

/** The packages whose folder a file is in. */
function packagesAround(reader: IndexReader, path: string): Package[] {
  const folders = path.split('/').map((_, i, all) =>
    all
      .slice(0, i)
      .map((one) => `${one}/`)
      .join(''),
  );
  return folders.flatMap((folder): Package[] => {
    const file = reader.file(`${folder}package.json`);
    const text = file ? reader.fileText(file.id) : null;
    const { name, exports, main } = readManifest(text ?? '');
    if (typeof name !== 'string' || !name) return [];
    const known = new Map<string, string[]>();
    const entries = typeof exports === 'object' && exports !== null ? Object.entries(exports) : [['.', exports ?? main ?? './index.js']];
    for (const [key, value] of entries)
      if (typeof key === 'string' && key.startsWith('.')) known.set(key.slice(2), pathsIn(value).map(bare));
    return [{ name, folder, exports: known }];
  });
}

/** The paths of an entry of `exports`, under whatever condition. */
const pathsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
