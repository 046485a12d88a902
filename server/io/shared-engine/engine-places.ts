/**
 * Where the engine of a workspace listens: a socket in a folder that only the user can enter (a named pipe on Windows), the token
 * that clients show, and the lock that lets one process at a time listen.
 */
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { indexError } from '../../core/model/problem.js';
import { messageOf } from '../../util/bug.js';

const folderName = 'context-language-server';
const windows = process.platform === 'win32';

export interface EnginePlaces {
  /** Names the workspace's index: the same for every client of one workspace and one cache folder. */
  readonly key: string;
  readonly socket: string;
  /** A file with the token that a client must show; readable by its owner only. */
  readonly token: string;
  readonly lock: string;
  /** What the engine's process writes to standard error. */
  readonly log: string;
}

/** The user's runtime folder; made where it is missing. @throws ContextError('index') where it is not safe to use */
function runtimeFolder(): string {
  const { XDG_RUNTIME_DIR } = process.env;
  const folder = XDG_RUNTIME_DIR?.startsWith('/')
    ? join(XDG_RUNTIME_DIR, folderName)
    : join(tmpdir(), windows ? folderName : `${folderName}-${userInfo().uid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = lstatSync(folder);
    if (!stats.isDirectory()) throw new Error('it is not a folder');
    if (!windows) {
      // In a shared folder such as /tmp another user may have created it first.
      if (stats.uid !== userInfo().uid) throw new Error('it belongs to another user');
      chmodSync(folder, 0o700);
    }
  } catch (error) {
    throw indexError(`the runtime folder ${folder} cannot be used: ${messageOf(error)}`, { folder });
  }
  return folder;
}

/** `indexFolder`: the absolute folder of the workspace's index. */
export function enginePlaces(indexFolder: string): EnginePlaces {
  return placesOfKey(createHash('sha256').update(indexFolder).digest('hex').slice(0, 20));
}

export function placesOfKey(key: string): EnginePlaces {
  const folder = runtimeFolder();
  const at = (end: string): string => join(folder, `${key}.${end}`);
  return {
    key,
    socket: windows ? `\\\\.\\pipe\\${folderName}-${userInfo().username}-${key}` : at('sock'),
    token: at('token'),
    lock: at('lock'),
    log: at('log'),
  };
}

/** Places of every engine that may be running. */
export const allPlaces = (): EnginePlaces[] =>
  readdirSync(runtimeFolder())
    .filter((name) => /^[0-9a-f]{20}\.token$/.test(name))
    .map((name) => placesOfKey(name.slice(0, 20)));
