/** Places of a text whose secrets are masked. Never the values. */
import type { WorkspacePath } from './file.js';

export interface MaskedPlace {
  /** 0-based. */
  readonly line: number;
  /** For people: `private key`, `token of GitHub`, `value of a password`. */
  readonly kind: string;
}

export interface MaskedInFile extends MaskedPlace {
  readonly path: WorkspacePath;
}
