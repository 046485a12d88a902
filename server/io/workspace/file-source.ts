/**
 * The files of a workspace on disk, for indexing. Owns the order of checks: a valid path, rules, then the disk (a regular file, no link
 * on the way, within the size limit).
 */
import { join } from 'node:path';
import picomatch from 'picomatch';
import type { DiskChange, FileSource, ListOptions } from '../../core/indexing/ports.js';
import type { Excluded } from '../../core/model/excluded-files.js';
import type { FileEntry, WorkspacePath } from '../../core/model/file.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import type { ForgottenFile } from './forgotten-file.js';
import { forgottenPaths } from './forgotten-paths.js';
import { PathInspector, parallelStats, type RootState } from './inspect-paths.js';
import { batchCalls, forEachConcurrently, LinkFreeFolders, lstat, statPlainFiles } from './lstat-many.js';
import { RootFiles } from './root-files.js';
import { Roots } from './roots.js';
import { watchRoot } from './watch-root.js';

export interface FileSourceOptions {
  readonly maxFileBytes: number;
  /** Globs over paths relative to a root; one that names a folder excludes all below it. */
  readonly exclude?: readonly string[];
  readonly nodeModules?: 'exclude' | 'include';
  /** `none`: as if git were not installed. */
  readonly git?: 'use' | 'none';
  /** `poll` lists again and again, for disks that report no changes. */
  readonly watcher?: 'native' | 'node' | 'poll';
  readonly pollMs?: number;
  /** Paths that the user has forgotten. */
  readonly forgotten: ForgottenFile;
  readonly log: Log;
}

/** Entries a batch of `list`; small enough that a consumer's step stays within milliseconds. */
const batchSize = 512;

const excludedByForget: Excluded = { kind: 'forgotten', rule: 'forgotten with context/forget' };

