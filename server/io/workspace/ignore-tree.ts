/**
 * Nested ignore files of one root: `.contextignore` always, `.gitignore` where git cannot be asked. Loaded when a folder
 * is first asked about, kept until `clear`. Invariant: a folder that is ignored hides everything below it, whatever
 * deeper files say, as with git.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { decide, type IgnoreRule, parseIgnoreFile } from './ignore-pattern.js';

/** An ignore file that is larger is not one: it is not read. */
const maxRuleFileBytes = 1_000_000;

interface OuterRules {
  readonly rules: readonly IgnoreRule[];
  /** Path of the root below the folder that these rules count from, '' or with a slash at its end. */
  readonly prefix: string;
}

export class IgnoreTree {
  readonly #folder: string;
  readonly #fileName: string;
  #outer: readonly OuterRules[] | null = null;
  readonly #rules = new Map<string, readonly IgnoreRule[] | null>();
  readonly #ignoredFolders = new Map<string, boolean>();
  readonly #readOuter: () => readonly OuterRules[];

  constructor(folder: string, fileName: '.gitignore' | '.contextignore') {
    this.#folder = folder;
    this.#fileName = fileName;
    this.#readOuter = fileName === '.gitignore' ? () => outerGitRules(folder) : () => [];
  }

  /** Forgets what was read: an ignore file changed. */
  clear(): void {
    this.#rules.clear();
    this.#ignoredFolders.clear();
    this.#outer = null;
  }

  /** `path` is relative to the root and '/'-separated. */
  ignores(path: string, kind: 'file' | 'folder'): boolean {
    const slash = path.lastIndexOf('/');
    if (slash > 0 && this.#ignoresFolder(path.slice(0, slash))) return true;
    return this.#matches(path, kind === 'folder');
  }

  #ignoresFolder(path: string): boolean {
    const known = this.#ignoredFolders.get(path);
    if (known !== undefined) return known;
    const slash = path.lastIndexOf('/');
    const ignored = (slash > 0 && this.#ignoresFolder(path.slice(0, slash))) || this.#matches(path, true);
    this.#ignoredFolders.set(path, ignored);
    return ignored;
  }

  #matches(path: string, isFolder: boolean): boolean {
    // The deepest file that says anything decides.
    for (let slash = path.lastIndexOf('/'); ; slash = path.lastIndexOf('/', slash - 1)) {
      const rules = this.#rulesOf(slash > 0 ? path.slice(0, slash) : '');
      const verdict = rules ? decide(rules, slash > 0 ? path.slice(slash + 1) : path, isFolder) : null;
      if (verdict) return verdict === 'ignored';
      if (slash <= 0) break;
    }
    this.#outer ??= this.#readOuter();
    for (const { rules, prefix } of this.#outer) {
      const verdict = decide(rules, prefix + path, isFolder);
      if (verdict) return verdict === 'ignored';
    }
    return false;
  }

  #rulesOf(folder: string): readonly IgnoreRule[] | null {
    const known = this.#rules.get(folder);
    if (known !== undefined) return known;
    const rules = readRules(join(this.#folder, folder, this.#fileName));
    this.#rules.set(folder, rules);
    return rules;
  }
}

function readRules(path: string): readonly IgnoreRule[] | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > maxRuleFileBytes) return null;
    const rules = parseIgnoreFile(readFileSync(path, 'utf8'));
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
    if (rules) outer.push({ rules, prefix: below ? `${below}/` : '' });
  };
  const top = workTreeTop(root);
  if (top === null) return outer;
  for (let folder = root; folder !== top; ) {
    folder = dirname(folder);
    add(join(folder, '.gitignore'), folder);
  }
  add(join(commonGitFolder(top), 'info', 'exclude'), top);
  const own = userExcludes();
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
export function commonGitFolder(top: string): string {
  const git = join(top, '.git');
  try {
    if (!statSync(git).isFile()) return git;
    const target = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1]?.trim();
    if (!target) return git;
    const own = resolve(top, target);
    const common = join(own, 'commondir');
    return existsSync(common) ? resolve(own, readFileSync(common, 'utf8').trim()) : own;
  } catch {
    return git;
  }
}

function userExcludes(): string | null {
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  for (const file of [join(homedir(), '.gitconfig'), join(config, 'git', 'config')]) {
    try {
      const named = /^\s*excludesfile\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(readFileSync(file, 'utf8'))?.[1];
      if (named) return named.startsWith('~/') ? join(homedir(), named.slice(2)) : isAbsolute(named) ? named : null;
    } catch {
      // No such file: the next one.
    }
  }
  return join(config, 'git', 'ignore');
}
