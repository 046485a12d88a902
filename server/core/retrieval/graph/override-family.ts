/**
 * Families of overriding members: a method overrides or implements the members of the same name in the bases of its class, and their
 * callers may reach it. An edge leads to the one member that a call names, so families are joined when a question needs them, along the
 * known inheritance: of classes with members of one name, or of members where a server reports it.
 */
import { escapePattern } from '../../../util/escape-pattern.js';
import { addTo } from '../../../util/grouped.js';
import { remembered } from '../../../util/remembered.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { BY_METHOD_NAMES } from '../../model/related.js';
import {
  INHERITANCE,
  isInheritance,
  isOfValue,
  isType,
  OWN_SCOPE,
  outerName,
  type SymbolKind,
  TYPE_ABOVE,
  valueType,
} from '../../model/symbol.js';
import { namePosition } from '../assemble/show-chunk.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import { type Step, stepsIn, stepsOut } from './graph-steps.js';
import { usersOfMembers } from './member-accesses.js';
import { kinFinder, memberFinder } from './mentions/inherited-members.js';
import { implementedMethods, implementers, shadowed } from './mentions/method-sets.js';
import { readQualifier } from './mentions/qualified-scope.js';
import { valueTypesFinder } from './mentions/value-types.js';
import { chunksNamed, isSameFamily } from './neighbours.js';

/** Classes times members that are visited above or below. */
const MAX_VISITS = 300;
/** Types of a name that are looked at. */
const MAX_NAMESAKES = 20;
/** Levels of members, where a server reports what each overrides. */
const MAX_LEVELS = 8;
const MAX_EDGES = 2_000;
const memberKinds: ReadonlySet<SymbolKind | null> = new Set(['method', 'function', 'property', 'field']);

interface Namesakes {
  readonly member: ChunkRecord;
  /** Its namesake in a class above or below. */
  readonly other: ChunkRecord;
  /** Where the inheritance of the classes is from; `BY_METHOD_NAMES` if the language declares none. */
  readonly provenance: string;
  readonly isGuess: boolean;
}

/** Members that the given members override in the bases of their classes: `extends`, proved by the line that names the member. */
export const overridden = (reader: IndexReader, members: readonly ChunkRecord[]): Step[] => family(reader, members, 'extends');

/** Members that override the given ones: `extended_by`. */
export const overriders = (reader: IndexReader, members: readonly ChunkRecord[]): Step[] => family(reader, members, 'extended_by');

/** Methods of types that embed those of the given ones, in their place: `extended_by`. No call of the embedded type reaches them. */
export const shadowing = (reader: IndexReader, members: readonly ChunkRecord[]): Step[] =>
  shadowed(reader, members).map(({ member, other, provenance }) => {
    const edge = overriding(reader, other, member, provenance);
    return { from: member, to: other, kind: 'extended_by', edge, isGuess: false };
  });

/** The members above (`extends`) or below (`extended_by`) the given ones: by inheritance, then by the names of methods. */
function family(reader: IndexReader, members: readonly ChunkRecord[], kind: 'extends' | 'extended_by'): Step[] {
  const isAbove = kind === 'extends';
  const found = [...namesakes(reader, members, kind), ...byMethodNames(reader, members, isAbove ? 'declared' : 'method')];
  return found.map(({ member, other, provenance, isGuess }) => {
    const edge = isAbove ? overriding(reader, member, other, provenance) : overriding(reader, other, member, provenance);
    return { from: member, to: other, kind, edge, isGuess };
  });
}

/** Types that implement the given interfaces by their methods: `extended_by`. */
export const implementing = (reader: IndexReader, interfaces: readonly ChunkRecord[]): Step[] =>
  implementers(reader, interfaces).map(({ type, declared }) => {
    const edge = overriding(reader, type, declared, BY_METHOD_NAMES);
    return { from: declared, to: type, kind: 'extended_by', edge, isGuess: true };
  });

function byMethodNames(reader: IndexReader, members: readonly ChunkRecord[], side: 'method' | 'declared'): Namesakes[] {
  const asked = new Set(members.map(({ id }) => id));
  return implementedMethods(reader, members)
    .map((pair) => (side === 'declared' ? { member: pair.method, other: pair.declared } : { member: pair.declared, other: pair.method }))
    .filter(({ member }) => asked.has(member.id))
    .map((pair) => ({ ...pair, provenance: BY_METHOD_NAMES, isGuess: true }));
}

/** Calls and other mentions of overridden members: they may reach the overriding ones, unless the value is of another type below. */
export function mentionsOfBases(reader: IndexReader, members: readonly ChunkRecord[]): Step[] {
  const { bases, byNames } = basesOf(reader, members);
  const reaches = reachOf(reader, members, bases);
  const values = bases.filter(({ symbolKind }) => symbolKind === 'property' || symbolKind === 'field');
  return [...stepsIn(reader, bases), ...usersOfMembers(reader, values)]
    .filter((step) => !isInheritance(step.edge.kind) && step.edge.kind !== 'implementedBy')
    .flatMap((step): Step[] => {
      const reached = reaches(step);
      if (reached === 'no') return [];
      const isByNames = byNames.has(step.from.id);
      return [{ ...step, isGuess: step.isGuess || isByNames || reached === 'perhaps', base: isByNames ? 'methodNames' : 'declared' }];
    });
}

