/** Questions for whole symbols, and their answers. */
import type { NeededSignature, Result } from './answer.js';
import type { WorkspacePath } from './file.js';
import type { Problem } from './problem.js';

/** A place, a key, or a name; the first that is given counts. */
export interface ShowQuestion {
  /** The innermost symbol around a line, 0-based; the file where there is none. */
  readonly at?: {
    readonly path: WorkspacePath;
    readonly line: number;
    /** For a range of lines, the last one: only those lines of the innermost symbol around all of them. */
    readonly lastLine?: number;
  };
  /** Of a result or symbol of an earlier answer. */
  readonly key?: string;
  /** A name, or a qualified one. */
  readonly symbol?: string;
  /** Most symbols of one name. Default: all of them, up to 20. */
  readonly limit?: number;
  /** `code`: long documentation is shortened, and prototypes without documentation are left out beside a definition. Default `whole`. */
  readonly detail?: 'whole' | 'code';
}

export interface ShowAnswer {
  /** Whole symbols; scores and reasons have no meaning. */
  readonly results: readonly Result[];
  /** What the results refer to and do not contain; what they call first. At most 12. */
  readonly needed: readonly NeededSignature[];
  readonly isIncomplete: boolean;
  readonly problems: readonly Problem[];
}
