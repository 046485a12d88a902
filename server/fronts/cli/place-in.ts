/** A place as people write it on the command line. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '../../core/engine-face.js';
import type { WorkspacePath } from '../../core/model/file.js';
import { UsageError } from './flags.js';

export interface Place {
  readonly at: { readonly path: WorkspacePath; readonly line: number; readonly column: number };
}

/** `FILE:LINE[:COLUMN]` (from 1), relative to the workspace or the current folder; null for anything else, such as a name. */
export function placeIn(engine: Engine, folder: string, target: string): Place | null {
  const place = /^(.+?):(\d+)(?::(\d+))?$/.exec(target);
  if (!place) return null;
  const [, file = '', line, column] = place;
  for (const base of [folder, process.cwd()]) {
    let path: string | null = null;
    try {
      path = engine.relative(realpathSync(resolve(base, file)));
    } catch {
      // Not there.
    }
    if (path !== null) return { at: { path, line: Math.max(0, Number(line) - 1), column: Math.max(0, Number(column ?? 1) - 1) } };
  }
  throw new UsageError(`no such file in the workspace: ${file}`);
}
