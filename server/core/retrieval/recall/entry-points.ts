/**
 * Where programs of a workspace begin: functions called `main`, what manifests name (package.json, pyproject.toml, setup.cfg, the launcher of
 * Android), and files that frameworks start. Without any of those the files that are called after a beginning.
 */
import type { ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import { isTestCode } from '../../model/test-code.js';
import type { IndexReader } from '../ports.js';
import { fileNamed } from './file-named.js';
import { symbolsNamed } from './look-up.js';

const MAX_MAINS = 100;
const MAX_MANIFESTS = 50;
const MAX_SHOWN = 8;

const MAINS = ['main', 'Main', 'wmain', 'WinMain'];
/** Programs beside the product. */
const OF_TOOLS =
  /(?:^|\/)(?:xtask|tools?|scripts?|bench\w*|build\w*|hack|ci|docs?|contrib|examples?|samples?|demos?|fuzz\w*|gen\w*|misc|release|e2e|fixtures|testing|mocks?|packaging|templates?|project_template)(?:[/.]|$)|[_-]gen(?:erat\w+)?\./i;
/** Programs of the product. */
const OF_PROGRAMS = /(?:^|\/)(?:cmd|bin|src|app|lib)\//;
/** Files that a framework or the language starts by their names. */
const STARTED =
  /(?:^|\/)(?:__main__\.py|manage\.py|config\.ru|artisan|Program\.(?:cs|fs|vb)|public\/index\.php|AppDelegate\.(?:swift|m)|src\/main\.(?:[cm]?[jt]sx?|vue|dart)|lib\/main\.dart)$/;
/** Files that are often a beginning. */
const OFTEN = /^(?:[\w@-]+\/){0,3}(?:index|server|app|cli|main|start)\.(?:[cm]?[jt]sx?|py|rb|php|lua)$/;

/** Those of the product first; at most eight. */
export function entryPoints(reader: IndexReader, accept: ((record: ChunkRecord) => boolean) | null = null): ChunkRecord[] {
  const files = reader.files();
  const isOwn = (record: ChunkRecord): boolean => record.role === 'source' && !isTestCode(record) && (!accept || accept(record));
  const mains = reader
    .named(MAINS, MAX_MAINS)
    .filter(({ match, name }) => match === 'exact' && MAINS.includes(name))
    .map(({ chunkId }) => chunkId);
  const manifests = files
    .filter(({ path }) => Object.keys(readers).includes(path.slice(path.lastIndexOf('/') + 1)))
    .sort((a, b) => depthOf(a) - depthOf(b))
    .slice(0, MAX_MANIFESTS);
  const texts = reader.fileTexts(
    manifests.map(({ id }) => id),
    null,
  );
  const named = manifests.flatMap(({ id, path }) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return (readers[path.slice(folder.length)] as ManifestReader)(texts.get(id) ?? '').flatMap((name) => meant(reader, name, folder));
  });
  const filesLike = (pattern: RegExp): ChunkRecord[] =>
    files.filter(({ path, role }) => role === 'source' && pattern.test(path)).flatMap(({ id }) => moduleOf(reader, id));
  const functions = reader.chunks(mains).filter(({ symbolKind }) => isFunction(symbolKind));
  const covered = new Set([...named, ...functions].map(({ fileId }) => fileId));
  const sure = [...named, ...functions, ...filesLike(STARTED).filter(({ fileId }) => !covered.has(fileId))].filter(isOwn);
  const found = sure.length ? sure : filesLike(OFTEN).filter(isOwn);
  const isNamed = new Set(named.map(({ id }) => id));
  const orderOf = (record: ChunkRecord): number =>
    (OF_TOOLS.test(record.path) ? 100 : 0) + (isNamed.has(record.id) ? 0 : 20) + (OF_PROGRAMS.test(record.path) ? 0 : 10) + depthOf(record);
  const distinct = [...new Map(found.map((record) => [record.id, record])).values()];
  return distinct.sort((a, b) => orderOf(a) - orderOf(b) || (a.path < b.path ? -1 : 1)).slice(0, MAX_SHOWN);
}

const depthOf = ({ path }: Pick<ChunkRecord, 'path'>): number => path.split('/').length;

/** The paths, classes and functions (`package.module:function`) that a manifest starts. */
type ManifestReader = (text: string) => string[];

const pythonScripts: ManifestReader = (text) => [...text.matchAll(/=\s*["']?([\w.]+:\w+)["']?\s*$/gm)].map(([, name]) => name as string);
const readers: Readonly<Record<string, ManifestReader>> = {
  'package.json': (text) => {
    const { main, bin } = parsed(text);
    const programs = typeof bin === 'object' && bin !== null ? Object.values(bin) : [bin];
    return [...programs, main].filter((path): path is string => typeof path === 'string');
  },
  'pyproject.toml': pythonScripts,
  'setup.cfg': pythonScripts,
  'setup.py': (text) => [...text.matchAll(/["'][\w.-]+\s*=\s*([\w.]+:\w+)["']/g)].map(([, name]) => name as string),
  'AndroidManifest.xml': (text) => [
    ...elements(text, 'activity').flatMap((activity) => (activity.includes('android.intent.category.LAUNCHER') ? nameIn(activity) : [])),
    ...elements(text, 'application').flatMap(nameIn),
  ],
};

/** From the name of each element of a kind to the next one. */
const elements = (text: string, kind: string): string[] => text.split(new RegExp(`<${kind}\\b`)).slice(1);

/** What the first tag names. An alias names its target. */
function nameIn(element: string): string[] {
  const tag = element.slice(0, element.indexOf('>'));
  const name = /\bandroid:targetActivity="\.?([\w.]+)"/.exec(tag)?.[1] ?? /\bandroid:name="\.?([\w.]+)"/.exec(tag)?.[1];
  return name === undefined ? [] : [name];
}

function parsed(text: string): { readonly main?: unknown; readonly bin?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The symbol or the file that a manifest in a folder means; what is built from other files means those where their names agree. */
function meant(reader: IndexReader, name: string, folder: string): readonly ChunkRecord[] {
  if (/^[\w.]+:\w+$/.test(name)) {
    const [module = '', member = ''] = name.split(':');
    const path = module.replaceAll('.', '/');
    return symbolsNamed(reader, { symbol: member }).filter((record) => record.path.replace(/(?:\/__init__)?\.py$/, '').endsWith(path));
  }
  if (!name.includes('/') && !/\.[cm]?[jt]sx?$/.test(name))
    return symbolsNamed(reader, { symbol: name.split('.').at(-1) as string }).slice(0, 1);
  const path = `${folder}${name.replace(/^(?:\.\/)+/, '')}`;
  const found = fileNamed(reader, path);
  if (found.length) return found;
  const source = path.replace(/(^|\/)(?:dist|build|lib|out)\/(?:(?:cjs|esm)\/)?/, '$1src/').replace(/\.[cm]?js$/, '');
  return ['.ts', '.tsx', '.js', '.mjs'].flatMap((ending) => fileNamed(reader, `${source}${ending}`)).slice(0, 1);
}

const moduleOf = (reader: IndexReader, fileId: number): ChunkRecord[] =>
  reader.chunksOfFile(fileId).filter(({ kind }) => kind === 'module');