/**
 * Whether a mention of a base's member reaches one of `members`: not of values, by declaration or by name of a type that is neither above nor
 * below that of any of them; perhaps of an interface below the base, which a class below may implement.
 */
function reachOf(
  reader: IndexReader,
  members: readonly ChunkRecord[],
  bases: readonly ChunkRecord[],
): (step: Step) => 'yes' | 'perhaps' | 'no' {
  const owners = [...new Set(members.map(outerName))];
  const above = new Set(bases.map(outerName));
  const membersOf = memberFinder(reader);
  const isKin = kinFinder(reader);
  const interfaces = new Map<string, boolean>();
  const isInterface = (type: string): boolean =>
    remembered(interfaces, type, () =>
      reader.chunks([...chunksNamed(reader, [type], MAX_NAMESAKES).values()].flat()).some(({ symbolKind }) => symbolKind === 'interface'),
    );
  const texts = new Map<number, string>();
  const textOf = ({ fileId }: ChunkRecord): string => remembered(texts, fileId, () => reader.fileText(fileId) ?? '');
  const typesOf = valueTypesFinder(reader, membersOf, textOf);
  return ({ edge, to: user }) => {
    const lineOf = (): string => textOf(user).split(/\r\n|\r|\n/, edge.line + 1)[edge.line] ?? '';
    // A server has said what is meant, not of what value.
    const value = edge.toId !== null ? ownValueBefore(edge.name, lineOf(), user) : edge.qualifier === OWN_SCOPE ? 'own' : null;
    if (value === 'above') return 'no';
    if (namesTypes.has(user.language) && above.has(typeBefore(edge, lineOf))) return 'no';
    if (value === 'own') return owners.some((owner) => isKin(outerName(user), owner, user)) ? 'yes' : 'no';
    if (edge.toId === null && !isOfValue(edge.qualifier)) return 'yes';
    // A call of the type above reaches none that overrides it.
    if (valueType(edge.qualifier) === TYPE_ABOVE) return 'no';
    const types = typesOf(edge, user, [...members, ...bases]).types.map((type) => readQualifier(type, user.path, null).last);
    if (!types.length || types.some((type) => above.has(type) || owners.some((owner) => isKin(type, owner, user)))) return 'yes';
    const isBelow = (type: string): boolean => [...above].some((base) => isKin(type, base, user)) && isInterface(type);
    return types.some(isBelow) ? 'perhaps' : 'no';
  };
}

/** In these `Base::total()` calls that very method, whatever overrides it. */
const namesTypes: ReadonlySet<string> = new Set(['cpp', 'objective-cpp', 'php', 'python']);

/** The type that a mention names before the member, `Base` of `Base::total`; '' for none. */
function typeBefore({ qualifier, toId, name }: EdgeRecord, lineOf: () => string): string {
  if (toId !== null)
    return new RegExp(`([A-Za-z_]\\w{0,80})(?:<[^<>]{0,80}>)?(?:::|\\.)${escapePattern(name)}(?!\\w)`).exec(lineOf())?.[1] ?? '';
  return qualifier === null || isOfValue(qualifier) || qualifier === OWN_SCOPE ? '' : readQualifier(qualifier, '', null).last;
}

const ABOVE_BEFORE = /(?<![\w$])(?:super(?:\([^()]{0,60}\))?\s{0,9}(?:\.|::)|parent\s{0,9}::)\s{0,9}$/;
const BASE_BEFORE = /(?<![\w$.])base\s{0,9}\.\s{0,9}$/;
const OWN_BEFORE = /(?<![\w$])\$?(?:self|this|cls|Self|static)\s{0,9}(?:\.|->|::)\s{0,9}$/;

/** Whether a line names a member of the own object, or of it as one of the type above. */
function ownValueBefore(name: string, line: string, { language }: ChunkRecord): 'own' | 'above' | null {
  const at = line.search(new RegExp(`(?<![\\w$])${escapePattern(name)}(?![\\w$])`));
  const before = line.slice(0, Math.max(0, at));
  if (ABOVE_BEFORE.test(before) || (language === 'csharp' && BASE_BEFORE.test(before))) return 'above';
  return OWN_BEFORE.test(before) ? 'own' : null;
}

