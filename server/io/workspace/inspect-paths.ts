/** Why paths are not indexed: by the rules, then by what the disk holds. Follows no link, reads no file. */
import { readlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Excluded, FolderSurvey } from '../../core/model/excluded-files.js';
import type { WorkspacePath } from '../../core/model/file.js';
import type { PathOnDisk, PathType } from '../../core/model/path-report.js';
import { countExcluded } from './count-excluded.js';
import { forEachConcurrently, LinkFreeFolders, lstat } from './lstat-many.js';
import type { RootFiles } from './root-files.js';
import type { Root, Roots } from './roots.js';

export interface RootState {
  readonly root: Root;
  /** Prefix of the workspace paths of its files. */
  readonly prefix: string;
  readonly files: RootFiles;
}

/** Several times libuv's four threads, so that none waits for the main thread. */
export const parallelStats = 64;

export class PathInspector {
  readonly #places: Roots;
  readonly #states: readonly RootState[];
  readonly #maxFileBytes: number;

  constructor(places: Roots, states: readonly RootState[], maxFileBytes: number) {
    this.#places = places;
    this.#states = states;
    this.#maxFileBytes = maxFileBytes;
  }

  async inspect(absolutePath: string): Promise<PathOnDisk> {
    const path = this.#places.entryPath(absolutePath);
    if (path === null) return { path, type: (await lstat(absolutePath)) ? 'other' : 'missing', excluded: outside, stats: null };
    if (path === '') return { path, type: 'folder', excluded: null, stats: null };
    const place = this.#places.split(path);
    const state = place && this.#states.find(({ root }) => root === place.root);
    // The folder of a root in a workspace of several roots.
    if (!state) return { path, type: 'folder', excluded: null, stats: null };
    const absolute = join(state.root.folder, place.path);
    const stats = await lstat(absolute);
    const type: PathType = !stats
      ? 'missing'
      : stats.isSymbolicLink()
        ? 'link'
        : stats.isDirectory()
          ? 'folder'
          : stats.isFile()
            ? 'file'
            : 'other';
    if (type === 'missing') return { path, type, excluded: { kind: 'missing', rule: 'does not exist' }, stats: null };
    if (type === 'link') return { path, type, excluded: await describeLink(absolute), stats: null };
    const excluded = type === 'folder' ? await this.#excludedFolder(state, place.path) : (await this.exclusions(state, [place.path]))[0];
    return {
      path,
      type,
      excluded: excluded ?? null,
      stats: type === 'file' && stats ? { sizeBytes: stats.size, mtimeMs: stats.mtimeMs } : null,
    };
  }

  /** The files on disk at and below a folder; '' for the whole workspace. */
  async survey(path: WorkspacePath, signal: AbortSignal): Promise<FolderSurvey> {
    const place = path === '' ? null : this.#places.split(path);
    const surveys = await Promise.all(
      this.#states
        .filter(({ root, prefix }) => path === '' || root === place?.root || prefix === `${path}/`)
        .map((state) => this.surveyRoot(state, signal, place?.path)),
    );
    const rules = surveys.flatMap((survey) => survey.rules).sort((a, b) => b.files - a.files || b.folders - a.folders);
    return { accepted: surveys.flatMap(({ accepted }) => accepted), rules, isWhole: surveys.every(({ isWhole }) => isWhole) };
  }

  async surveyRoot(state: RootState, signal: AbortSignal, below = ''): Promise<FolderSurvey> {
    const survey = await countExcluded(state.root.folder, below, (names) => this.exclusions(state, names), signal);
    return { ...survey, accepted: survey.accepted.map((name) => state.prefix + name) };
  }

  /** Why each of the files of one root is not indexed; null where nothing excludes it. */
  async exclusions({ root, files }: RootState, names: readonly string[]): Promise<(Excluded | null)[]> {
    const ignored = await files.ignored(names);
    const checker = new LinkFreeFolders(root.folder);
    const reasons: (Excluded | null)[] = names.map((name) => ignored.get(name) ?? null);
    await forEachConcurrently(names, parallelStats, async (name, i) => {
      if (reasons[i]) return;
      const stats = await lstat(join(root.folder, name));
      const slash = name.lastIndexOf('/');
      if (stats === null) reasons[i] = { kind: 'missing', rule: 'missing or unreadable' };
      else if (stats.isSymbolicLink() || (slash > 0 && !(await checker.has(name.slice(0, slash)))))
        reasons[i] = { kind: 'link', rule: 'symbolic link' };
      else if (!stats.isFile()) reasons[i] = { kind: 'notAFile', rule: 'not a regular file' };
      else if (stats.size > this.#maxFileBytes) reasons[i] = { kind: 'size', rule: `size limit of ${this.#maxFileBytes} bytes` };
    });
    return reasons;
  }

  /** The rule that excludes all files of a folder, or a file of any name directly below it. */
  async #excludedFolder(state: RootState, name: string): Promise<Excluded | undefined> {
    const child = `${name}/x`;
    return (await state.files.ignored([child])).get(child);
  }
}

const outside: Excluded = { kind: 'outside', rule: 'not in the workspace' };

async function describeLink(absolute: string): Promise<Excluded> {
  const target = await readlink(absolute).catch(() => '?');
  const isBroken = (await lstat(resolve(dirname(absolute), target))) === null;
  return { kind: 'link', rule: `${isBroken ? 'broken symbolic link' : 'symbolic link, which is not followed,'} to ${target}` };
}
