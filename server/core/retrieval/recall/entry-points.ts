/**
 * Where programs of a workspace begin: functions called `main`, what manifests name (package.json, pyproject.toml, setup.cfg, the launcher of
 * Android), and files that frameworks start. Without any of those programs in a folder `bin`, and files that are called after a beginning.
 */
import { readManifest } from '../../../util/read-manifest.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
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
  /(?:^|\/)(?:xtask|tools?|scripts?|bench\w*|build\w*|hack|ci|docs?|contrib|examples?|samples?|demos?|change\w*|fuzz\w*|gen\w*|misc|release|e2e|fixtures|testing|mocks?|packaging|templates?|project_template)(?:[/.]|$)|[_-]gen(?:erat\w+)?\.|[/.-]tests?[/.-]/i;
/** Programs of the product. */
const OF_PROGRAMS = /(?:^|\/)(?:cmd|bin|src|app|lib)\//;
/** Files that a framework or the language starts by their names. */
const STARTED =
  /(?:^|\/)(?:__main__\.py|manage\.py|config\.ru|artisan|Program\.(?:cs|fs|vb)|public\/index\.php|AppDelegate\.(?:swift|m)|src\/main\.(?:[cm]?[jt]sx?|vue|dart)|lib\/main\.dart)$/;
/** Files that are often a beginning. */
const OFTEN = /^(?:[\w@-]+\/){0,3}(?:index|server|app|cli|main|start)\.(?:[cm]?[jt]sx?|py|rb|php|lua)$/;

/** Programs without an extension, as users run them. */
const IN_BIN = /^(?:[\w@-]+\/)?bin\/[\w-]+$/;

/** Those of the product first; at most eight. */
export function entryPoints(reader: IndexReader, accept: ((record: ChunkRecord) => boolean) | null = null): ChunkRecord[] {
  const isOwn = (record: ChunkRecord): boolean => record.role === 'source' && !isTestCode(record) && (!accept || accept(record));
  const { programs, modules } = namedByManifests(reader);
  const sure = [...programs, ...mainFunctions(reader), ...modules].filter(isOwn);
  const covered = new Set(sure.map(({ fileId }) => fileId));
  sure.push(...filesLike(reader, STARTED).filter((record) => isOwn(record) && !covered.has(record.fileId)));
  const found = sure.some(({ path }) => !OF_TOOLS.test(path))
    ? sure
    : [...sure, ...filesLike(reader, IN_BIN).filter(isOwn), ...filesLike(reader, OFTEN).filter(isOwn)];
  const isProgram = new Set(programs.map(({ id }) => id));
  const orderOf = ({ id, path }: ChunkRecord): number =>
    (OF_TOOLS.test(path) ? 100 : 0) + (isProgram.has(id) ? 0 : 20) + (OF_PROGRAMS.test(path) ? 0 : 10) + depthOf(path);
  const distinct = [...new Map(found.map((record) => [record.id, record])).values()];
  return distinct.sort((x, y) => orderOf(x) - orderOf(y) || comparePlaces(x, y)).slice(0, MAX_SHOWN);
}

function mainFunctions(reader: IndexReader): ChunkRecord[] {
  const hits = reader.named(MAINS, MAX_MAINS).filter(({ match, name }) => match === 'exact' && MAINS.includes(name));
  return reader.chunks(hits.map(({ chunkId }) => chunkId)).filter(({ symbolKind }) => isFunction(symbolKind));
}

const filesLike = (reader: IndexReader, pattern: RegExp): ChunkRecord[] =>
  reader
    .files()
    .filter(({ path, role }) => role === 'source' && pattern.test(path))
    .flatMap(({ id }) => reader.chunksOfFile(id).filter(({ kind }) => kind === 'module'));

interface Named<T> {
  /** What a user runs. */
  readonly programs: readonly T[];
  /** What other code imports. */
  readonly modules: readonly T[];
}

function namedByManifests(reader: IndexReader): Named<ChunkRecord> {
  const manifests = reader
    .files()
    .filter(({ path }) => fileName(path) in readers)
    .sort((a, b) => depthOf(a.path) - depthOf(b.path))
    .slice(0, MAX_MANIFESTS);
  const texts = reader.fileTexts(
    manifests.map(({ id }) => id),
    null,
  );
  const found = manifests.map(({ id, path }): Named<ChunkRecord> => {
    const name = fileName(path);
    const folder = path.slice(0, path.length - name.length);
    const { programs, modules } = (readers[name] as ManifestReader)(texts.get(id) ?? '');
    const all = (names: readonly string[]) => names.flatMap((one) => meant(reader, one, folder));
    return { programs: all(programs), modules: all(modules) };
  });
  return { programs: found.flatMap(({ programs }) => programs), modules: found.flatMap(({ modules }) => modules) };
}

const depthOf = (path: string): number => path.split('/').length;
const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The paths, classes and functions (`package.module:function`) that a manifest names. */
type ManifestReader = (text: string) => Named<string>;

const namesLike = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([, name]) => name as string);
const scripts: ManifestReader = (text) => ({ programs: namesLike(/=\s*["']?([\w.]+:\w+)["']?\s*$/gm, text), modules: [] });
const readers: Readonly<Record<string, ManifestReader>> = {
  'package.json': (text) => {
    const { main, bin } = readManifest(text);
    const paths = (values: readonly unknown[]) => values.filter((path): path is string => typeof path === 'string');
    return { programs: paths(typeof bin === 'object' && bin !== null ? Object.values(bin) : [bin]), modules: paths([main]) };
  },
  'pyproject.toml': scripts,
  'setup.cfg': scripts,
  'setup.py': (text) => ({ programs: namesLike(/["'][\w.-]+\s*=\s*([\w.]+:\w+)["']/g, text), modules: [] }),
  'AndroidManifest.xml': (text) => ({
    programs: [
      ...elements(text, 'activity').flatMap((activity) => (activity.includes('android.intent.category.LAUNCHER') ? nameIn(activity) : [])),
      ...elements(text, 'application').flatMap(nameIn),
    ],
    modules: [],
  }),
};

/** From the name of each element of a kind to the next one. */
const elements = (text: string, kind: string): string[] => text.split(new RegExp(`<${kind}\\b`)).slice(1);

/** What the first tag names. An alias names its target. */
function nameIn(element: string): string[] {
  const tag = element.slice(0, element.indexOf('>'));
  const name = /\bandroid:targetActivity="\.?([\w.]+)"/.exec(tag)?.[1] ?? /\bandroid:name="\.?([\w.]+)"/.exec(tag)?.[1];
  return name === undefined ? [] : [name];
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
