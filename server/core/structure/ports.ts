/** What the engine needs from language servers. Implemented in io/upstream; tests script it. */
import type { WorkspacePath } from '../model/file.js';
import type { FileFacts } from './facts.js';
import type { PlacedChunk } from './resolve-target.js';

export interface StructureFile {
  readonly path: WorkspacePath;
  readonly absolutePath: string;
  readonly language: string;
  readonly text: string;
  readonly contentHash: string;
  readonly chunks: readonly PlacedChunk[];
  readonly lineStarts: readonly number[];
  readonly mtimeMs: number;
  /** True: the text is an editor's, not the disk's. */
  readonly unsaved: boolean;
}

export interface StructureSource {
  /**
   * Who would state facts of a language now; null where no server is to be had. Facts of another provenance are out of
   * date. Starts the server.
   */
  provenance(language: string, signal?: AbortSignal): Promise<string | null>;
  /** Rejects only when aborted, or where the server dies again and again: leave this language for later. */
  facts(file: StructureFile, signal?: AbortSignal): Promise<FileFacts | null>;
  /** Files that changed on the disk: most servers see only what they are told. */
  changed(changes: readonly { readonly absolutePath: string; readonly kind: 'created' | 'changed' | 'deleted' }[]): void;
  close(): Promise<void>;
}
