/**
 * The indexable files of one root folder: lists them, and judges single paths by the same rules. In a git work tree git
 * itself says what is ignored; elsewhere, or without git, the folder is walked and the ignore files are read here.
 * Must never follow a link. Paths are relative to the root and '/'-separated.
 */

import { existsSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import type { Excluded } from '../../core/model/excluded-files.js';
import { isAtOrBelow } from '../../core/model/file.js';
import { partBelow } from '../../core/security/paths.js';
import { messageOf } from '../../util/bug.js';
import { addTo } from '../../util/grouped.js';
import type { Log } from '../../util/log.js';
import { ownPlatform } from '../../util/uri.js';
import { fileRule, folderRule, pathRule } from './default-excludes.js';
import { findGit, GitFailure, type GitRule, gitNames, gitOutput, ignoredByGit, type WorkTree, workTreeOf } from './git.js';
import { describeRule, IgnoreTree } from './ignore-tree.js';
import type { Root } from './roots.js';

export interface RootFilesOptions {
  /** The glob of the settings that excludes a path; null where none does. */
  readonly excluded: (path: string) => Excluded | null;
  /** Folders that other roots list. */
  readonly nestedRoots: readonly string[];
  readonly nodeModules: 'leave out' | 'include';
  /** `none` keeps to the own rules, as where git is not installed. */
  readonly git: 'use' | 'none';
  readonly log: Log;
}

export interface ListContext {
  readonly signal: AbortSignal;
  onProblem(path: string, reason: string): void;
}

/** The native watcher compares each event with each of them. */
const maxUnwatched = 2_000;
const maxVerdicts = 50_000;
/** Listing everything is cheaper than more than these; and a command line has an end. */
const maxListedFolders = 100;

export class RootFiles {
  readonly root: Root;
  readonly #options: RootFilesOptions;
  readonly #git: string | null;
  readonly #gitRules: IgnoreTree;
  readonly #contextRules: IgnoreTree;
  #workTree: Promise<WorkTree | null> | null = null;
  /** Every folder that held a listed file. Watchers name a folder that went, and not always the files that went with it. */
  readonly knownFolders = new Set<string>();
  /** What git said of single paths: an edit of an open document must not cost a process each time. */
  readonly #verdicts = new Map<string, Excluded | null>();
  /** Folders with a repository of their own (submodules, nested clones), as they are asked about. */
  readonly #ownRepository = new Map<string, boolean>();

  constructor(root: Root, options: RootFilesOptions) {
    this.root = root;
    this.#options = options;
    this.#git = options.git === 'use' ? findGit() : null;
    this.#gitRules = new IgnoreTree(root.folder, '.gitignore');
    this.#contextRules = new IgnoreTree(root.folder, '.contextignore');
  }

  /** Forgets every rule that was read: an ignore file changed, or a full listing begins. */
  refresh(): void {
    this.#gitRules.clear();
    this.#contextRules.clear();
    this.#ownRepository.clear();
    this.#verdicts.clear();
    this.#workTree = null;
  }

  /** Name below the root of an absolute path as a watcher reports it ('' for the root itself); null for one outside. */
  nameOf(absolutePath: string): string | null {
    return partBelow(this.root.folder, absolutePath, { windows: ownPlatform === 'windows', ignoreCase: false });
  }

  workTree(): Promise<WorkTree | null> {
    const decline = (reason: string) => this.#options.log('warn', `${this.root.folder}: read without git: ${reason}`);
    this.#workTree ??= this.#git ? workTreeOf(this.#git, this.root.folder, decline) : Promise.resolve(null);
    return this.#workTree;
  }

  /** Names of candidate files in batches; whether each is a plain file is for the caller to see. */
  async *names(context: ListContext): AsyncGenerator<readonly string[]> {
    this.refresh();
    this.knownFolders.clear();
    const tree = await this.workTree();
    for await (const names of tree ? this.#gitNames('', context) : this.#walkNames('', context)) {
      for (const name of names) this.noteFolders(name);
      yield names;
    }
  }

  /** The same for what lies below folders; what has just come may be a repository. Lists everything where those are many. */
  async *namesBelow(folders: readonly string[], context: ListContext): AsyncGenerator<readonly string[]> {
    const covered = isAtOrBelow(folders);
    const outermost = folders.filter((folder) => !folder.includes('/') || !covered(folderOf(folder)));
    if (outermost.length > maxListedFolders) return yield* this.names(context);
    this.refresh();
    const ignored = await this.ignoredFolders(outermost);
    const perRepository = new Map<string, string[]>();
    for (const folder of outermost) if (!ignored.has(folder)) addTo(perRepository, this.#repositoryOf(folder), folder);
    for (const [repository, below] of perRepository)
      for await (const names of this.#namesIn(repository, below, context)) {
        for (const name of names) this.noteFolders(name);
        yield names;
      }
  }

  async *#namesIn(repository: string, folders: readonly string[], context: ListContext): AsyncGenerator<readonly string[]> {
    if (!(await this.workTree())) {
      for (const folder of folders) yield* this.#walkNames(folder, context);
      return;
    }
    const prefix = repository ? `${repository}/` : '';
    const own = folders.filter((folder) => this.#hasRepository(folder));
    for (const folder of own) yield* this.nestedNames(folder, context);
    const plain = folders.filter((folder) => !own.includes(folder)).map((folder) => folder.slice(prefix.length));
    if (plain.length > 0) yield* this.#gitNames(prefix, context, plain);
  }

  /** Remembers the folders above a file. */
  noteFolders(path: string): void {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (this.knownFolders.has(folder)) return;
      this.knownFolders.add(folder);
    }
  }

  /** Folders that hold nothing to index, as far as they are known without looking into them. For watchers, which then skip them. */
  async unwatchedFolders(signal: AbortSignal): Promise<readonly string[]> {
    const folders = ['.git'];
    if (await this.workTree()) {
      const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory', '--no-empty-directory'];
      for await (const names of gitNames(this.#git as string, args, this.root.folder, signal)) {
        for (const name of names) if (name.endsWith('/')) folders.push(name.slice(0, -1));
        if (folders.length >= maxUnwatched) break;
      }
    } else {
      const skipped = (path: string) => folders.length < maxUnwatched && folders.push(path);
      for await (const _ of this.#walkNames('', { signal, onProblem: () => {} }, skipped)) {
        // Only what is skipped counts here.
      }
    }
    return folders;
  }

  /** `below`: only what lies in these folders, relative to the prefix. */
  async *#gitNames(prefix: string, context: ListContext, below: readonly string[] = []): AsyncGenerator<readonly string[]> {
    const folder = join(this.root.folder, prefix);
    const nested: string[] = [];
    const args = ['--literal-pathspecs', 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...below];
    let any = false;
    try {
      for await (const names of gitNames(this.#git as string, args, folder, context.signal)) {
        any = true;
        const kept: string[] = [];
        for (const name of names) {
          if (name === '' || name.startsWith('../')) continue;
          if (name.endsWith('/')) nested.push(prefix + name);
          else if (!this.exclusion(prefix + name, 'git')) kept.push(prefix + name);
        }
        if (kept.length > 0) yield kept;
      }
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      if (any) context.onProblem(prefix, error.message);
      else {
        this.#options.log('warn', `${folder}: listed without git: ${error.message}`);
        for (const start of below.length > 0 ? below : ['']) yield* this.#walkNames(prefix + start, context);
      }
    }
    // A clone inside the work tree that git does not track: its files are the user's as well.
    for (const path of nested) yield* this.nestedNames(path.slice(0, -1), context);
  }

  /** The files of a submodule or nested clone; none where the folder has no repository of its own. */
  async *nestedNames(path: string, context: ListContext): AsyncGenerator<readonly string[]> {
    if (!this.#hasRepository(path) || this.exclusion(`${path}/x`, 'git')) return;
    const stats = await lstat(join(this.root.folder, path)).catch(() => null);
    if (stats?.isDirectory()) yield* this.#gitNames(`${path}/`, context);
  }

  async *#walkNames(
    start: string,
    context: ListContext,
    onSkipped: (folder: string) => void = () => {},
  ): AsyncGenerator<readonly string[]> {
    // Breadth first: what lies near the top is most often asked for.
    const folders = [start.replace(/\/$/, '')];
    for (let i = 0; i < folders.length; i++) {
      context.signal.throwIfAborted();
      const folder = folders[i] as string;
      const prefix = folder ? `${folder}/` : '';
      const entries = await readdir(join(this.root.folder, folder), { withFileTypes: true }).catch((error) => {
        context.onProblem(folder || '.', `folder cannot be read: ${(error as NodeJS.ErrnoException).code ?? messageOf(error)}`);
        return [];
      });
      const files: string[] = [];
      for (const entry of entries) {
        const path = prefix + entry.name;
        if (entry.isDirectory()) {
          const skip =
            folderRule(entry.name, this.#leaveOut('plain')) !== null || this.#ignoredHere(path, 'folder') || this.#isNestedRoot(path);
          if (skip) onSkipped(path);
          else folders.push(path);
        } else if (
          entry.isFile() &&
          fileRule(entry.name) === null &&
          !this.#ignoredHere(path, 'file') &&
          this.#options.excluded(path) === null
        )
          files.push(path);
      }
      if (files.length > 0) yield files;
    }
  }

  #leaveOut(mode: 'git' | 'plain') {
    return { git: mode === 'git', nodeModules: this.#options.nodeModules };
  }

  #ignoredHere(path: string, kind: 'file' | 'folder'): boolean {
    return this.#gitRules.ignores(path, kind) || this.#contextRules.ignores(path, kind);
  }

  #isNestedRoot(path: string): boolean {
    return this.#options.nestedRoots.some((nested) => path === nested || path.startsWith(`${nested}/`));
  }

  /** By every rule but git's; null where none leaves the path out. */
  exclusion(path: string, mode: 'git' | 'plain'): Excluded | null {
    const builtIn = pathRule(path, this.#leaveOut(mode));
    if (builtIn !== null) return { kind: 'builtIn', rule: builtIn };
    if (this.#isNestedRoot(path)) return { kind: 'otherRoot', rule: 'another workspace folder' };
    const excluded = this.#options.excluded(path);
    if (excluded !== null) return excluded;
    const rule = this.#contextRules.ruleFor(path, 'file');
    return rule === null ? null : { kind: 'ignoreFile', rule };
  }

  /**
   * Those of the paths, files or folders, that are not indexed, with the rule that leaves each out. Agrees with `names`;
   * what does not exist is judged as a file.
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
        const repository = this.#repositoryOf(path);
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

  /** Names of the tracked files that ignore rules match: the only thing that the index decides of a listing. */
  async trackedThoughIgnored(): Promise<string> {
    const args = ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard'];
    return (await this.workTree()) ? gitOutput(this.#git as string, args, this.root.folder) : '';
  }

  /** The same for folders that hold no tracked file: what is ignored has nothing to be indexed below it. */
  async ignoredFolders(paths: readonly string[]): Promise<Set<string>> {
    const tree = await this.workTree();
    const result = new Set<string>();
    for (const path of paths) {
      const isBuiltIn = pathRule(`${path}/x`, this.#leaveOut(tree ? 'git' : 'plain')) !== null;
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

  /** The innermost folder above the path that has a repository of its own, '' for the root's. */
  #repositoryOf(path: string): string {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (this.#hasRepository(folder)) return folder;
    }
    return '';
  }

  #hasRepository(folder: string): boolean {
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
  if (source === null) return { kind: 'ignoreFile', rule: 'git, which does not look below links and submodules,' };
  const below = isAbsolute(source) ? source : source.startsWith(above) ? prefix + source.slice(above.length) : relative(above, source);
  return { kind: 'ignoreFile', rule: describeRule(below, { line, pattern }) };
}

const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));
