/**
 * Scans the includes of a workspace: for the include folders that they need, and for missing headers (a test framework, another platform),
 * which get stubs. After an include that is not found clang does not instantiate templates, so most calls of a C++ file stay unknown.
 * With a stub only the names of that header do.
 */
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { grouped } from '../../../util/grouped.js';

const include = /^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*["<]([^">\n]+)[">]/gm;
/** A check for a header (`__has_include(<optional>)` and macros for it): the code can do without the header. */
const inquiry = /HA(?:S|VE)_INCLUDE\w*\s*\(\s*["<]([^">\n]+)[">]/gi;
const plainName = /^[\w+-][\w+.-]*(?:\/[\w+-][\w+.-]*)*$/;
/** Bytes that are scanned: includes are at the top of a file. */
const maxBytes = 32_768;
/** Files that are scanned, at some 0.3 ms each, before clangd starts. */
const maxFiles = 4_000;
const maxStandIns = 2_000;

interface ScannedIncludes {
  /** Include folders in the workspace, the most used first. */
  readonly folders: readonly string[];
  /** Names without a file in the workspace. */
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
 * Writes a stub for each name. Returns the flags with which the stubs are searched after all other folders. A stub contains an error that
 * the header is missing, which an editor shows like any other error.
 */
export function writeStubHeaders(folder: string, names: readonly string[]): readonly string[] {
  rmSync(folder, { recursive: true, force: true });
  for (const name of names) {
    try {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), `#error '${name}' file not found\n`);
    } catch {
      // With `a` and `a/b` one name is both a file and a folder.
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
