/**
 * Graph expansion: what the primary results call, inherit or use, what calls and tests them, their siblings,
 * and hubs that many of them mention; breadth first, to depth 2, both ways. They follow the primary results and never
 * displace one: as a ranking signal they cost answer quality (docs/quality.md), as context they complete it.
 */
import type { GraphEdge, Relation } from '../../model/answer.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { EdgeKind } from '../../model/symbol.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import type { Ranked } from '../rank/rank.js';
import type { Hub } from './find-hubs.js';
import { chunksNamed, isSameFamily, nearestSiblings } from './neighbours.js';

interface Related {
  readonly record: ChunkRecord;
  readonly score: number;
  readonly relation: Relation;
  /** Key of the result that it is related to. */
  readonly of: string;
  readonly focus?: NonNullable<Ranked['focus']>;
}

export interface Expansion {
  readonly related: readonly Related[];
  readonly edges: readonly GraphEdge[];
}

/** Primary results that are followed. */
const SEEDS = 6;
const MAX_DEPTH = 2;
/** A name defined in more places is not followed, unless one of them is in the same file. */
const MAX_DEFINITIONS = 3;
const MAX_USERS = 40;
const MAX_SIBLINGS = 3;
/** Names that are looked up for one step outward. */
const MAX_NAMES = 60;
/** Targets of resolved edges that are read for one step outward. */
const MAX_RESOLVED = 200;
const DEPTH_DECAY = 0.5;

/** How much of a result's score what is related to it keeps (R2: dependencies 0.8, tests 0.7). */
const share: Readonly<Record<Relation, number>> = {
  interface_of: 0.8,
  calls: 0.8,
  uses: 0.65,
  imports: 0.5,
  test_for: 0.7,
  implementation_of: 0.6,
  called_by: 0.6,
  imported_by: 0.4,
  sibling: 0.35,
  hub: 0.8,
};
const outward: Readonly<Record<EdgeKind, Relation>> = {
  call: 'calls',
  type: 'uses',
  use: 'uses',
  import: 'imports',
  inherits: 'interface_of',
  implements: 'interface_of',
  implementedBy: 'implementation_of',
};
const usedAs: Readonly<Record<EdgeKind, Relation>> = {
  call: 'called_by',
  type: 'called_by',
  use: 'called_by',
  import: 'imported_by',
  inherits: 'implementation_of',
  implements: 'implementation_of',
  implementedBy: 'interface_of',
};
/** What leads from the related symbol to the result, with what is drawn between them. */
const inward: Partial<Readonly<Record<Relation, Relation>>> = {
  called_by: 'calls',
  imported_by: 'imports',
  implementation_of: 'interface_of',
  test_for: 'test_for',
};

export function expandGraph(
  reader: IndexReader,
  primary: readonly Ranked[],
  hubs: readonly Hub[],
  accept: ((record: ChunkRecord) => boolean) | null,
  limit: number,
): Expansion {
  const shown = new Map(primary.map(({ candidate }) => [candidate.record.id, candidate.record]));
  const found = new Map<number, Related>();
  const edges = new Map<string, GraphEdge>();
  const best = primary[0]?.score ?? 0;
  const offer = (record: ChunkRecord, score: number, relation: Relation, of: ChunkRecord, edge: EdgeRecord | null): boolean => {
    if (record.id === of.id) return false;
    const [from, to] = inward[relation] ? [record, of] : [of, record];
    const drawn = inward[relation] ?? relation;
    const id = `${from.key} ${to.key} ${drawn}`;
    if (!edges.has(id))
      edges.set(id, {
        from: from.key,
        to: to.key,
        relation: drawn,
        path: edge?.path ?? from.path,
        line: edge?.line ?? from.lines.start,
        provenance: edge?.provenance ?? from.provenance,
      });
    if (shown.has(record.id) || record.kind === 'module' || (accept && !accept(record))) return false;
    const known = found.get(record.id);
    if (known && known.score >= score) return false;
    found.set(record.id, { record, score, relation, of: of.key });
    return !known;
  };
  for (const { record } of hubs) {
    const first = primary[0];
    if (first && !shown.has(record.id) && (!accept || accept(record)))
      found.set(record.id, { record, score: best * share.hub * 0.9, relation: 'hub', of: first.candidate.record.key });
  }
  let frontier = primary.slice(0, SEEDS).map(({ candidate, score }) => ({ record: candidate.record, score }));
  for (let depth = 1; depth <= MAX_DEPTH && frontier.length; depth++) {
    const next: typeof frontier = [];
    for (const step of [outgoing, incoming]) {
      for (const { record, score, relation, of, edge } of step(reader, frontier)) {
        if (offer(record, score * share[relation], relation, of, edge)) next.push({ record, score: score * share[relation] * DEPTH_DECAY });
      }
    }
    if (depth === 1)
      for (const { record, score } of frontier)
        for (const other of nearestSiblings(reader, record, MAX_SIBLINGS)) offer(other, score * share.sibling, 'sibling', record, null);
    frontier = next.sort((a, b) => b.score - a.score).slice(0, SEEDS);
  }
  const related = [...found.values()].sort((a, b) => b.score - a.score || comparePlaces(a.record, b.record)).slice(0, limit);
  const drawn = new Set([...related.map(({ record }) => record.key), ...primary.map(({ candidate }) => candidate.record.key)]);
  return { related, edges: [...edges.values()].filter(({ from, to }) => drawn.has(from) && drawn.has(to)).slice(0, limit * 3) };
}

