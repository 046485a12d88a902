/**
 * Watches one root and says what changed, in coalesced batches. An empty batch asks for a full listing: too much changed,
 * rules changed, another branch was checked out, or events may have been lost. Must never report what is ignored,
 * and never report nothing where something changed; a false alarm is harmless.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskChange } from '../../core/indexing/ports.js';
import type { FileEntry } from '../../core/model/file.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { coalesce } from './coalesce.js';
import { filesBelow } from './files-below.js';
import type { RootFiles } from './root-files.js';
import { type RawChange, type Subscription, subscribe, type WatcherMode } from './subscribe.js';
import { watchGit } from './watch-git.js';

export interface WatchRootOptions {
  readonly files: RootFiles;
  readonly prefix: string;
  /** Entries of paths relative to the root; null where there is no indexable file. */
  stat(names: readonly string[]): Promise<(FileEntry | null)[]>;
  readonly mode: WatcherMode;
  readonly log: Log;
  onChange(changes: readonly DiskChange[]): void;
}

type Kind = RawChange['kind'];

/** Above this, listing everything is cheaper than asking about each. */
const maxChanges = 2_000;
/** Never more are kept: a full listing makes up for what is dropped. */
const maxPending = 200_000;

export async function watchRoot(options: WatchRootOptions): Promise<{ close(): Promise<void> }> {
  const { files, log } = options;
  const folder = files.root.folder;
  const stop = new AbortController();
  let pending = new Map<string, Kind>();
  /** What a batch must do beyond reporting files: nothing, list again, or also read the rules and watch anew. */
  let demand: 'files' | 'listing' | 'rules' = 'files';
  let working: Promise<void> = Promise.resolve();

  const afterwards = (work: () => Promise<void>) => {
    working = working.then(async () => {
      if (stop.signal.aborted) return;
      try {
        await work();
      } catch (error) {
        log('warn', `changes below ${folder} could not be judged: ${messageOf(error)}`);
        if (!stop.signal.aborted) options.onChange([]);
      }
    });
  };

  const batches = coalesce(() => {
    const [raw, what] = [pending, demand];
    pending = new Map();
    demand = 'files';
    afterwards(async () => {
      if (what === 'rules') await watchAnew();
      else if (what === 'listing') files.refresh();
      const changes = what === 'files' ? await judge(raw, 1) : null;
      if (!stop.signal.aborted && changes?.length !== 0) options.onChange(changes ?? []);
    });
  });

  const ask = (what: 'listing' | 'rules') => {
    if (demand !== 'rules') demand = what;
    batches.notice();
  };

  const onRaw = (changes: readonly RawChange[]) => {
    for (const { path, kind } of changes) {
      const name = files.nameOf(path);
      if (name === null || /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/.test(name)) continue;
      if (/(?:^|\/)\.(?:gitignore|contextignore)$/.test(name)) ask('rules');
      else if (name === '' || pending.size >= maxPending) ask('listing');
      // Created and then changed is created; otherwise the later event decides.
      else if (!(kind === 'changed' && pending.get(name) === 'created')) pending.set(name, kind);
    }
    if (pending.size > 0) batches.notice();
  };

  /** Null asks for a full listing. `depth`: how often folders that arrived may still be opened. */
  async function judge(raw: ReadonlyMap<string, Kind>, depth: number): Promise<DiskChange[] | null> {
    // Folder by folder first: a build may write tens of thousands of files into one ignored folder.
    const folders = new Set([...raw.keys()].map(folderOf));
    folders.delete('');
    const ignoredFolders = await files.ignoredFolders([...folders]);
    const names = [...raw.keys()].filter((name) => !ignoredFolders.has(folderOf(name)));
    if (names.length > maxChanges) return null;
    const ignored = await files.ignored(names);
    const left = names.filter((name) => !ignored.has(name));
    const entries = await options.stat(left);
    const changes: DiskChange[] = [];
    const arrived: string[] = [];
    for (const [i, name] of left.entries()) {
      const path = options.prefix + name;
      if (entries[i]) {
        changes.push({ kind: raw.get(name) === 'created' ? 'created' : 'changed', path });
        files.noteFolders(name);
        continue;
      }
      const stats = await lstat(join(folder, name)).catch(() => null);
      // A folder was renamed or went: what lay in it has no events of its own on every platform.
      if (!stats?.isDirectory() && files.knownFolders.has(name)) return null;
      if (stats?.isDirectory()) arrived.push(name);
      else changes.push({ kind: 'deleted', path });
    }
    if (arrived.length === 0 || depth === 0) return changes;
    const below = await filesBelow(folder, arrived, maxChanges, raw);
    const more = below && (below.size > 0 ? await judge(below, 0) : []);
    return more && [...changes, ...more];
  }

  let subscription: Subscription | null = null;
  async function watchAnew(): Promise<void> {
    await subscription?.close();
    files.refresh();
    const unwatched = await files.unwatchedFolders(stop.signal);
    const ignoredFolders = unwatched.map((name) => join(folder, name));
    subscription = await subscribe(folder, { mode: options.mode, ignoredFolders, log, onChanges: onRaw, onLost: () => ask('listing') });
  }
  await watchAnew();

  const tree = await files.workTree();
  let tracked = tree ? await files.trackedThoughIgnored() : '';
  const index = coalesce(() =>
    afterwards(async () => {
      const now = await files.trackedThoughIgnored();
      if (now !== tracked) ask('listing');
      tracked = now;
    }),
  );
  const git = tree ? watchGit(tree, { onHead: () => ask('listing'), onExclude: () => ask('rules'), onIndex: index.notice }, log) : null;

  return {
    async close() {
      stop.abort();
      batches.stop();
      index.stop();
      git?.close();
      await working;
      await subscription?.close();
    },
  };
}

const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));
