/**
 * A language model in Ollama as judge: one request a document, a number from 0 to 100 in return.
 * The first request tells whether anybody is there: its failure is the reranker's. A later single failure scores 50.
 */
import { queryBackOff } from '../../../core/embedding/back-off.js';
import { describe } from '../../../core/embedding/check-vectors.js';
import { parseScore } from '../../../core/embedding/parse-score.js';
import { roughTokens } from '../../../core/embedding/plan-batches.js';
import type { Reranker } from '../../../core/embedding/ports.js';
import { prepareForSending } from '../../../core/embedding/prepare-for-sending.js';
import { object } from '../http/http-providers.js';
import { InvalidAnswer, type PacedClient } from '../http/paced-client.js';
import { failureOf } from '../http/post-json.js';

const maxAnswerBytes = 262_144;
const undecided = 0.5;

const prompt = (query: string, document: string): string =>
  `You judge search results in source code. Rate how well the document answers the query, from 0 (unrelated) to 100 (exactly what is asked for).
Answer with the number alone.

<query>
${query}
</query>

<document>
${document}
</document>

Score:`;

export function ollamaScorer(
  name: string,
  model: string,
  client: PacedClient,
  timeoutMs: number,
  maxChars: number,
  concurrency: number,
): Reranker {
  const score = (query: string, document: string, signal?: AbortSignal): Promise<number> => {
    const text = prompt(query, document);
    return client.call(
      {
        path: '/api/generate',
        body: { model, prompt: text, stream: false, think: false, options: { temperature: 0, num_predict: 64 } },
        tokens: roughTokens(text),
        texts: 1,
        maxAnswerBytes,
        deadlineMs: timeoutMs,
        backOff: { ...queryBackOff, retries: 0 },
        urgent: true,
        read: (json) => {
          const { response, prompt_eval_count: tokens } = object(json);
          if (typeof response !== 'string') throw new InvalidAnswer(`expected "response" in the answer, got ${describe(response)}`);
          return { value: (parseScore(response) ?? 100 * undecided) / 100, tokens: typeof tokens === 'number' ? tokens : null };
        },
      },
      signal,
    );
  };
  return {
    name,
    get cost() {
      return client.cost;
    },
    async rerank(query, documents, signal) {
      const scores = new Float32Array(documents.length).fill(undecided);
      if (documents.length === 0) return scores;
      const asked = prepareForSending(query, maxChars);
      const sent = documents.map((document) => prepareForSending(document, maxChars));
      scores[0] = await score(asked, sent[0] as string, signal);
      let next = 1;
      const worker = async (): Promise<void> => {
        for (let i = next++; i < sent.length; i = next++) {
          try {
            scores[i] = await score(asked, sent[i] as string, signal);
          } catch (error) {
            signal?.throwIfAborted();
            if (!failureOf(error)) throw error;
          }
        }
      };
      await Promise.all(Array.from({ length: concurrency }, worker));
      return scores;
    },
    close: async () => client.close(),
  };
}
