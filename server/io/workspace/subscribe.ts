/**
 * Raw change events of one folder tree, from the best available watcher: @parcel/watcher (native), else node's own,
 * else polling every few seconds. Applies no rules.
 */
import { type FSWatcher, watch as nodeWatch } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';

export type WatcherMode = 'native' | 'node' | 'poll';

export interface RawChange {
  readonly kind: 'created' | 'changed' | 'deleted';
  /** Absolute. */
  readonly path: string;
}

export interface SubscribeOptions {
  readonly mode: WatcherMode;
  readonly pollMs?: number;
  /** Absolute folders that need no watching: they cost system resources (one inotify watch a folder on Linux). */
  readonly ignoredFolders: readonly string[];
  readonly log: Log;
  onChanges(changes: readonly RawChange[]): void;
  /** Events were or may have been lost. */
  onLost(): void;
}

export interface Subscription {
  readonly mode: WatcherMode;
  close(): Promise<void>;
}

/** Polling interval; the receiver lists everything each time. */
const defaultPollMs = 5_000;

export async function subscribe(folder: string, options: SubscribeOptions): Promise<Subscription> {
  const attempts: Record<WatcherMode, () => Promise<Subscription> | Subscription> = {
    native: () => subscribeNative(folder, options),
    node: () => subscribeNode(folder, options),
    poll: () => poll(options),
  };
  const order: WatcherMode[] = ['native', 'node', 'poll'];
  for (const mode of order.slice(order.indexOf(options.mode))) {
    try {
      return await attempts[mode]();
    } catch (error) {
      options.log('warn', `${folder}: ${mode} watcher not available: ${messageOf(error)}`);
    }
  }
  return poll(options);
}

const kinds = { create: 'created', update: 'changed', delete: 'deleted' } as const;

async function subscribeNative(folder: string, options: SubscribeOptions): Promise<Subscription> {
  const { default: watcher } = await import('@parcel/watcher');
  const subscription = await watcher.subscribe(
    folder,
    (error, events) => {
      if (error) {
        options.log('warn', `${folder}: watcher: ${error.message}`);
        options.onLost();
      } else options.onChanges(events.map((event) => ({ kind: kinds[event.type], path: event.path })));
    },
    { ignore: [...options.ignoredFolders] },
  );
  return { mode: 'native', close: () => subscription.unsubscribe() };
}

/**
 * Watches a small folder of this program while another subscription ends and begins: the thread of the native watcher ends with its
 * last subscription, and leaves a descriptor open each time. Null where it cannot.
 */
export async function keepNative(): Promise<{ close(): Promise<void> } | null> {
  try {
    const { default: watcher } = await import('@parcel/watcher');
    const subscription = await watcher.subscribe(dirname(fileURLToPath(import.meta.url)), () => {});
    return { close: () => subscription.unsubscribe() };
  } catch {
    return null;
  }
}

function subscribeNode(folder: string, options: SubscribeOptions): Subscription {
  const watcher: FSWatcher = nodeWatch(folder, { recursive: true, persistent: false }, (event, name) => {
    if (name === null) return options.onLost();
    const path = join(folder, name);
    if (event === 'change') return options.onChanges([{ kind: 'changed', path }]);
    // `rename` is reported for new and for deleted paths.
    lstat(path).then(
      () => options.onChanges([{ kind: 'created', path }]),
      () => options.onChanges([{ kind: 'deleted', path }]),
    );
  });
  watcher.on('error', (error) => {
    options.log('warn', `${folder}: watcher: ${messageOf(error)}`);
    options.onLost();
  });
  return { mode: 'node', close: async () => watcher.close() };
}

function poll(options: SubscribeOptions): Subscription {
  const timer = setInterval(options.onLost, options.pollMs ?? defaultPollMs);
  timer.unref();
  return { mode: 'poll', close: async () => clearInterval(timer) };
}
