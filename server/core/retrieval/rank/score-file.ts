/** The parts of a score that all chunks of a file share: its name, its weight, its place, its nearness to the user, its age. Pure. */
import { foldName } from '../../chunking/words.js';
import type { Anchor, ScorePart } from '../../model/answer.js';
import { foldersOf, stemOf } from '../../model/file.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { coveredBy, wordsIn } from '../query/name-match.js';
import { ageParts, type FileAge } from './file-age.js';
import type { Rarity } from './rarity.js';
import { weights } from './weights.js';

/** Files that stand for their folder. */
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
  const certainty = isEntry ? weights.entryFile : 1;
  const folded = foldName(stem);
  const share = wordsIn(query.words, rarity.of, stem);
  // A word that is everywhere names no file: `test.ts` in a test framework.
  const covered = share > 0 ? coveredBy(query.words, stem, rarity.relative) : 0;
  const parts: ScorePart[] = [
    { name: 'file name', value: certainty * (share * weights.stem + covered * weights.stemCovered) },
    {
      name: 'file named in question',
      value:
        certainty *
        ((query.compounds.includes(folded) ? weights.stemIsCompound : 0) +
          (query.words.includes(folded) ? weights.stemIsWord * rarity.relative(folded) : 0)),
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
