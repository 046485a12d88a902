/**
 * What the files of a workspace include: the folders that these names count from, and stand-ins for headers that are nowhere to
 * be had (a test framework, another platform's). Behind an include that is not found clang instantiates no template any more,
 * so that most of what a C++ file calls stays unknown; behind a stand-in only the names of that header do.
 */
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { grouped } from '../../../util/grouped.js';

const include = /^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*["<]([^">\n]+)[">]/gm;
/** Whoever asks whether there is a header does without it: `__has_include(<optional>)`, and macros around that. */
const inquiry = /HA(?:S|VE)_INCLUDE\w*\s*\(\s*["<]([^">\n]+)[">]/gi;
const plainName = /^[\w+-][\w+.-]*(?:\/[\w+-][\w+.-]*)*$/;
/** A file's includes stand at its top. */
const maxBytes = 32_768;
/** Some 0.3 ms each, before clangd is started. */
const maxFiles = 4_000;
const maxStandIns = 2_000;

export interface ScannedIncludes {
  /** Folders of the workspace, those first from which most names count. */
  readonly folders: readonly string[];
  /** Names that no file of the workspace has. */
  readonly missing: readonly string[];
}

/** `files`: absolute paths of sources and headers. */
export function scanIncludes(files: readonly string[]): ScannedIncludes {
  const byName = grouped(files, (path) => basename(path));
  const counts = new Map<string, number>();
  const missing = new Set<string>();
  const inquired = new Set<string>();
  for (const file of files.slice(0, maxFiles)) {
    const text = headOf(file);
    for (const found of text.matchAll(inquiry)) inquired.add(found[1] as string);
    for (const found of text.matchAll(include)) {
      const name = found[1] as string;
      if (!plainName.test(name)) continue;
      const holders = (byName.get(basename(name)) ?? []).filter((path) => path.endsWith(sep + name.replaceAll('/', sep)));
      if (holders.length === 0) missing.add(name);
      else if (!holders.includes(join(dirname(file), name)))
        for (const holder of holders) {
          const folder = holder.slice(0, -name.length - 1);
          counts.set(folder, (counts.get(folder) ?? 0) + 1);
        }
    }
  }
  return {
    folders: [...counts].sort((a, b) => b[1] - a[1]).map(([folder]) => folder),
    missing: [...missing]
      .filter((name) => !inquired.has(name))
      .sort()
      .slice(0, maxStandIns),
  };
}

/**
 * Writes a file for each name, and tells with which flags they are searched, last of all. It says that the header is missing, for
 * an editor shows what clangd says: an error as any other, not one that ends all.
 */
export function writeStubHeaders(folder: string, names: readonly string[]): readonly string[] {
  rmSync(folder, { recursive: true, force: true });
  for (const name of names) {
    try {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), `#error '${name}' file not found\n`);
    } catch {
      // `a` and `a/b`: one name is a folder in the other.
    }
  }
  return names.length > 0 ? ['-idirafter', folder] : [];
}

function headOf(path: string): string {
  const bytes = Buffer.alloc(maxBytes);
  try {
    const file = openSync(path, 'r');
    try {
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, maxBytes, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
