/** A commit as answers mention it, and how much the age of one counts. */
export interface Commit {
  readonly hash: string;
  /** When it was committed, milliseconds since the epoch. */
  readonly date: number;
  /** First line of the message, secrets and e-mail addresses masked. */
  readonly subject: string;
}

/** The commit that last changed a result: of the lines that it shows, or, where that is not known, of its file. */
export interface LastCommit extends Commit {
  readonly of: 'symbol' | 'file';
}

/** A quarter of a year: what a team worked on last quarter still counts half. */
const halfLifeMs = 90 * 24 * 3600 * 1000;

/** 1 for the newest commit of a workspace, half as much for each 90 days before it. */
export const recency = (date: number, newest: number): number => 0.5 ** (Math.max(0, newest - date) / halfLifeMs);
