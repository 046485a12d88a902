/** Adds the last commit to each result: a look-up for files; for symbols git is asked, within bounds. */
import type { Question, Result } from '../../model/answer.js';
import type { Commit } from '../../model/commit.js';
import type { FileHistory } from '../history-port.js';
import type { IndexReader } from '../ports.js';
import { budget } from './budget.js';

export async function attachCommits<R extends Result>(
  history: FileHistory,
  reader: Pick<IndexReader, 'file' | 'fileText'>,
  results: readonly R[],
  wanted: Question['lastCommit'],
  signal?: AbortSignal,
): Promise<R[]> {
  const ofSymbols: readonly (Commit | null)[] = wanted === 'symbol' ? await symbolCommits(history, reader, results, signal) : [];
  return results.map((result, i): R => {
    const own = ofSymbols[i];
    if (own) return { ...result, lastCommit: { ...own, of: 'symbol' } };
    const ofFile = history.lastCommit(result.path);
    return ofFile ? { ...result, lastCommit: { ...ofFile, of: 'file' } } : result;
  });
}

function symbolCommits(
  history: FileHistory,
  reader: Pick<IndexReader, 'file' | 'fileText'>,
  results: readonly Result[],
  signal: AbortSignal | undefined,
): Promise<(Commit | null)[]> {
  const places = results.slice(0, budget.commitPlaces).map(({ path, lines }) => {
    const file = reader.file(path);
    const lastCommit = history.lastCommit(path);
    const asCommitted = file?.origin === 'disk' && lastCommit !== null && history.changedAt(path, file.mtimeMs) === lastCommit.date;
    return { path, lines, text: asCommitted ? null : ((file && reader.fileText(file.id)) ?? null) };
  });
  return history.lastCommitsOf(places, budget.commitDeadlineMs, signal);
}
