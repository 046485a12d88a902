/** Of the same entry in the tables of several languages one: that of English if it is among the results. Pure. */
import { originality } from '../../model/translated-files.js';
import { isOfMessages } from '../recall/message-tables.js';
import type { Ranked } from './rank.js';

/** @param ranked best first; the entry that stays has the place of the best one. What the question quotes stays as it is. */
export function oneTranslation(ranked: readonly Ranked[]): readonly Ranked[] {
  const best = new Map<string, Ranked>();
  for (const one of ranked) {
    const entry = entryOf(one);
    const before = entry === null ? undefined : best.get(entry);
    if (entry !== null && (!before || originality(one.candidate.record) > originality(before.candidate.record))) best.set(entry, one);
  }
  if (!best.size) return ranked;
  const seen = new Set<string>();
  return ranked.flatMap((one): Ranked[] => {
    const entry = entryOf(one);
    if (entry === null) return [one];
    if (seen.has(entry)) return [];
    seen.add(entry);
    return [{ ...one, candidate: (best.get(entry) as Ranked).candidate }];
  });
}

/** An entry is known by its name: its files and folders are called after languages. */
const entryOf = ({ candidate: { record, place } }: Ranked): string | null =>
  place || record.symbolKind === null || !isOfMessages(record) ? null : `${record.language} ${record.qualifiedName}`;