function basesOf(reader: IndexReader, members: readonly ChunkRecord[]) {
  const own = members.filter(isMember);
  const steps = overridden(reader, own);
  const bases = new Map(steps.map(({ to }) => [to.id, to]));
  const declared = new Set(steps.filter(({ edge }) => edge.provenance !== BY_METHOD_NAMES).map(({ to }) => to.id));
  const byNames = new Set([...bases.keys()].filter((id) => !declared.has(id)));
  let frontier = [...own, ...bases.values()];
  for (let level = 0; level < MAX_LEVELS && frontier.length > 0; level++) {
    const members = frontier.map(({ id }) => id);
    const named = reader.edgesFrom(members).flatMap(({ toId, kind }) => (isInheritance(kind) ? (toId ?? []) : []));
    const reported = reader.edgesInto(members, MAX_EDGES).flatMap(({ fromId, kind }) => (kind === 'implementedBy' ? fromId : []));
    frontier = reader.chunks([...new Set([...named, ...reported])]).filter((record) => isMember(record) && !bases.has(record.id));
    for (const record of frontier) bases.set(record.id, record);
  }
  for (const { id } of members) bases.delete(id);
  return { bases: [...bases.values()], byNames };
}

const isMember = ({ symbolKind }: ChunkRecord): boolean => memberKinds.has(symbolKind);

const inheritance = (steps: readonly Step[]): Step[] => steps.filter(({ edge }) => isInheritance(edge.kind));

/** Members of one name, breadth first over classes and away from those of `members`. */
function namesakes(reader: IndexReader, members: readonly ChunkRecord[], kind: 'extends' | 'extended_by'): Namesakes[] {
  const isAbove = kind === 'extends';
  const stepsOf = (classes: readonly ChunkRecord[]): Step[] =>
    isAbove ? inheritance(stepsOut(reader, classes)) : stepsIn(reader, classes, undefined, INHERITANCE);
  const found: Namesakes[] = [];
  const visited = new Set<string>();
  let carried = new Map<number, ChunkRecord[]>();
  const carry = (there: Map<number, ChunkRecord[]>, classId: number, member: ChunkRecord): boolean => {
    const visit = `${classId} ${member.id}`;
    if (visited.has(visit) || visited.size >= MAX_VISITS) return false;
    visited.add(visit);
    addTo(there, classId, member);
    return true;
  };
  for (const member of members) if (isMember(member)) for (const classId of classesAround(reader, member)) carry(carried, classId, member);
  while (carried.size > 0) {
    const next = new Map<number, ChunkRecord[]>();
    const classes = reader.chunks([...carried.keys()]).filter(({ kind }) => kind === 'symbol');
    for (const { from, to, edge, isGuess } of stepsOf(classes)) {
      const inside = reader.children(to.id);
      for (const member of carried.get(from.id) ?? []) {
        if (!carry(next, to.id, member)) continue;
        const same = inside.filter(({ name }) => name === member.name).map(({ id }) => id);
        for (const other of reader.chunks(same)) if (isMember(other)) found.push({ member, other, provenance: edge.provenance, isGuess });
        if (!isAbove && !same.length)
          for (const other of mixedIn(reader, to, from, member.name))
            if (other.id !== member.id) found.push({ member, other, provenance: edge.provenance, isGuess });
      }
    }
    carried = next;
  }
  return found;
}

/** Ids: what a member is in; of C++ the class may be in another file, and the member behind its name alone. */
function classesAround(reader: IndexReader, member: ChunkRecord): readonly number[] {
  const parents = member.parentId === null ? [] : [member.parentId];
  const outer = familyOf(member.language) === 'c' ? outerName(member) : '';
  if (!outer || reader.chunks(parents).some(({ symbolKind }) => isType(symbolKind))) return parents;
  const named = reader.chunks([...chunksNamed(reader, [outer], MAX_NAMESAKES).values()].flat());
  const isWhole = (record: ChunkRecord): boolean => isType(record.symbolKind) && record.bodySpan !== null && isSameFamily(record, member);
  return [...parents, ...named.filter(isWhole).map(({ id }) => id)];
}

/** Languages in which a class takes members from a base that stands before another one. */
const LINEARISED: ReadonlySet<string> = new Set(['python']);

/**
 * Members of a name that a class without one takes from a mixin: from a base that is written before `base`. In `class Form(FormMixin, Page)`
 * `FormMixin.serve` overrides `Page.serve`.
 */
function mixedIn(reader: IndexReader, type: ChunkRecord, base: ChunkRecord, name: string): ChunkRecord[] {
  if (!LINEARISED.has(type.language)) return [];
  const bases = inheritance(stepsOut(reader, [type]));
  const placeOf = (record: ChunkRecord): number => type.signature.search(new RegExp(`\\b${escapePattern(record.name)}\\b(?=[^(]*$)`));
  const before = bases.map(({ to }) => to).filter((other) => other.id !== base.id && placeOf(other) >= 0 && placeOf(other) < placeOf(base));
  const same = before.flatMap(({ id }) => reader.children(id).filter((child) => child.name === name));
  return reader.chunks(same.map(({ id }) => id)).filter(isMember);
}

/** From the overriding or implementing symbol to the other one, at the line that names the former. */
function overriding(reader: IndexReader, overrider: ChunkRecord, base: ChunkRecord, provenance: string): EdgeRecord {
  const { nameLine } = namePosition(reader.fileText(overrider.fileId) ?? '', overrider);
  const { path } = overrider;
  return { fromId: overrider.id, toId: base.id, name: base.name, qualifier: null, kind: 'implements', path, line: nameLine, provenance };
}
