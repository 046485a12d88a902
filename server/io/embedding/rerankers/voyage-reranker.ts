/** Voyage's reranker, and servers that speak alike: one request for all documents. A person waits for the answer. */
import { queryBackOff } from '../../../core/embedding/back-off.js';
import { describe } from '../../../core/embedding/check-vectors.js';
import { roughTokens } from '../../../core/embedding/plan-batches.js';
import type { Reranker } from '../../../core/embedding/ports.js';
import { prepareForSending } from '../../../core/embedding/prepare-for-sending.js';
import { object } from '../http/http-providers.js';
import { InvalidAnswer, type PacedClient } from '../http/paced-client.js';

const maxAnswerBytes = 1_048_576;

export function voyageReranker(name: string, model: string, client: PacedClient, timeoutMs: number, maxChars: number): Reranker {
  return {
    name,
    get cost() {
      return client.cost;
    },
    async rerank(query, documents, signal) {
      if (documents.length === 0) return new Float32Array(0);
      const asked = prepareForSending(query, maxChars);
      const sent = documents.map((document) => prepareForSending(document, maxChars));
      return client.call(
        {
          path: '/rerank',
          body: { model, query: asked, documents: sent, truncation: true },
          tokens: sent.reduce((sum, text) => sum + roughTokens(text) + roughTokens(asked), 0),
          texts: sent.length,
          maxAnswerBytes,
          deadlineMs: timeoutMs,
          backOff: queryBackOff,
          urgent: true,
          read: (json) => readScores(json, sent.length),
        },
        signal,
      );
    },
    close: async () => client.close(),
  };
}

function readScores(json: unknown, count: number): { value: Float32Array; tokens: number | null } {
  const { data, results, usage } = object(json);
  const items = data ?? results;
  if (!Array.isArray(items)) throw new InvalidAnswer(`expected "data" in the answer, got ${describe(items)}`);
  const scores = new Float32Array(count).fill(Number.NaN);
  for (const item of items) {
    const { index, relevance_score: score } = object(item);
    if (typeof index !== 'number' || !(index in scores))
      throw new InvalidAnswer(`expected an index below ${count}, got ${describe(index)}`);
    if (typeof score !== 'number') throw new InvalidAnswer(`expected a relevance_score, got ${describe(score)}`);
    scores[index] = Math.min(1, Math.max(0, score));
  }
  const missing = scores.findIndex(Number.isNaN);
  if (missing >= 0) throw new InvalidAnswer(`document ${missing} of ${count} has no score`);
  const tokens = (usage as Record<string, unknown> | undefined)?.['total_tokens'];
  return { value: scores, tokens: typeof tokens === 'number' ? tokens : null };
}
