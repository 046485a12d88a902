/** Progress of the work over files or texts, and its description for progress, problems and the terminal. */

export interface Progress {
  readonly phase: 'listing' | 'indexing' | 'embedding' | 'ready';
  /** What is counted: files that are indexed, or texts that a chosen model makes vectors of. */
  readonly unit: 'files' | 'texts';
  readonly done: number;
  /** Null while the files are still being listed. */
  readonly total: number | null;
  /** Files that the listing has found on disk so far, whether or not they need work. */
  readonly listed: number;
}

/** `12 of 90 files`; with the phase `ready` the total that was done. */
export function describeProgress({ phase, unit, done, total, listed }: Progress): string {
  const verb = unit === 'texts' ? 'embedded' : 'indexed';
  if (phase === 'ready') return `${counted(done, unit)} ${verb}`;
  if (total === null) return `listing files: ${listed} found so far, ${done} ${verb}`;
  return unit === 'texts' ? `${done} of ${total} texts embedded` : `${done} of ${counted(total, unit)}`;
}

/** `1 file`, `2 files`. */
export const counted = (count: number, unit: string): string => `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`;

/** In percent; undefined while the total is not known. */
export const percentageOf = ({ done, total }: Pick<Progress, 'done' | 'total'>): number | undefined =>
  total ? Math.min(100, Math.floor((100 * done) / total)) : undefined;
