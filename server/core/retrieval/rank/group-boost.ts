/**
 * Names and neighbours of good results: a file with several good chunks lifts its chunks, a folder with several good files,
 * its own or those of folders within, lifts what lies directly in it. One part of the score each.
 */
import { addTo } from '../../../util/grouped.js';
import { foldersOf } from '../../model/file.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { wordsIn } from '../query/name-match.js';
import type { Scoring, Spread } from './rank.js';
import type { Rarity } from './rarity.js';
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

/**
 * Symbols whose names contain words of a question, which is no name itself, come before others. In a list of files they do so within their file only, whose best
 * score stays as it is: a file is found better by what is in it.
 */
export function boostNames(scored: readonly Scoring[], query: AnalysedQuery, rarity: Rarity, spread: Spread): void {
  const weight = query.isChangeRequest ? weights.nameWordsInChange : weights.nameWords;
  const bonuses = scored.map(({ candidate: { record }, score }) =>
    record.kind === 'symbol' ? wordsIn(query.words, rarity.of, record.name) * weight * Math.max(0, score) : 0,
  );
  const best = new Map<number, { before: number; after: number }>();
  for (const [i, { candidate, score }] of scored.entries()) {
    const { before, after } = best.get(candidate.record.fileId) ?? { before: score, after: score };
    best.set(candidate.record.fileId, { before: Math.max(before, score), after: Math.max(after, score + (bonuses[i] as number)) });
  }
  for (const [i, ranked] of scored.entries()) {
    const { before, after } = best.get(ranked.candidate.record.fileId) as { before: number; after: number };
    const value = (bonuses[i] as number) + (spread === 'files' ? before - after : 0);
    if (value === 0) continue;
    ranked.score += value;
    ranked.parts.push({ name: 'words in name', value });
  }
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
