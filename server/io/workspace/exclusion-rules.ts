/**
 * The rules that exclude paths of one root: default excludes, settings, `forget`, other roots, `.contextignore`, and git's own rules, by
 * git where there is a work tree, else as read here. Judges paths; lists nothing. Paths are relative to the root and '/'-separated.
 */
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { Excluded } from '../../core/model/excluded-files.js';
import { addTo } from '../../util/grouped.js';
import type { Log } from '../../util/log.js';
import { remembered } from '../../util/remembered.js';
import { type DefaultExcludeOptions, folderRule, pathRule, projectFile } from './default-excludes.js';
import { findGit, GitFailure, type GitRule, ignoredByGit, type WorkTree, workTreeOf } from './git.js';
import { describeRule, IgnoreTree } from './ignore-tree.js';
import type { Root } from './roots.js';

export interface ExclusionOptions {
  /** The glob of the settings that excludes a path; null where none does. */
  readonly excluded: (path: string) => Excluded | null;
  /** Folders that other roots list. */
  readonly nestedRoots: readonly string[];
  readonly nodeModules: 'exclude' | 'include';
  /** `none` keeps to the own rules, as where git is not installed. */
  readonly git: 'use' | 'none';
  readonly log: Log;
}

/** Verdicts of git that are kept; all are dropped when there are more. */
const maxVerdicts = 50_000;

export class ExclusionRules {
  readonly root: Root;
  readonly #options: ExclusionOptions;
  readonly #git: string | null;
  readonly #gitRules: IgnoreTree;
  readonly #contextRules: IgnoreTree;
  #workTree: Promise<WorkTree | null> | null = null;
  /** Git's verdicts for single paths: an edit of an open document must not start a process each time. */
  readonly #verdicts = new Map<string, Excluded | null>();
  /** Whether folders have their own repository (submodules, nested clones). */
  readonly #ownRepository = new Map<string, boolean>();

  /** Whether folders hold the file of a project. */
  readonly #projects = new Map<string, boolean>();

  constructor(root: Root, options: ExclusionOptions) {
    this.root = root;
    this.#options = options;
    this.#git = options.git === 'use' ? findGit([root.folder]) : null;
    this.#gitRules = new IgnoreTree(root.folder, '.gitignore');
    this.#contextRules = new IgnoreTree(root.folder, '.contextignore');
  }

  /** The git program; only where there is a work tree. */
  get git(): string {
    return this.#git as string;
  }

  /** Drops every rule that was read: an ignore file changed, or a full listing begins. */
  refresh(): void {
    this.#gitRules.clear();
    this.#contextRules.clear();
    this.#ownRepository.clear();
    this.#projects.clear();
    this.#verdicts.clear();
    this.#workTree = null;
  }

  /** Null outside of one, and where git is not used. */
  workTree(): Promise<WorkTree | null> {
    const decline = (reason: string) => this.#options.log('warn', `${this.root.folder}: read without git: ${reason}`);
    this.#workTree ??= this.#git ? workTreeOf(this.#git, this.root.folder, decline) : Promise.resolve(null);
    return this.#workTree;
  }

