/**
 * Families of overriding members: a method overrides or implements the members of the same name in the bases of its class, and their
 * callers may reach it. An edge leads to the one member that a call names, so families are joined when a question needs them, along the
 * known inheritance: of classes with members of one name, or of members where a server reports it.
 */
import { addTo } from '../../../util/grouped.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { EdgeKind, SymbolKind } from '../../model/symbol.js';
import { namePosition } from '../assemble/show-chunk.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import { type Step, stepsIn, stepsOut } from './graph-steps.js';

/** Classes times members that are visited above or below. */
const MAX_VISITS = 300;
/** Levels of members, where a server reports what each overrides. */
const MAX_LEVELS = 8;
const MAX_EDGES = 2_000;
const memberKinds: ReadonlySet<SymbolKind | null> = new Set(['method', 'function', 'property', 'field']);

const isInheritance = (kind: EdgeKind): boolean => kind === 'inherits' || kind === 'implements';

interface Namesakes {
  readonly member: ChunkRecord;
  /** Its namesake in a class above or below. */
  readonly other: ChunkRecord;
  /** Where the inheritance of the classes is from. */
  readonly provenance: string;
  readonly isGuess: boolean;
}

/** Members that the given members override in the bases of their classes: `extends`, proved by the line that names the member. */
export const overridden = (reader: IndexReader, members: readonly ChunkRecord[]): Step[] =>
  namesakes(reader, members, (classes) => inheritance(stepsOut(reader, classes))).map(({ member, other, provenance, isGuess }) => ({
    from: member,
    to: other,
    kind: 'extends',
    edge: overriding(reader, member, other, provenance),
    isGuess,
  }));

/** Members that override the given ones: `extended_by`. */
export const overriders = (reader: IndexReader, members: readonly ChunkRecord[]): Step[] =>
  namesakes(reader, members, (classes) => inheritance(stepsIn(reader, classes))).map(({ member, other, provenance, isGuess }) => ({
    from: member,
    to: other,
    kind: 'extended_by',
    edge: overriding(reader, other, member, provenance),
    isGuess,
  }));

/** Calls and other mentions of overridden members: they may reach the overriding ones. */
export const mentionsOfBases = (reader: IndexReader, members: readonly ChunkRecord[]): Step[] =>
  stepsIn(reader, basesOf(reader, members)).filter(({ edge }) => !isInheritance(edge.kind) && edge.kind !== 'implementedBy');

function basesOf(reader: IndexReader, members: readonly ChunkRecord[]): ChunkRecord[] {
  const own = members.filter(isMember);
  const bases = new Map(overridden(reader, own).map(({ to }) => [to.id, to]));
  let frontier = [...own, ...bases.values()];
  for (let level = 0; level < MAX_LEVELS && frontier.length > 0; level++) {
    const members = frontier.map(({ id }) => id);
    const named = reader.edgesFrom(members).flatMap(({ toId, kind }) => (isInheritance(kind) ? (toId ?? []) : []));
    const reported = reader.edgesInto(members, MAX_EDGES).flatMap(({ fromId, kind }) => (kind === 'implementedBy' ? fromId : []));
    frontier = reader.chunks([...new Set([...named, ...reported])]).filter((record) => isMember(record) && !bases.has(record.id));
    for (const record of frontier) bases.set(record.id, record);
  }
  for (const { id } of members) bases.delete(id);
  return [...bases.values()];
}

const isMember = ({ symbolKind }: ChunkRecord): boolean => memberKinds.has(symbolKind);

const inheritance = (steps: readonly Step[]): Step[] => steps.filter(({ edge }) => isInheritance(edge.kind));

/** Members of one name, breadth first over classes and away from those of `members`. */
function namesakes(
  reader: IndexReader,
  members: readonly ChunkRecord[],
  stepsOf: (classes: readonly ChunkRecord[]) => Step[],
): Namesakes[] {
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
  for (const member of members) if (isMember(member) && member.parentId !== null) carry(carried, member.parentId, member);
  while (carried.size > 0) {
    const next = new Map<number, ChunkRecord[]>();
    const classes = reader.chunks([...carried.keys()]).filter(({ kind }) => kind === 'symbol');
    for (const { from, to, edge, isGuess } of stepsOf(classes)) {
      const inside = reader.children(to.id);
      for (const member of carried.get(from.id) ?? []) {
        if (!carry(next, to.id, member)) continue;
        const same = inside.filter(({ name }) => name === member.name).map(({ id }) => id);
        for (const other of reader.chunks(same)) if (isMember(other)) found.push({ member, other, provenance: edge.provenance, isGuess });
      }
    }
    carried = next;
  }
  return found;
}

/** From the overriding member to the overridden one, at the line that names the former. */
function overriding(reader: IndexReader, overrider: ChunkRecord, base: ChunkRecord, provenance: string): EdgeRecord {
  const { nameLine } = namePosition(reader.fileText(overrider.fileId) ?? '', overrider);
  const { path } = overrider;
  return { fromId: overrider.id, toId: base.id, name: base.name, qualifier: null, kind: 'implements', path, line: nameLine, provenance };
}
