/**
 * Members in a question that are named behind their types, `Cart.total`: one that the type inherits is read as the member of the type above;
 * of one that it has not, or of a type that is not there, the answer says so.
 */
import type { ChunkRecord } from '../../model/chunk.js';
import { isDistinctive, isType } from '../../model/symbol.js';
import { memberFinder } from '../graph/mentions/inherited-members.js';
import { isMember } from '../graph/mentions/possible-targets.js';
import type { IndexReader } from '../ports.js';
import { symbolsNamed } from '../recall/look-up.js';
import { isForeignFile } from './analyse-query.js';
import type { Correction } from './correct-words.js';
import { MAX_PHRASE_CHARS } from './stated-names.js';

export interface QualifiedNames {
  /** The question with the types above in place of those that inherit. */
  readonly text: string;
  readonly inherited: readonly Correction[];
  readonly missing: readonly Misqualified[];
}

/** A name whose type has no such member and inherits none, or is not there. */
export interface Misqualified {
  /** As written. */
  readonly name: string;
  /** Its last segment. */
  readonly member: string;
  /** Qualified names of other symbols with that segment. */
  readonly others: readonly string[];
}

const QUALIFIED = /(?<![\w$./:@#>-])[\w$]+(?:(?:\.|::|->|#)[\w$]+){1,5}(?![\w$/])/g;
const SEPARATOR = /\.|::|->|#/;
/** Names of one question that are looked up. */
const MAX_NAMES = 4;

/** The member that a name without a symbol of its own inherits, `Order.total` of `class Order extends Cart`; null where there is none. */
export const inheritedMember = (reader: IndexReader, name: string): ChunkRecord | null => membersAbove(reader, name).above ?? null;

function membersAbove(reader: IndexReader, name: string) {
  const [member = '', outer = ''] = name.split(SEPARATOR).toReversed();
  const around = outer ? symbolsNamed(reader, { symbol: outer }).filter((record) => record.name === outer) : [];
  const types = around.filter(({ symbolKind }) => isType(symbolKind));
  // With a small letter it may be a value.
  const namesType = types.length > 0 || (outer && !around.length && /^\p{Lu}/u.test(outer));
  const others = namesType ? symbolsNamed(reader, { symbol: member }).filter((record) => record.name === member) : [];
  const membersOf = memberFinder(reader);
  const above = types.flatMap((type) => membersOf(outer, others.filter(isMember), type) ?? [])[0];
  return { member, types, others, above };
}

export function readQualified(reader: IndexReader, question: string): QualifiedNames {
  const names = question.length > MAX_PHRASE_CHARS ? [] : [...new Set(question.match(QUALIFIED) ?? [])].slice(0, MAX_NAMES);
  const inherited: Correction[] = [];
  const missing: Misqualified[] = [];
  for (const name of names) {
    if (isForeignFile(name) || symbolsNamed(reader, { symbol: name }).length) continue;
    const { member, types, others, above } = membersAbove(reader, name);
    // A member of a library, or one that is no symbol.
    if (!others.length && !(types.length && isDistinctive(member))) continue;
    if (above) inherited.push({ typed: name, meant: above.qualifiedName, isInherited: true });
    else missing.push({ name, member, others: [...new Set(others.map(({ qualifiedName }) => qualifiedName))] });
  }
  const meant = new Map(inherited.map((one) => [one.typed, one.meant]));
  return { text: meant.size ? question.replace(QUALIFIED, (name) => meant.get(name) ?? name) : question, inherited, missing };
}
