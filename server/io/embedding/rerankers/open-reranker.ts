/** From settings to a reranker over HTTP. Opening sends nothing. The local cross-encoder: transformers/open-transformers.ts. */
import type { Reranker } from '../../../core/embedding/ports.js';
import { configurationError } from '../../../core/model/problem.js';
import type { KeySettings } from '../http/api-key.js';
import { httpFormats } from '../http/http-providers.js';
import { type ProviderWorld, rootedUrl } from '../http/open-http.js';
import { PacedClient } from '../http/paced-client.js';
import { systemClock } from '../system-clock.js';
import { ollamaScorer } from './ollama-scorer.js';
import { voyageReranker } from './voyage-reranker.js';

export interface HttpRerankerSettings extends KeySettings {
  readonly reranker: 'voyage' | 'ollama';
  readonly model: string;
  readonly baseUrl?: string;
  readonly timeoutMs?: number;
  /** Requests at once; of account where there is one request a document. */
  readonly concurrency?: number;
  readonly pricePerMillionTokens?: number;
}

/** Enough of a long function to judge it by. */
const maxChars = 6_000;
const defaultTimeoutMs = 20_000;
const defaultConcurrency = 2;

/** Throws ContextError('configuration') for settings that cannot be. */
export function openHttpReranker(settings: HttpRerankerSettings, world: ProviderWorld): Reranker {
  const { reranker, model, timeoutMs = defaultTimeoutMs, concurrency = defaultConcurrency } = settings;
  if (!model) throw configurationError(`${reranker} reranker: no model is set`);
  const format = httpFormats[reranker];
  const client = new PacedClient(
    reranker,
    { ...settings, concurrency, baseUrl: rootedUrl(format, settings.baseUrl), apiKeyEnv: settings.apiKeyEnv ?? format.apiKeyEnv },
    { clock: world.clock ?? systemClock, env: world.env ?? process.env, log: world.log },
  );
  const name = `${reranker}:${model}`;
  return reranker === 'voyage'
    ? voyageReranker(name, model, client, timeoutMs, maxChars)
    : ollamaScorer(name, model, client, timeoutMs, maxChars, concurrency);
}
