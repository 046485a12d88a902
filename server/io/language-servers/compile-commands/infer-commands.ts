/**
 * Compile commands for sources that the workspace's own commands lack (tests, other platforms): those of the nearest listed file; for a
 * test those of the nearest test. clangd guesses similarly for an opened file, but indexes listed files only.
 */
import { basename, dirname, resolve } from 'node:path';

export interface CompileEntry {
  readonly directory: string;
  readonly file: string;
  readonly command?: string;
  readonly arguments?: readonly string[];
}

/** Characters that would have to be quoted in a command. */
const needsQuotes = /[^\w@%+=:,./\\-]/;

export function inferCommands(
  listed: readonly CompileEntry[],
  sources: readonly string[],
  flags: readonly string[],
): readonly CompileEntry[] {
  const nearest = new Map<string, CompileEntry>();
  for (const entry of listed) {
    const path = resolve(entry.directory, entry.file);
    for (const kind of kindsOf(path))
      for (const folder of foldersAbove(path)) if (!nearest.has(`${kind} ${folder}`)) nearest.set(`${kind} ${folder}`, entry);
  }
  return sources.flatMap((file) => {
    for (const kind of kindsOf(file))
      for (const folder of foldersAbove(file)) {
        const entry = nearest.get(`${kind} ${folder}`);
        if (entry) return asFor(file, entry, flags);
      }
    return [];
  });
}

/** Kinds of files with common flags, by language and test or not; the more specific kind first. */
function kindsOf(path: string): readonly string[] {
  const language = path.endsWith('.c') ? 'c' : 'c++';
  return [`${language} ${/test/i.test(basename(path)) ? 'tests' : 'others'}`, language];
}

function* foldersAbove(path: string): Generator<string> {
  for (let at = path; at !== dirname(at); at = dirname(at)) yield dirname(at);
}

/** A command for another file; none if the text does not show which word is the file. */
function asFor(
  file: string,
  { directory, file: listed, command, arguments: given }: CompileEntry,
  flags: readonly string[],
): CompileEntry[] {
  if (given) {
    const output = given.indexOf('-o');
    const kept = given.filter((word, i) => word !== listed && (output < 0 || (i !== output && i !== output + 1)));
    return kept.length < given.length ? [{ directory, file, arguments: [...kept, ...flags, file] }] : [];
  }
  if (!command?.includes(listed) || [file, ...flags].some((word) => needsQuotes.test(word))) return [];
  const words = command.replace(/\s-o\s+\S+/, '').replaceAll(listed, () => file);
  return [{ directory, file, command: `${words} ${flags.join(' ')}` }];
}
