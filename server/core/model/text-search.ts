/** Text search: questions for the lines that contain a text, and their answers, without ranking. */
import type { Filters } from './answer.js';
import type { WorkspacePath } from './file.js';
import type { Problem } from './problem.js';

export interface TextQuestion {
  readonly text: string;
  /** `regex`: a JavaScript regular expression; `^` and `$` match at lines. Default `literal`. */
  readonly match?: 'literal' | 'regex';
  /** Default: case matters only where `text` has capitals, as with `rg --smart-case`. */
  readonly heedsCase?: boolean;
  readonly filters?: Pick<Filters, 'languages' | 'paths' | 'roles'>;
  /** Most lines. Default 50. */
  readonly limit?: number;
  /** Lines to give before and after each, at most 10. Default 0. */
  readonly context?: number;
}

/** One line that matches. */
export interface TextMatch {
  readonly path: WorkspacePath;
  /** 0-based. */
  readonly line: number;
  /** The line without its indentation, shortened. */
  readonly text: string;
  /** The lines around it, in their order, with their indentation; empty unless the question asks for them. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The innermost symbol around it; null outside of symbols. */
  readonly symbol: { readonly key: string; readonly qualifiedName: string } | null;
}

export interface TextAnswer {
  /** Source files first, then by path and line. */
  readonly matches: readonly TextMatch[];
  readonly isIncomplete: boolean;
  readonly problems: readonly Problem[];
}
