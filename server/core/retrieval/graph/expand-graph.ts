/**
 * Graph expansion: symbols that the primary results call, inherit or use, their callers, tests and siblings, and hubs that several of them
 * mention; breadth first, in both directions. They come after the primary results and never displace one: as a ranking signal they cost
 * answer quality, as context they complete it.
 */
import type { GraphEdge, Relation } from '../../model/answer.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { EdgeKind } from '../../model/symbol.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import type { Ranked } from '../rank/rank.js';
import { graph } from '../rank/weights.js';
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
/** Relations of edges that lead from the related symbol to the result, with the relation of the edge. */
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
      found.set(record.id, { record, score: best * graph.share.hub, relation: 'hub', of: first.candidate.record.key });
  }
  let frontier = primary.slice(0, graph.seeds).map(({ candidate, score }) => ({ record: candidate.record, score }));
  for (let depth = 1; depth <= graph.depth && frontier.length; depth++) {
    const next: typeof frontier = [];
    for (const step of [outgoing, incoming]) {
      for (const { record, score, relation, of, edge } of step(reader, frontier)) {
        if (offer(record, score * graph.share[relation], relation, of, edge))
          next.push({ record, score: score * graph.share[relation] * graph.depthDecay });
      }
    }
    if (depth === 1)
      for (const { record, score } of frontier)
        for (const other of nearestSiblings(reader, record, graph.siblings))
          offer(other, score * graph.share.sibling, 'sibling', record, null);
    frontier = next.sort((a, b) => b.score - a.score).slice(0, graph.seeds);
  }
  const related = [...found.values()].sort((a, b) => b.score - a.score || comparePlaces(a.record, b.record)).slice(0, limit);
  const drawn = new Set([...related.map(({ record }) => record.key), ...primary.map(({ candidate }) => candidate.record.key)]);
  return {
    related,
    edges: [...edges.values()].filter(({ from, to }) => drawn.has(from) && drawn.has(to)).slice(0, limit * graph.edgesPerRelated),
  };
}

interface Step {
  readonly record: ChunkRecord;
  readonly score: number;
  readonly relation: Relation;
  readonly of: ChunkRecord;
  readonly edge: EdgeRecord;
}
type Frontier = readonly { readonly record: ChunkRecord; readonly score: number }[];

/** Targets of the frontier's edges; of unresolved mentions, the definitions of their names. */
function outgoing(reader: IndexReader, frontier: Frontier): Step[] {
  const byId = new Map(frontier.map((item) => [item.record.id, item]));
  const edges = reader.edgesFrom([...byId.keys()]);
  const guessed = edges.filter(({ toId }) => toId === null);
  const names = [...new Set(guessed.map(({ name }) => name))].filter((name) => name.length > 2).slice(0, graph.names);
  const definitions = chunksNamed(reader, names, graph.definitions + 2);
  const known = edges.flatMap(({ toId }) => toId ?? []).slice(0, graph.resolved);
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
    const meant = local.length ? local : targets.length <= graph.definitions ? targets : [];
    return from
      ? meant.map((record) => ({ record, score: from.score / meant.length, relation: outward[edge.kind], of: from.record, edge }))
      : [];
  });
}

/** Chunks whose edges lead to the frontier, and those with unresolved mentions of its names. */
function incoming(reader: IndexReader, frontier: Frontier): Step[] {
  const named = frontier.filter(({ record }) => record.symbolKind !== null && record.name.length > 3);
  const byName = new Map(named.map((item) => [item.record.name, item]));
  const byId = new Map(frontier.map((item) => [item.record.id, item]));
  const guessed = reader.edgesTo([...byName.keys()], graph.users).filter(({ name }) => byName.has(name));
  const edges = [...reader.edgesInto([...byId.keys()], graph.users), ...guessed];
  const records = new Map(reader.chunks([...new Set(edges.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
  return edges.flatMap((edge): Step[] => {
    const to = edge.toId === null ? byName.get(edge.name) : byId.get(edge.toId);
    const record = records.get(edge.fromId);
    if (!to || !record || (edge.toId === null && !isSameFamily(record, to.record))) return [];
    const relation = record.role === 'test' && edge.kind !== 'import' ? 'test_for' : usedAs[edge.kind];
    return [{ record, score: to.score, relation, of: to.record, edge }];
  });
}
