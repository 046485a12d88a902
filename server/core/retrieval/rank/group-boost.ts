/**
 * Neighbours of good results: a file with several good chunks lifts its chunks, a folder with several good files,
 * its own or those of folders within, lifts what lies directly in it. One part of the score each.
 */
import { addTo } from '../../../util/grouped.js';
import { foldersOf } from '../../model/file.js';
import type { Scoring } from './rank.js';
import { weights } from './weights.js';

/** A file with several good chunks is about the question. */
export function boostFiles(scored: readonly Scoring[]): void {
  const files = new Groups<number>();
  for (const { candidate, score } of scored) files.add(candidate.record.fileId, score);
  files.lift(scored, ({ candidate }) => candidate.record.fileId, 'file support', weights.fileSupport);
}

/** Of two equally good files the one among other good files comes first. */
export function boostFolders(scored: readonly Scoring[]): void {
  const files = new Map<string, number>();
  for (const { candidate, score } of scored) files.set(candidate.record.path, Math.max(score, files.get(candidate.record.path) ?? score));
  const folders = new Groups<string>();
  for (const [path, score] of files) {
    for (let folder = foldersOf(path); ; folder = foldersOf(folder)) {
      folders.add(folder, score);
      if (!folder) break;
    }
  }
  folders.lift(scored, ({ candidate }) => foldersOf(candidate.record.path), 'folder support', weights.folderSupport);
}

class Groups<Key> {
  readonly #scores = new Map<Key, number[]>();

  add(key: Key, score: number): void {
    addTo(this.#scores, key, score);
  }

  /** Each member gets the sum of its group's best scores, as a share of the best group's, times the best score of all. */
  lift(scored: readonly Scoring[], keyOf: (ranked: Scoring) => Key, name: string, weight: number): void {
    const sums = new Map<Key, number>();
    let most = 0;
    let top = 0;
    for (const [key, list] of this.#scores) {
      list.sort((a, b) => b - a);
      const sum = list.slice(0, weights.supportMembers).reduce((total, score) => total + score, 0);
      sums.set(key, sum);
      most = Math.max(most, sum);
      top = Math.max(top, list[0] as number);
    }
    if (most <= 0) return;
    for (const ranked of scored) {
      const value = ((sums.get(keyOf(ranked)) as number) / most) * top * weight;
      ranked.score += value;
      ranked.parts.push({ name, value });
    }
  }
}
