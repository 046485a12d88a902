/** Edges between chunks: those that language servers resolved, and mentions of names. An edge never leaves its repository. */

import { LRUCache } from 'lru-cache';
import type { IndexReader } from '../../../core/retrieval/ports.js';
import { addTo } from '../../../util/grouped.js';
import { remembered } from '../../../util/remembered.js';
import { inShares } from '../readers/fair-shares.js';
import { edgesToNames, type Mention, type MentionIn, maxMentions, ofKinds, toEdge } from '../sqlite/edges.js';
import { byPlace, inFile, ofBranches, type TeamRows } from './team-rows.js';

type EdgeReader = Pick<IndexReader, 'edgesFrom' | 'edgesTo' | 'edgesInto' | 'imports' | 'provenances'>;

/** Mentions kept in memory, some 100 bytes each. */
const maxKept = 50_000;

export class TeamEdges implements EdgeReader {
  readonly #rows: TeamRows;
  readonly #mentions = new LRUCache<string, readonly MentionIn[]>({ maxSize: maxKept, sizeCalculation: ({ length }) => 1 + length });

  constructor(rows: TeamRows) {
    this.#rows = rows;
  }

  clear(): void {
    this.#mentions.clear();
  }

  edgesFrom: EdgeReader['edgesFrom'] = (ids) => {
    const rows = this.#rows;
    const { files } = rows.catalogue;
    const chunks = rows.chunks(ids);
    const mentions = new Map<number, Mention[]>();
    for (const [chunk, ...mention] of rows.select<MentionIn>(
      `SELECT m.chunk, m.name, m.kind, m.line, m.module, m.arguments FROM context_team.mention m ${ofBranches('m')}
       WHERE m.chunk = ANY($2::bigint[]) AND NOT m.settled ORDER BY m.chunk, m.n`,
      ids,
    ))
      addTo(mentions, chunk, mention);
    const resolved = new Map<number, [number, ...Mention][]>();
    if (chunks.some(({ fileId }) => files.get(fileId)?.facts))
      for (const [from, ...edge] of rows.select<[number, number, ...Mention]>(
        `SELECT e.from_chunk, c.id, c.name, e.kind, e.line FROM context_team.edge e
         JOIN context_team.chunk c ON c.key = e.to_key AND c.repository = e.repository ${ofBranches('c')} JOIN context_team.file f ON f.id = c.file
         WHERE e.from_chunk = ANY($2::bigint[]) ORDER BY e.from_chunk, e.line, ${byPlace}`,
        ids,
      ))
        addTo(resolved, from, edge);
    return chunks.flatMap((from) => [
      ...(resolved.get(from.id) ?? []).map(([toId, ...mention]) => toEdge(from, toId, mention, files.get(from.fileId)?.facts ?? '')),
      ...(mentions.get(from.id) ?? []).map((mention) => toEdge(from, null, mention, from.provenance)),
    ]);
  };

  edgesTo: EdgeReader['edgesTo'] = (names, limit, kinds) => {
    const only = ofKinds('m', kinds);
    const read = (folded: string, most: number) =>
      remembered<string, readonly MentionIn[]>(this.#mentions, `${most} ${folded}${only}`, () => this.#mentionsOf(folded, most, only));
    return edgesToNames(read, names, limit, this.#rows.chunks);
  };

  #mentionsOf(folded: string, limit: number, only: string): MentionIn[] {
    return this.#rows.select<MentionIn>(
      `SELECT m.chunk, m.name, m.kind, m.line, m.module, m.arguments FROM
         (SELECT m.*, b.branch FROM context_team.mention m ${ofBranches('m')} WHERE m.folded = $2 AND NOT m.settled${only} LIMIT ${maxMentions}) m
       JOIN context_team.chunk c ON c.id = m.chunk JOIN context_team.file f ON f.id = c.file
       ORDER BY array_position($1::int[], m.branch), f.path, ${inFile}, m.n LIMIT $3`,
      folded,
      limit,
    );
  }

  edgesInto: EdgeReader['edgesInto'] = (ids, limit) => {
    const rows = this.#rows;
    const { files } = rows.catalogue;
    const read = (some: readonly number[], most: number) =>
      rows.select<[from: number, to: number, ...Mention]>(
        `SELECT e.id, e.target, e.name, e.kind, e.line FROM unnest($2::bigint[]) WITH ORDINALITY a(id, n) JOIN context_team.chunk t ON t.id = a.id CROSS JOIN LATERAL (
         SELECT c.id, t.id AS target, t.name, e.kind, e.line, row_number() OVER (ORDER BY ${byPlace}, e.line) AS place FROM context_team.edge e JOIN context_team.chunk c ON c.id = e.from_chunk
         ${ofBranches('c')} JOIN context_team.file f ON f.id = c.file
         WHERE e.to_key = t.key AND e.repository = t.repository ORDER BY place LIMIT $3
       ) e ORDER BY a.n, e.place`,
        some,
        most,
      );
    const found = inShares(ids, Math.max(0, Math.floor(limit)), read, ([, to]) => to);
    const places = new Map(rows.chunks([...new Set(found.map(([from]) => from))]).map((record) => [record.id, record]));
    return found.flatMap(([fromId, toId, ...mention]) => {
      const from = places.get(fromId);
      return from ? [toEdge(from, toId, mention, files.get(from.fileId)?.facts ?? '')] : [];
    });
  };

  imports: EdgeReader['imports'] = (file) =>
    this.#rows.cache.imports(file, () =>
      this.#rows
        .select<[string, string | null]>(
          `SELECT m.name, m.module FROM context_team.mention m ${ofBranches('m')} WHERE m.file = $2 AND m.kind = 'import' ORDER BY m.chunk, m.n`,
          file,
        )
        .map(([name, module]) => ({ name, module })),
    );

  provenances: EdgeReader['provenances'] = (paths) => {
    const { byPath } = this.#rows.catalogue;
    return new Map(
      paths.flatMap((path) => {
        const facts = byPath.get(path)?.facts;
        return facts ? [[path, facts] as const] : [];
      }),
    );
  };
}
