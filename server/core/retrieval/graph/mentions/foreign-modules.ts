/**
 * Which modules that code names are of other libraries: what the manifests of the workspace list as dependencies, the standard library of
 * the language, and in Python whatever is no top-level module of the workspace. In doubt a module is the workspace's own.
 */
import { addTo } from '../../../../util/grouped.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import { familyOf } from '../../../model/language.js';
import { words } from '../../../model/languages/lexis.js';
import type { IndexReader } from '../../ports.js';
import { goModule } from './go-packages.js';
import { keptByVersion } from './kept-by-version.js';
import { standardModules } from './standard-names.js';

/** What the files of a workspace say of its modules. */
interface Modules {
  /** Python: names that an absolute import may begin with. */
  readonly topLevel: ReadonlySet<string>;
  /** Python: files by the whole names of their modules, from the outermost package on. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** Python: by the path of a file its module. */
  readonly modules: ReadonlyMap<string, string>;
  /** Python: paths of modules and packages, for a script that imports its neighbour. */
  readonly paths: ReadonlySet<string>;
  /** Names of own crates and packages, and of dependencies by path. */
  readonly own: ReadonlySet<string>;
  /** Names of other dependencies. */
  readonly listed: ReadonlySet<string>;
  /** Go: paths of own modules. */
  readonly goModules: readonly string[];
  /** Java: the first two segments of own packages, joined by `.`, at any depth of a path. */
  readonly packages: ReadonlySet<string>;
}

/** Manifests that are read; a monorepo has hundreds. */
const MAX_MANIFESTS = 2_000;
const MANIFESTS = ['package.json', 'Cargo.toml', 'go.mod'];
const modulesOf = keptByVersion(MANIFESTS, readModules);

function readModules(reader: IndexReader): Modules {
  const files = reader.files();
  const python = files.filter(({ language }) => familyOf(language) === 'python').map(({ path }) => path);
  const manifests = files.filter(({ path }) => MANIFESTS.includes(path.slice(path.lastIndexOf('/') + 1))).slice(0, MAX_MANIFESTS);
  const texts = reader.fileTexts(
    manifests.map(({ id }) => id),
    null,
  );
  const own = new Set<string>();
  const listed = new Set<string>();
  const goModules: string[] = [];
  for (const { id, path } of manifests) {
    const text = texts.get(id) ?? '';
    if (path.endsWith('go.mod')) goModules.push(...[goModule(text)].filter(Boolean));
    else if (path.endsWith('Cargo.toml')) readCargo(text, own, listed);
    else readPackage(text, own, listed);
  }
  if (files.some(({ path }) => path.endsWith('std/std.zig'))) own.add('std');
  const packages = new Set<string>();
  for (const { path, language } of files) {
    if (language !== 'java') continue;
    const segments = path.split('/');
    for (let i = 0; i + 2 < segments.length; i++) packages.add(`${segments[i]}.${segments[i + 1]}`);
  }
  return { ...pythonModules(python), own, listed, goModules, packages };
}

/** A folder with `__init__.py` is a package, whose modules have no name of their own outside of it. */
function pythonModules(python: readonly string[]): Pick<Modules, 'topLevel' | 'paths' | 'files' | 'modules'> {
  const packages = new Set(python.flatMap((path) => (/(?:^|\/)__init__\.pyi?$/.test(path) ? path.replace(/\/?__init__\.pyi?$/, '') : [])));
  const topLevel = new Set<string>();
  const paths = new Set<string>();
  const files = new Map<string, string[]>();
  const modules = new Map<string, string>();
  for (const file of python) {
    const module = file.replace(/(?:\/__init__)?\.\w+$/, '');
    let root = module.lastIndexOf('/');
    while (root > 0 && packages.has(module.slice(0, root))) root = module.lastIndexOf('/', root - 1);
    const name = module.slice(root + 1).replaceAll('/', '.');
    modules.set(file, name);
    addTo(files, name, file);
    for (let path = file.replace(/\.\w+$/, ''); path && !paths.has(path); ) {
      paths.add(path);
      const slash = path.lastIndexOf('/');
      const folder = path.slice(0, Math.max(0, slash));
      if (slash < 0 || !packages.has(folder)) topLevel.add(path.slice(slash + 1));
      path = folder;
    }
  }
  return { topLevel, paths, files, modules };
}

/** Code writes `_` for `-`. */
const crateName = (name: string): string => name.replaceAll('-', '_');

