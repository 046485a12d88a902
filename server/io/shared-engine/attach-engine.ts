/** Finds the running engine of a workspace, or starts its process, and attaches to it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { EngineOptions } from '../../core/engine/engine-api.js';
import type { EngineDescription } from '../../core/engine/running-engines.js';
import { indexError } from '../../core/model/problem.js';
import { ConnectionLost, call, openLink } from './engine-link.js';
import { type AttachResult, attachMethod, describeMethod, pingMethod, stopMethod, type TokenFile } from './engine-messages.js';
import type { EnginePlaces } from './engine-places.js';
import type { Attached } from './remote-engine.js';

export interface AttachOptions {
  readonly places: EnginePlaces;
  readonly version: string;
  readonly options: EngineOptions;
  readonly isVisit: boolean;
  /** The command that starts an engine's process; null: only one that runs is attached to. */
  readonly command: readonly string[] | null;
}

/** No engine runs, or the one that does cannot serve this client. */
export interface NotAttached {
  readonly isRefused: boolean;
  readonly reason: string;
}

const START_WITHIN_MS = 30_000;
/** The engine's process answers `ping` within some milliseconds; one that does not for so long hangs. */
const PING_WITHIN_MS = 20_000;
const POLL_MS = 15;
/** The log says why earlier engines ended, too. */
const MAX_LOG_BYTES = 1_000_000;

interface Connected {
  readonly link: MessageConnection;
  readonly socket: Socket;
  readonly token: string;
  readonly pid: number;
  readonly key: string;
}

/** Rejects with ContextError('index') where the engine's process does not start or does not answer in time. */
export async function attachEngine({ places, version, options, isVisit, command }: AttachOptions): Promise<Attached | NotAttached> {
  let child: ChildProcess | null = null;
  for (const end = Date.now() + START_WITHIN_MS; Date.now() < end; ) {
    const connected = await connect(places);
    if (connected === null) {
      if (command === null) return { isRefused: false, reason: 'no engine is running' };
      // One that lost against another start has ended: the winner will listen, or has died as well.
      if (child === null || child.exitCode !== null || child.signalCode !== null) child = start(places, command);
      await pause(POLL_MS);
      continue;
    }
    const { link, socket, token } = connected;
    const result = await whileAlive(connected, () => call<AttachResult>(link, attachMethod, { token, version, options, isVisit }));
    if (result?.kind === 'attached') return { link, status: result.status, isAlive: () => isAlive(connected) };
    socket.destroy();
    if (result?.kind === 'refused') return { isRefused: true, reason: result.reason };
    await pause(POLL_MS);
  }
  throw indexError(`the engine of this workspace did not start within ${START_WITHIN_MS / 1000} s; ${places.log} may say why`);
}

/** Describes the engine at these places; null if none listens. */
export const describeEngine = (places: EnginePlaces): Promise<EngineDescription | null> => ask(places, describeMethod);

/** Tells an engine to end; nothing happens where none runs. */
export const stopEngine = (places: EnginePlaces): Promise<null> => ask(places, stopMethod);

async function ask<T>(places: EnginePlaces, method: string): Promise<T | null> {
  const connected = await connect(places);
  if (connected === null) return null;
  const { link, socket, token } = connected;
  const answer = await whileAlive(connected, () => call<T>(link, method, { token }));
  socket.destroy();
  return answer ?? null;
}

/** The connection is open, and the token not sent yet. Null if there is no listener or no token file. */
async function connect({ key, socket, token }: EnginePlaces): Promise<Connected | null> {
  const open = await new Promise<Socket | null>((resolve) => {
    const trying = createConnection(socket);
    trying.once('connect', () => resolve(trying)).once('error', () => resolve(null));
  });
  if (open === null) return null;
  try {
    const link = openLink(open);
    link.listen();
    return { link, socket: open, key, ...(JSON.parse(readFileSync(token, 'utf8')) as TokenFile) };
  } catch {
    // It is ending.
    open.destroy();
    return null;
  }
}

/** The answer, however long it takes while the other end is alive; undefined if that ends first. One that hangs is ended. */
async function whileAlive<T>(connected: Connected, ask: () => Promise<T>): Promise<T | undefined> {
  const stop = new AbortController();
  void (async () => {
    while (!stop.signal.aborted && (await isAlive(connected))) await pause(PING_WITHIN_MS, null, { signal: stop.signal });
  })().catch(() => {});
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ConnectionLost) return undefined;
    throw error;
  } finally {
    stop.abort();
  }
}

/** False if the engine's process did not answer in time: it hangs, and is ended with the connection, so that another can take its place. */
async function isAlive({ link, socket, pid, key }: Connected): Promise<boolean> {
  const stop = new AbortController();
  const late = pause(PING_WITHIN_MS, true, { signal: stop.signal }).catch(() => false);
  const isLate = await Promise.race([
    late,
    call(link, pingMethod, {}).then(
      () => false,
      () => false,
    ),
  ]);
  stop.abort();
  if (!isLate) return true;
  socket.destroy();
  if (isEngine(pid, key)) kill(pid);
  return false;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Whether the process is the engine of that key: the listener may be another program, and the number may be used again. */
function isEngine(pid: number, key: string): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } });
  return stdout?.includes(`engine ${key}`) ?? false;
}

function start(places: EnginePlaces, [program, ...args]: readonly string[]): ChildProcess {
  const log = openSync(places.log, sizeOf(places.log) > MAX_LOG_BYTES ? 'w' : 'a', 0o600);
  try {
    // In no folder of a workspace, which could then not be removed on Windows.
    const child = spawn(program as string, [...args, places.key], {
      detached: true,
      stdio: ['ignore', log, log],
      cwd: homedir(),
      windowsHide: true,
    });
    child.once('error', () => {});
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
