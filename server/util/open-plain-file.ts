/** Opens a file of a workspace for reading: a link is not followed, and a pipe does not block. */
import { constants, openSync } from 'node:fs';

/** O_NONBLOCK: opening a pipe without a writer would otherwise block the thread for good. Both are absent on Windows. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A file descriptor, of a pipe or a device too: ask `fstat`. Throws as `openSync` does; ELOOP or EMLINK for a link. */
export const openPlainFile = (path: string): number => openSync(path, flags);
