/** The settings `embedding` and `reranker`, for models other than the embedded one. API keys are never settings; only their source is. */
import * as z from 'zod';
import { optional } from './common.js';

/** Where vectors come from. */
export interface ContextEmbeddingSettings {
  /** `embedded` (default): the model inside the server. `openai`: also compatible servers. */
  provider: 'embedded' | 'transformers' | 'openai' | 'voyage' | 'ollama';
  /** The provider's name of the model; for `transformers` an absolute folder, or `owner/name` on the hub. */
  model?: string;
  /** Shorter vectors, if the model offers them (`embedded`: 64, 128, 256); for `transformers` the number that the model must have. */
  dimensions?: number;
  /** Root of the API, e.g. `https://host/v1`; without user name, password or query. */
  baseUrl?: string;
  /** Name of the environment variable with the key. Default `OPENAI_API_KEY`, `VOYAGE_API_KEY`. */
  apiKeyEnv?: string;
  /** Program and arguments, run without a shell; the first line of its output is the key. */
  apiKeyCommand?: string[];
  /** Header for the key instead of `Authorization: Bearer`. */
  keyHeader?: string;
  /** Prefixes of questions and documents. Default: from the model's card. */
  queryPrefix?: string;
  documentPrefix?: string;
  batchTexts?: number;
  batchTokens?: number;
  /** Concurrent requests. */
  concurrency?: number;
  requestsPerMinute?: number;
  tokensPerMinute?: number;
  timeoutMs?: number;
  /** If the provider does not embed a question in this time, the embedded model answers. Default 10,000. */
  queryTimeoutMs?: number;
  /** Used for the cost in `context/status`. */
  pricePerMillionTokens?: number;
  /** `transformers`: how token vectors become one vector. Default: from the model's folder, or its card. */
  pooling?: 'mean' | 'first' | 'last' | 'given';
  /** `transformers`: longer texts are cut. */
  maxTokens?: number;
  /** `transformers`: variant of the weights. Default: the smallest in a folder; `q8` from a hub. */
  dtype?: 'fp32' | 'fp16' | 'q8' | 'int8' | 'uint8' | 'q4' | 'q4f16' | 'bnb4';
  threads?: number;
  /** A hub with the same interface. */
  hubUrl?: string;
  /** Folders whose `node_modules` may contain `@huggingface/transformers`. */
  packageFolders?: string[];
  /** A folder of vectors that were computed elsewhere with this model. */
  precomputed?: string;
}

/** A model that reads question and result together and reorders the best results. */
export interface ContextRerankerSettings {
  /** `transformers`: a local cross-encoder; `ollama`: a language model that returns a score from 0 to 100. */
  provider: 'transformers' | 'voyage' | 'ollama';
  model: string;
  /** Number of best results that it reorders. Default 30. */
  top?: number;
  /** Longest delay of an answer. Default 8,000. */
  deadlineMs?: number;
  baseUrl?: string;
  apiKeyEnv?: string;
  apiKeyCommand?: string[];
  keyHeader?: string;
  concurrency?: number;
  timeoutMs?: number;
  pricePerMillionTokens?: number;
  maxTokens?: number;
  dtype?: 'fp32' | 'fp16' | 'q8' | 'int8' | 'uint8' | 'q4' | 'q4f16' | 'bnb4';
  threads?: number;
  hubUrl?: string;
  packageFolders?: string[];
}

const count = (most: number) => optional(z.number().int().min(1).max(most));
const text = z.string().min(1).max(4_096);
const commonShape = {
  baseUrl: optional(text),
  apiKeyEnv: optional(z.string().regex(/^[A-Za-z_]\w{0,199}$/, 'expected the name of an environment variable')),
  apiKeyCommand: optional(z.array(text).min(1).max(100)),
  keyHeader: optional(z.string().regex(/^[\w-]{1,100}$/, 'expected the name of a header')),
  concurrency: count(64),
  timeoutMs: count(3_600_000),
  pricePerMillionTokens: optional(z.number().min(0).max(1_000_000)),
  maxTokens: count(1_000_000),
  dtype: optional(z.enum(['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'])),
  threads: count(256),
  hubUrl: optional(text),
  packageFolders: optional(z.array(text).max(20)),
};

export const embeddingSettingsSchema = z
  .strictObject({
    ...commonShape,
    provider: z.enum(['embedded', 'transformers', 'openai', 'voyage', 'ollama']),
    model: optional(text),
    dimensions: count(65_536),
    queryPrefix: optional(z.string().max(1_000)),
    documentPrefix: optional(z.string().max(1_000)),
    batchTexts: count(2_048),
    batchTokens: count(1_000_000),
    requestsPerMinute: count(1_000_000),
    tokensPerMinute: count(1_000_000_000),
    queryTimeoutMs: count(600_000),
    pooling: optional(z.enum(['mean', 'first', 'last', 'given'])),
    precomputed: optional(text),
  })
  .refine(({ provider, model }) => provider === 'embedded' || model !== undefined, {
    message: 'a provider needs a model',
    path: ['model'],
  })
  .refine(({ provider, dimensions }) => provider !== 'embedded' || dimensions === undefined || [64, 128, 256].includes(dimensions), {
    message: 'the embedded model has 64, 128 or 256 dimensions',
    path: ['dimensions'],
  }) satisfies z.ZodType<ContextEmbeddingSettings>;

export const rerankerSettingsSchema = z.strictObject({
  ...commonShape,
  provider: z.enum(['transformers', 'voyage', 'ollama']),
  model: text,
  top: count(200),
  deadlineMs: count(600_000),
}) satisfies z.ZodType<ContextRerankerSettings>;