export function openFileSource(
  roots: readonly { readonly name: string; readonly folder: string }[],
  options: FileSourceOptions,
): FileSource {
  const places = new Roots(roots);
  const excludes = (options.exclude ?? []).flatMap((glob) => {
    const plain = glob.replace(/^\.?\//, '').replace(/(?<!\/)\/+$/, '');
    return plain ? [plain, `${plain}/**`] : [];
  });
  const matchers = excludes.map((glob) => ({ glob, matches: picomatch(glob, { dot: true }) }));
  const excludedBySetting = (path: string): Excluded | null => {
    const glob = matchers.find(({ matches }) => matches(path))?.glob;
    return glob === undefined ? null : { kind: 'setting', rule: `setting exclude \`${glob}\`` };
  };
  const forgotten = forgottenPaths(places, options.forgotten);
  const states: RootState[] = places.all.map((root) => ({
    root,
    prefix: places.prefixOf(root),
    files: new RootFiles(root, {
      excluded: (path) => excludedBySetting(path) ?? (forgotten.hasIn(root, path) ? excludedByForget : null),
      nestedRoots: places.nestedIn(root),
      nodeModules: options.nodeModules ?? 'exclude',
      git: options.git ?? 'use',
      log: options.log,
    }),
  }));

  const inspector = new PathInspector(places, states, options.maxFileBytes);

  async function* list(context: ListOptions): AsyncGenerator<readonly FileEntry[]> {
    for (const state of states) {
      const checker = new LinkFreeFolders(state.root.folder);
      const folders = context.under && (await plainFolders(state, checker, context.under));
      if (folders?.length === 0) continue;
      let isEmpty = true;
      const report = (path: string, reason: string) => {
        if (path === '.') isEmpty = false;
        context.onProblem(state.prefix + path, reason);
      };
      let pending: FileEntry[] = [];
      const read = async function* (names: AsyncGenerator<readonly string[]>): AsyncGenerator<readonly FileEntry[]> {
        for await (const batch of names) {
          for (let at = 0; at < batch.length; at += batchSize) {
            context.signal.throwIfAborted();
            const nested: string[] = [];
            const entries = await entriesOf(state, checker, batch.slice(at, at + batchSize), { nested, report });
            if (entries.length > 0) isEmpty = false;
            pending = pending.length > 0 ? pending.concat(entries) : entries;
            if (pending.length >= batchSize) {
              yield pending;
              pending = [];
            }
            for (const path of nested) yield* read(state.files.nestedNames(path, { signal: context.signal, onProblem: report }));
          }
        }
      };
      const names = { signal: context.signal, onProblem: report };
      yield* read(folders ? state.files.namesBelow(folders, names) : state.files.names(names));
      if (pending.length > 0) yield pending;
      if (!isEmpty || folders || !context.onEmpty) continue;
      const { rules, isWhole } = await inspector.surveyRoot(state, context.signal);
      context.onEmpty({ root: state.root, prefix: state.prefix, rules, isWhole });
    }
  }

  /** Those of the paths that are folders of this root without a link on the way, relative to the root. */
  async function plainFolders(state: RootState, checker: LinkFreeFolders, paths: readonly WorkspacePath[]): Promise<string[]> {
    const folders: string[] = [];
    await forEachConcurrently(paths, parallelStats, async (path) => {
      const place = places.split(path);
      if (place?.root === state.root && (await checker.has(place.path))) folders.push(place.path);
    });
    return folders;
  }

  async function entriesOf(
    state: RootState,
    checker: LinkFreeFolders,
    names: readonly string[],
    found: { readonly nested: string[]; report(path: string, reason: string): void },
  ): Promise<FileEntry[]> {
    const entries: (FileEntry | null)[] = new Array(names.length).fill(null);
    await forEachConcurrently(names, parallelStats, async (name, i) => {
      const slash = name.lastIndexOf('/');
      if (slash > 0 && !(await checker.has(name.slice(0, slash)))) return;
      const stats = await lstat(join(state.root.folder, name));
      if (stats === null) {
        // Deleted since it was listed, or a name that is not valid UTF-8.
        if (name.includes('\ufffd')) found.report(name, 'file name is not valid UTF-8');
      } else if (stats.isDirectory()) found.nested.push(name);
      else if (stats.isFile()) {
        if (stats.size > options.maxFileBytes) found.report(name, tooLarge(stats.size));
        else entries[i] = { path: state.prefix + name, sizeBytes: stats.size, mtimeMs: stats.mtimeMs };
      }
    });
    return entries.filter((entry) => entry !== null);
  }

  const tooLarge = (size: number) => `too large: ${size} bytes, over ${options.maxFileBytes}`;

  /** Entries of several paths of one root at once; null where a path is not an indexable file. */
  async function statMany(state: RootState, names: readonly string[]): Promise<(FileEntry | null)[]> {
    const checker = new LinkFreeFolders(state.root.folder);
    const found: { readonly nested: string[]; report(path: string, reason: string): void } = { nested: [], report: () => {} };
    const entries = await entriesOf(state, checker, names, found);
    const ignored = await state.files.rules.ignored(entries.map((entry) => entry.path.slice(state.prefix.length)));
    const byPath = new Map(entries.map((entry) => [entry.path.slice(state.prefix.length), entry]));
    return names.map((name) => (ignored.has(name) ? null : (byPath.get(name) ?? null)));
  }

  /** Whether paths may be indexed; a path that does not exist is checked by the rules only. */
  async function acceptsMany(state: RootState, names: readonly string[]): Promise<boolean[]> {
    const checker = new LinkFreeFolders(state.root.folder);
    const ignored = await state.files.rules.ignored(names);
    const accepted: boolean[] = new Array(names.length).fill(false);
    await forEachConcurrently(names, parallelStats, async (name, i) => {
      if (ignored.has(name)) return;
      const stats = await lstat(join(state.root.folder, name));
      const slash = name.lastIndexOf('/');
      if (stats === null) accepted[i] = true;
      else accepted[i] = stats.isFile() && stats.size <= options.maxFileBytes && (slash < 0 || (await checker.has(name.slice(0, slash))));
    });
    return accepted;
  }

  const stats = new Map(states.map((state) => [state.root, batchCalls((names: readonly string[]) => statMany(state, names))]));
  const accepts = new Map(states.map((state) => [state.root, batchCalls((names: readonly string[]) => acceptsMany(state, names))]));

  return {
    roots: places.all,
    forgotten,
    list,
    async stat(path: WorkspacePath) {
      const place = places.split(path);
      return (await (place && stats.get(place.root)?.(place.path))) ?? null;
    },
    statListed(paths: readonly WorkspacePath[]) {
      const found: (FileEntry | null)[] = new Array(paths.length).fill(null);
      const located = paths.map((path) => places.split(path));
      for (const { root } of states) {
        const own = located.flatMap((place, i) => (place?.root === root ? [{ name: place.path, i }] : []));
        const stats = statPlainFiles(
          root.folder,
          own.map(({ name }) => name),
        );
        for (const [n, { i }] of own.entries()) {
          const { size = Number.POSITIVE_INFINITY, mtimeMs = 0 } = stats[n] ?? {};
          if (size <= options.maxFileBytes) found[i] = { path: paths[i] as WorkspacePath, sizeBytes: size, mtimeMs };
        }
      }
      return found;
    },
    inspect: (absolutePath) => inspector.inspect(absolutePath),
    survey: (path, signal) => inspector.survey(path, signal),
    async accepts(path: WorkspacePath) {
      const place = places.split(path);
      return (await (place && accepts.get(place.root)?.(place.path))) ?? false;
    },
    async watch(onChange: (changes: readonly DiskChange[]) => void) {
      const watches = await Promise.all(
        states.map((state) =>
          watchRoot({
            files: state.files,
            prefix: state.prefix,
            stat: (names) => statMany(state, names),
            mode: options.watcher ?? 'native',
            pollMs: options.pollMs,
            log: options.log,
            onChange,
          }),
        ),
      );
      return {
        get isBehind() {
          return watches.some((watch) => watch.isBehind);
        },
        async close() {
          await Promise.all(watches.map((watch) => watch.close().catch((error) => options.log('debug', `watcher: ${messageOf(error)}`))));
        },
      };
    },
    local: (path) => places.split(path)?.path ?? path,
    absolute: (path) => places.absolute(path),
    relative: (absolutePath) => places.relative(absolutePath),
    entryPath: (absolutePath) => places.entryPath(absolutePath),
  };
}