interface Step {
  readonly record: ChunkRecord;
  readonly score: number;
  readonly relation: Relation;
  readonly of: ChunkRecord;
  readonly edge: EdgeRecord;
}
type Frontier = readonly { readonly record: ChunkRecord; readonly score: number }[];

/** What the frontier's edges lead to; of mentions that nobody has resolved, the definitions of their names. */
function outgoing(reader: IndexReader, frontier: Frontier): Step[] {
  const byId = new Map(frontier.map((item) => [item.record.id, item]));
  const edges = reader.edgesFrom([...byId.keys()]);
  const guessed = edges.filter(({ toId }) => toId === null);
  const names = [...new Set(guessed.map(({ name }) => name))].filter((name) => name.length > 2).slice(0, MAX_NAMES);
  const definitions = chunksNamed(reader, names, MAX_DEFINITIONS + 2);
  const known = edges.flatMap(({ toId }) => toId ?? []).slice(0, MAX_RESOLVED);
  const records = new Map(
    reader.chunks([...new Set([...known, ...[...definitions.values()].flat()])]).map((record) => [record.id, record]),
  );
  return edges.flatMap((edge): Step[] => {
    const from = byId.get(edge.fromId);
    const targets = (edge.toId === null ? (definitions.get(edge.name) ?? []) : [edge.toId])
      .map((id) => records.get(id))
      .filter((record) => record !== undefined)
      .filter((record) => from && (edge.toId !== null || isSameFamily(from.record, record)));
    const local = targets.filter((record) => record.path === edge.path);
    const meant = local.length ? local : targets.length <= MAX_DEFINITIONS ? targets : [];
    return from
      ? meant.map((record) => ({ record, score: from.score / meant.length, relation: outward[edge.kind], of: from.record, edge }))
      : [];
  });
}

/** Chunks whose edges lead to the frontier, and those that mention its names without anybody knowing better. */
function incoming(reader: IndexReader, frontier: Frontier): Step[] {
  const named = frontier.filter(({ record }) => record.symbolKind !== null && record.name.length > 3);
  const byName = new Map(named.map((item) => [item.record.name, item]));
  const byId = new Map(frontier.map((item) => [item.record.id, item]));
  const guessed = reader.edgesTo([...byName.keys()], MAX_USERS).filter(({ name }) => byName.has(name));
  const edges = [...reader.edgesInto([...byId.keys()], MAX_USERS), ...guessed];
  const records = new Map(reader.chunks([...new Set(edges.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
  return edges.flatMap((edge): Step[] => {
    const to = edge.toId === null ? byName.get(edge.name) : byId.get(edge.toId);
    const record = records.get(edge.fromId);
    if (!to || !record || (edge.toId === null && !isSameFamily(record, to.record))) return [];
    const relation = record.role === 'test' && edge.kind !== 'import' ? 'test_for' : usedAs[edge.kind];
    return [{ record, score: to.score, relation, of: to.record, edge }];
  });
}
