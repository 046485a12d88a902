/** The parts of a score that all chunks of a file share: its name, importance, depth, distance to the user and age. Pure. */
import { foldName } from '../../chunking/words.js';
import type { Anchor, ScorePart } from '../../model/answer.js';
import { foldersOf, stemOf } from '../../model/file.js';
import type { FileHistory } from '../history-port.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { coveredBy, wordsIn } from '../query/name-match.js';
import { mentions } from '../query/question-words.js';
import type { Rarity } from './rarity.js';
import { weights } from './weights.js';

export type FileAge = Pick<FileHistory, 'recencyOf' | 'churn'>;

/** Files that are named after their folder. */
const ENTRY = /^(?:index|mod|init|__init__)$/;

export function scoreFile(
  query: AnalysedQuery,
  rarity: Rarity,
  path: string,
  importance: number,
  anchor: Anchor | null,
  age: FileAge | null,
): ScorePart[] {
  const folders = foldersOf(path);
  const own = stemOf(path);
  const isEntry = ENTRY.test(own) && folders !== '';
  const stem = isEntry ? folders.slice(folders.lastIndexOf('/') + 1) : own;
  const folded = foldName(stem);
  const share = wordsIn(query.words, rarity.of, stem);
  // A very common word does not name a file: `test.ts` in a test framework.
  const covered = share > 0 ? coveredBy(query.words, stem, rarity.relative) : 0;
  const parts: ScorePart[] = [
    { name: 'file name', value: share * weights.stem + covered * weights.stemCovered },
    {
      name: 'file named in question',
      value:
        (query.compounds.includes(folded) ? weights.stemIsCompound : 0) +
        (query.words.includes(folded) ? weights.stemIsWord * rarity.relative(folded) : 0),
    },
    { name: 'importance', value: importance * weights.importance },
    { name: 'depth', value: Math.min(weights.maxDepth, path.split('/').length) * weights.depth },
    { name: 'near the anchor', value: anchor ? nearness(anchor, path) * weights.anchor : 0 },
    ...(age ? ageParts(query, path, age) : []),
  ];
  return parts.filter((part) => part.value !== 0);
}

/** 1 in the same file, less with each folder between. */
function nearness(anchor: Anchor, path: string): number {
  if (anchor.path === path) return 1;
  const a = anchor.path.split('/');
  const b = path.split('/');
  let same = 0;
  while (same < a.length - 1 && same < b.length - 1 && a[same] === b[same]) same++;
  return weights.anchorFolder / (1 + (a.length - 1 - same) + (b.length - 1 - same));
}

/** When a file last changed, and how often: decides between equals, and more where the question asks for it. */
function ageParts(query: AnalysedQuery, path: string, age: FileAge): ScorePart[] {
  const often = mentions(query.text, 'churn')
    ? weights.churnAsked * Math.min(1, Math.log1p(age.churn(path)) / Math.log1p(weights.churnCommits))
    : 0;
  return [
    { name: 'recency', value: age.recencyOf(path) * (mentions(query.text, 'recent') ? weights.recencyAsked : weights.recency) },
    { name: 'changes often', value: often },
  ];
}
