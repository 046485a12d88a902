/**
 * Who uses a member. The index holds no mention of a plain name behind a value, which would be two fifths more mentions in C, and none behind
 * the member of a value. They are read from the lines with the name when a question needs them, with the types of the values as the text
 * declares them: `wl->size`, `f.opt.size`, `Size { width }`.
 */
import { escapePattern } from '../../../util/escape-pattern.js';
import { remembered } from '../../../util/remembered.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { endsInString, isCommentLine } from '../../model/line-forms.js';
import { isFunction, outerName } from '../../model/symbol.js';
import { type Chain, chainBefore } from '../../model/value-chains.js';
import { ELEMENT, valueFormsOf } from '../../model/value-forms.js';
import type { IndexReader } from '../ports.js';
import { linesWith, type NamedLine } from '../recall/lines-with.js';
import type { Step } from './graph-steps.js';
import { isValueOfType } from './mentions/named-values.js';
import { isSameFamily } from './neighbours.js';
import { TextTypes } from './text-types.js';

/** Chunks with the name of a field that are looked at. */
const MAX_LINES = 1_000;
/** The types decide, so that `id` and `db` are told apart; single letters are no words of the index. */
const MIN_LETTERS = 2;

/** Mentions of members behind values whose types the text states: `used_by` of fields, `called_by` of methods. Of a symbol at most one for each. */
export function usersOfMembers(reader: IndexReader, members: readonly ChunkRecord[]): Step[] {
  const seen = new Set<string>();
  const accesses = accessesOf(reader, members);
  return [...accesses.filter(({ isGuess }) => !isGuess), ...accesses.filter(({ isGuess }) => isGuess)].flatMap(
    ({ member: from, record: to, line, isGuess }): Step[] => {
      if (seen.has(`${to.id} ${from.id}`)) return [];
      seen.add(`${to.id} ${from.id}`);
      const { path, provenance } = to;
      const edge = { fromId: to.id, toId: from.id, name: from.name, qualifier: null, path, line, provenance };
      return isFunction(from.symbolKind)
        ? [{ from, to, kind: 'called_by', edge: { ...edge, kind: 'call' }, isGuess }]
        : [{ from, to, kind: 'used_by', edge: { ...edge, kind: 'use' }, isGuess }];
    },
  );
}

/** Whether a mention by name of a field, or a doubtful one of a method, is one of another type's member, by the types that its line states. */
export function isOfOtherType(reader: IndexReader): (step: Step) => boolean {
  const types = new TextTypes(reader);
  return ({ from: member, to: record, edge, isGuess }) => {
    if (edge.toId !== null || (edge.kind !== 'use' && edge.kind !== 'call') || !hasForms(member)) return false;
    const isDoubtful = isGuess && member.symbolKind === 'method';
    if (!isField(member) && !isDoubtful) return false;
    const { text } = types.lineIn(record, edge.line);
    const owners = ownersOn(types, member, { record, line: edge.line, text });
    return (
      owners.length > 0 &&
      owners.every((type) => (isDoubtful ? types.named.isApart(member, type, record) : !types.named.isMember(member, type, record)))
    );
  };
}

/** A line that names a member of a value, or a field as a key of a literal. */
export interface Access extends NamedLine {
  readonly member: ChunkRecord;
  /** True where the value is only named like the type. */
  readonly isGuess: boolean;
}

/**
 * Lines that name members of values whose types the text states; none where the members have several names. Of methods those that are called on
 * a member of a value, `tr.stats.report()`: the types of plain values are known to the index.
 */
export function accessesOf(reader: IndexReader, symbols: readonly ChunkRecord[]): readonly Access[] {
  const named = symbols.filter((one) => (isField(one) || one.symbolKind === 'method') && hasForms(one));
  // A property may have a getter and a setter: an access is one of either.
  const members = named.filter((one) => one === named.find((other) => other.parentId === one.parentId && other.name === one.name));
  const [first] = members;
  if (!first || members.some(({ name }) => name !== first.name)) return [];
  return remembered(knownOf(reader).accesses, members.map(({ id }) => id).join(' '), () => accessesIn(reader, members, first.name));
}

/** Of one state of an index: one question asks for the same members several times. */
interface Known {
  readonly writes: number;
  readonly accesses: Map<string, readonly Access[]>;
}
const known = new WeakMap<IndexReader, Known>();
const MAX_KNOWN = 20;

function knownOf(reader: IndexReader): Known {
  const last = known.get(reader);
  if (last && last.writes === reader.writes && last.accesses.size <= MAX_KNOWN) return last;
  const empty = { writes: reader.writes, accesses: new Map<string, readonly Access[]>() };
  known.set(reader, empty);
  return empty;
}

