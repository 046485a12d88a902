/** Which files an import by path means: `#include "mumble/Channel.h"`, `import 'package:shop/cart.dart'`, `@import("cart.zig")`, `require "kong.tools.uuid"`. */
import { escapePattern } from '../../../util/escape-pattern.js';
import { addTo } from '../../../util/grouped.js';
import { joinedPath } from '../../../util/joined-path.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import { clojureNamespace } from './mentions/clojure-namespaces.js';
import { keptByVersion } from './mentions/kept-by-version.js';

/** Languages whose imports name a file, and no symbol in it, by their extensions. */
const IMPORTS_FILES =
  /\.(?:c|cc|cpp|cxx|c\+\+|m|mm|h|hh|hpp|hxx|h\+\+|ipp|inl|tpp|cu|cuh|metal|cl|glsl|vert|frag|comp|geom|dart|lua|rb|sol|zig|clj|cljs|cljc|el|ml|mli|erl|hrl)$/;
/** A module is a path with dots in place of slashes. */
const NAMESPACED = /\.(?:lua|clj[cs]?|mli?)$/;
const OCAML = /\.mli?$/;
/** Dart: names a package. */
const MANIFEST = 'pubspec.yaml';
/** Dart: the name of a package, then a path below its folder `lib`. */
const OF_PACKAGE = /^package:(\w{1,100})\/(.+)$/;

/** Whether an import names a file as a whole, and not something that is in it. */
export const isOfFile = ({ kind, name, qualifier, path }: Pick<EdgeRecord, 'kind' | 'name' | 'qualifier' | 'path'>): boolean =>
  kind === 'import' && qualifier !== null && IMPORTS_FILES.test(path) && stemOf(qualifier, path) === name;

/** The last segment of a module as written, without an extension. */
const stemOf = (module: string, path: string): string => {
  const last = module.slice(module.lastIndexOf('/') + 1);
  return NAMESPACED.test(path) ? last.slice(last.lastIndexOf('.') + 1) : last.replace(/^\w+:/, '').replace(/\.\w+$/, '');
};

interface Files {
  /** By the last segment of a path, the extension included. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  /** Dart: the folder of each package, with the slash at its end. */
  readonly packages: Map<string, string | null>;
}
const filesOf = keptByVersion([MANIFEST], (reader: IndexReader): Files => ({ named: namedFiles(reader), packages: new Map() }));

function namedFiles(reader: IndexReader): Files['named'] {
  const named = new Map<string, string[]>();
  for (const { path } of reader.files()) if (IMPORTS_FILES.test(path)) addTo(named, path.slice(path.lastIndexOf('/') + 1), path);
  return named;
}

/** @returns paths of the files that an import, as written in a file, may mean: several where that depends on the folders that are looked into */
export function importedFiles(reader: IndexReader, module: string, from: string): readonly string[] {
  const files = filesOf(reader);
  const endingWith = (tail: string): string[] =>
    (files.named.get(tail.slice(tail.lastIndexOf('/') + 1)) ?? []).filter((path) => `/${path}`.endsWith(`/${tail}`));
  if (from.endsWith('.lua')) {
    const path = module.replaceAll('.', '/');
    const found = [...endingWith(`${path}.lua`), ...endingWith(`${path}/init.lua`)];
    // A program may give its modules a prefix of their own: `require 'mp.options'`.
    return found.length || !path.includes('/') ? found : endingWith(`${path.slice(path.lastIndexOf('/') + 1)}.lua`);
  }
  if (OCAML.test(from)) return ocamlFiles(module, from, files.named);
  if (NAMESPACED.test(from)) {
    const path = module.replaceAll('.', '/').replaceAll('-', '_');
    const isIt = (found: string): boolean => {
      const namespace = clojureNamespace(reader, reader.file(found)?.id ?? -1);
      return namespace === null || namespace === module;
    };
    return ['clj', 'cljs', 'cljc'].flatMap((extension) => endingWith(`${path}.${extension}`)).filter(isIt);
  }
  const [, owner, inPackage = ''] = OF_PACKAGE.exec(module) ?? [];
  if (owner !== undefined) {
    const folder = folderOfPackage(reader, owner, files);
    const inLib = endingWith(`lib/${inPackage}`);
    return folder === null ? inLib : inLib.filter((path) => path === `${folder}lib/${inPackage}`);
  }
  // Erlang: a module has the name of its file, and an included file its extension.
  if (/\.[eh]rl$/.test(from) && !module.includes('.')) return endingWith(`${module}.erl`);
  // Zig: a module of the build has the name of its first file, as a rule.
  const extension = /\.(?:rb|zig|el)$/.exec(from)?.[0] ?? '';
  const written = module.endsWith(extension) ? module : `${module}${extension}`;
  const beside = joinedPath(from, written);
  const all = endingWith(written.replace(/^(?:\.{1,2}\/)+/, ''));
  return all.includes(beside) ? [beside] : all;
}

/** A module of OCaml is a file: the first of a path one of the own folder, else the second one below the folder of a library, or the first anywhere. */
function ocamlFiles(module: string, from: string, named: Files['named']): readonly string[] {
  const [first = '', second] = module.split('.');
  const filesOf = (name: string): readonly string[] =>
    [`${name.charAt(0).toLowerCase()}${name.slice(1)}`, name].flatMap((stem) => [
      ...(named.get(`${stem}.ml`) ?? []),
      ...(named.get(`${stem}.mli`) ?? []),
    ]);
  const all = filesOf(first).filter((path) => path !== from);
  const beside = all.filter((path) => folderOf(path) === folderOf(from));
  if (beside.length) return beside;
  const library = first.toLowerCase();
  const inLibrary = second === undefined ? [] : filesOf(second).filter((path) => path.toLowerCase().split(/[/-]/).includes(library));
  return inLibrary.length ? inLibrary : all;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** By the manifest that names the package; null where none does. */
function folderOfPackage(reader: IndexReader, name: string, { packages }: Files): string | null {
  const before = packages.get(name);
  if (before !== undefined) return before;
  const manifests = reader.files().filter(({ path }) => `/${path}`.endsWith(`/${MANIFEST}`));
  const ids = manifests.map(({ id }) => id);
  const texts = reader.fileTexts(ids, name);
  const own = new RegExp(`^name:\\s*${escapePattern(name)}\\s*$`, 'm');
  const found = manifests.find(({ id }) => own.test(texts.get(id) ?? ''));
  const folder = found ? found.path.slice(0, -MANIFEST.length) : null;
  packages.set(name, folder);
  return folder;
}
