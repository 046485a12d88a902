/**
 * The newest commit among some lines of a file, by `git blame` of what is committed. The file on disk is not given to
 * git: it would run the filters that the repository's configuration names. Text conversion is switched off likewise.
 */
import type { Commit } from '../../core/model/commit.js';
import type { LineSpan } from '../../core/model/file.js';
import { committedLines, linesOf } from './committed-lines.js';
import type { Git } from './git-port.js';
import { commitOf } from './read-log.js';

export interface BlamePlace {
  /** Relative to the folder. */
  readonly path: string;
  readonly lines: LineSpan;
  /** The present text; null where it is the committed one. */
  readonly text: string | null;
}

/** More pieces than this are a rewritten file: what is found in the first of them will do. */
const maxSpans = 20;

export async function newestCommit(
  git: Git,
  folder: string,
  place: BlamePlace,
  isShallow: boolean,
  signal: AbortSignal,
): Promise<Commit | null> {
  let spans: readonly LineSpan[] = [place.lines];
  if (place.text !== null) {
    const committed = await git.output(['cat-file', 'blob', `HEAD:./${place.path}`], folder, signal);
    spans = committedLines(linesOf(committed), linesOf(place.text), place.lines).slice(0, maxSpans);
  }
  if (spans.length === 0) return null;
  const ranges = spans.flatMap(({ start, end }) => ['-L', `${start + 1},${Math.max(start + 1, end)}`]);
  const args = ['blame', '--porcelain', '--no-textconv', '--encoding=UTF-8', ...ranges, 'HEAD', '--', place.path];
  return newestOf(await git.output(args, folder, signal), isShallow);
}

const header = /^([0-9a-f]{40,64}) \d+ \d+/;

/** The newest commit of a porcelain blame. In a shallow repository a boundary is where history ends, not where lines began. */
function newestOf(output: string, isShallow: boolean): Commit | null {
  let newest: Commit | null = null;
  let [hash, seconds, summary, isBoundary] = ['', 0, '', false];
  const take = () => {
    if (seconds > 0 && !(isShallow && isBoundary) && seconds * 1000 > (newest?.date ?? 0)) newest = commitOf(hash, seconds, summary);
    [seconds, summary, isBoundary] = [0, '', false];
  };
  for (const line of output.split('\n')) {
    const next = line.startsWith('\t') ? null : header.exec(line);
    if (next) {
      take();
      hash = next[1] as string;
    } else if (line.startsWith('committer-time ')) seconds = Number(line.slice(15));
    else if (line.startsWith('summary ')) summary = line.slice(8);
    else if (line === 'boundary') isBoundary = true;
  }
  take();
  return newest;
}