  /** Whether a folder is not opened when the disk is walked without git. */
  skipsFolder(path: string, name: string): boolean {
    const above = path.slice(0, Math.max(0, path.length - name.length - 1));
    return folderRule(name, this.#defaults('plain'), above) !== null || this.#ignoredHere(path, 'folder') || this.#isNestedRoot(path);
  }

  /** Whether a file is not listed when the disk is walked without git. The default excludes are not asked. */
  skipsFile(path: string): boolean {
    return this.#ignoredHere(path, 'file') || this.#options.excluded(path) !== null;
  }

  #defaults(mode: 'git' | 'plain'): DefaultExcludeOptions {
    return { git: mode === 'git', nodeModules: this.#options.nodeModules, isProject: (folder) => this.#isProject(folder) };
  }

  #isProject(folder: string): boolean {
    return remembered(this.#projects, folder, () => {
      try {
        return readdirSync(join(this.root.folder, folder)).some((name) => projectFile.test(name));
      } catch {
        return false;
      }
    });
  }

  #ignoredHere(path: string, kind: 'file' | 'folder'): boolean {
    return this.#gitRules.ignores(path, kind) || this.#contextRules.ignores(path, kind);
  }

  #isNestedRoot(path: string): boolean {
    return this.#options.nestedRoots.some((nested) => path === nested || path.startsWith(`${nested}/`));
  }

  /** By every rule but git's; null where none excludes the path. */
  exclusion(path: string, mode: 'git' | 'plain'): Excluded | null {
    const builtIn = pathRule(path, this.#defaults(mode));
    if (builtIn !== null) return { kind: 'builtIn', rule: builtIn };
    if (this.#isNestedRoot(path)) return { kind: 'otherRoot', rule: 'another workspace folder' };
    const excluded = this.#options.excluded(path);
    if (excluded !== null) return excluded;
    const rule = this.#contextRules.ruleFor(path, 'file');
    return rule === null ? null : { kind: 'ignoreFile', rule };
  }

  /**
   * Those of the paths, files or folders, that are not indexed, with the rule that excludes each. Agrees with `RootFiles.names`;
   * a path that does not exist is checked as a file.
   */
  async ignored(paths: readonly string[]): Promise<Map<string, Excluded>> {
    const tree = await this.workTree();
    const result = new Map<string, Excluded>();
    const perRepository = new Map<string, string[]>();
    const keep = (path: string, exclusion: Excluded | null) => exclusion && result.set(path, exclusion);
    for (const path of paths) {
      const exclusion = this.exclusion(path, tree ? 'git' : 'plain');
      if (exclusion) result.set(path, exclusion);
      else if (!tree) keep(path, this.#byGitRules(path));
      else if (this.#verdicts.has(path)) keep(path, this.#verdicts.get(path) ?? null);
      else {
        const repository = this.repositoryOf(path);
        addTo(perRepository, repository, path);
      }
    }
    for (const [repository, members] of perRepository) {
      const ignored = await this.#ignoredIn(repository, members, tree?.prefix ?? '');
      if (this.#verdicts.size > maxVerdicts) this.#verdicts.clear();
      for (const path of members) {
        const verdict = ignored.get(path) ?? null;
        this.#verdicts.set(path, verdict);
        keep(path, verdict);
      }
    }
    return result;
  }

  /** Those of the folders, without tracked files, that are ignored: nothing below them is indexed. */
  async ignoredFolders(paths: readonly string[]): Promise<Set<string>> {
    const tree = await this.workTree();
    const result = new Set<string>();
    for (const path of paths) {
      const isBuiltIn = pathRule(`${path}/x`, this.#defaults(tree ? 'git' : 'plain')) !== null;
      if (isBuiltIn || this.#contextRules.ignores(path, 'folder')) result.add(path);
      else if (!tree && this.#gitRules.ignores(path, 'folder')) result.add(path);
    }
    if (tree) {
      const open = paths.filter((path) => !result.has(path));
      for (const path of (await this.ignored(open)).keys()) result.add(path);
    }
    return result;
  }

  #byGitRules(path: string): Excluded | null {
    const rule = this.#gitRules.ruleFor(path, 'file');
    return rule === null ? null : { kind: 'ignoreFile', rule };
  }

  /** `above`: path of the root below the top of its work tree, '' or with a slash at its end. */
  async #ignoredIn(repository: string, paths: readonly string[], above: string): Promise<Map<string, Excluded>> {
    // A repository inside an ignored folder is ignored as a whole.
    const whole = repository === '' ? null : (await this.ignored([repository])).get(repository);
    if (whole) return new Map(paths.map((path) => [path, whole]));
    const prefix = repository ? `${repository}/` : '';
    const inside = paths.map((path) => path.slice(prefix.length));
    try {
      const ignored = await ignoredByGit(this.#git as string, join(this.root.folder, repository), inside);
      const place = repository ? { above: '', prefix } : { above, prefix: '' };
      return new Map([...ignored].map(([path, rule]) => [prefix + path, ofGit(rule, place)]));
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      this.#options.log('warn', `${this.root.folder}: ignore rules read without git: ${error.message}`);
      return new Map(
        paths.flatMap((path) => {
          const exclusion = this.#byGitRules(path);
          return exclusion ? [[path, exclusion] as const] : [];
        }),
      );
    }
  }

  /** The innermost folder above the path with its own repository, '' for the root's. */
  repositoryOf(path: string): string {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (this.hasRepository(folder)) return folder;
    }
    return '';
  }

  hasRepository(folder: string): boolean {
    const known = this.#ownRepository.get(folder);
    if (known !== undefined) return known;
    const has = existsSync(join(this.root.folder, folder, '.git'));
    this.#ownRepository.set(folder, has);
    return has;
  }
}

/**
 * A rule as git names it, with its file relative to the root. `above`: path of the root below the top of the work tree;
 * `prefix`: path of the repository below the root.
 */
function ofGit({ source, line, pattern }: GitRule, { above, prefix }: { readonly above: string; readonly prefix: string }): Excluded {
  if (source === null) return { kind: 'ignoreFile', rule: 'git (below a link or submodule)' };
  const below = isAbsolute(source) ? source : source.startsWith(above) ? prefix + source.slice(above.length) : relative(above, source);
  return { kind: 'ignoreFile', rule: describeRule(below, { line, pattern }) };
}
