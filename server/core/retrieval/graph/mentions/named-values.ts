/** Types that values of unknown type are named after: `collection.destroy()` for `Collection`, `oldCart.total()` for `Cart`. */
import { escapePattern } from '../../../../util/escape-pattern.js';
import { remembered } from '../../../../util/remembered.js';
import { foldName } from '../../../chunking/words.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import { isType, outerName } from '../../../model/symbol.js';
import type { EdgeRecord, IndexReader } from '../../ports.js';
import { chunksNamed, isSameFamily } from '../neighbours.js';
import type { memberFinder } from './inherited-members.js';

/** Types of a name that are looked at. */
const MAX_TYPES = 5;
/** Words at the end of a name that are tried as the name of a type, and letters of the shortest one that is no whole name. */
const MAX_WORDS = 4;
const MIN_LETTERS = 3;

/** Whether a text has a member of a value that is named like a type: `engine.stop()` for `HttpEngine`. */
export function isValueOfType(text: string, member: string, type: string): boolean {
  const folded = foldName(type);
  return valuesWith(text, member).some((value) => {
    const own = foldName(withoutNumber(value));
    return own !== '' && (own === folded || (value.length >= MIN_LETTERS && folded.includes(own)));
  });
}

const BEFORE_MEMBER = String.raw`(?<![\w$])\$?(\w{0,60})(?:\(\))?[?!]?\s{0,60}(?:\.|->)\s{0,60}`;
const ANY_MEMBER = new RegExp(`${BEFORE_MEMBER}(?=(\\w+))`, 'g');

/** Names of the values a member of which a text mentions, each once; '' for a value without a name. */
function valuesWith(text: string, member: string): readonly string[] {
  if (!text.includes(member)) return [];
  const found = text.matchAll(new RegExp(`${BEFORE_MEMBER}${escapePattern(member)}\\b`, 'g'));
  return [...new Set([...found].map(([, value]) => value as string))];
}

/** The same for all members of a text, in one pass over it: a long text mentions hundreds. */
function valuesOfMembers(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, Set<string>>();
  for (const [, value, member] of text.matchAll(ANY_MEMBER)) remembered(values, member as string, () => new Set()).add(value as string);
  return new Map([...values].map(([member, names]) => [member, [...names]]));
}

/**
 * For a mention of a member of values of unknown type: the types that they are named after, of which each has such a member, itself or from
 * above; none where a value is named otherwise.
 */
export function namedTypeFinder(
  reader: IndexReader,
  membersOf: ReturnType<typeof memberFinder>,
): (edge: EdgeRecord, from: ChunkRecord, fileText: string, candidates: readonly ChunkRecord[]) => readonly string[] {
  const known = new Map<string, string>();
  const ofChunks = new Map<number, ReadonlyMap<string, readonly string[]>>();
  const typeOf = (value: string, candidates: readonly ChunkRecord[], from: ChunkRecord): string => {
    for (const name of typeNames(value)) {
      const folded = foldName(name);
      const own = candidates.find((record) => foldName(outerName(record)) === folded);
      if (own) return outerName(own);
      if (name.length < MIN_LETTERS) continue;
      const types = reader.chunks(chunksNamed(reader, [name], MAX_TYPES).get(name) ?? []);
      if (!types.some((record) => isType(record.symbolKind) && isSameFamily(record, from))) continue;
      if (membersOf(name, candidates, from)?.length) return name;
    }
    return '';
  };
  return (edge, from, fileText, candidates) => {
    const text = fileText.slice(from.span.start, from.span.end);
    const values = /^\w+$/.test(edge.name)
      ? (remembered(ofChunks, from.id, () => valuesOfMembers(text)).get(edge.name) ?? [])
      : valuesWith(text, edge.name);
    const types = values.map((value) => remembered(known, `${from.language} ${value}.${edge.name}`, () => typeOf(value, candidates, from)));
    return types.includes('') ? [] : [...new Set(types)];
  };
}

/** How a type may be called that a value is named after: `oldCart` gives OldCart and Cart. */
function typeNames(value: string): string[] {
  const words = withoutNumber(value).match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\d]+/gu) ?? [];
  const names = words.map((_, from) => words.slice(from).map(capitalised).join(''));
  // `oldDb` is no `Db`, `db` is one.
  return names.slice(-MAX_WORDS).filter((name) => name.length >= MIN_LETTERS || (words.length === 1 && name.length > 1));
}

/** `cart` of `cart2`. */
const withoutNumber = (value: string): string => value.replace(/(?<=\p{L})\d+$/u, '');

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
