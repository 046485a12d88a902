/**
 * A transformer in this process: tokens in, vectors or scores out. Runs in the model's own process only (model-process.ts): the
 * native runtime aborts the process it is in when a worker thread around it ends at the wrong moment, and may need gigabytes.
 */
import { pathToFileURL } from 'node:url';
import { poolTokens } from '../../../core/embedding/pool-tokens.js';
import type { LoadSettings, Reply, Rows } from './messages.js';

/** What is used of @huggingface/transformers; its types are not there when it is not. */
interface Tensor {
  readonly data: ArrayLike<number | bigint>;
  readonly dims: readonly number[];
}
type Tensors = Record<string, Tensor>;
interface Tokenizer {
  (texts: readonly string[], options: Record<string, unknown>): Tensors;
  readonly model_max_length?: number;
}
type Model = ((inputs: Tensors) => Promise<Record<string, Tensor>>) & { readonly config?: Record<string, unknown> };
interface Loader<T> {
  from_pretrained(model: string, options: Record<string, unknown>): Promise<T>;
}
interface Transformers {
  readonly env: Record<string, unknown>;
  readonly AutoTokenizer: Loader<Tokenizer>;
  readonly AutoModel: Loader<Model>;
  readonly AutoModelForSequenceClassification: Loader<Model>;
}

export interface LoadedModel {
  readonly dimensions: number;
  embed(texts: readonly string[]): Promise<Rows>;
  score(query: string, documents: readonly string[]): Promise<Rows>;
}

type Progress = Extract<Reply, { kind: 'progress' }>;

/** Throws with a message for a person where the model cannot be loaded or is not of the kind that is asked for. */
export async function loadModel(settings: LoadSettings, onProgress: (progress: Progress) => void): Promise<LoadedModel> {
  const module = (await import(pathToFileURL(settings.entry).href)) as { default?: Transformers } & Transformers;
  const { env, AutoTokenizer, AutoModel, AutoModelForSequenceClassification } = module.AutoTokenizer
    ? module
    : (module.default as Transformers);
  const isFolder = settings.place === 'folder';
  env['allowLocalModels'] = isFolder;
  env['allowRemoteModels'] = !isFolder;
  env['cacheDir'] = settings.cacheDir;
  if (settings.hubUrl) env['remoteHost'] = settings.hubUrl;
  const options = {
    local_files_only: isFolder,
    progress_callback: (info: { status?: string; file?: string; progress?: number }) => {
      if (info.status === 'progress') onProgress({ kind: 'progress', file: info.file ?? '', percent: Math.round(info.progress ?? 0) });
    },
  };
  const tokenizer = await named('its tokenizer', AutoTokenizer.from_pretrained(settings.model, options));
  const loader = settings.task === 'embed' ? AutoModel : AutoModelForSequenceClassification;
  const model = await named(
    'the model',
    loader.from_pretrained(settings.model, {
      ...options,
      dtype: settings.dtype,
      device: 'cpu',
      subfolder: settings.subfolder,
      session_options: { intraOpNumThreads: settings.threads, interOpNumThreads: 1 },
    }),
  );
  const limit = maxTokens(settings, tokenizer, model);
  const tokenize = (texts: readonly string[], pairs?: readonly string[]): Tensors =>
    tokenizer(texts, { ...(pairs && { text_pair: pairs }), padding: true, truncation: true, max_length: limit });

  const loaded = {
    async embed(texts: readonly string[]): Promise<Rows> {
      const inputs = tokenize(texts);
      return pooled(await model(inputs), inputs, settings);
    },
    async score(query: string, documents: readonly string[]): Promise<Rows> {
      const inputs = tokenize(
        documents.map(() => query),
        documents,
      );
      return scored(await model(inputs), documents.length, tokensIn(inputs));
    },
  };
  // What it can do shows in doing it, now and not in the middle of an index.
  const probe = settings.task === 'embed' ? await loaded.embed(['function']) : await loaded.score('function', ['function']);
  return { ...loaded, dimensions: probe.dimensions };
}

async function named<T>(what: string, loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    throw new Error(`${what} could not be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function maxTokens({ maxTokens: wanted }: LoadSettings, tokenizer: Tokenizer, model: Model): number {
  const positions = model.config?.['max_position_embeddings'];
  const bounds = [wanted, tokenizer.model_max_length, positions].filter((bound) => typeof bound === 'number' && bound > 0);
  return Math.min(...(bounds as number[]));
}

function tokensIn(inputs: Tensors): number {
  const mask = inputs['attention_mask']?.data ?? [];
  let tokens = 0;
  for (let i = 0; i < mask.length; i++) tokens += Number(mask[i]);
  return tokens;
}

function pooled(outputs: Record<string, Tensor>, inputs: Tensors, { pooling, hiddenSize }: LoadSettings): Rows {
  const tokens = tokensIn(inputs);
  const given = outputs['sentence_embedding'];
  if (pooling === 'given') {
    if (given?.dims.length !== 2)
      throw new Error(`expected the output sentence_embedding, got ${Object.keys(outputs).join(', ')}; set a pooling`);
    return { values: floats(given.data), dimensions: given.dims[1] as number, tokens };
  }
  const hidden = outputs['last_hidden_state'] ?? outputs['token_embeddings'] ?? outputs['logits'];
  if (hidden?.dims.length !== 3) throw new Error(`expected the output last_hidden_state, got ${Object.keys(outputs).join(', ')}`);
  const [rows, length, dimensions] = hidden.dims as [number, number, number];
  if (hiddenSize !== null && hiddenSize !== dimensions) {
    throw new Error(`config.json promises ${hiddenSize} dimensions, the model gives ${dimensions}`);
  }
  const mask = inputs['attention_mask']?.data ?? new Array(rows * length).fill(1);
  return { values: poolTokens(floats(hidden.data), mask, rows, length, dimensions, pooling), dimensions, tokens };
}

/** One value a pair: how sure the model is; of two classes the second means yes. */
function scored(outputs: Record<string, Tensor>, rows: number, tokens: number): Rows {
  const logits = outputs['logits'];
  const labels = logits?.dims[1];
  if (!logits || (labels !== 1 && labels !== 2)) {
    throw new Error(`expected a cross-encoder with one or two labels, got the outputs ${Object.keys(outputs).join(', ')}`);
  }
  const values = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const yes = Number(logits.data[row * labels + labels - 1]);
    const no = labels === 2 ? Number(logits.data[row * labels]) : 0;
    values[row] = 1 / (1 + Math.exp(no - yes));
  }
  return { values, dimensions: labels, tokens };
}

const floats = (data: ArrayLike<number | bigint>): Float32Array =>
  data instanceof Float32Array ? data : Float32Array.from(data as ArrayLike<number>);
