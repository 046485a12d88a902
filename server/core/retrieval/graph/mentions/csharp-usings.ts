/** C#: what all files of a project import, by `global using Shop.Events;` in one of them or `<Using Include="Shop.Events" />` of the project. */
import { addTo } from '../../../../util/grouped.js';
import type { IndexReader } from '../../ports.js';
import { keptByVersion } from './kept-by-version.js';

/** Chunks with these words that are looked at. */
const MAX_CHUNKS = 200;
const OF_FILE = /^[^\S\n]{0,40}global\s{1,9}using\s{1,9}(?:static\s{1,9})?(?:global::)?([\w.]+)\s{0,9};/gm;
const OF_PROJECT = /<Using\s[^>]{0,80}?\bInclude="([\w.]+)"/g;
const PROJECT = /\.(?:csproj|props|targets)$/;

/** Folders that hold a project file. */
const projectFolders = keptByVersion([], (reader: IndexReader): ReadonlySet<string> => {
  const projects = reader.files().filter(({ path }) => path.endsWith('.csproj'));
  return new Set(projects.map(({ path }) => folderOf(path)));
});

/** The folder of the project that a file belongs to: the nearest one above with a project file, or the top. */
function projectOf(path: string, folders: ReadonlySet<string>): string {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) if (folders.has(folder)) return folder;
  return '';
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

interface Known {
  readonly writes: number;
  readonly byFolder: ReadonlyMap<string, ReadonlySet<string>>;
}
const known = new WeakMap<IndexReader, Known>();

/** By the folder of a project, or of a file that holds for all projects below it. */
function readUsings(reader: IndexReader): Known['byFolder'] {
  const folders = projectFolders(reader);
  const chunks = new Set([...reader.phrase(['global', 'using'], MAX_CHUNKS), ...reader.phrase(['using', 'include'], MAX_CHUNKS)]);
  const files = new Map(reader.chunks([...chunks]).map(({ fileId, path }) => [fileId, path]));
  const found = new Map<string, string[]>();
  for (const [fileId, path] of files) {
    const isProject = PROJECT.test(path);
    if (!isProject && !path.endsWith('.cs')) continue;
    const text = reader.fileText(fileId) ?? '';
    const folder = isProject ? folderOf(path) : projectOf(path, folders);
    for (const [, namespace = ''] of text.matchAll(isProject ? OF_PROJECT : OF_FILE)) addTo(found, folder, namespace);
  }
  return new Map([...found].map(([folder, names]) => [folder, new Set(names)]));
}

/** Namespaces, and types whose static members are named alone, that a file has from its project. */
export function projectUsings(reader: IndexReader, path: string): readonly ReadonlySet<string>[] {
  const last = known.get(reader);
  const current = last?.writes === reader.writes ? last : { writes: reader.writes, byFolder: readUsings(reader) };
  known.set(reader, current);
  if (!current.byFolder.size) return [];
  const project = projectOf(path, projectFolders(reader));
  return [...current.byFolder].flatMap(([folder, names]) => (folder === '' || `${project}/`.startsWith(`${folder}/`) ? names : []));
}
