/**
 * Compile commands for clangd, in a folder of our cache: the workspace's own ones if they are usable, else generated ones (every source
 * file with the workspace's include folders). Without any, clangd has no background index and finds 16 of 77 symbols; with generated
 * ones it indexed the 77 files of leveldb in 12 s.
 * Invariant: the workspace's own commands reach clangd unchanged only if the workspace is trusted.
 */
import { lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hashOf } from '../../../util/hash.js';
import { readPlainText } from '../../../util/open-plain-file.js';
import type { AdapterContext } from '../adapter.js';
import { walkFolders } from '../projects/walk-folders.js';
import { type CompileEntry, inferCommands } from './infer-commands.js';
import { type SafeCommands, safeCommands } from './safe-commands.js';
import { scanIncludes, writeStubHeaders } from './scan-includes.js';

interface CompileCommands {
  readonly folder: string;
  /** Hash of what decides how sources are read: the workspace's own commands, or the generated flags. */
  readonly hash: string;
  readonly remarks: readonly string[];
}

const usualPlaces = ['', 'build', 'out', 'cmake-build-debug', 'cmake-build-release', 'builddir', '.build'];
const sourceFile = /\.(?:c|cc|cpp|cxx|c\+\+|cu|m|mm)$/;
/** True for a file that is compiled by itself, not only included. */
export const isSource = (path: string): boolean => sourceFile.test(path);
const headerFile = /\.(?:h|hh|hpp|hxx|inl)$/;
const skipped = /^(?:\.|node_modules$|CMakeFiles$|build$|out$|cmake-build)/;
/** Limits of generated commands. Further files are known by their syntax only. */
/** A build of 50,000 files writes some 100 MB. */
const maxBytes = 400_000_000;
const maxSources = 5_000;
const maxFolders = 20_000;
/** Folders that are searched for sources that the workspace's own commands lack. */
const maxFoldersToCompare = 2_000;
const maxIncludes = 64;

interface Commands {
  readonly text: string;
  readonly entries: readonly CompileEntry[];
}

function readCommands(path: string): Commands | 'none' | 'invalid' {
  const text = readPlainText(path, maxBytes);
  if (text === null) return 'none';
  try {
    const entries: unknown = JSON.parse(text);
    if (!Array.isArray(entries)) return 'invalid';
    return { text, entries: entries.filter((entry) => typeof entry?.file === 'string' && typeof entry?.directory === 'string') };
  } catch {
    return 'invalid';
  }
}

const isThere = (path: string): boolean => {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
};

interface PreparedCommands {
  /** The file that clangd reads. */
  readonly text: string;
  /** Compared with the last run to find files that are built differently now. */
  readonly given: string;
  /** What the hash is of. */
  readonly hashed: string;
}

/** Where commands are read, and where we write the files that they name. */
interface Places {
  readonly folder: string;
  readonly trusted: boolean;
  /** Folder for stubs of missing headers. */
  readonly stubs: string;
  /** Folder for wrappers of headers that commands include into every file. */
  readonly wrappers: string;
}

/** The user's own commands, or null if none are usable. Remarks state why. */
function ownCommands({ folder, trusted, stubs, wrappers }: Places, remarks: string[]): PreparedCommands | null {
  for (const place of usualPlaces) {
    const path = join(folder, place, 'compile_commands.json');
    const found = readCommands(path);
    if (found === 'none') continue;
    if (found === 'invalid') remarks.push(`${path} is not valid: not used`);
    else if (found.entries.length === 0) remarks.push(`${path} has no entries: not used`);
    else {
      const missing = found.entries.filter(({ directory, file }) => !isThere(resolve(directory, file))).length;
      if (missing === found.entries.length) {
        remarks.push(`${path} names only files that do not exist: not used`);
        continue;
      }
      if (missing > 0) remarks.push(`${path} is out of date: ${missing} of ${found.entries.length} files do not exist`);
      const { entries: usable, lacksFolders } = trusted
        ? { ...found, lacksFolders: false }
        : madeSafe(found, path, folder, wrappers, remarks);
      if (usable.length === 0) continue;
      const text = trusted ? found.text : JSON.stringify(usable);
      const listed = new Set(usable.map(({ directory, file }) => resolve(directory, file)));
      const { sources, headers } = walkSources(folder, maxFoldersToCompare);
      const others = sources.filter((source) => !listed.has(source));
      if (others.length === 0 && !lacksFolders) return { given: text, text, hashed: text };
      if (others.length > 0)
        remarks.push(
          `${path} lacks ${others.length} source files, such as ${others[0]?.slice(folder.length + 1)}: they are read with the flags of similar files`,
        );
      const included = scanIncludes([...headers, ...(lacksFolders ? sources : others)]);
      const flags = ['-ferror-limit=0', ...writeStubHeaders(stubs, included.missing)];
      const first = lacksFolders ? usable.map((entry) => withFlags(entry, flags)) : usable;
      const entries = [...first, ...inferCommands(first, others, lacksFolders ? [] : flags)];
      return { given: text, text: JSON.stringify(entries), hashed: text };
    }
  }
  return null;
}

/** Flags listed in a remark. */
const maxFlagsNamed = 5;

function madeSafe({ entries }: Commands, path: string, folder: string, wrappers: string, remarks: string[]): SafeCommands {
  const safe = safeCommands(entries, folder, wrappers);
  if (safe.refused > 0)
    remarks.push(`${path}: ${safe.refused} of its files are not sources inside the workspace, which is not trusted: not read`);
  if (safe.leftOut.length > 0) {
    const named = safe.leftOut.slice(0, maxFlagsNamed).join(', ');
    const more = safe.leftOut.length > maxFlagsNamed ? ` and ${safe.leftOut.length - maxFlagsNamed} more` : '';
    remarks.push(`${path}: flags that an untrusted workspace may not set are left out: ${named}${more}`);
  }
  return safe;
}

