/**
 * Makes the compile commands of an untrusted workspace safe. Each is built anew from a driver's name, the flags that `safe-flags.ts`
 * allows, and one source file inside the workspace. Nothing else reaches clangd.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { hashOf } from '../../../util/hash.js';
import type { CompileEntry } from './infer-commands.js';
import { safeFlags } from './safe-flags.js';
import { SafePaths } from './safe-paths.js';

export interface SafeCommands {
  readonly entries: readonly CompileEntry[];
  /** Number of entries whose source is outside of the workspace. */
  readonly refused: number;
  /** Distinct flags that were removed, the most frequent first. */
  readonly leftOut: readonly string[];
  /** True: include folders are among them. */
  readonly lacksFolders: boolean;
}

const compiler = /^(?:[\w.]+-)*(?:clang|clang\+\+|gcc|g\+\+|cc|c\+\+)(?:-\d+(?:\.\d+)*)?$/;
const microsoftCompiler = /^(?:cl|clang-cl)$/i;
/** Programs that may precede the compiler (ccache, distcc). */
const maxWrappers = 3;
const source = /\.(?:c|cc|cpp|cxx|c\+\+|cu|m|mm|h|hh|hpp|hxx|inl)$/i;

/** `wrappers`: our folder for headers that include those that commands include into every file. */
export function safeCommands(entries: readonly CompileEntry[], workspace: string, wrappers: string): SafeCommands {
  const paths = new SafePaths(workspace);
  const wrap = wrapIn(wrappers);
  const counts = new Map<string, number>();
  let lacksFolders = false;
  const safe = entries.flatMap((entry): CompileEntry[] => {
    const directory = resolve(workspace, entry.directory);
    const file = resolve(directory, entry.file);
    if (!source.test(file) || !paths.isInside(file)) return [];
    const words = wordsOf(entry);
    const at = Math.max(0, words.slice(0, maxWrappers).findIndex(isCompiler));
    const isMicrosoft = microsoftCompiler.test(nameOf(words[at] ?? ''));
    const given = isMicrosoft ? words.slice(at + 1).flatMap(fromMicrosoft) : words.slice(at + 1);
    const { flags, leftOut, lacksFolders: lacksSome } = safeFlags(given, { paths, directory, wrap });
    lacksFolders ||= lacksSome;
    for (const flag of leftOut) counts.set(flag, (counts.get(flag) ?? 0) + 1);
    const dialect = isMicrosoft ? ['-fms-extensions', '-fms-compatibility'] : [];
    const driver = driverOf(words[at] ?? '', file, paths);
    return [{ directory: paths.isInside(directory) ? directory : workspace, file, arguments: [driver, ...dialect, ...flags, '-c', file] }];
  });
  const leftOut = [...counts].sort((a, b) => b[1] - a[1]).map(([flag]) => flag);
  return { entries: safe, refused: entries.length - safe.length, leftOut, lacksFolders };
}

/** The words of an entry, whose fields may have any type. */
function wordsOf({ arguments: given, command }: CompileEntry): readonly string[] {
  if (Array.isArray(given)) return given.filter((word) => typeof word === 'string');
  return splitCommand(typeof command === 'string' ? command : '', process.platform === 'win32' ? 'windows' : 'posix');
}

const nameOf = (command: string): string => basename(command.replaceAll('\\', '/')).replace(/\.exe$/i, '');
const isCompiler = (word: string): boolean => compiler.test(nameOf(word)) || microsoftCompiler.test(nameOf(word));

/** clangd does not run the driver, but finds the standard library and the target by its path and name. */
function driverOf(command: string, file: string, paths: SafePaths): string {
  const name = nameOf(command);
  if (!compiler.test(name)) return file.endsWith('.c') ? 'clang' : 'clang++';
  return isAbsolute(command) && paths.isOfSystem(resolve(command)) ? resolve(command) : name;
}

/** Converts a flag of Microsoft's compiler to clang's form. */
function fromMicrosoft(word: string): readonly string[] {
  const [, name = '', value = ''] = /^[/-](D|U|I|std:|external:I|imsvc|FI|J$|GR-$|EH)(.*)$/.exec(word) ?? [];
  switch (name) {
    case 'D':
    case 'U':
    case 'I':
      return [`-${name}${value}`];
    case 'std:':
      return [`-std=${value === 'c++latest' ? 'c++20' : value}`];
    case 'external:I':
    case 'imsvc':
      return [`-isystem${value}`];
    case 'FI':
      return ['-include', value];
    case 'J':
      return ['-funsigned-char'];
    case 'GR-':
      return ['-fno-rtti'];
    case 'EH':
      return ['-fexceptions'];
  }
  return [word];
}

function wrapIn(folder: string): (header: string) => string {
  const wrapped = new Map<string, string>();
  return (header) => {
    const path = wrapped.get(header) ?? join(folder, `${hashOf(header)}.h`);
    if (!wrapped.has(header)) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, `#include "${header}"\n`);
      wrapped.set(header, path);
    }
    return path;
  };
}

/** `windows`: backslashes are part of paths, and escape only a quote. `posix`: as a shell splits words, without expansions. */
type CommandSyntax = 'posix' | 'windows';

/** The words of a command line, split as a compiler driver splits it. */
export function splitCommand(text: string, syntax: CommandSyntax): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    const next = text[at + 1];
    const isEscape = char === '\\' && quote !== "'" && next !== undefined && (syntax === 'posix' || next === '"');
    if (isEscape) {
      word = (word ?? '') + next;
      at++;
    } else if (quote !== null) {
      if (char === quote) quote = null;
      else word = (word ?? '') + char;
    } else if (char === '"' || (char === "'" && syntax === 'posix')) {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  if (word !== null) words.push(word);
  return words;
}