function accessesIn(reader: IndexReader, members: readonly ChunkRecord[], name: string): readonly Access[] {
  const [first] = members as [ChunkRecord];
  const types = new TextTypes(reader);
  const properties = new Map(members.map((member) => [member.id, propertyOf(member, types)]));
  const written = properties.get(first.id) ?? name;
  return linesWith(reader, written, MAX_LINES, MIN_LETTERS).flatMap((named): Access[] => {
    const { record, text } = named;
    if (!isSameFamily(record, first) || isCommentLine(text, record.language)) return [];
    return members.flatMap((member): Access[] => {
      if (record.id === member.id || record.id === member.parentId) return [];
      const owners = ownersOn(types, member, named, properties.get(member.id) ?? null);
      const isOwn = owners.some((type) => types.named.isMember(member, type, record));
      const isGuess = !isOwn && owners.length === 0 && isCalledAlone(member) && mayBeCalled(member, text);
      return isOwn || isGuess ? [{ ...named, member, isGuess }] : [];
    });
  });
}

/** Ruby: a method that is called on a value without arguments, as a field of other languages is read: the index has no mention of such a call. */
const isCalledAlone = ({ language, symbolKind }: ChunkRecord): boolean => language === 'ruby' && symbolKind === 'method';

/** C#: a method that is handed over by its name, `button.Click += button_Click` or `new Handler(this.run)`. */
const isHandedOver = ({ name, language, symbolKind }: ChunkRecord, text: string): boolean =>
  language === 'csharp' &&
  symbolKind === 'method' &&
  new RegExp(`(?:[-+]?=|[(,?:]|=>|\\breturn)\\s{0,9}(?:[\\w.]{1,80}\\.)?${escapePattern(name)}\\s{0,9}[;,):]`).test(text);

/** Types of the values of which a line hands a method over. */
function ownersOfHandler(types: TextTypes, { name }: ChunkRecord, { record, line, text }: NamedLine): readonly string[] {
  const start = types.startOfLine(record, line);
  return [...text.matchAll(new RegExp(`(?<![\\w$])${escapePattern(name)}\\s{0,9}[;,):]`, 'g'))].flatMap(({ index }) => {
    const at = start + index;
    const path = chainBefore(types.textOf(record), at, record.language);
    const type = path?.length ? types.ofPath(path, record, at) : path && types.ofOwn(name, record, at);
    return type ?? [];
  });
}

/** Behind the name of such a call: `total!` and `total = 1` are calls of other methods. */
const BEHIND_CALL = '(?![\\w!?]|\\s{0,9}=(?![=~>]))';

/** Whether a line calls it on a value that is named like its type. */
const mayBeCalled = (method: ChunkRecord, text: string): boolean =>
  new RegExp(`\\.${escapePattern(method.name)}${BEHIND_CALL}`).test(text) && isValueOfType(text, method.name, outerName(method));

/** A constant in small letters, `static const minWidth` of Dart, is read like a field; others are mentions of the index. */
const isField = ({ symbolKind, name }: ChunkRecord): boolean =>
  symbolKind === 'field' || symbolKind === 'property' || (symbolKind === 'constant' && /^_?\p{Ll}/u.test(name));

const hasForms = ({ language, qualifiedName, name }: ChunkRecord): boolean =>
  qualifiedName.length > name.length && valueFormsOf(language) !== undefined;