/** The entry with flags inserted before the source. */
const withFlags = (entry: CompileEntry, flags: readonly string[]): CompileEntry => {
  const { arguments: words = [] } = entry;
  return { ...entry, arguments: [...words.slice(0, -2), ...flags, ...words.slice(-2)] };
};

interface Sources {
  readonly sources: readonly string[];
  readonly headers: readonly string[];
  /** Folders with headers, outer ones first. */
  readonly includes: ReadonlySet<string>;
}

function walkSources(first: string, most: number): Sources {
  const sources: string[] = [];
  const headers: string[] = [];
  const includes = new Set<string>();
  for (const { folder, entries } of walkFolders(first, { skipped, maxFolders: most })) {
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name === 'include' || entry.name === 'src') includes.add(path);
      } else if (entry.isFile() && isSource(entry.name)) sources.push(path);
      else if (entry.isFile() && headerFile.test(entry.name)) {
        headers.push(path);
        includes.add(folder);
      }
    }
    if (sources.length >= maxSources) break;
  }
  return { sources, headers, includes };
}

/** Commands for all sources of a workspace without usable ones. `stubs`: folder for stubs of missing headers. */
function generateCommands(folder: string, stubs: string): PreparedCommands {
  const { sources, headers, includes } = walkSources(folder, maxFolders);
  const written = scanIncludes([...headers, ...sources]);
  const others = [...includes].sort((a, b) => a.length - b.length);
  const searched = [...new Set([folder, ...written.folders, ...others])].slice(0, maxIncludes + 1);
  const own = searched.map((path) => `-I${path}`);
  // Without a limit of 0, many errors (of unknown macros) would end the parsing of a file.
  const flags = ['-ferror-limit=0', ...own, ...writeStubHeaders(stubs, written.missing)];
  const entries = sources.map((file) => ({
    directory: folder,
    file,
    arguments: file.endsWith('.c') ? ['clang', '-std=gnu17', ...flags, '-c', file] : ['clang++', '-std=gnu++20', ...flags, '-c', file],
  }));
  const text = JSON.stringify(entries);
  return { text, given: text, hashed: own.join('\n') };
}

/** Whether a file that is in both has other flags now. */
function hasChangedFlags(last: ReturnType<typeof readCommands>, text: string): boolean {
  if (last === 'none' || last === 'invalid' || last.text === text) return false;
  const before = new Map(last.entries.map((entry) => [resolve(entry.directory, entry.file), JSON.stringify(entry)]));
  return (JSON.parse(text) as readonly CompileEntry[]).some((entry) => {
    if (typeof entry?.file !== 'string' || typeof entry.directory !== 'string') return false;
    const known = before.get(resolve(entry.directory, entry.file));
    return known !== undefined && known !== JSON.stringify(entry);
  });
}

/** By target folder. `of`: the inputs. */
const known = new Map<string, { readonly of: string; readonly commands: CompileCommands }>();

/** Text that changes with the user's commands. */
const stampOf = (folder: string): string =>
  usualPlaces
    .flatMap((place) => {
      const stats = statSync(join(folder, place, 'compile_commands.json'), { throwIfNoEntry: false });
      return stats ? [`${place} ${stats.size} ${stats.mtimeMs}`] : [];
    })
    .join('\n');

function writeIfChanged(path: string, text: string): void {
  const there = readCommands(path);
  if (typeof there === 'string' || there.text !== text) writeFileSync(path, text);
}

export function ensureCompileCommands({
  folder,
  trusted,
  cacheFolder,
}: Pick<AdapterContext, 'folder' | 'trusted' | 'cacheFolder'>): CompileCommands {
  const target = join(cacheFolder, 'clangd');
  const made = known.get(target);
  const of = `${trusted ? 'trusted' : 'not trusted'}\n${stampOf(folder)}`;
  // The folder is deleted when the workspace is forgotten.
  if (made?.of === of && isThere(join(target, 'compile_commands.json'))) return made.commands;
  const remarks: string[] = [];
  const stubs = join(target, 'stubs');
  const own = ownCommands({ folder, trusted, stubs, wrappers: join(target, 'forced') }, remarks);
  if (!trusted && isThere(join(folder, '.clangd')))
    remarks.push('.clangd and your own clangd configuration are not read, because the workspace is not trusted');
  const hasFlags = own === null && isThere(join(folder, 'compile_flags.txt'));
  if (own === null) {
    remarks.push(
      hasFlags
        ? 'no usable compile_commands.json: one is generated in the cache, and compile_flags.txt is not read'
        : 'no usable compile_commands.json: one is generated in the cache, without the macros and include folders of the build, so some names are not resolved. CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON',
    );
  }
  const { text, given, hashed } = own ?? generateCommands(folder, stubs);
  mkdirSync(target, { recursive: true });
  const file = join(target, 'compile_commands.json');
  const before = join(target, 'given.json');
  const last = readCommands(before);
  // Unchanged commands keep their time, so that clangd's shards stay valid. clangd does not notice changed flags, so the shards are deleted then.
  if (last === 'none' || hasChangedFlags(last, given)) rmSync(join(target, '.cache'), { recursive: true, force: true });
  writeIfChanged(before, given);
  writeIfChanged(file, text);
  const result = { folder: target, hash: hashOf(hashed), remarks };
  known.set(target, { of, commands: result });
  return result;
}
