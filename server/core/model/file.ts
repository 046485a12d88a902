/**
 * Files as the engine sees them: workspace-relative paths, languages, and the traits that ranking uses.
 * Nothing here touches a disk.
 */

/**
 * A path relative to the workspace, `/`-separated, without a leading `./`.
 * In a multi-root workspace the first segment is the root's name.
 */
export type WorkspacePath = string & { readonly __brand?: 'WorkspacePath' };

/** The file's name without its last extension; a leading dot is none. */
export const stemOf = (path: WorkspacePath): string => path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '');
/** The folders of a path, '' at the top. */
export const foldersOf = (path: WorkspacePath): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** A range of lines: 0-based, `end` exclusive. Every line number inside the engine has this form. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** Where the indexed text came from: the disk, or a document that an editor holds open. */
export const textOrigins = ['disk', 'buffer'] as const;
export type TextOrigin = (typeof textOrigins)[number];

/** What a file is for; ranking demotes what a question rarely asks for. */
export const fileRoles = [
  'source',
  'test',
  'example',
  'documentation',
  'configuration',
  'declaration',
  'generated',
  'vendored',
  'legacy',
  'migration',
  'script',
] as const;
export type FileRole = (typeof fileRoles)[number];

/** A file on disk as discovery lists it. `mtimeMs` and `sizeBytes` decide whether a warm start analyses it again. */
export interface FileEntry {
  readonly path: WorkspacePath;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
}

/** A file as the index knows it. */
export interface FileRecord {
  readonly id: number;
  readonly path: WorkspacePath;
  readonly language: string;
  readonly role: FileRole;
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly lines: number;
  /** Milliseconds since the epoch. */
  readonly indexedAt: number;
  readonly origin: TextOrigin;
  /** Source of its symbols and edges, e.g. `syntax:tree-sitter-python`. */
  readonly provenance: string;
  /** Set when the file could not be indexed (too large, binary, unreadable …): it has a row, but no chunks. */
  readonly problem: string | null;
}

/** Whether a path is one of the given paths or lies below one of them; a slash at the end of those does not matter. */
export function isAtOrBelow(paths: Iterable<WorkspacePath>): (path: WorkspacePath) => boolean {
  const places = new Set([...paths].map((path) => path.replace(/(?<!\/)\/+$/, '')));
  return (path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) if (places.has(path.slice(0, end))) return true;
    return false;
  };
}

/** True for ignore files: a change of one requires a full listing. */
export const isRuleFile = (path: WorkspacePath): boolean =>
  /(?:^|\/)(?:\.gitignore|\.contextignore|\.git\/info\/exclude)$/.test(path) && !/(?:^|\/)node_modules\//.test(path);
