/** The workspace's roots, from whichever of the three forms the client uses. */
import type { EngineOptions } from '../../core/engine/engine-api.js';
import { pathToUri, uriToPath } from '../../util/uri.js';

export type Root = EngineOptions['roots'][number];

interface RootParams {
  readonly workspaceFolders?: readonly { readonly uri: string; readonly name?: string }[] | null;
  readonly rootUri?: string | null;
  readonly rootPath?: string | null;
}

export interface Folder {
  readonly uri: string;
  readonly name?: string;
}

export function foldersOf(params: RootParams): Folder[] {
  if (params.workspaceFolders?.length) return [...params.workspaceFolders];
  if (params.rootUri) return [{ uri: params.rootUri }];
  if (params.rootPath) return [{ uri: pathToUri(params.rootPath) }];
  return [];
}

/** Folders on disk, each with its name if that is a valid path segment; other URIs than `file:` are left out. */
export function rootsOf(folders: readonly Folder[]): Root[] {
  const roots: Root[] = [];
  for (const { uri, name } of folders) {
    const folder = uriToPath(uri)?.replace(/(?<=[^/\\:])[/\\]+$/, '');
    if (!folder || roots.some((root) => root.folder === folder)) continue;
    const base = (name || folder).split(/[/\\]/).findLast((part) => part !== '' && part !== '.' && part !== '..') || 'root';
    roots.push({ name: base, folder });
  }
  return roots;
}
