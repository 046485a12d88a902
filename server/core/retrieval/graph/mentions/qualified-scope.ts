/** Compares the qualifier of a mention (`Oban.Engine`, `./cart`, `crate::io`) with the place of a definition: its path and its containers. */
import { foldName } from '../../../chunking/words.js';
import type { ChunkRecord } from '../../../model/chunk.js';

/** Files that stand for their folder. */
const folderFiles: ReadonlySet<string> = new Set(['index', 'init', 'mod', 'lib', 'main']);
/** Where a path of Rust starts. */
const rootNames: ReadonlySet<string> = new Set(['crate', 'self', 'super']);
const separators = /[./\\:]+/;

/** `exact`: in what the end of the qualifier names; `path`: there but for the last segment; `within`: somewhere below it. */
export type Match = 'exact' | 'path' | 'within' | null;
/** Higher is better. */
export const matchOrder = { exact: 1_000, path: 100, within: 1 } as const;

/** Functions of a protocol are those of its namespace. */
const CLOJURE = /\.clj[cs]?$/;

/** Path without extension, split like a qualifier, then the containers; folded, neighbours that are equal once. */
export function scopeOf({ path, qualifiedName }: Pick<ChunkRecord, 'path' | 'qualifiedName'>): string[] {
  const file = path
    .replace(/(?:\.svelte)?\.[^./]*$/, '')
    .split(/[/.]/)
    .map(foldName);
  if (folderFiles.has(file.at(-1) as string)) file.pop();
  // What a file of Lua returns has the name of the file for others.
  const containers = qualifiedName.split(separators).slice(0, -1);
  const known = path.endsWith('.lua') ? containers.filter((name) => !/^_?M$/.test(name)) : CLOJURE.test(path) ? [] : containers;
  return once([...file, ...known.map(foldName)]);
}

/** Neighbours that are equal once, and nothing empty. */
export const once = (segments: readonly string[]): string[] =>
  segments.filter((segment, i) => segment !== '' && (i === 0 || segment !== segments[i - 1]));

/** The name that mentions of a symbol have: `Engine` of a module `Oban.Engine`, `Config` of a constant `Shop::Config`. */
export function mentionedName(name: string, language = ''): string {
  // In R a dot is a letter.
  if (language === 'r') return name;
  const path = name.lastIndexOf('::');
  return name.slice(Math.max(name.lastIndexOf('.') + 1, name.lastIndexOf('\\') + 1, path < 0 ? 0 : path + 2)) || name;
}

/** A qualifier, read once for all candidates of a mention. */
export interface Qualifier {
  readonly segments: readonly string[];
  /** The qualifier as a path of the workspace, if it is relative to the file of the mention. */
  readonly absolute: readonly string[] | null;
  /** An import by path: what it is called in the file may be any name. */
  readonly isFile: boolean;
  /** As written: an own name of a type or module begins with a capital. */
  readonly last: string;
}

/** @param path file of the mention. @param dropped last segment that is the mentioned name itself and no file, or null */
export function readQualifier(text: string, path: string, dropped: string | null): Qualifier {
  const isFile = text.includes('/');
  const plain = isFile ? text.replace(/\.(?:[cm]?[jt]sx?|vue|svelte|dart|sol|zig)(?=\/|$)/g, '') : text;
  const written = plain.split(separators).filter(Boolean);
  if (dropped !== null && !isFile && written.at(-1) === dropped) written.pop();
  if (rootNames.has(written[0] ?? '')) written.shift();
  const segments = once(written.map(foldName));
  // With a capital it is a type: `Index`.
  if (folderFiles.has(segments.at(-1) ?? '') && !/^\p{Lu}/u.test(written.at(-1) ?? '')) segments.pop();
  const dots = /^\.+/.exec(text)?.[0].length ?? 0;
  let absolute: string[] | null = null;
  if (dots > 0) {
    const folder = path.split('/').slice(0, -1);
    const up = isFile ? (plain.match(/(?:^|\/)\.\.(?=\/|$)/g)?.length ?? 0) : dots - 1;
    absolute = once([...folder.slice(0, Math.max(0, folder.length - up)).map(foldName), ...segments]);
  }
  return { segments, absolute, isFile, last: written.at(-1) ?? '' };
}

/** How well a scope matches, and in how many segments. */
export function matchQualifier(qualifier: Qualifier, scope: readonly string[]): { readonly match: Match; readonly count: number } {
  const { segments, absolute, isFile } = qualifier;
  if (absolute) {
    if (isSame(absolute, scope)) return { match: 'exact', count: segments.length };
    if (isFile && isSame(absolute.slice(0, -1), scope)) return { match: 'exact', count: segments.length - 1 };
  }
  const count = commonEnd(segments, scope);
  if (count > 0) return { match: 'exact', count };
  const shorter = isFile ? commonEnd(segments.slice(0, -1), scope) : 0;
  if (shorter > 0) return { match: 'path', count: shorter };
  return { match: segments.length && scope.includes(segments.at(-1) as string) ? 'within' : null, count: 0 };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && commonEnd(a, b) === a.length;

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[a.length - 1 - count] === b[b.length - 1 - count]) count++;
  return count;
}
