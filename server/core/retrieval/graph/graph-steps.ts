/**
 * One step over the graph of symbols: outward to what a symbol mentions, inward to what mentions it. Edges of language servers lead to the
 * resolved symbol; an unresolved mention leads to the symbols of its name, in the same family of languages, where that is not ambiguous.
 */
import type { ChunkRecord } from '../../model/chunk.js';
import type { RelatedKind } from '../../model/related.js';
import type { EdgeKind } from '../../model/symbol.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import { chunksNamed, isSameFamily } from './neighbours.js';

/** A mention of a name with more definitions leads nowhere. */
const MAX_DEFINITIONS = 3;
/** Edges that are read for one step. */
const MAX_EDGES = 2_000;

const outward: Readonly<Record<EdgeKind, RelatedKind>> = {
  call: 'calls',
  type: 'uses',
  use: 'uses',
  import: 'imports',
  inherits: 'extends',
  implements: 'extends',
  implementedBy: 'extended_by',
};
const inward: Readonly<Record<EdgeKind, RelatedKind>> = {
  call: 'called_by',
  type: 'used_by',
  use: 'used_by',
  import: 'imported_by',
  inherits: 'extended_by',
  implements: 'extended_by',
  implementedBy: 'extends',
};

export interface Step {
  readonly from: ChunkRecord;
  readonly to: ChunkRecord;
  readonly kind: RelatedKind;
  readonly edge: EdgeRecord;
}

/** Symbols that the frontier mentions or extends. */
export function stepsOut(reader: IndexReader, frontier: readonly ChunkRecord[]): Step[] {
  const byId = new Map(frontier.map((record) => [record.id, record]));
  const edges = reader.edgesFrom([...byId.keys()]).slice(0, MAX_EDGES);
  const names = [...new Set(edges.flatMap(({ toId, name }) => (toId === null ? name : [])))];
  const definitions = chunksNamed(reader, names, MAX_DEFINITIONS + 1);
  const targets = [...new Set([...edges.flatMap(({ toId }) => toId ?? []), ...[...definitions.values()].flat()])];
  const records = new Map(reader.chunks(targets).map((record) => [record.id, record]));
  return edges.flatMap((edge): Step[] => {
    const from = byId.get(edge.fromId);
    if (!from) return [];
    const ids = edge.toId === null ? (definitions.get(edge.name) ?? []) : [edge.toId];
    const meant = ids.flatMap((id) => records.get(id) ?? []).filter((to) => edge.toId !== null || mayMean(from, to));
    const local = meant.filter(({ path }) => path === from.path);
    const clear = local.length ? local : meant.length <= MAX_DEFINITIONS ? meant : [];
    return clear.map((to) => ({ from, to, kind: outward[edge.kind], edge }));
  });
}

/** Symbols that mention the frontier. */
export function stepsIn(reader: IndexReader, frontier: readonly ChunkRecord[]): Step[] {
  const byId = new Map(frontier.map((record) => [record.id, record]));
  const byName = new Map(frontier.filter(({ symbolKind }) => symbolKind !== null).map((record) => [record.name, record]));
  const guessed = reader.edgesTo([...byName.keys()], MAX_EDGES).filter(({ name }) => byName.has(name));
  const edges = [...reader.edgesInto([...byId.keys()], MAX_EDGES), ...guessed];
  const records = new Map(reader.chunks([...new Set(edges.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
  const places = chunksNamed(reader, [...new Set(guessed.map(({ name }) => name))], MAX_DEFINITIONS + 1);
  return edges.flatMap((edge): Step[] => {
    const target = edge.toId === null ? byName.get(edge.name) : byId.get(edge.toId);
    const user = records.get(edge.fromId);
    if (!target || !user || user.id === target.id) return [];
    const isClear = user.path === target.path || ((places.get(edge.name)?.length ?? 0) <= MAX_DEFINITIONS && mayMean(user, target));
    if (edge.toId === null && !isClear) return [];
    const isTest = user.role === 'test' && target.role !== 'test' && edge.kind !== 'implementedBy';
    const kind = isTest ? 'tested_by' : inward[edge.kind];
    return [{ from: target, to: user, kind, edge }];
  });
}

const mayMean = (from: ChunkRecord, to: ChunkRecord): boolean => to.kind === 'symbol' && isSameFamily(from, to);
