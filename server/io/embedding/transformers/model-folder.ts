/**
 * A local folder with a model, looked at before anything is loaded: what is missing is said in words, and what the model says about
 * itself (pooling, prompts) is used.
 */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelTraits, Pooling } from '../../../core/embedding/model-traits.js';
import { configurationError } from '../../../core/model/problem.js';
import { messageOf } from '../../../util/bug.js';
import { hashOf } from '../../../util/hash.js';

/** Suffix of the model's file by data type, as the hub has it. */
const suffixes = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  int8: '_int8',
  uint8: '_uint8',
  q4: '_q4',
  q4f16: '_q4f16',
  bnb4: '_bnb4',
} as const;
export type ModelType = keyof typeof suffixes;

export interface ModelFolder {
  readonly dtype: ModelType;
  /** Where in the folder the ONNX file is: `onnx` or ''. */
  readonly subfolder: string;
  /** What the folder says of itself. */
  readonly traits: Partial<ModelTraits>;
  /** Changes when the model does: two folders of one name are not one model. */
  readonly fingerprint: string;
  readonly hiddenSize: number | null;
}

/** Throws ContextError('configuration') where the folder is no model that can be loaded. */
export function readModelFolder(folder: string, wanted: ModelType | undefined): ModelFolder {
  if (!existsSync(folder)) throw configurationError(`model folder ${folder} does not exist`, { folder });
  const config = requiredJson(folder, 'config.json');
  requiredJson(folder, 'tokenizer.json');
  requiredJson(folder, 'tokenizer_config.json');
  // Small and quick before large, where nothing is asked for: quantised models lose next to nothing in retrieval.
  const order: readonly ModelType[] = wanted ? [wanted] : ['q8', 'int8', 'uint8', 'fp32', 'fp16', 'q4', 'q4f16', 'bnb4'];
  for (const dtype of order) {
    for (const subfolder of ['onnx', '']) {
      const file = join(folder, subfolder, `model${suffixes[dtype]}.onnx`);
      if (!existsSync(file)) continue;
      const { hidden_size: size, dim, d_model: wide } = config as Record<string, unknown>;
      const hidden = size ?? dim ?? wide;
      return {
        dtype,
        subfolder,
        traits: saidByFolder(folder),
        fingerprint: fingerprint(folder, file),
        hiddenSize: typeof hidden === 'number' ? hidden : null,
      };
    }
  }
  const names = wanted ? `model${suffixes[wanted]}.onnx (${wanted})` : 'model.onnx or a quantised variant';
  throw configurationError(`model folder ${folder}: expected ${names} in it or in its folder onnx`, { folder });
}

function requiredJson(folder: string, name: string): Record<string, unknown> {
  const json = optionalJson(folder, name);
  if (!json) throw configurationError(`model folder ${folder} has no ${name}`, { folder, file: name });
  return json;
}

function optionalJson(folder: string, name: string): Record<string, unknown> | null {
  const file = join(folder, name);
  if (!existsSync(file)) return null;
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof json === 'object' && json !== null) return json as Record<string, unknown>;
    throw new Error('not an object');
  } catch (error) {
    throw configurationError(`model folder ${folder}: ${name} cannot be read: ${messageOf(error)}`, { folder, file: name });
  }
}

/** The files that sentence-transformers writes beside a model. */
function saidByFolder(folder: string): Partial<ModelTraits> {
  const pooling = optionalJson(folder, join('1_Pooling', 'config.json'));
  const sentence = optionalJson(folder, 'config_sentence_transformers.json');
  const length = optionalJson(folder, 'sentence_bert_config.json')?.['max_seq_length'];
  const prompts = (sentence?.['prompts'] ?? {}) as Record<string, unknown>;
  const prompt = (name: string): string | undefined =>
    typeof prompts[name] === 'string' && prompts[name] ? (prompts[name] as string) : undefined;
  const mode: Pooling | undefined = pooling?.['pooling_mode_cls_token']
    ? 'first'
    : pooling?.['pooling_mode_lasttoken']
      ? 'last'
      : pooling?.['pooling_mode_mean_tokens']
        ? 'mean'
        : undefined;
  return {
    pooling: existsSync(join(folder, '2_Dense')) ? 'given' : mode,
    queryPrefix: prompt('query'),
    documentPrefix: prompt('document') ?? prompt('passage'),
    maxTokens: typeof length === 'number' && length > 0 ? length : undefined,
  };
}

const sampleBytes = 65_536;

/** Of the small files whole; of the model its size, beginning and end: hashing half a gigabyte would take a second. */
function fingerprint(folder: string, modelFile: string): string {
  const parts = ['config.json', 'tokenizer.json'].map((name) => hashOf(readFileSync(join(folder, name))));
  const file = openSync(modelFile, 'r');
  try {
    const { size } = fstatSync(file);
    for (const at of [0, Math.max(0, size - sampleBytes)]) {
      const sample = Buffer.alloc(Math.min(sampleBytes, size));
      readSync(file, sample, 0, sample.length, at);
      parts.push(hashOf(sample));
    }
    parts.push(String(size));
  } finally {
    closeSync(file);
  }
  return hashOf(parts.join(' ')).slice(0, 8);
}
