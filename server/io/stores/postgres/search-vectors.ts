/**
 * The chunks nearest to a vector. pgvector finds candidates by rounded vectors; scores are computed from the stored bytes, as for SQLite, so
 * that both stores give the same ones.
 */

import type { ModelId } from '../../../core/embedding/model-switch.js';
import { queryError } from '../../../core/model/problem.js';
import type { Scored } from '../../../core/retrieval/ports.js';
import { maxVectorsPerResult, vectorsFor } from '../faiss/thresholds.js';
import { bestInOrder } from '../sqlite/order-places.js';
import { greatestProducts } from '../sqlite/vector-codes.js';
import { ofBranches, type TeamRows } from './team-rows.js';

/** Two unit vectors, both rounded to half precision, have an inner product that is wrong by less (measured: 0.0004). */
const margin = 1e-3;

/** At most `limit` chunks, best first, one row a chunk. Zero vectors, of texts in which the model knows nothing, are omitted. */
export function similarChunks(rows: TeamRows, vector: Float32Array, limit: number): Scored[] {
  if (limit <= 0 || vector.every((value) => value === 0)) return [];
  const literal = `[${vector.join()}]`;
  for (let k = vectorsFor(limit); ; k *= 4) {
    const hits = rows.select<[chunk: number, score: number]>(
      `SELECT p.chunk, -(p.embedding <#> $2::halfvec) FROM context_team.part p ${ofBranches('p')} ORDER BY p.embedding <#> $2::halfvec LIMIT $3`,
      literal,
      k,
    );
    const cosines = cosinesOf(rows, vector, [...new Set(hits.map(([chunk]) => chunk))]);
    const found = bestInOrder(
      [...cosines].flatMap(([chunkId, score]) => (score === 0 ? [] : [{ chunkId, score }])),
      rows.inOrder,
    );
    const isAll = hits.length < k || k > maxVectorsPerResult * (limit + 16);
    const last = found[limit - 1];
    // A vector that was not found has at most the worst score: the last chunk must be better, so that no tie is cut.
    if (isAll || (last && last.score > (hits.at(-1)?.[1] ?? 0) + margin)) return found.slice(0, limit);
  }
}

export function cosinesOf(rows: TeamRows, vector: Float32Array, chunkIds: readonly number[]): Map<number, number> {
  if (!chunkIds.length) return new Map();
  const parts = rows.select<[chunk: number, scale: number, codes: Uint8Array]>(
    `SELECT p.chunk, p.scale, p.codes FROM context_team.part p ${ofBranches('p')} WHERE p.chunk = ANY($2::bigint[])`,
    chunkIds,
  );
  return greatestProducts(
    vector,
    parts.map(([chunk, scale, codes]) => ({ chunk, scale, codes })),
  );
}

/** Throws ContextError('query') for a vector of another length or model than the branches have, or with values that are not finite. */
export function checkVector(vector: Float32Array, own: ModelId, model: ModelId | undefined): void {
  if (model && (model.name !== own.name || model.dimensions !== own.dimensions))
    throw queryError(`the team database has no vectors of the model ${model.name}`);
  if (vector.length !== own.dimensions) throw queryError(`the vector has ${vector.length} dimensions, the index has ${own.dimensions}`);
  if (!vector.every(Number.isFinite)) throw queryError('the vector holds values that are not finite');
}
