/** The shortest chain of calls and uses from one symbol to another: breadth first from both ends. */
import type { ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import { possibleSteps } from './find-users.js';
import { isClear, isTrusted, type Step, stepsIn, stepsOut } from './graph-steps.js';
import { overridden, overriders } from './override-family.js';
import { callPath as limits } from './weights.js';

/** One call of a chain. */
export interface Hop {
  readonly from: ChunkRecord;
  readonly to: ChunkRecord;
  /** The line of the call, 0-based; of a dispatch the line that names the overriding member. */
  readonly line: number;
  /** `overrides`: a call of `from` may reach `to`, which overrides or implements it. */
  readonly kind: 'calls' | 'uses' | 'overrides';
  readonly provenance: string;
  /** True where the call goes by a name that may mean another symbol. */
  readonly isGuess: boolean;
}

/** What is reached from one end, each with the hop that reached it; null for the end itself. */
type Reached = Map<number, Hop | null>;
interface Side {
  readonly reached: Reached;
  frontier: readonly ChunkRecord[];
  readonly next: (frontier: readonly ChunkRecord[]) => readonly Hop[];
  /** The record that a hop of this side adds, and what belongs to it. */
  readonly added: (hop: Hop) => ChunkRecord;
  readonly withOwn: (record: ChunkRecord) => readonly ChunkRecord[];
}

/**
 * The hops in the order of the calls; null where there is no chain within the limits. Closures belong to the function around them, members
 * to a class that is an end, constructors to a class on the way. Calls of names that may mean another symbol count where clear ones do not
 * lead to the end.
 */
export const findCallPath = (
  reader: IndexReader,
  starts: readonly ChunkRecord[],
  ends: readonly ChunkRecord[],
  accept: ((record: ChunkRecord) => boolean) | null,
): readonly Hop[] | null =>
  findAlong(reader, starts, ends, accept, clear) ??
  findAlong(reader, starts, ends, accept, { follow: (step) => isTrusted(reader, step), takesPossible: true }) ??
  findAlong(reader, starts, ends, accept, { follow: () => true, takesPossible: true });

/** Which calls a search takes. */
interface Calls {
  readonly follow: (step: Step) => boolean;
  /** Whether members with rare names of values of unknown type are looked for. */
  readonly takesPossible: boolean;
}
const clear: Calls = { follow: isClear, takesPossible: false };

function findAlong(
  reader: IndexReader,
  starts: readonly ChunkRecord[],
  ends: readonly ChunkRecord[],
  accept: ((record: ChunkRecord) => boolean) | null,
  calls: Calls,
): readonly Hop[] | null {
  const isOpen = (record: ChunkRecord): boolean => !accept || accept(record);
  const side = (records: readonly ChunkRecord[], rest: Pick<Side, 'next' | 'added' | 'withOwn'>): Side => {
    const frontier = records.flatMap((record) => [record, ...childrenOf(reader, record)]);
    return { reached: new Map(frontier.map(({ id }) => [id, null])), frontier, ...rest };
  };
  const forward = side(starts, {
    next: (frontier) => hopsOut(reader, frontier, calls),
    added: ({ to }) => to,
    withOwn: (record) => [record, ...childrenOf(reader, record).filter((child) => isFunction(record.symbolKind) || isConstructor(child))],
  });
  const backward = side(ends, {
    next: (frontier) => hopsIn(reader, frontier, calls),
    added: ({ from }) => from,
    withOwn: (record) => [record, ...ownersOf(reader, record)],
  });
  for (let level = 0; level < limits.levels; level++) {
    const isForward = forward.frontier.length <= backward.frontier.length;
    const [near, far] = isForward ? [forward, backward] : [backward, forward];
    if (!near.frontier.length || near.reached.size > limits.visited) return null;
    const met = advance(near, far.reached, isOpen);
    if (met !== null) return [...hopsOf(met, forward).reverse(), ...hopsOf(met, backward)];
  }
  return null;
}

/** Adds one level to a side. @returns the symbol that the other side has reached too */
function advance(side: Side, other: Reached, isOpen: (record: ChunkRecord) => boolean): number | null {
  const added: ChunkRecord[] = [];
  for (const hop of side.next(side.frontier)) {
    if (!isOpen(side.added(hop))) continue;
    for (const record of side.withOwn(side.added(hop))) {
      if (side.reached.has(record.id)) continue;
      side.reached.set(record.id, hop);
      if (other.has(record.id)) return record.id;
      added.push(record);
    }
  }
  side.frontier = added;
  return null;
}

/** From a symbol back to the end of a side. */
function hopsOf(id: number, { reached, added }: Side): Hop[] {
  const hops: Hop[] = [];
  for (let hop = reached.get(id); hop && hops.length <= limits.levels; ) {
    hops.push(hop);
    hop = reached.get((added(hop) === hop.to ? hop.from : hop.to).id);
  }
  return hops;
}

/** Calls of the frontier, then members that override what is called. */
function hopsOut(reader: IndexReader, frontier: readonly ChunkRecord[], { follow }: Calls): Hop[] {
  const calls = stepsOut(reader, frontier).filter((step) => isCall(step) && follow(step));
  const methods = new Map(calls.flatMap(({ to }) => (to.symbolKind === 'method' ? [[to.id, to]] : [])));
  return [
    ...calls.map((step) => hopOf(step.from, step.to, step)),
    ...overriders(reader, [...methods.values()]).map((step) => hopOf(step.from, step.to, step, 'overrides')),
  ];
}

/** Callers of the frontier, and members that it overrides, whose callers may mean it. */
const hopsIn = (reader: IndexReader, frontier: readonly ChunkRecord[], { follow, takesPossible }: Calls): Hop[] => [
  ...[...stepsIn(reader, frontier), ...(takesPossible ? possibleSteps(reader, frontier) : [])]
    .filter((step) => isCall(step) && follow(step))
    .map((step) => hopOf(step.to, step.from, step)),
  ...overridden(reader, frontier).map((step) => hopOf(step.to, step.from, step, 'overrides')),
];

/** A call, or a function that another one names, such as a callback. */
const isCall = ({ edge, from, to }: Step): boolean =>
  edge.kind === 'call' || (edge.kind === 'use' && isFunction(from.symbolKind) && isFunction(to.symbolKind));

const hopOf = (from: ChunkRecord, to: ChunkRecord, { edge, isGuess }: Step, kind?: Hop['kind']): Hop => ({
  from,
  to,
  line: edge.line,
  kind: kind ?? (edge.kind === 'call' ? 'calls' : 'uses'),
  provenance: edge.provenance,
  isGuess,
});

const childrenOf = (reader: IndexReader, record: ChunkRecord): ChunkRecord[] =>
  reader.chunks(reader.children(record.id).map(({ id }) => id)).filter(({ kind }) => kind === 'symbol');

const isConstructor = ({ symbolKind, name }: ChunkRecord): boolean =>
  symbolKind === 'constructor' || name === '__init__' || name === 'initialize';

/** The function around a closure, the class of a constructor. */
function ownersOf(reader: IndexReader, record: ChunkRecord): ChunkRecord[] {
  const owners = record.parentId === null ? [] : reader.chunks([record.parentId]);
  return owners.filter((owner) => isFunction(owner.symbolKind) || isConstructor(record));
}
