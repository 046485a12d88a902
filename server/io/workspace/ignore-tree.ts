/**
 * Nested ignore files of one root: `.contextignore` always, `.gitignore` where git cannot be asked. Loaded when a folder
 * is first asked about, kept until `clear`. Invariant: a folder that is ignored hides everything below it, whatever
 * deeper files contain, as with git.
 */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { readPlainText } from '../../util/open-plain-file.js';
import { decide, type IgnoreRule, parseIgnoreFile } from './ignore-pattern.js';

/** A larger file is not read. */
const maxRuleFileBytes = 1_000_000;

interface OuterRules {
  /** Relative to the root; absolute for the user's own file. */
  readonly file: string;
  readonly rules: readonly IgnoreRule[];
  /** Path of the root below the folder that these rules count from, '' or with a slash at its end. */
  readonly prefix: string;
}

export class IgnoreTree {
  readonly #folder: string;
  readonly #fileName: string;
  #outer: readonly OuterRules[] | null = null;
  readonly #rules = new Map<string, readonly IgnoreRule[] | null>();
  readonly #ignoredFolders = new Map<string, string | null>();
  readonly #readOuter: () => readonly OuterRules[];

  constructor(folder: string, fileName: '.gitignore' | '.contextignore') {
    this.#folder = folder;
    this.#fileName = fileName;
    this.#readOuter = fileName === '.gitignore' ? () => outerGitRules(folder) : () => [];
  }

  /** Drops everything that was read: an ignore file changed. */
  clear(): void {
    this.#rules.clear();
    this.#ignoredFolders.clear();
    this.#outer = null;
  }

  ignores(path: string, kind: 'file' | 'folder'): boolean {
    return this.ruleFor(path, kind) !== null;
  }

  /** The rule that ignores a path, or a folder above it, as `describeRule` has it; null where none does. `path` is relative to the root. */
  ruleFor(path: string, kind: 'file' | 'folder'): string | null {
    const slash = path.lastIndexOf('/');
    return (slash > 0 ? this.#ruleForFolder(path.slice(0, slash)) : null) ?? this.#ownRule(path, kind === 'folder');
  }

  #ruleForFolder(path: string): string | null {
    const known = this.#ignoredFolders.get(path);
    if (known !== undefined) return known;
    const slash = path.lastIndexOf('/');
    const rule = (slash > 0 ? this.#ruleForFolder(path.slice(0, slash)) : null) ?? this.#ownRule(path, true);
    this.#ignoredFolders.set(path, rule);
    return rule;
  }

  /** Without the rules for folders above. */
  #ownRule(path: string, isFolder: boolean): string | null {
    // The deepest file with a matching rule decides.
    for (let slash = path.lastIndexOf('/'); ; slash = path.lastIndexOf('/', slash - 1)) {
      const rules = this.#rulesOf(slash > 0 ? path.slice(0, slash) : '');
      const rule = rules ? decide(rules, slash > 0 ? path.slice(slash + 1) : path, isFolder) : null;
      if (rule) return rule.negated ? null : describeRule(`${slash > 0 ? path.slice(0, slash + 1) : ''}${this.#fileName}`, rule);
      if (slash <= 0) break;
    }
    this.#outer ??= this.#readOuter();
    for (const { file, rules, prefix } of this.#outer) {
      const rule = decide(rules, prefix + path, isFolder);
      if (rule) return rule.negated ? null : describeRule(file, rule);
    }
    return null;
  }

  #rulesOf(folder: string): readonly IgnoreRule[] | null {
    const known = this.#rules.get(folder);
    if (known !== undefined) return known;
    const rules = readRules(join(this.#folder, folder, this.#fileName));
    this.#rules.set(folder, rules);
    return rules;
  }
}

/** `.gitignore:3 \`*.log\``: the same form by git and by us. */
export const describeRule = (file: string, { line, pattern }: Pick<IgnoreRule, 'line' | 'pattern'>): string =>
  `${file}:${line} \`${pattern}\``;

function readRules(path: string): readonly IgnoreRule[] | null {
  try {
    const rules = parseIgnoreFile(readPlainText(path, maxRuleFileBytes) ?? '');
    return rules.length > 0 ? rules : null;
  } catch {
    return null;
  }
}

/** Rules from above and beside the root, most decisive first: .gitignore of the folders up to the work tree's top, info/exclude, the user's own. */
function outerGitRules(root: string): OuterRules[] {
  const outer: OuterRules[] = [];
  const add = (file: string, from: string) => {
    const rules = readRules(file);
    const below = relative(from, root).replaceAll('\\', '/');
    // As git names it: the user's own file lies outside of every work tree.
    const named = file === own ? file : relative(root, file).replaceAll('\\', '/');
    if (rules) outer.push({ file: named, rules, prefix: below ? `${below}/` : '' });
  };
  const own = userExcludes();
  const top = workTreeTop(root);
  if (top === null) return outer;
  for (let folder = root; folder !== top; ) {
    folder = dirname(folder);
    add(join(folder, '.gitignore'), folder);
  }
  add(join(commonGitFolder(top), 'info', 'exclude'), top);
  if (own) add(own, top);
  return outer;
}

function workTreeTop(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

/** Where info/exclude lies: `.git` is a file in linked work trees and submodules, which names the real folder. */
function commonGitFolder(top: string): string {
  const git = join(top, '.git');
  const target = /^gitdir: (.+)$/m.exec(readPlainText(git, maxRuleFileBytes) ?? '')?.[1]?.trim();
  if (!target) return git;
  const own = resolve(top, target);
  return resolve(own, readPlainText(join(own, 'commondir'), maxRuleFileBytes)?.trim() ?? '');
}

function userExcludes(): string | null {
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  for (const file of [join(homedir(), '.gitconfig'), join(config, 'git', 'config')]) {
    try {
      const named = /^[ \t]*excludesfile[ \t]*=[ \t]*"?([^"\n]+)/im.exec(readFileSync(file, 'utf8'))?.[1]?.trimEnd();
      if (named) return named.startsWith('~/') ? join(homedir(), named.slice(2)) : isAbsolute(named) ? named : null;
    } catch {
      // No such file: the next one.
    }
  }
  return join(config, 'git', 'ignore');
}
