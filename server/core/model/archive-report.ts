/** What an export or an import has done. */
import type { ModelName } from './model-status.js';

export interface ExportReport {
  readonly file: string;
  readonly model: ModelName;
  /** The commit that the workspace is at; null where it is not known, or files differ from it. */
  readonly commit: string | null;
  readonly files: number;
  readonly vectors: number;
  readonly bytes: number;
}

export interface ImportReport {
  readonly file: string;
  readonly model: ModelName;
  /** Of the workspace that it was made of. */
  readonly commit: string | null;
  readonly product: string;
  readonly createdAt: string;
  readonly files: number;
  readonly vectors: number;
  /** Vectors that the index did not have. */
  readonly added: number;
}