function readCargo(text: string, own: Set<string>, listed: Set<string>): void {
  for (const section of text.split(/^(?=\[)/m)) {
    const [head = ''] = section.split('\n', 1);
    if (/^\[\[?(?:package|lib|bin)\]/.test(head)) {
      const name = /^name\s*=\s*"([^"]+)"/m.exec(section)?.[1];
      if (name) own.add(crateName(name));
    }
    const single = /dependencies\.([\w-]+)\]/.exec(head)?.[1];
    if (single) (/^path\s*=/m.test(section) ? own : listed).add(crateName(single));
    else if (/dependencies\]/.test(head))
      for (const [, name, value] of section.matchAll(/^([\w-]+)(?:\.\w+)?\s*=\s*(.*)$/gm))
        (/\bpath\s*=/.test(value as string) ? own : listed).add(crateName(name as string));
  }
}

function readPackage(text: string, own: Set<string>, listed: Set<string>): void {
  const name = /^\s{0,8}"name"\s*:\s*"([^"]+)"/m.exec(text)?.[1];
  if (name) own.add(name);
  for (const [, list = ''] of text.matchAll(/"(?:dev|peer|optional)?[dD]ependencies"\s*:\s*\{([^}]*)\}/g))
    for (const [, dependency, version] of list.matchAll(/"([^"]+)"\s*:\s*"([^"]*)"/g))
      (/^(?:workspace|file|link|portal):/.test(version as string) ? own : listed).add(dependency as string);
}

const nodeModules = words(
  'assert buffer child_process cluster crypto dns events fs http http2 https net os path perf_hooks process querystring readline stream string_decoder timers tls tty url util v8 vm worker_threads zlib',
);

/** Python: the files of the workspace that are the module of a whole name; null where there is none. */
export const filesOfModule = (reader: IndexReader, name: string): readonly string[] | null => modulesOf(reader).files.get(name) ?? null;

/** Python: the whole name of the module that a file is, from the outermost package on; null for another file. */
export const moduleOfFile = (reader: IndexReader, path: string): string | null => modulesOf(reader).modules.get(path) ?? null;

/** True where a module, or a path that begins with one, is of another library for a file. */
export function isForeign(reader: IndexReader, module: string, { path, language }: Pick<ChunkRecord, 'path' | 'language'>): boolean {
  if (module.startsWith('.') || module.startsWith('/')) return false;
  const first = /^[\w$-]+/.exec(module)?.[0] ?? '';
  switch (familyOf(language)) {
    case 'rust': {
      if (!first || first === 'crate' || first === 'self' || first === 'super') return false;
      const { own, listed } = modulesOf(reader);
      return !own.has(first) && (standardModules.rust.has(first) || listed.has(first));
    }
    case 'javascript': {
      if (module.startsWith('node:')) return true;
      const name = /^(?:@[\w.-]+\/)?[\w-][\w-]*(?:\.js(?=[./]|$))?/.exec(module)?.[0];
      if (!name) return false;
      const { own, listed } = modulesOf(reader);
      return !own.has(name) && (listed.has(name) || nodeModules.has(name));
    }
    case 'python': {
      // A name with a capital may be a class of the file as well.
      if (!/^[a-z_]/.test(first)) return false;
      // Django reads its settings from a module of the workspace.
      if (module.startsWith('django.conf.settings')) return false;
      const { topLevel, paths } = modulesOf(reader);
      return !topLevel.has(first) && !paths.has(`${path.replace(/[^/]*$/, '')}${first}`);
    }
    case 'go': {
      if (!/^[a-z]/.test(first)) return false;
      const { goModules } = modulesOf(reader);
      const isOwn = (own: string): boolean =>
        own === 'std' || own === 'cmd' || module === own || (/^[/.]/.test(module.slice(own.length)) && module.startsWith(own));
      return goModules.length > 0 && (module.includes('/') || standardModules.go.has(first)) && !goModules.some(isOwn);
    }
    case 'java': {
      if (standardModules.java.has(first)) return !modulesOf(reader).packages.has(/^\w+\.\w+/.exec(module)?.[0] ?? '');
      if (language !== 'java') return false;
      const root = /^[a-z]\w*\.[a-z]\w*/.exec(module)?.[0];
      return root !== undefined && !modulesOf(reader).packages.has(root);
    }
    case 'zig':
      return standardModules.zig.has(first) && !modulesOf(reader).own.has(first);
    default:
      return false;
  }
}
