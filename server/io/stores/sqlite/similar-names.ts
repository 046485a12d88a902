/**
 * Names of symbols that differ from a word by a few letters: for misspelt words. Reads the table of names, so it needs no index of
 * its own and answers from the first file on.
 */
import { foldName } from '../../../core/chunking/words.js';
import type { SimilarName } from '../../../core/retrieval/ports.js';
import { editDistance } from '../../../util/nearest.js';
import type { StoreDatabase } from './store-database.js';

/** Shorter words are near to too many names. */
const minChars = 4;
const maxChars = 60;

/** Edits that a word of so many letters may be away from its name. */
const mostEdits = (length: number): number => (length < 8 ? 1 : length < 14 ? 2 : 3);

/** Names without their vowels after the first letter: what abbreviations keep. */
const consonants = (folded: string): string => folded.slice(0, 1) + folded.slice(1).replace(/[aeiouy]/g, '');

/**
 * The most similar names of symbols, nearest first. Names that begin with the same letter are compared first, since people rarely get
 * that one wrong; all others only where none of those is near.
 */
export function findSimilarNames(store: StoreDatabase, word: string, limit: number): SimilarName[] {
  const typed = foldName(word);
  if (typed.length < minChars || typed.length > maxChars || limit <= 0) return [];
  const first = String.fromCodePoint(typed.codePointAt(0) as number);
  const among = store.sql<[id: number, folded: string]>(
    'SELECT id, folded FROM names WHERE folded >= ? AND folded < ? AND length(folded) BETWEEN ? AND ?',
  );
  const near = (from: string, to: string) => nearest(store, typed, among.raw().iterate(from, to, ...lengths(typed)), limit);
  const found = near(first, `${first}\u{10ffff}`);
  const written = word.toLowerCase();
  // Of names that are equally near, the one with the separators of the word.
  return (found.length ? found : near('', '\u{10ffff}'))
    .map((one) => ({ ...one, written: editDistance(written, one.name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance || a.written - b.written)
    .map(({ name, distance }) => ({ name, distance }));
}

/** Dropped vowels make a word shorter than edits do. */
const lengths = (typed: string): [number, number] => [typed.length - mostEdits(typed.length), Math.ceil(typed.length * 1.7)];

function nearest(store: StoreDatabase, typed: string, rows: Iterable<readonly [number, string]>, limit: number): SimilarName[] {
  const most = mostEdits(typed.length);
  const letters = lettersOf(typed);
  const skeleton = consonants(typed);
  const candidates: { readonly id: number; readonly folded: string; readonly distance: number }[] = [];
  for (const [id, folded] of rows) {
    if (folded === typed) continue;
    if (folded.length - typed.length <= most && bits(lettersOf(folded) ^ letters) <= 2 * most) {
      const distance = editDistance(typed, folded);
      if (distance <= most) {
        candidates.push({ id, folded, distance });
        continue;
      }
    }
    // An abbreviation is longer away in letters, and as clear.
    if (folded.length > typed.length && skeleton.length >= minChars && typed === abbreviated(folded, typed, skeleton))
      candidates.push({ id, folded, distance: most + 1 });
  }
  candidates.sort((a, b) => a.distance - b.distance || (a.folded < b.folded ? -1 : 1));
  const bearers = store
    .sql<string>('SELECT DISTINCT name FROM chunks WHERE fold = ? AND symbol_kind IS NOT NULL ORDER BY length(name), name LIMIT 4')
    .pluck();
  const found: SimilarName[] = [];
  for (const { id, distance } of candidates) {
    for (const name of bearers.all(id)) if (found.length < limit) found.push({ name, distance });
    if (found.length >= limit) break;
  }
  return found;
}

/** `typed` where it is `folded` without some of its vowels; else ''. */
function abbreviated(folded: string, typed: string, skeleton: string): string {
  if (consonants(folded) !== skeleton) return '';
  let at = 0;
  for (const letter of folded) if (letter === typed[at]) at++;
  return at === typed.length ? typed : '';
}

/** One bit for each letter that occurs: sets that differ much belong to words that differ much. */
function lettersOf(text: string): number {
  let set = 0;
  for (let i = 0; i < text.length; i++) set |= 1 << (text.charCodeAt(i) & 31);
  return set;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
