/** Finds a program on PATH, but never in a workspace: a folder of the workspace may be on PATH (`node_modules/.bin`, `.venv/bin`, direnv). */
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';

const endings = process.platform === 'win32' ? ['.exe'] : [''];

/** Absolute path; null where there is none outside of these folders. Entries of PATH that are relative are skipped. */
export function findProgram(name: string, workspace: readonly string[]): string | null {
  const tops = workspace.flatMap((folder) => [folder, realOf(folder)]);
  const isInside = (path: string): boolean =>
    [path, realOf(path)].some((one) => tops.some((top) => one === top || one.startsWith(top + sep)));
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    for (const ending of endings) {
      const path = join(folder, name + ending);
      try {
        accessSync(path, constants.X_OK);
        if (!isInside(path)) return path;
      } catch {
        // Not here.
      }
    }
  }
  return null;
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
