/**
 * Watches one root and reports changes in coalesced batches. An empty batch asks for a full listing: too much changed, rules changed,
 * another branch was checked out, or events may have been lost. Must never report ignored paths, and never miss a change; a false
 * alarm is harmless.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskChange, FileWatch } from '../../core/indexing/ports.js';
import { type FileEntry, isRuleFile } from '../../core/model/file.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { watchBusyFolders } from './busy-folders.js';
import { coalesce } from './coalesce.js';
import { hasFolders } from './lstat-many.js';
import type { RootFiles } from './root-files.js';
import { keepNative, type RawChange, type Subscription, subscribe, type WatcherMode } from './subscribe.js';
import { watchGit } from './watch-git.js';

export interface WatchRootOptions {
  readonly files: RootFiles;
  readonly prefix: string;
  /** Entries of paths relative to the root; null where there is no indexable file. */
  stat(names: readonly string[]): Promise<(FileEntry | null)[]>;
  readonly mode: WatcherMode;
  readonly pollMs?: number;
  readonly log: Log;
  onChange(changes: readonly DiskChange[]): void;
}

type Kind = RawChange['kind'];

/** Above this, listing everything is cheaper than asking about each. */
const maxChanges = 2_000;
/** With more new folders, everything is watched again instead. */
const maxArrivals = 50;
/** Events kept at most: a full listing replaces dropped ones. */
const maxPending = 200_000;

export async function watchRoot(options: WatchRootOptions): Promise<FileWatch> {
  const { files, log } = options;
  const folder = files.root.folder;
  const stop = new AbortController();
  let pending = new Map<string, Kind>();
  let listingWanted = false;
  let working: Promise<void> = Promise.resolve();

  let judging = 0;

  const afterwards = (work: () => Promise<void>) => {
    judging++;
    working = working.then(async () => {
      try {
        if (stop.signal.aborted) return;
        await work();
      } catch (error) {
        log('warn', `changes below ${folder} could not be checked: ${messageOf(error)}`);
        if (!stop.signal.aborted) options.onChange([]);
      } finally {
        judging--;
      }
    });
  };

  const batches = coalesce(() => {
    const raw = pending;
    const all = listingWanted;
    pending = new Map();
    listingWanted = false;
    afterwards(async () => {
      const changes = all ? null : await judge(raw);
      // Where a listing is needed, the watches may be wrong as well: rules decide which folders are watched, and among many events new
      // folders may have been missed. The listing follows, so nothing is lost between the two subscriptions.
      if (changes === null && !stop.signal.aborted) await watchAnew();
      if (!stop.signal.aborted && changes?.length !== 0) options.onChange(changes ?? []);
    });
  });

  const askForListing = () => {
    listingWanted = true;
    batches.notice();
  };

  const onRaw = (changes: readonly RawChange[]) => {
    for (const { path, kind } of changes) {
      const name = files.nameOf(path);
      if (name === null || /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/.test(name)) continue;
      if (name === '' || pending.size >= maxPending || isRuleFile(name)) askForListing();
      // Created and then changed is created; otherwise the later event decides.
      else if (!(kind === 'changed' && pending.get(name) === 'created')) pending.set(name, kind);
    }
    if (pending.size > 0) batches.notice();
  };

  const busy = watchBusyFolders((kind, path) => onRaw([{ kind, path }]), log);
  /** Where the native watcher is late, the next changes in this folder are told at once. */
  const noteBusy = (name: string) => {
    if (subscription?.mode === 'native' && !stop.signal.aborted) busy.changed(join(folder, name));
  };

  /** Null asks for a full listing. A new folder includes everything below it. */
  async function judge(raw: ReadonlyMap<string, Kind>): Promise<DiskChange[] | null> {
    // Folder by folder first: a build may write tens of thousands of files into one ignored folder.
    const folders = new Set([...raw.keys()].map(folderOf));
    folders.delete('');
    const ignoredFolders = await files.rules.ignoredFolders([...folders]);
    const names = [...raw.keys()].filter((name) => !ignoredFolders.has(folderOf(name)));
    if (names.length > maxChanges) return null;
    const ignored = await files.rules.ignored(names);
    const left = names.filter((name) => !ignored.has(name));
    const entries = await options.stat(left);
    const changes: DiskChange[] = [];
    const arrived: string[] = [];
    for (const [i, name] of left.entries()) {
      const path = options.prefix + name;
      if (entries[i]) {
        changes.push({ kind: raw.get(name) === 'created' ? 'created' : 'changed', path });
        files.noteFolders(name);
        noteBusy(folderOf(name));
        continue;
      }
      const stats = await lstat(join(folder, name)).catch(() => null);
      // A folder was renamed or deleted: some platforms report no events for its files.
      if (!stats?.isDirectory() && files.knownFolders.has(name)) return null;
      if (stats?.isDirectory()) {
        arrived.push(name);
        noteBusy(name);
        noteBusy(folderOf(name));
      } else changes.push({ kind: 'deleted', path });
    }
    if (arrivals.size + arrived.length > maxArrivals) return null;
    // Watched before it is listed, so that no change is missed.
    await watchArrived(arrived);
    return [...changes, ...arrived.map((name): DiskChange => ({ kind: 'created', path: options.prefix + name }))];
  }

  let subscription: Subscription | null = null;
  const arrivals = new Map<string, Subscription>();
  const subscribeTo = (path: string, mode: WatcherMode, unwatched: readonly string[]) =>
    subscribe(path, {
      mode,
      pollMs: options.pollMs,
      ignoredFolders: unwatched.map((name) => join(folder, name)),
      log,
      onChanges: onRaw,
      onLost: askForListing,
    });

  async function watchAnew(): Promise<void> {
    files.rules.refresh();
    if (subscription?.mode === 'poll') return;
    const keeper = subscription?.mode === 'native' ? await keepNative() : null;
    await closeAll();
    subscription = await subscribeTo(folder, options.mode, await files.unwatchedFolders(stop.signal));
    await keeper?.close();
  }

  /** The native watcher sees a folder that arrives, but on Linux not the folders inside it: those get a watcher of their own. */
  async function watchArrived(names: readonly string[]): Promise<void> {
    if (subscription?.mode !== 'native' || process.platform !== 'linux') return;
    const unwatched = await files.unwatchedFolders(stop.signal);
    for (const name of names) {
      if (!(await hasFolders(join(folder, name)))) continue;
      await arrivals.get(name)?.close();
      arrivals.set(name, await subscribeTo(join(folder, name), 'native', unwatched));
    }
  }

  async function closeAll(): Promise<void> {
    const open = [...arrivals.values(), ...(subscription ? [subscription] : [])];
    arrivals.clear();
    subscription = null;
    for (const each of open) await each.close();
  }
  await watchAnew();

  const tree = await files.rules.workTree();
  let tracked = tree ? await files.trackedThoughIgnored() : '';
  const index = coalesce(() =>
    afterwards(async () => {
      const now = await files.trackedThoughIgnored();
      if (now !== tracked) askForListing();
      tracked = now;
    }),
  );
  const git = tree ? watchGit(tree, { onRules: askForListing, onIndex: index.notice }, log) : null;

  return {
    get isBehind() {
      return pending.size > 0 || listingWanted || judging > 0;
    },
    async close() {
      stop.abort();
      batches.stop();
      index.stop();
      busy.close();
      git?.close();
      await working;
      await closeAll();
    },
  };
}

const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));