const RELATION = /\breturn\s+\$this\s{0,40}->(?:hasOne|hasMany|belongsTo|belongsToMany|morph\w{1,12}|has(?:One|Many)Through)\(/;
/**
 * The name of the property of a model of Eloquent that a method of PHP is: `items` of a relation, `total_price` of the accessors
 * `totalPrice(): Attribute` and `getTotalPriceAttribute()`; null for any other method.
 */
function propertyOf(member: ChunkRecord, types: TextTypes): string | null {
  const { language, symbolKind, name, meta, span } = member;
  if (language !== 'php' || symbolKind !== 'method') return null;
  const accessed = meta.returnType === 'Attribute' ? name : /^[gs]et([A-Z]\w*)Attribute$/.exec(name)?.[1];
  if (accessed !== undefined) return accessed.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return RELATION.test(types.textOf(member).slice(span.start, span.end)) ? name : null;
}

/** Types, as written, of the values and literals that a line names a member of, as far as the text states them. @param property as which a method is read */
function ownersOn(
  types: TextTypes,
  member: ChunkRecord,
  { record, line, text }: NamedLine,
  property: string | null = null,
): readonly string[] {
  const name = property ?? member.name;
  const start = types.startOfLine(record, line);
  const isMethod = member.symbolKind === 'method' && property === null && !isCalledAlone(member);
  const found: string[] = [];
  for (const [path, at] of subscripted(member, text)) {
    const type = types.ofPath(path, record, start + at);
    if (type !== null) found.push(type);
  }
  if (isMethod && isHandedOver(member, text)) return ownersOfHandler(types, member, { record, line, text });
  const behind = isCalledAlone(member) ? BEHIND_CALL : `(?![\\w$])(?${isMethod ? '=' : '!'}\\s{0,9}\\()`;
  const form = new RegExp(`(?<!\\w|(?<!::)\\$)${escapePattern(name)}${behind}`, 'g');
  for (const match of text.matchAll(form)) {
    const at = start + match.index;
    const path = chainBefore(types.textOf(record), at - Number(text[match.index - 1] === '$'), record.language);
    if (path === null || (isMethod && isKnownToIndex(types, path, record, at))) continue;
    // `Cart.size` of the type itself.
    if (path.length === 1 && path[0] === outerName(member)) found.push(path[0]);
    const before = `${types.codeBefore(record, start)}${text.slice(0, match.index)}`;
    const isBare = path.length === 0 && isAlone(before, text.slice(match.index + match[0].length), record);
    const type = path.length
      ? types.ofPath(path, record, at)
      : ((isKeyOfLiteral(member, record) ? types.ofLiteral(record, at) : null) ??
        (familyOf(record.language) === 'javascript' ? types.ofKeyed(record, at) : null) ??
        (isBare ? types.ofOwn(name, record, at) : null));
    if (type !== null) found.push(type);
  }
  if (!isMethod && isInitialised(record, name, text)) found.push(outerName(record));
  return found;
}

/** Whether the index knows the type of the value that a method is called on: a plain one, or what a call gives. */
function isKnownToIndex(types: TextTypes, path: Chain, record: ChunkRecord, at: number): boolean {
  const [first, ...more] = path;
  // `verify(cart).total()` is what it is given, which only the text says.
  if (first !== undefined && /\w$/.test(first) && /\)\s*[?!]{0,2}(?:\.|->)\s*$/.test(types.codeBefore(record, at))) return false;
  return first === undefined || (!more.length && !first.endsWith(ELEMENT) && !types.isOfOther(first, record, at));
}

/** C++: whether a line of a constructor gives a field its first value, `Cart() : size_(0), items_(items) {`. */
const isInitialised = ({ language, symbolKind }: ChunkRecord, name: string, text: string): boolean =>
  language === 'cpp' && symbolKind === 'constructor' && new RegExp(`(?:^|[^:]:|,)\\s{0,40}${escapePattern(name)}\\s{0,9}[({]`).test(text);

/** The property of a class of Python is no argument of its constructor. */
const isKeyOfLiteral = ({ symbolKind }: ChunkRecord, { language }: ChunkRecord): boolean => language !== 'python' || symbolKind === 'field';

/** JavaScript: values of which a line names a member as a string, `cart['total']()`, with the offsets of it. */
function subscripted({ name, language }: ChunkRecord, text: string): [path: readonly string[], at: number][] {
  if (familyOf(language) !== 'javascript' || !/\[["']/.test(text)) return [];
  const form = new RegExp(String.raw`(?<![\w$.>)\]])((?:[A-Za-z_$][\w$]{0,60}[?!]?\.?){1,5})\[(["'])${escapePattern(name)}\2\]`, 'g');
  return [...text.matchAll(form)].map(({ 1: path = '', index }) => [path.split(/[?!]?\.|[?!]/).filter(Boolean), index]);
}

/** In these the members of the own type are named alone. */
const namesMembersAlone: ReadonlySet<string> = new Set(['cpp', 'java', 'csharp', 'kotlin', 'scala', 'swift', 'dart']);
/** `Cart(size = 1)`: there a name before `=` is the label of an argument. */
const labelsByEquals: ReadonlySet<string> = new Set(['kotlin', 'scala']);

/** Whether a name stands alone: behind no value, in no string, and as no label of an argument. @param before with the end of the line above */
function isAlone(before: string, after: string, { language }: ChunkRecord): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isLabel = labelsByEquals.has(language) && /[(,]\s*$/.test(before) && /^\s{0,9}=(?!=)/.test(after);
  return (
    namesMembersAlone.has(language) &&
    !endsInString(line) &&
    !isLabel &&
    !/(?:\.|::|->)\s{0,9}$/.test(line) &&
    !/^\s{0,9}:(?!:)/.test(after)
  );
}
