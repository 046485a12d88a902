/**
 * What a path filter means: a glob of workspace paths; a file or folder, with all that is below it; a name without a folder anywhere in the
 * workspace; an absolute path. Pure.
 */

const isGlob = (pattern: string): boolean => /[*?[\]{}()!]/.test(pattern);
const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(path);

/** @param relative the workspace path of what is in the workspace, null for everything else. @returns globs of workspace paths */
export function pathPatterns(pattern: string, relative: (absolutePath: string) => string | null): string[] {
  // A root has no path of its own, but what is in it has.
  const absolute = isAbsolute(pattern) ? (relative(`${withoutSlash(pattern)}/_`)?.replace(/\/?_$/, '') ?? null) : null;
  if (absolute === '') return ['**'];
  const path = withoutSlash((absolute ?? pattern).replace(/^\.\//, ''));
  if (path === '.' || path === '') return ['**'];
  // As in ignore files, a leading slash is the root of the workspace.
  if (absolute === null && /^\/[^/]/.test(path)) return isGlob(path) ? [path.slice(1)] : [path.slice(1), `${path.slice(1)}/**`];
  const hasFolder = path.includes('/');
  if (isGlob(path)) return hasFolder ? [path] : [path, `**/${path}`];
  const own = [path, `${path}/**`];
  return hasFolder || absolute !== null ? own : [...own, `**/${path}`, `**/${path}/**`, ...(path.includes('.') ? [] : [`**/${path}.*`])];
}

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') : path);
