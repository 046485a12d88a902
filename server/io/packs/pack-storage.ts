/**
 * Storage that packs are read from: a folder, or HTTP(S) with ranges. Only names below the source are read, redirects are not followed,
 * sizes are bounded, and storage that stops sending is given up.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../util/bug.js';
import { sourceName } from '../../util/source-name.js';
import { packError } from './pack-block.js';

export interface PackStorage {
  /** Null where there is no such file. Throws ContextError('index') where it cannot be read, or is larger than `maxBytes`. */
  read(name: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | null>;
  /** Exactly the bytes from `start` up to `end`. Throws as `read`, and where there are fewer. */
  readRange(name: string, start: number, end: number, signal: AbortSignal): Promise<Buffer>;
}

export interface StorageOptions {
  /** URL or folder. */
  readonly source: string;
  /** Environment variable with a token that is sent as `Authorization: Bearer`. */
  readonly tokenEnv?: string;
  /** Storage that sends nothing for so long is given up. */
  readonly stallMs?: number;
}

const defaultStallMs = 10_000;
const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

export const openStorage = (options: StorageOptions): PackStorage =>
  isUrl(options.source) ? httpStorage(options) : folderStorage(options.source);

function folderStorage(folder: string): PackStorage {
  const using = async <T>(name: string, work: (file: FileHandle, bytes: number) => Promise<T>): Promise<T | null> => {
    let file: FileHandle;
    try {
      file = await open(join(folder, name), 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw packError(`${name} cannot be read: ${messageOf(error)}`);
    }
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw packError(`${name} is not a file`);
      return await work(file, stats.size);
    } finally {
      await file.close();
    }
  };
  const part = async (file: FileHandle, name: string, start: number, end: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(end - start);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    if (bytesRead !== buffer.length) throw packError(`${name} is cut short`);
    return buffer;
  };
  return {
    read: (name, maxBytes) =>
      using(name, (file, bytes) => {
        if (bytes > maxBytes) throw packError(`${name} has ${bytes} bytes, more than ${maxBytes}`);
        return part(file, name, 0, bytes);
      }),
    readRange: async (name, start, end) => {
      const bytes = await using(name, (file) => part(file, name, start, end));
      if (bytes === null) throw packError(`${name} is missing`);
      return bytes;
    },
  };
}

function httpStorage({ source, tokenEnv, stallMs = defaultStallMs }: StorageOptions): PackStorage {
  const base = new URL(source);
  const token = tokenEnv === undefined ? undefined : process.env[tokenEnv];
  // Credentials in a URL are refused by fetch.
  const { username, password } = base;
  const basic = username
    ? `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
    : null;
  const authorization = token ? `Bearer ${token}` : basic;
  base.username = base.password = '';
  const urlOf = (name: string): URL => {
    const url = new URL(base);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`;
    return url;
  };

  const get = async (name: string, range: readonly [number, number] | null, maxBytes: number, signal: AbortSignal) => {
    const stalled = new AbortController();
    let timer = setTimeout(() => {}, 0);
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), stallMs);
    };
    alive();
    try {
      const response = await fetch(urlOf(name), {
        headers: { ...(authorization && { authorization }), ...(range && { range: `bytes=${range[0]}-${range[1] - 1}` }) },
        // The user named this place and no other.
        redirect: 'error',
        signal: AbortSignal.any([signal, stalled.signal]),
      });
      if (response.status === 404 || response.status === 410) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) {
        await response.body?.cancel();
        throw packError(`${sourceName(source)} answered ${response.status} for ${name}`);
      }
      const isPart = response.status === 206;
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        alive();
        bytes += chunk.length;
        chunks.push(chunk);
        // The whole file came in place of a range.
        if (range && !isPart && bytes >= range[1]) break;
        if (bytes > maxBytes) throw packError(`${name} has more than ${maxBytes} bytes`);
      }
      const body = Buffer.concat(chunks);
      return range && !isPart ? body.subarray(range[0], range[1]) : body;
    } catch (error) {
      signal.throwIfAborted();
      if (stalled.signal.aborted) throw packError(`${sourceName(source)} has sent nothing of ${name} for ${stallMs / 1_000} s`);
      if (error instanceof Error && error.name === 'ContextError') throw error;
      throw packError(`${name} cannot be fetched from ${sourceName(source)}: ${reasonOf(error)}`);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    read: (name, maxBytes, signal) => get(name, null, maxBytes, signal),
    readRange: async (name, start, end, signal) => {
      const bytes = await get(name, [start, end], end, signal);
      if (bytes === null) throw packError(`${name} is missing on ${sourceName(source)}`);
      if (bytes.length !== end - start) throw packError(`${name} is cut short`);
      return bytes;
    },
  };
}

/** fetch hides the reason in `cause`. */
const reasonOf = (error: unknown): string => {
  const { cause } = error as { cause?: unknown };
  return cause === undefined ? messageOf(error) : messageOf(cause);
};
