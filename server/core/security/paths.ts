/**
 * Decides which workspace paths may become paths on disk. Pure: it sees strings, never the disk;
 * links are checked in io/workspace.
 * Must never accept a path that a file system could read as something outside the workspace.
 */
export type PathVerdict = { readonly ok: true; readonly segments: readonly string[] } | { readonly ok: false; readonly reason: string };

const refuse = (reason: string): PathVerdict => ({ ok: false, reason });

/** Device names of Windows: `nul`, `con.txt` and `aux .c` all open a device there, whatever the folder. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])[ ]*(?:\..*)?$/i;

/** The segments of a valid workspace-relative path. `windows`: checks as a Windows file system reads it. */
export function confine(path: string, platform: 'windows' | 'posix'): PathVerdict {
  if (path === '') return refuse('empty path');
  if (path.length > 4_096) return refuse('path longer than 4,096 characters');
  if (path.includes('\0')) return refuse('NUL byte in path');
  if (path.startsWith('/')) return refuse('absolute path');
  if (platform === 'windows' && path.includes('\\')) return refuse('backslash in path');
  const segments = path.split('/');
  for (const segment of segments) {
    if (segment === '') return refuse('empty path segment');
    if (segment === '.' || segment === '..') return refuse('relative path segment');
    if (platform === 'windows') {
      // `c:x` leaves the folder, `a.txt::$DATA` and `a:b` are other streams of the same file.
      if (segment.includes(':')) return refuse('drive letter or stream in path');
      if (deviceName.test(segment)) return refuse('reserved device name');
      // Windows drops them, so that two spellings would name one file and `.. ` would climb.
      if (/[. ]$/.test(segment)) return refuse('path segment ends with a dot or blank');
    }
  }
  return { ok: true, segments };
}

/** The part of an absolute path below a folder, '/'-separated ('' for the folder itself), or null outside. */
export function partBelow(
  folder: string,
  absolutePath: string,
  options: { readonly windows: boolean; readonly ignoreCase: boolean },
): string | null {
  const plain = (path: string): string => {
    const slashed = options.windows ? path.replaceAll('\\', '/') : path;
    return slashed.length > 1 && slashed.endsWith('/') ? slashed.slice(0, -1) : slashed;
  };
  const folded = (path: string): string => (options.ignoreCase ? path.toLowerCase() : path);
  const base = plain(folder);
  const path = plain(absolutePath);
  if (folded(base) === folded(path)) return '';
  const prefix = base.endsWith('/') ? base : `${base}/`;
  // Lower-casing can change lengths in other scripts; a path whose own prefix has the folder's length is compared.
  return folded(path.slice(0, prefix.length)) === folded(prefix) ? path.slice(prefix.length) : null;
}
