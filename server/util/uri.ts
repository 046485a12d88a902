/**
 * URI to absolute path and back, including the forms of Windows (drive letters in either
 * case, `c%3A`, UNC shares, `\\?\` prefixes). Pure; the platform is an argument so that both are tested on any machine.
 */
import { URI } from 'vscode-uri';

type Platform = 'windows' | 'posix';
export const ownPlatform: Platform = process.platform === 'win32' ? 'windows' : 'posix';

/** The absolute path of a `file:` URI; null for another scheme, a relative or an invalid URI. Drive letters are in upper case. */
export function uriToPath(uri: string, platform: Platform = ownPlatform): string | null {
  let parsed: URI;
  try {
    parsed = URI.parse(uri, true);
  } catch {
    return null;
  }
  if (parsed.scheme !== 'file' || parsed.path.includes('\0')) return null;
  const { authority, path } = parsed;
  if (platform === 'posix') return path.startsWith('/') && (authority === '' || authority === 'localhost') ? path : null;
  const local = authority === '' || authority === 'localhost';
  const drive = /^\/?([A-Za-z]):(?=\/|$)/.exec(path);
  if (drive && local) return `${drive[1]!.toUpperCase()}:${path.slice(drive[0].length).replaceAll('/', '\\') || '\\'}`;
  if (!local && path.length > 1) return `\\\\${authority}${path.replaceAll('/', '\\')}`;
  return null;
}

/** The `file:` URI of an absolute path, encoded as VS Code encodes it (drive letter in lower case, `:` as `%3A`). */
export function pathToUri(path: string, platform: Platform = ownPlatform): string {
  // Leading double slashes would read as an authority.
  if (platform === 'posix') return URI.from({ scheme: 'file', path: path.replace(/^\/+/, '/') }).toString();
  let slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('//?/UNC/')) slashed = `//${slashed.slice(8)}`;
  else if (slashed.startsWith('//?/')) slashed = slashed.slice(4);
  const share = /^\/\/([^/]+)(\/.*)?$/.exec(slashed);
  if (share) return URI.from({ scheme: 'file', authority: share[1]!, path: share[2] ?? '/' }).toString();
  return URI.from({ scheme: 'file', path: slashed.startsWith('/') ? slashed : `/${slashed}` }).toString();
}
