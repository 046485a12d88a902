/** The records of fetched packs, as the analysis of a file uses them. A folder that cannot be read counts as empty. */
import { isOutlineProvenance } from '../core/packs/pack-record.js';
import { unpackRecord } from '../core/packs/unpack-record.js';
import { parseRecord, readRow } from '../io/packs/pack-block.js';
import { PackReader } from '../io/packs/pack-reader.js';
import type { PackedAnalysis } from './analyse-file.js';

export class FetchedRecords {
  readonly #dimensions: number;
  #folder: string | null = null;
  #reader: PackReader | null = null;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
  }

  /** What the packs hold of a content, for the language that its file has here; null for nothing. */
  find(folder: string, contentHash: string): ((language: string) => PackedAnalysis | null) | null {
    try {
      this.#open(folder);
      const packed = this.#reader?.get(contentHash);
      const record = packed && parseRecord(packed);
      if (!packed || !record || !isOutlineProvenance(record.provenance)) return null;
      const rows = new Map(record.parts.map((hash, row) => [hash, row]));
      const analysis: PackedAnalysis = {
        provenance: record.provenance,
        structure: (path, text, index) => unpackRecord(record, path, text, index),
        vector: (hash, vectors, row) => {
          const known = rows.get(hash);
          return known !== undefined && readRow(packed, known, this.#dimensions, vectors, row * this.#dimensions);
        },
      };
      return (language) => (language === record.language ? analysis : null);
    } catch {
      return null;
    }
  }

  #open(folder: string): void {
    if (folder === this.#folder) return;
    this.#reader?.close();
    this.#reader = null;
    this.#folder = folder;
    this.#reader = new PackReader(folder);
  }
}
