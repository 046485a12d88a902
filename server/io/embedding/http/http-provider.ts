/**
 * Embeddings over HTTP. Every text passes the redaction of secrets here once more, whoever sends it.
 * A question is asked once a while only when the provider is down: the answer must not wait for a dead server each time.
 */
import { LRUCache } from 'lru-cache';
import { backgroundBackOff, queryBackOff } from '../../../core/embedding/back-off.js';
import { takeRow } from '../../../core/embedding/check-vectors.js';
import type { ModelTraits } from '../../../core/embedding/model-traits.js';
import { planBatches, roughTokens } from '../../../core/embedding/plan-batches.js';
import type { Clock, EmbeddedBatch, EmbeddingProvider } from '../../../core/embedding/ports.js';
import { prepareForSending } from '../../../core/embedding/prepare-for-sending.js';
import type { Cost } from '../../../core/model/model-status.js';
import { collectBatches, runBatches } from '../run-batches.js';
import type { HttpFormat } from './http-providers.js';
import { type Call, InvalidAnswer, type PacedClient } from './paced-client.js';
import { failure, failureOf } from './post-json.js';

export interface HttpProviderOptions {
  readonly name: string;
  readonly model: string;
  readonly client: PacedClient;
  readonly format: HttpFormat;
  readonly traits: ModelTraits;
  /** Asked of the provider; every answer must have it. */
  readonly dimensions: number | undefined;
  readonly batchTexts: number;
  readonly batchTokens: number;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly queryTimeoutMs: number;
  readonly clock: Clock;
}

type Rejected = EmbeddedBatch['rejected'][number];

/** 24 characters a number and 8,192 dimensions are more than anyone sends. */
const maxAnswerBytes = (texts: number): number => 262_144 + texts * 8_192 * 24;
const queriesKept = 256;
/** After a failed question the next ones fail at once for so long. */
const coolDownMs = 10_000;
/** So many texts refused one by one, with nothing accepted: it is not the texts. */
const refusedAtFirst = 3;
const refusedInRow = 50;

export class HttpProvider implements EmbeddingProvider {
  readonly name: string;
  readonly #options: HttpProviderOptions;
  readonly #queries = new LRUCache<string, Float32Array>({ max: queriesKept });
  #dimensions: number | null;
  #succeeded = false;
  #refused = 0;
  #down: { readonly until: number; readonly error: unknown } | null = null;

  constructor(options: HttpProviderOptions) {
    this.name = options.name;
    this.#options = options;
    this.#dimensions = options.dimensions ?? null;
  }

  get dimensions(): number | null {
    return this.#dimensions;
  }
  get cost(): Cost {
    return this.#options.client.cost;
  }

  embedBatches(texts: readonly string[], signal?: AbortSignal): AsyncIterable<EmbeddedBatch> {
    const { batchTexts, batchTokens, concurrency } = this.#options;
    const batches = planBatches(texts.map(roughTokens), { maxTexts: batchTexts, maxTokens: batchTokens });
    return runBatches(batches, concurrency, (indices, ends) => this.#batch(texts, indices, ends), signal);
  }

  embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array> {
    return collectBatches(this.#options.client.provider, texts.length, this.embedBatches(texts, signal));
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const { clock, queryTimeoutMs } = this.#options;
    const known = this.#queries.get(text);
    if (known) return known.slice();
    if (this.#down && clock.now() < this.#down.until) throw this.#down.error;
    try {
      const vector = await this.#request([text], 'query', { backOff: queryBackOff, deadlineMs: queryTimeoutMs, urgent: true }, signal);
      this.#down = null;
      this.#queries.set(text, vector);
      return vector.slice();
    } catch (error) {
      if (failureOf(error)?.retryable) this.#down = { until: clock.now() + coolDownMs, error };
      throw error;
    }
  }

  /** One request, or several smaller ones where a text in it is refused. */
  async #batch(texts: readonly string[], indices: readonly number[], signal: AbortSignal): Promise<EmbeddedBatch> {
    const { timeoutMs } = this.#options;
    try {
      const part = indices.map((i) => texts[i] as string);
      const vectors = await this.#request(part, 'document', { backOff: backgroundBackOff, deadlineMs: timeoutMs, urgent: false }, signal);
      this.#refused = 0;
      return { indices, vectors, dimensions: this.#dimensions as number, rejected: [] };
    } catch (error) {
      const status = failureOf(error)?.status;
      if (status !== 400 && status !== 413 && status !== 422) throw error;
      if (indices.length > 1) {
        const half = indices.length >> 1;
        const first = await this.#batch(texts, indices.slice(0, half), signal);
        return joined(first, await this.#batch(texts, indices.slice(half), signal));
      }
      if (++this.#refused >= (this.#succeeded ? refusedInRow : refusedAtFirst)) throw error;
      const rejected: Rejected = { index: indices[0] as number, reason: (error as Error).message };
      return { indices: [], vectors: new Float32Array(0), dimensions: this.#dimensions ?? 0, rejected: [rejected] };
    }
  }

  async #request(
    texts: readonly string[],
    role: 'query' | 'document',
    manner: Pick<Call<Float32Array>, 'backOff' | 'deadlineMs' | 'urgent'>,
    signal?: AbortSignal,
  ): Promise<Float32Array> {
    const { client, format, model, traits, dimensions } = this.#options;
    const prefix = role === 'query' ? traits.queryPrefix : traits.documentPrefix;
    // An empty text is an error to some providers, and its vector means nothing.
    const sent = texts.map((text) => prefix + prepareForSending(text, format.maxChars));
    const call: Call<Float32Array> = {
      ...manner,
      path: format.embedPath,
      body: format.embedBody(model, sent, role, dimensions),
      tokens: sent.reduce((sum, text) => sum + roughTokens(text), 0),
      texts: sent.length,
      maxAnswerBytes: maxAnswerBytes(sent.length),
      read: (json) => {
        const { rows, tokens } = format.embedded(json);
        return { value: this.#rows(rows, sent.length), tokens };
      },
    };
    const vectors = await client.call(call, signal);
    this.#succeeded = true;
    return vectors;
  }

  #rows(rows: readonly unknown[], count: number): Float32Array {
    if (rows.length !== count) throw new InvalidAnswer(`expected ${count} vectors, got ${rows.length}`);
    const first = rows[0] as ArrayLike<unknown> | null | undefined;
    const dimensions = this.#dimensions ?? first?.length ?? 0;
    if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 65_536) throw new InvalidAnswer('the first vector is empty');
    const vectors = new Float32Array(count * dimensions);
    for (const [row, values] of rows.entries()) {
      const taken = takeRow(values, dimensions, vectors, row);
      if (taken.kind === 'bad') throw new InvalidAnswer(`vector ${row} of ${count}: ${taken.reason}`);
    }
    // Only a whole good answer decides.
    this.#dimensions = dimensions;
    return vectors;
  }

  async close(): Promise<void> {
    this.#options.client.close();
    const { provider } = this.#options.client;
    this.#down = { until: Number.POSITIVE_INFINITY, error: failure({ provider, status: 'closed', retryable: false }, 'closed') };
    this.#queries.clear();
  }
}

function joined(a: EmbeddedBatch, b: EmbeddedBatch): EmbeddedBatch {
  const vectors = new Float32Array(a.vectors.length + b.vectors.length);
  vectors.set(a.vectors);
  vectors.set(b.vectors, a.vectors.length);
  const dimensions = Math.max(a.dimensions, b.dimensions);
  return { indices: [...a.indices, ...b.indices], vectors, dimensions, rejected: [...a.rejected, ...b.rejected] };
}
