/** What a user means by a name: the symbols of that name, a file, or the symbols of the nearest name, which the answer then says. */
import { foldName } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { languageOf } from '../../model/language.js';
import type { Problem } from '../../model/problem.js';
import type { IndexReader } from '../ports.js';
import { correctionProblem, hasOtherNumber } from '../query/correct-words.js';
import { inheritedMember, type Misqualified } from '../query/qualified-names.js';
import { correction as limits } from '../rank/weights.js';
import { fileNamed, moduleNamed } from './file-named.js';
import { MAX_NAMESAKES, symbolsNamed } from './look-up.js';

export interface Named {
  /** Empty if nothing has the name or one like it. */
  readonly records: readonly ChunkRecord[];
  /** That another name is answered for, or that nothing has the name. */
  readonly problem: Problem | null;
}

/** Namesakes that a message lists. */
const MAX_LISTED = 4;
const MAX_SIMILAR = 5;
const SEPARATOR = /\.|::|->|#|[/\\]/;

/**
 * @param text a name, a qualified name, or the path or name of a file or module
 * @param isPart whether the index may lack files
 */
export function findNamed(reader: IndexReader, text: string, isPart: boolean): Named {
  const meant = (name: string, records: readonly ChunkRecord[]): Named => ({
    records: records.slice(0, MAX_NAMESAKES),
    problem: correctionProblem({ typed: text, meant: name }, isPart),
  });
  const files = fileNamed(reader, text);
  const symbols = symbolsNamed(reader, { symbol: text });
  const last = lastSegment(text);
  if (!files.length && symbols.length && symbols.every(({ name }) => isOther(name, last))) return meant(nameOf(symbols), symbols);
  const records = files.length || symbols.length ? [...files, ...symbols] : moduleNamed(reader, text);
  if (records.length > MAX_NAMESAKES) return { records: records.slice(0, MAX_NAMESAKES), problem: manyNamed(text, records.length) };
  if (records.length) return { records, problem: null };
  // The end of its name is the name of nothing.
  if (isPath(text)) return { records: [], problem: { code: 'noMatch', message: `the index has no file ${text}`, incomplete: false } };
  const qualifier = text.slice(0, text.lastIndexOf(last));
  const above = qualifier ? inheritedMember(reader, text) : null;
  if (above)
    return { records: [above], problem: correctionProblem({ typed: text, meant: above.qualifiedName, isInherited: true }, isPart) };
  const namesakes = qualifier ? symbolsNamed(reader, { symbol: last }) : [];
  const names = [...new Set(namesakes.map(({ qualifiedName }) => qualifiedName))];
  if (names.length > 1) return missing(text, namesakesText(names, last));
  if (names.length) return meant(names[0] as string, namesakes);
  const similar = foldName(last).length < limits.minChars ? [] : reader.similarNames(last, MAX_SIMILAR);
  // A heading of several words is no name.
  const near = similar.find(({ name }) => !hasOtherNumber(last, name) && !/\s/.test(name));
  if (!near) return missing(text);
  const qualified = symbolsNamed(reader, { symbol: `${qualifier}${near.name}` });
  if (qualified.length) return meant(qualifier ? nameOf(qualified) : near.name, qualified);
  const nearest = symbolsNamed(reader, { symbol: near.name });
  // A key of a file of data has a name, and is no symbol.
  return nearest.length ? meant(near.name, nearest) : missing(text);
}

const lastSegment = (text: string): string => text.split(SEPARATOR).filter(Boolean).at(-1) ?? text;

const isPath = (text: string): boolean => /[/\\]/.test(text) && languageOf(text) !== 'plaintext';

const manyNamed = (text: string, count: number): Problem => ({
  code: 'sameName',
  message: `${count} symbols are named ${JSON.stringify(text)}; ${MAX_NAMESAKES} of them are answered for, those of source code first`,
  incomplete: false,
});

/** Whether two names differ in underscores or dashes alone, and so may be those of two symbols. */
const isOther = (name: string, typed: string): boolean => foldName(name) === foldName(typed) && separated(name) !== separated(typed);
const separated = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}_-]/gu, '');

const nameOf = (records: readonly ChunkRecord[]): string =>
  [...new Set(records.map(({ qualifiedName }) => qualifiedName))].slice(0, MAX_LISTED).join(', ');

const missing = (text: string, more = ''): Named => ({
  records: [],
  problem: { code: 'noMatch', message: `${absentText(text)}${more}`, incomplete: false },
});

const absentText = (text: string): string => `the index has no symbol ${JSON.stringify(text)}`;

/** Which symbols have the last segment of a name that nothing has. @param names their qualified names */
function namesakesText(names: readonly string[], last: string): string {
  if (!names.length) return '';
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  const have = names.length === 1 ? 'has' : 'have';
  return `; ${names.slice(0, MAX_LISTED).join(', ')}${more} ${have} the name ${JSON.stringify(last)}`;
}

/** That a type has no such member, and what else has its name. */
export const misqualifiedProblem = ({ name, member, others }: Misqualified): Problem => ({
  code: 'unknownName',
  message: `${absentText(name)}${namesakesText(others, member)}`,
  incomplete: false,
});
