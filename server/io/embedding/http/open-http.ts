/** From settings to a provider over HTTP. Opening sends nothing. */
import { type ModelTraits, traitsMark, traitsOf } from '../../../core/embedding/model-traits.js';
import type { Clock, EmbeddingProvider } from '../../../core/embedding/ports.js';
import { configurationError } from '../../../core/model/problem.js';
import { hashOf } from '../../../util/hash.js';
import type { Log } from '../../../util/log.js';
import { systemClock } from '../system-clock.js';
import type { KeySettings } from './api-key.js';
import { HttpProvider } from './http-provider.js';
import { type HttpFormat, type HttpKind, httpFormats } from './http-providers.js';
import { PacedClient } from './paced-client.js';

export interface HttpProviderSettings extends KeySettings {
  readonly provider: HttpKind;
  readonly model: string;
  /** With the API's root, e.g. `https://host/v1`; a URL without a path gets the usual one. */
  readonly baseUrl?: string;
  readonly keyHeader?: string;
  /** Shorter vectors, where the model offers them. */
  readonly dimensions?: number;
  readonly queryPrefix?: string;
  readonly documentPrefix?: string;
  readonly batchTexts?: number;
  readonly batchTokens?: number;
  readonly concurrency?: number;
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly timeoutMs?: number;
  readonly queryTimeoutMs?: number;
  readonly pricePerMillionTokens?: number;
}

export interface ProviderWorld {
  readonly log: Log;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
}

const defaultQueryTimeoutMs = 10_000;

/** The format's URL where none is set; else the given one, with the API's root where it has no path. */
export function rootedUrl(format: Pick<HttpFormat, 'baseUrl' | 'root'>, given: string | undefined): string {
  if (!given) return format.baseUrl;
  const trimmed = given.replace(/(?<!\/)\/+$/, '');
  return URL.canParse(trimmed) && new URL(trimmed).pathname === '/' ? trimmed + format.root : trimmed;
}

/** Throws ContextError('configuration') for settings that cannot be. */
export function openHttpProvider(settings: HttpProviderSettings, world: ProviderWorld): EmbeddingProvider {
  const { provider, model, dimensions } = settings;
  if (!model) throw configurationError(`${provider}: no model is set`);
  const format = httpFormats[provider];
  const baseUrl = rootedUrl(format, settings.baseUrl);
  const clock = world.clock ?? systemClock;
  const concurrency = settings.concurrency ?? format.concurrency;
  const client = new PacedClient(
    provider,
    { ...settings, baseUrl, concurrency, apiKeyEnv: settings.apiKeyEnv ?? format.apiKeyEnv },
    { clock, env: world.env ?? process.env, log: world.log },
  );
  const traits = traitsOf(model, { queryPrefix: settings.queryPrefix, documentPrefix: settings.documentPrefix });
  return new HttpProvider({
    name: nameOf(settings, traits, baseUrl, format),
    model,
    client,
    format,
    traits,
    dimensions,
    batchTexts: settings.batchTexts ?? format.batchTexts,
    batchTokens: settings.batchTokens ?? format.batchTokens,
    concurrency,
    timeoutMs: settings.timeoutMs ?? format.timeoutMs,
    queryTimeoutMs: settings.queryTimeoutMs ?? Math.min(defaultQueryTimeoutMs, settings.timeoutMs ?? defaultQueryTimeoutMs),
    clock,
  });
}

/** Everything that changes the vectors is in the name, so that they are never mixed. */
function nameOf(settings: HttpProviderSettings, traits: ModelTraits, baseUrl: string, format: HttpFormat): string {
  const { provider, model } = settings;
  const host = baseUrl === format.baseUrl || !URL.canParse(baseUrl) ? '' : `@${new URL(baseUrl).host}`;
  const mark = traitsMark(model, traits);
  return `${provider}:${model}${host}${mark ? `#${hashOf(mark).slice(0, 8)}` : ''}`;
}
