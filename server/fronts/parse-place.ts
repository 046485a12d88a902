/** Reads a place as users and agents write it. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '../core/engine/engine-api.js';
import type { WorkspacePath } from '../core/model/file.js';
import { queryError } from '../core/model/problem.js';

export interface Place {
  readonly at: { readonly path: WorkspacePath; readonly line: number; readonly column: number; readonly lastLine?: number };
}

const PLACE = /^(.+?):(\d+)(?::(\d+)|-(\d+))?$/;

/** The file of a place, or the text itself. */
export const fileOfPlace = (target: string): string => PLACE.exec(target)?.[1] ?? target;

/**
 * `FILE:LINE[:COLUMN]` or `FILE:LINE-LINE` (from 1), relative to one of the folders or absolute; null for anything else, such as a name.
 * @throws ContextError('query') if no folder has the file
 */
export function parsePlace(engine: Engine, folders: readonly string[], target: string): Place | null {
  const place = PLACE.exec(target);
  if (!place) return null;
  const [, file = '', line, column, last] = place;
  const path = workspacePathOf(engine, folders, file);
  if (path === null) throw queryError(`no such file in the workspace: ${file}`);
  const lines = [line, last ?? line].map((text) => Math.max(0, Number(text) - 1));
  const first = Math.min(...lines);
  const lastLine = last === undefined ? undefined : Math.max(...lines);
  return { at: { path, line: first, column: Math.max(0, Number(column ?? 1) - 1), ...(lastLine !== undefined && { lastLine }) } };
}

/** The workspace path of a file or folder, relative to one of the folders or absolute; '' for a root; null if there is none. */
export function workspacePathOf(engine: Engine, folders: readonly string[], file: string): WorkspacePath | null {
  for (const folder of folders) {
    try {
      const absolute = realpathSync(resolve(folder, file));
      const path = engine.relative(absolute);
      if (path !== null) return path;
      // A root has no path of its own.
      if (engine.entryPath(absolute) === '') return '' as WorkspacePath;
    } catch {
      // Does not exist.
    }
  }
  return null;
}
