/** How each kind of provider is spoken to: data and two small functions a kind. */
import { describe } from '../../../core/embedding/check-vectors.js';
import { InvalidAnswer } from './paced-client.js';

export type HttpKind = 'openai' | 'voyage' | 'ollama';

interface Embedded {
  /** One a text, unchecked. */
  readonly rows: readonly unknown[];
  readonly tokens: number | null;
}

export interface HttpFormat {
  readonly baseUrl: string;
  readonly apiKeyEnv: string | undefined;
  /** Appended where a base URL has no path of its own. */
  readonly root: string;
  readonly embedPath: string;
  readonly batchTexts: number;
  readonly batchTokens: number;
  readonly concurrency: number;
  readonly timeoutMs: number;
  /** Longer texts are cut before they are sent; providers that cut themselves have no bound here. */
  readonly maxChars: number;
  embedBody(model: string, texts: readonly string[], role: 'query' | 'document', dimensions: number | undefined): unknown;
  embedded(json: unknown): Embedded;
}

const openai: HttpFormat = {
  baseUrl: 'https://api.openai.com/v1',
  apiKeyEnv: 'OPENAI_API_KEY',
  root: '/v1',
  embedPath: '/embeddings',
  batchTexts: 128,
  // The API takes 300,000; smaller requests lose less when one fails.
  batchTokens: 60_000,
  concurrency: 4,
  timeoutMs: 60_000,
  maxChars: 24_000,
  embedBody: (model, input, _role, dimensions) => ({ model, input, encoding_format: 'float', ...(dimensions && { dimensions }) }),
  embedded: dataRows,
};

export const httpFormats: Readonly<Record<HttpKind, HttpFormat>> = {
  openai,
  voyage: {
    ...openai,
    baseUrl: 'https://api.voyageai.com/v1',
    apiKeyEnv: 'VOYAGE_API_KEY',
    maxChars: 96_000,
    embedBody: (model, input, role, dimensions) => ({
      model,
      input,
      input_type: role,
      truncation: true,
      ...(dimensions && { output_dimension: dimensions }),
    }),
  },
  ollama: {
    baseUrl: 'http://127.0.0.1:11434',
    apiKeyEnv: undefined,
    root: '',
    embedPath: '/api/embed',
    batchTexts: 32,
    batchTokens: 16_000,
    concurrency: 1,
    // The first request loads the model.
    timeoutMs: 180_000,
    maxChars: 96_000,
    embedBody: (model, input, _role, dimensions) => ({ model, input, truncate: true, ...(dimensions && { dimensions }) }),
    embedded(json) {
      const { embeddings, prompt_eval_count: tokens } = object(json);
      if (!Array.isArray(embeddings)) throw new InvalidAnswer(`expected "embeddings" in the answer, got ${describe(embeddings)}`);
      return { rows: embeddings, tokens: typeof tokens === 'number' ? tokens : null };
    },
  },
};

export function object(json: unknown): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new InvalidAnswer(`expected an object as answer, got ${describe(json)}`);
  }
  return json as Record<string, unknown>;
}

/** OpenAI's form: `data` with `index` and `embedding`, as numbers or as base64 of little-endian floats. */
function dataRows(json: unknown): Embedded {
  const { data, usage } = object(json);
  if (!Array.isArray(data)) throw new InvalidAnswer(`expected "data" in the answer, got ${describe(data)}`);
  const rows: unknown[] = new Array(data.length);
  for (const [place, item] of data.entries()) {
    const { index = place, embedding } = object(item);
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= data.length || rows[index] !== undefined) {
      throw new InvalidAnswer(`expected each index once, got ${describe(index)} at place ${place} of ${data.length}`);
    }
    rows[index] = (typeof embedding === 'string' ? fromBase64(embedding) : embedding) ?? null;
  }
  const { total_tokens: total, prompt_tokens: prompt } = (usage ?? {}) as Record<string, unknown>;
  const tokens = total ?? prompt;
  return { rows, tokens: typeof tokens === 'number' ? tokens : null };
}

function fromBase64(text: string): Float32Array | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % 4 !== 0) return null;
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}
