/** The file that a path or the name of a module means, as its chunk. */
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { isDistinctive } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import { fileAtPath } from './look-up.js';

type Files = Pick<IndexReader, 'file' | 'files' | 'chunksOfFile'>;

const PATH = /^[^\s:#]*\.[A-Za-z][\w+-]{0,9}$/;
/** Files of one name, such as index.ts. */
const MAX_FILES = 50;
/** Files that stand for their folder. */
const OF_FOLDER = /\/(?:__init__|index|mod|lib)$/;

/** The file at a path, or the only one whose path ends so. */
export function fileNamed(reader: Files, text: string): readonly ChunkRecord[] {
  const found = filesNamed(reader, text);
  return found.length === 1 ? found : [];
}

/** The file at a path, or all whose paths end so, the shortest path first. */
export function filesNamed(reader: Files, text: string): readonly ChunkRecord[] {
  if (!PATH.test(text)) return [];
  const path = text.replaceAll('\\', '/').replace(/^(?:[@~.]{0,2}\/)+/, '');
  const file = fileAtPath(reader, path);
  const found = file ? [file] : reader.files().filter((one) => one.path.endsWith(`/${path}`));
  return byLength(found)
    .slice(0, MAX_FILES)
    .flatMap(({ id }) => chunkOf(reader, id));
}

/**
 * The file of a module that is written as code imports it: `shop.price`, `shop/price`, `@/shop/price`, `crate::shop::price`, or by a name that is
 * hardly that of anything else. The shortest path of several.
 */
export function moduleNamed(reader: Files, text: string): readonly ChunkRecord[] {
  const segments = text.split(/\.|::|\//).filter((segment) => segment && !ROOTS.has(segment));
  const wanted = segments.join('/');
  if (segments.length < 2 && !isDistinctive(text) && !/[/-]/.test(text)) return goPackage(reader, wanted);
  const found = reader.files().filter(({ path }) => `/${stemOf(path)}`.endsWith(`/${wanted}`));
  // `list.groups` is a template, or a module of Python; JavaScript writes slashes.
  const byDots = text.includes('.') ? found.filter(({ language }) => familyOf(language) !== 'javascript') : [];
  const [first] = byLength(byDots.length ? byDots : found);
  return first ? chunkOf(reader, first.id) : goPackage(reader, wanted);
}

/** The files that are a module of OCaml: `cart.ml` of `Cart`, or `cart.mli` without one. */
export function moduleOfOcaml(reader: Files, name: string): readonly ChunkRecord[] {
  if (!/^[A-Z]\w*$/.test(name)) return [];
  const stem = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const found = reader.files().filter(({ path, language }) => language === 'ocaml' && `/${stemOf(path)}`.endsWith(`/${stem}`));
  const paths = new Set<string>(found.map(({ path }) => path));
  return byLength(found.filter(({ path }) => !paths.has(path.replace(/i$/, '')) || path.endsWith('.ml'))).flatMap(({ id }) =>
    chunkOf(reader, id),
  );
}

/** Of a folder that is a package of Go the file that is named after it, else the first. */
function goPackage(reader: Files, folder: string): readonly ChunkRecord[] {
  const inFolder = reader
    .files()
    .filter(
      ({ path, language, role }) => language === 'go' && role === 'source' && `/${path}`.replace(/\/[^/]*$/, '').endsWith(`/${folder}`),
    );
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const first = inFolder.find(({ path }) => path.endsWith(`/${name}.go`)) ?? byLength(inFolder)[0];
  return first ? chunkOf(reader, first.id) : [];
}

/** Files of source whose names without an ending are this, the shortest path first. */
export const filesCalled = (reader: Files, name: string): readonly ChunkRecord[] =>
  byLength(reader.files().filter(({ path, role }) => role === 'source' && `/${stemOf(path)}`.endsWith(`/${name}`)))
    .slice(0, MAX_FILES)
    .flatMap(({ id }) => chunkOf(reader, id));

/** What imports begin with instead of the folder of a project. */
const ROOTS: ReadonlySet<string> = new Set(['crate', '@', '~']);
/** `_form.html.erb`, `cart.blade.php`, `cart.html.twig`. */
const TEMPLATE = /(?:\.(?:html|text|xml|js|json|turbo_stream|blade))?\.(?:erb|haml|slim|twig|jinja2?|j2|hbs|ejs|njk|liquid)$|\.blade\.php$/;
const stemOf = (path: string): string => {
  const stem = path.replace(TEMPLATE, '');
  return (stem === path ? path.replace(/\.[^./]+$/, '') : stem).replace(OF_FOLDER, '');
};

const byLength = <T extends { readonly path: string }>(files: readonly T[]): T[] =>
  [...files].sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1));

const chunkOf = (reader: Files, fileId: number): ChunkRecord[] => reader.chunksOfFile(fileId).filter(({ kind }) => kind === 'module');
