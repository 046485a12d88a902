/**
 * Names of symbols that differ from a word by a few letters: for misspelt words. Reads the table of names, so it needs no index of
 * its own and answers from the first file on.
 */
import { foldName, withoutWhole, wordsOf } from '../../../core/chunking/words.js';
import type { SimilarName } from '../../../core/retrieval/ports.js';
import { editDistance } from '../../../util/nearest.js';
import type { StoreDatabase } from './store-database.js';

/** Shorter words are near to too many names. */
const minChars = 4;
const maxChars = 60;

/** A name with so many edits is meant, though another one has the word inside; shorter words are inside too many names. */
const CLEAR_EDITS = 2;
const MIN_PART = 8;
const MAX_AROUND = 40;

/** Edits that a word of so many letters may be away from its name. */
const mostEdits = (length: number): number => (length < 8 ? 1 : length < 14 ? 2 : 3);

/** Names without their vowels after the first letter: what abbreviations keep. */
const consonants = (folded: string): string => folded.slice(0, 1) + folded.slice(1).replace(/[aeiouy]/g, '');

/** Names of symbols and what they fold to, as a store has them. */
export interface NameTable {
  /** Folded names from `from` on, before `to`, with so many characters. */
  between(from: string, to: string, minChars: number, maxChars: number): Iterable<readonly [id: number, folded: string]>;
  /** Folded names that have the part inside, the shortest first, at most `limit`. */
  containing(part: string, limit: number): Iterable<readonly [id: number, folded: string]>;
  /** Names of symbols that fold to the name with this id, the shortest first, at most four. */
  bearers(id: number): readonly string[];
  /** Names of symbols whose folded form is from `from` on, before `to`. */
  symbols(from: string, to: string): Iterable<string>;
}

export const findSimilarNames = (store: StoreDatabase, word: string, limit: number): SimilarName[] =>
  similarNames(nameTable(store), word, limit);

const nameTable = (store: StoreDatabase): NameTable => ({
  between: (...bounds) =>
    store
      .sql<[id: number, folded: string]>('SELECT id, folded FROM names WHERE folded >= ? AND folded < ? AND length(folded) BETWEEN ? AND ?')
      .raw()
      .iterate(...bounds),
  containing: (part, limit) =>
    store
      .sql<[id: number, folded: string]>(
        'SELECT id, folded FROM names WHERE instr(folded, ?) > 0 AND folded <> ? ORDER BY length(folded), folded LIMIT ?',
      )
      .raw()
      .all(part, part, limit),
  bearers: (id) =>
    store
      .sql<string>('SELECT DISTINCT name FROM chunks WHERE fold = ? AND symbol_kind IS NOT NULL ORDER BY length(name), name LIMIT 4')
      .pluck()
      .all(id),
  symbols: (from, to) =>
    store
      .sql<string>(
        'SELECT DISTINCT c.name FROM names n JOIN chunks c ON c.fold = n.id WHERE n.folded >= ? AND n.folded < ? AND c.symbol_kind IS NOT NULL',
      )
      .pluck()
      .iterate(from, to),
});

/**
 * The most similar names of symbols, nearest first. Names that begin with the same letter are compared first, since people rarely get
 * that one wrong; names with the whole word inside come before further edits, all others last.
 */
export function similarNames(table: NameTable, word: string, limit: number): SimilarName[] {
  const typed = foldName(word);
  if (typed.length < minChars || typed.length > maxChars || limit <= 0) return [];
  const most = mostEdits(typed.length);
  const first = String.fromCodePoint(typed.codePointAt(0) as number);
  const near = (from: string, to: string) => nearest(table, typed, table.between(from, to, ...lengths(typed)), limit);
  const found = near(first, `${first}\u{10ffff}`);
  const whole =
    (found[0]?.distance ?? most + 1) > CLEAR_EDITS && typed.length >= MIN_PART ? namesAround(table, typed, most + 1, limit) : [];
  if (whole.length) return whole;
  const others = found.length ? found : near('', '\u{10ffff}');
  if (!others.length) return likeWords(table, word, limit);
  const written = word.toLowerCase();
  // Of names that are equally near, the one with the separators of the word.
  return others
    .map((one) => ({ ...one, written: editDistance(written, one.name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance || a.written - b.written)
    .map(({ name, distance }) => ({ name, distance }));
}

/** Names that have the whole word inside: `autoDetectLineEnding` for `detect_lineending`. */
function namesAround(table: NameTable, typed: string, distance: number, limit: number): SimilarName[] {
  const found: SimilarName[] = [];
  for (const [id] of table.containing(typed, MAX_AROUND))
    for (const name of table.bearers(id)) if (found.length < limit) found.push({ name, distance });
  return found;
}

/** Names of as many words, each like the word in its place: `calcProgres` for `calculateProgress`. Their distance is that of an abbreviation. */
function likeWords(table: NameTable, word: string, limit: number): SimilarName[] {
  const typed = partsOf(word);
  const start = typed[0]?.slice(0, START_CHARS) ?? '';
  if (typed.length < 2 || start.length < START_CHARS) return [];
  const found: { readonly name: string; readonly same: number }[] = [];
  for (const name of table.symbols(start, `${start}\u{10ffff}`)) {
    const parts = partsOf(name);
    if (parts.length !== typed.length || !parts.every((part, i) => isLike(typed[i] as string, part))) continue;
    found.push({ name, same: parts.filter((part, i) => part === typed[i]).length });
  }
  found.sort((a, b) => b.same - a.same || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return found.slice(0, limit).map(({ name }) => ({ name, distance: mostEdits(foldName(word).length) + 1 }));
}

const START_CHARS = 2;
const partsOf = (name: string): readonly string[] => withoutWhole(wordsOf(name).split(' ').filter(Boolean), name);
/** A word, its abbreviation (`dirs` for `directories`) or one letter wrong. */
function isLike(typed: string, word: string): boolean {
  if (typed === word) return true;
  const stem = typed.length > 3 && typed.endsWith('s') ? typed.slice(0, -1) : typed;
  if (stem.length >= 3 && word.startsWith(stem)) return true;
  return Math.min(typed.length, word.length) >= 4 && editDistance(typed, word) <= 1;
}

/** Dropped vowels make a word shorter than edits do. */
const lengths = (typed: string): [number, number] => [typed.length - mostEdits(typed.length), Math.ceil(typed.length * 1.7)];

function nearest(table: NameTable, typed: string, rows: Iterable<readonly [number, string]>, limit: number): SimilarName[] {
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
  const found: SimilarName[] = [];
  for (const { id, distance } of candidates) {
    for (const name of table.bearers(id)) if (found.length < limit) found.push({ name, distance });
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
