/**
 * Graph expansion: symbols that the primary results call, inherit or use, their callers, tests and siblings, and hubs that several of them
 * mention; one step in both directions. They come after the primary results and never displace one: as a ranking signal they cost
 * answer quality, as context they complete it.
 */
import type { GraphEdge, Relation } from '../../model/answer.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { EdgeKind } from '../../model/symbol.js';
import { isTestCode } from '../../model/test-code.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import type { Ranked } from '../rank/rank.js';
import type { Hub } from './find-hubs.js';
import { clearStepsOut, isClear, stepsIn } from './graph-steps.js';
import { nearestSiblings } from './neighbours.js';
import { graph } from './weights.js';

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

export const noExpansion: Expansion = { related: [], edges: [] };

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
  const offer = (record: ChunkRecord, score: number, relation: Relation, of: ChunkRecord, edge: EdgeRecord | null): void => {
    if (record.id === of.id) return;
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
    if (shown.has(record.id) || record.kind === 'module' || (accept && !accept(record))) return;
    const known = found.get(record.id);
    if (!known || known.score < score) found.set(record.id, { record, score, relation, of: of.key });
  };
  for (const { record } of hubs) {
    const first = primary[0];
    if (first && !shown.has(record.id) && (!accept || accept(record)))
      found.set(record.id, { record, score: best * graph.share.hub, relation: 'hub', of: first.candidate.record.key });
  }
  const seeds = primary.slice(0, graph.seeds).map(({ candidate, score }) => ({ record: candidate.record, score }));
  for (const { record, score, relation, of, edge } of [...outgoing(reader, seeds), ...incoming(reader, seeds)])
    offer(record, score * graph.share[relation], relation, of, edge);
  for (const { record, score } of seeds)
    for (const other of nearestSiblings(reader, record, graph.siblings)) offer(other, score * graph.share.sibling, 'sibling', record, null);
  const related = [...found.values()].sort((a, b) => b.score - a.score || comparePlaces(a.record, b.record)).slice(0, limit);
  const drawn = new Set([...related.map(({ record }) => record.key), ...primary.map(({ candidate }) => candidate.record.key)]);
  return {
    related,
    edges: [...edges.values()].filter(({ from, to }) => drawn.has(from) && drawn.has(to)).slice(0, limit * graph.edgesPerRelated),
  };
}

interface Neighbour {
  readonly record: ChunkRecord;
  readonly score: number;
  readonly relation: Relation;
  readonly of: ChunkRecord;
  readonly edge: EdgeRecord;
}
type Frontier = readonly { readonly record: ChunkRecord; readonly score: number }[];

/** What the frontier mentions, as far as it is clear what is meant. */
function outgoing(reader: IndexReader, frontier: Frontier): Neighbour[] {
  const scores = scoresOf(frontier);
  const steps = clearStepsOut(reader, recordsOf(frontier));
  return steps.map(({ from, to, edge }) => ({
    record: to,
    score: scores.get(from.id) ?? 0,
    relation: outward[edge.kind],
    of: from,
    edge,
  }));
}

/** What clearly mentions the frontier. */
function incoming(reader: IndexReader, frontier: Frontier): Neighbour[] {
  const scores = scoresOf(frontier);
  const steps = stepsIn(reader, recordsOf(frontier), graph.users).filter(isClear);
  return steps.map(({ from, to, edge }) => ({
    record: to,
    score: scores.get(from.id) ?? 0,
    relation: isTestCode(to) && edge.kind !== 'import' ? 'test_for' : usedAs[edge.kind],
    of: from,
    edge,
  }));
}

const recordsOf = (frontier: Frontier): ChunkRecord[] => frontier.map(({ record }) => record);
const scoresOf = (frontier: Frontier): Map<number, number> => new Map(frontier.map(({ record, score }) => [record.id, score]));
