/**
 * Compile commands for sources that the workspace's own lack (tests and platforms that are not built): those of the listed file
 * that lies nearest. clangd guesses much the same for a file that is opened, but indexes what is listed alone.
 */
import { dirname, resolve } from 'node:path';

export interface CompileEntry {
  readonly directory: string;
  readonly file: string;
  readonly command?: string;
  readonly arguments?: readonly string[];
}

/** It would have to be quoted in a command. */
const needsQuotes = /[^\w@%+=:,./\\-]/;

export function likeListed(listed: readonly CompileEntry[], sources: readonly string[], flags: readonly string[]): readonly CompileEntry[] {
  const byFolder = new Map<string, CompileEntry>();
  for (const entry of listed) {
    const isC = entry.file.endsWith('.c');
    for (let folder = dirname(resolve(entry.directory, entry.file)); ; folder = dirname(folder)) {
      const key = `${isC} ${folder}`;
      if (byFolder.has(key)) break;
      byFolder.set(key, entry);
      if (folder === dirname(folder)) break;
    }
  }
  return sources.flatMap((file) => {
    const isC = file.endsWith('.c');
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      const entry = byFolder.get(`${isC} ${folder}`);
      if (entry) return asFor(file, entry, flags);
      if (folder === dirname(folder)) return [];
    }
  });
}

/** A command with another file in it; none where the text does not show which of its words is the file. */
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
