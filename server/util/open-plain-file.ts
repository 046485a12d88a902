/** Reads files of a workspace, which can be anything: a pipe or device does not block the thread, and an endless file does not fill memory. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** O_NONBLOCK: opening a pipe without a writer would otherwise block the thread for good. Both flags are absent on Windows. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const withoutLinks = withoutWaiting | (constants.O_NOFOLLOW ?? 0);

/** A file descriptor, of a pipe or a device too: ask `fstat`. Throws as `openSync` does; ELOOP or EMLINK for a link. */
export const openPlainFile = (path: string): number => openSync(path, withoutLinks);

/** The text of a file, links followed; null where it cannot be read, is no plain file or has more than `maxBytes`. */
export function readPlainText(path: string, maxBytes: number): string | null {
  try {
    const file = openSync(path, withoutWaiting);
    try {
      const stats = fstatSync(file);
      return stats.isFile() && stats.size <= maxBytes ? readFileSync(file, 'utf8') : null;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** The same without a byte order mark. */
export const readSourceText = (path: string, maxBytes: number): string | null =>
  readPlainText(path, maxBytes)?.replace(/^\uFEFF/, '') ?? null;
