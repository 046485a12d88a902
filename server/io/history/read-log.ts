/**
 * Commits with the files that they changed, newest first, as `git log` prints them.
 * Must never let the repository's configuration run a program: no signatures, no diff drivers, no text conversion.
 */
import type { Commit } from '../../core/model/commit.js';
import { redactSecretsAndEmails } from '../../core/security/redact.js';
import type { Git } from './git-port.js';

export interface LoggedCommit {
  readonly commit: Commit;
  /** Relative to the folder. */
  readonly paths: string[];
}

export interface LogOptions {
  /** `HEAD`, or `A..HEAD`. */
  readonly range: string;
  readonly maxCommits: number;
  /** True where history was cut when it was fetched: its oldest commits seem to add every file. */
  readonly isShallow: boolean;
  readonly signal: AbortSignal;
}

const mark = '\x01';
const format = ['%H', '%ct', '%P', '%s'].map((field) => `%x01${field}`).join('');
/** A message without line breaks is a subject as a whole. */
const maxSubjectChars = 300;

export async function* readLog(git: Git, folder: string, options: LogOptions): AsyncGenerator<LoggedCommit> {
  const { range, maxCommits, isShallow, signal } = options;
  const args = [
    'log',
    '-z',
    `--max-count=${maxCommits}`,
    '--no-merges',
    '--no-show-signature',
    '--name-only',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--ignore-submodules=all',
    '--relative',
    '--encoding=UTF-8',
    `--format=${format}`,
    range,
    '--',
    '.',
  ];
  let current: LoggedCommit | null = null;
  for await (const batch of git.names(args, folder, signal)) {
    for (const token of batch) {
      if (token.startsWith(mark)) {
        if (current) yield current;
        current = parse(token, isShallow);
        // The first name of a commit comes after a line break.
      } else if (token !== '' && current) current.paths.push(current.paths.length === 0 ? token.replace(/^\n/, '') : token);
    }
  }
  if (current) yield current;
}

/** Null for a commit that is left out. */
function parse(token: string, isShallow: boolean): LoggedCommit | null {
  const [, hash, seconds, parents, ...subject] = token.split(mark);
  if (!hash || !seconds || (isShallow && parents === '')) return null;
  return { commit: commitOf(hash, Number(seconds), subject.join(' ')), paths: [] };
}

export const commitOf = (hash: string, seconds: number, subject: string): Commit => ({
  hash,
  date: seconds * 1000,
  subject: redactSecretsAndEmails(subject.slice(0, maxSubjectChars)),
});
