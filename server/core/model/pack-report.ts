/** What publishing packs has done. */
export interface PublishReport {
  readonly folder: string;
  readonly commit: string;
  /** Files of the commit that are in its packs, and those that are not, because they cannot be packed exactly. */
  readonly files: number;
  readonly left: number;
  /** Records that earlier packs have, and records that were written. */
  readonly reused: number;
  readonly written: number;
  /** Written, compressed. */
  readonly bytes: number;
}

/** Packs that an engine has fetched since it was started. */
export interface PacksStatus {
  /** Without credentials. */
  readonly source: string;
  /** `unpublished`: the source has no packs of the commit, nor of those before it; or there is no commit. */
  readonly state: 'fetching' | 'fetched' | 'unpublished' | 'failed';
  /** Whose packs were fetched last. */
  readonly commit: string | null;
  /** Contents of files that were fetched. */
  readonly records: number;
  readonly bytes: number;
  /** Files that were given edges of language servers. */
  readonly filesWithEdges: number;
}
