/** Reads a place as users and agents write it. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '../core/engine/engine-api.js';
import type { WorkspacePath } from '../core/model/file.js';
import { languageOf } from '../core/model/language.js';
import { queryError } from '../core/model/problem.js';
import { escapeGlob } from '../util/escape-pattern.js';

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

/** A name or path of a file, as stack traces and messages have it: `upload.rb`, `lib/upload.rb`. */
const FILE = /^[^\s:#]*\.[A-Za-z]\w{0,9}$/;
const MAX_NAMESAKES = 100;
const MAX_LISTED = 8;

/**
 * `FILE` or `FILE:LINE` with the whole path where only one indexed file has a path that ends so; else as it is.
 * @throws ContextError('query') for a line of several files
 */
export async function wholePlace(engine: Engine, folders: readonly string[], target: string, signal?: AbortSignal): Promise<string> {
  const file = fileOfPlace(target);
  // `Cart.take` is a qualified name, for which no file is looked for.
  const isFile = FILE.test(file) && (file !== target || languageOf(file) !== 'plaintext');
  if (!isFile || workspacePathOf(engine, folders, file) !== null) return target;
  const end = file.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+/, '');
  const paths = await filesMatching(engine, `**/${escapeGlob(end)}`, MAX_NAMESAKES, signal);
  const [path, ...others] = paths;
  if (path === undefined) return target;
  if (!others.length) return path + target.slice(file.length);
  if (file === target) return target;
  const more = paths.length > MAX_LISTED ? ` and ${paths.length - MAX_LISTED} more` : '';
  throw queryError(`several files are named ${file}: ${paths.slice(0, MAX_LISTED).join(', ')}${more}`);
}

/** Paths of indexed files that match a glob, at most `limit`. */
export async function filesMatching(engine: Engine, glob: string, limit: number, signal?: AbortSignal): Promise<readonly WorkspacePath[]> {
  // The first character of a file.
  const question = { text: '(?<![\\s\\S])[\\s\\S]', match: 'regex', filters: { paths: [glob] }, limit } as const;
  const { matches } = await engine.findText(question, signal);
  return matches.map(({ path }) => path);
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
