/**
 * Lists the candidate files of one root folder. In a git work tree git lists them; elsewhere, or without git, the folder is walked.
 * Must never follow a link. Paths are relative to the root and '/'-separated.
 */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isAtOrBelow } from '../../core/model/file.js';
import { partBelow } from '../../core/security/paths.js';
import { messageOf } from '../../util/bug.js';
import { addTo } from '../../util/grouped.js';
import type { Log } from '../../util/log.js';
import { ownPlatform } from '../../util/uri.js';
import { fileRule } from './default-excludes.js';
import { type ExclusionOptions, ExclusionRules } from './exclusion-rules.js';
import { GitFailure, gitNames, gitOutput } from './git.js';
import type { Root } from './roots.js';

export interface ListContext {
  readonly signal: AbortSignal;
  onProblem(path: string, reason: string): void;
}

/** The native watcher compares each event with each of them. */
const maxUnwatched = 2_000;
/** Above this, listing everything is cheaper; the length of a command line is limited as well. */
const maxListedFolders = 100;

export class RootFiles {
  readonly root: Root;
  readonly rules: ExclusionRules;
  readonly #log: Log;
  /** Every folder that held a listed file. Watchers name a folder that is gone, and not always the files that went with it. */
  readonly knownFolders = new Set<string>();

  constructor(root: Root, options: ExclusionOptions) {
    this.root = root;
    this.rules = new ExclusionRules(root, options);
    this.#log = options.log;
  }

  /** Name below the root of an absolute path as a watcher reports it ('' for the root itself); null for one outside. */
  nameOf(absolutePath: string): string | null {
    return partBelow(this.root.folder, absolutePath, { windows: ownPlatform === 'windows', ignoreCase: false });
  }

  /** Names of candidate files in batches; the caller checks that each is a regular file. */
  async *names(context: ListContext): AsyncGenerator<readonly string[]> {
    this.rules.refresh();
    this.knownFolders.clear();
    const tree = await this.rules.workTree();
    for await (const names of tree ? this.#gitNames('', context) : this.#walkNames('', context)) {
      for (const name of names) this.noteFolders(name);
      yield names;
    }
  }

  /** The same below folders; a new folder may be a repository. Lists everything where there are many folders. */
  async *namesBelow(folders: readonly string[], context: ListContext): AsyncGenerator<readonly string[]> {
    const covered = isAtOrBelow(folders);
    const outermost = folders.filter((folder) => !folder.includes('/') || !covered(folderOf(folder)));
    if (outermost.length > maxListedFolders) return yield* this.names(context);
    this.rules.refresh();
    const ignored = await this.rules.ignoredFolders(outermost);
    const perRepository = new Map<string, string[]>();
    for (const folder of outermost) if (!ignored.has(folder)) addTo(perRepository, this.rules.repositoryOf(folder), folder);
    for (const [repository, below] of perRepository)
      for await (const names of this.#namesIn(repository, below, context)) {
        for (const name of names) this.noteFolders(name);
        yield names;
      }
  }

  async *#namesIn(repository: string, folders: readonly string[], context: ListContext): AsyncGenerator<readonly string[]> {
    if (!(await this.rules.workTree())) {
      for (const folder of folders) yield* this.#walkNames(folder, context);
      return;
    }
    const prefix = repository ? `${repository}/` : '';
    const own = folders.filter((folder) => this.rules.hasRepository(folder));
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
    if (await this.rules.workTree()) {
      const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory', '--no-empty-directory'];
      for await (const names of gitNames(this.rules.git, args, this.root.folder, signal)) {
        for (const name of names) if (name.endsWith('/')) folders.push(name.slice(0, -1));
        if (folders.length >= maxUnwatched) break;
      }
    } else {
      const skipped = (path: string) => folders.length < maxUnwatched && folders.push(path);
      for await (const _ of this.#walkNames('', { signal, onProblem: () => {} }, skipped)) {
        // Only the skipped folders are used here.
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
      for await (const names of gitNames(this.rules.git, args, folder, context.signal)) {
        any = true;
        const kept: string[] = [];
        for (const name of names) {
          if (name === '' || name.startsWith('../')) continue;
          if (name.endsWith('/')) nested.push(prefix + name);
          else if (!this.rules.exclusion(prefix + name, 'git')) kept.push(prefix + name);
        }
        if (kept.length > 0) yield kept;
      }
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      if (any) context.onProblem(prefix, error.message);
      else {
        this.#log('warn', `${folder}: listed without git: ${error.message}`);
        for (const start of below.length > 0 ? below : ['']) yield* this.#walkNames(prefix + start, context);
      }
    }
    // A clone inside the work tree that git does not track: its files are the user's as well.
    for (const path of nested) yield* this.nestedNames(path.slice(0, -1), context);
  }

  /** The files of a submodule or nested clone; none where the folder has no repository. */
  async *nestedNames(path: string, context: ListContext): AsyncGenerator<readonly string[]> {
    if (!this.rules.hasRepository(path) || this.rules.exclusion(`${path}/x`, 'git')) return;
    const stats = await lstat(join(this.root.folder, path)).catch(() => null);
    if (stats?.isDirectory()) yield* this.#gitNames(`${path}/`, context);
  }

  async *#walkNames(
    start: string,
    context: ListContext,
    onSkipped: (folder: string) => void = () => {},
  ): AsyncGenerator<readonly string[]> {
    // Breadth first: files near the top are asked for most often.
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
          if (this.rules.skipsFolder(path, entry.name)) onSkipped(path);
          else folders.push(path);
        } else if (entry.isFile() && fileRule(entry.name) === null && !this.rules.skipsFile(path)) files.push(path);
      }
      if (files.length > 0) yield files;
    }
  }

  /** Names of the tracked files that ignore rules match: the only thing that the index decides of a listing. */
  async trackedThoughIgnored(): Promise<string> {
    const args = ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard'];
    return (await this.rules.workTree()) ? gitOutput(this.rules.git, args, this.root.folder) : '';
  }
}

const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));
