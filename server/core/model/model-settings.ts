/** Settings of embedding models and rerankers (protocol.md, `embedding` and `reranker`). */

/** Where a key comes from; never the key itself. */
interface KeySettings {
  /** Name of an environment variable. */
  readonly apiKeyEnv?: string;
  /** Program and arguments, run without a shell; the first line that it prints is the key. */
  readonly apiKeyCommand?: readonly string[];
  readonly keyHeader?: string;
}

/** Options of @huggingface/transformers. */
interface LocalSettings {
  readonly dtype?: 'fp32' | 'fp16' | 'q8' | 'int8' | 'uint8' | 'q4' | 'q4f16' | 'bnb4';
  readonly threads?: number;
  readonly maxTokens?: number;
  readonly hubUrl?: string;
  /** Folders whose `node_modules` may hold the package. */
  readonly packageFolders?: readonly string[];
}

interface PaceSettings {
  readonly baseUrl?: string;
  readonly concurrency?: number;
  readonly timeoutMs?: number;
  readonly pricePerMillionTokens?: number;
}

export interface EmbeddingSettings extends KeySettings, LocalSettings, PaceSettings {
  readonly provider: 'embedded' | 'transformers' | 'openai' | 'voyage' | 'ollama';
  /** A name of the provider's; for transformers an absolute folder or a name on the hub; nothing for the embedded model. */
  readonly model?: string;
  readonly dimensions?: number;
  readonly pooling?: 'mean' | 'first' | 'last' | 'given';
  readonly queryPrefix?: string;
  readonly documentPrefix?: string;
  readonly batchTexts?: number;
  readonly batchTokens?: number;
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly queryTimeoutMs?: number;
  /** A folder of vectors computed elsewhere with this model. */
  readonly precomputed?: string;
}

export interface RerankerSettings extends KeySettings, LocalSettings, PaceSettings {
  readonly provider: 'transformers' | 'voyage' | 'ollama';
  readonly model: string;
  /** Only so many results, from the best down, are shown to it. */
  readonly top?: number;
  /** An answer is not held up longer than this. */
  readonly deadlineMs?: number;
}

/** Models as a front passes them to an engine; they may change while it runs. */
export interface ModelSettings {
  readonly embedding?: EmbeddingSettings;
  readonly reranker?: RerankerSettings;
}
