/**
 * Members that stand in for one another: a method overrides or implements what the bases of its class name the same, and who
 * calls that may reach it. An edge leads to the one member that a call names, so families are joined when somebody asks,
 * along the inheritance that is known: of classes with members of one name, or of members, where a server tells that itself.
 */
import { addTo } from '../../../util/grouped.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { EdgeKind, SymbolKind } from '../../model/symbol.js';
import { namePosition } from '../assemble/show-chunk.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import { type Step, stepsIn, stepsOut } from './graph-steps.js';

/** Classes, times members, that are looked into above or below. */
const MAX_VISITS = 300;
/** Of members, where a server tells of each what it overrides. */
const MAX_LEVELS = 8;
const MAX_EDGES = 2_000;
const memberKinds: ReadonlySet<SymbolKind | null> = new Set(['method', 'function', 'property', 'field']);

const isInheritance = (kind: EdgeKind): boolean => kind === 'inherits' || kind === 'implements';

interface Namesakes {
  readonly member: ChunkRecord;
  /** Its namesake in a class above or below. */
  readonly other: ChunkRecord;
  /** Who says that the classes inherit. */
  readonly provenance: string;
}

/** What members of classes take the place of in the bases of those: `extends`, proved by the line that names the member. */
export const overridden = (reader: IndexReader, members: readonly ChunkRecord[]): Step[] =>
  namesakes(reader, members, (classes) => inheritance(stepsOut(reader, classes))).map(({ member, other, provenance }) => ({
    from: member,
    to: other,
    kind: 'extends',
    edge: overriding(reader, member, other, provenance),
  }));

/** The other way round: what takes the place of members, `extended_by`. */
export const overriders = (reader: IndexReader, members: readonly ChunkRecord[]): Step[] =>
  namesakes(reader, members, (classes) => inheritance(stepsIn(reader, classes))).map(({ member, other, provenance }) => ({
    from: member,
    to: other,
    kind: 'extended_by',
    edge: overriding(reader, other, member, provenance),
  }));

/** Calls and other mentions of what members override or implement: they may reach the members. */
export const mentionsOfBases = (reader: IndexReader, members: readonly ChunkRecord[]): Step[] =>
  stepsIn(reader, basesOf(reader, members)).filter(({ edge }) => !isInheritance(edge.kind) && edge.kind !== 'implementedBy');

function basesOf(reader: IndexReader, members: readonly ChunkRecord[]): ChunkRecord[] {
  const own = members.filter(isMember);
  const bases = new Map(overridden(reader, own).map(({ to }) => [to.id, to]));
  let frontier = [...own, ...bases.values()];
  for (let level = 0; level < MAX_LEVELS && frontier.length > 0; level++) {
    const members = frontier.map(({ id }) => id);
    const named = reader.edgesFrom(members).flatMap(({ toId, kind }) => (isInheritance(kind) ? (toId ?? []) : []));
    const told = reader.edgesInto(members, MAX_EDGES).flatMap(({ fromId, kind }) => (kind === 'implementedBy' ? fromId : []));
    frontier = reader.chunks([...new Set([...named, ...told])]).filter((record) => isMember(record) && !bases.has(record.id));
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
    for (const { from, to, edge } of stepsOf(classes)) {
      const inside = reader.children(to.id);
      for (const member of carried.get(from.id) ?? []) {
        if (!carry(next, to.id, member)) continue;
        const same = inside.filter(({ name }) => name === member.name).map(({ id }) => id);
        for (const other of reader.chunks(same)) if (isMember(other)) found.push({ member, other, provenance: edge.provenance });
      }
    }
    carried = next;
  }
  return found;
}

/** From what overrides to what is overridden, at the line that names the former. */
function overriding(reader: IndexReader, overrider: ChunkRecord, base: ChunkRecord, provenance: string): EdgeRecord {
  const { nameLine } = namePosition(reader.fileText(overrider.fileId) ?? '', overrider);
  return { fromId: overrider.id, toId: base.id, name: base.name, kind: 'implements', path: overrider.path, line: nameLine, provenance };
}
