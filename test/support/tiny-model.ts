/**
 * Small, real ONNX transformers, written byte by byte: a one-layer attention encoder, and a cross-encoder that counts what question
 * and document share. With tokenizer and configuration they are model folders as the hub has them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../engine/store-fixture.js';

// --- protobuf -------------------------------------------------------------------------------------------------------

type Field = readonly [number: number, value: number | string | Buffer];

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

function message(...fields: readonly Field[]): Buffer {
  const parts: Buffer[] = [];
  for (const [number, value] of fields) {
    if (typeof value === 'number') parts.push(varint(number << 3), varint(value));
    else {
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      parts.push(varint((number << 3) | 2), varint(bytes.length), bytes);
    }
  }
  return Buffer.concat(parts);
}

const types = { float: 1, int8: 3, int64: 7 } as const;

const tensor = (name: string, type: number, dims: readonly number[], raw: Buffer): Field => [
  5,
  message(...dims.map((dim): Field => [1, dim]), [2, type], [8, name], [9, raw]),
];
const floats = (name: string, dims: readonly number[], values: ArrayLike<number>): Field =>
  tensor(name, types.float, dims, Buffer.from(Float32Array.from(values).buffer));
const integers = (name: string, values: readonly number[]): Field =>
  tensor(name, types.int64, [values.length], Buffer.from(BigInt64Array.from(values.map(BigInt)).buffer));

function node(op: string, inputs: readonly string[], output: string, attributes: Record<string, number | readonly number[]> = {}): Field {
  const attribute = ([name, value]: [string, number | readonly number[]]): Field =>
    typeof value === 'number'
      ? [5, message([1, name], [3, value], [20, 2])]
      : [5, message([1, name], ...value.map((item): Field => [8, item]), [20, 7])];
  return [
    1,
    message(...inputs.map((input): Field => [1, input]), [2, output], [3, output], [4, op], ...Object.entries(attributes).map(attribute)),
  ];
}

function port(field: 11 | 12, name: string, type: number, dims: readonly (string | number)[]): Field {
  const shape = message(...dims.map((dim): Field => [1, typeof dim === 'string' ? message([2, dim]) : message([1, dim])]));
  return [field, message([1, name], [2, message([1, message([1, type], [2, shape])])])];
}

function model(graph: readonly Field[]): Buffer {
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => port(11, name, types.int64, ['batch', 'length']));
  return message([1, 8], [2, 'tests'], [7, message(...graph, [2, 'tiny'], ...inputs)], [8, message([1, ''], [2, 13])]);
}

// --- models ---------------------------------------------------------------------------------------------------------

export const words = 'parse open close read write file url json user token error retry query index vector search the a of to'.split(' ');
const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const vocabulary = [...special, ...words];
export const width = 16;

export interface Weights {
  readonly table: Float32Array;
  readonly query: Float32Array;
  readonly key: Float32Array;
  readonly value: Float32Array;
}

export function weightsFrom(seed: number): Weights {
  const random = randomFrom(seed);
  const matrix = (rows: number, scale: number) => Float32Array.from({ length: rows * width }, () => (random() - 0.5) * scale);
  return { table: matrix(vocabulary.length, 2), query: matrix(width, 1), key: matrix(width, 1), value: matrix(width, 1) };
}

/** x + softmax(xQ (xK)^T + mask) xV */
const attention: readonly Field[] = [
  node('MatMul', ['x', 'wq'], 'q'),
  node('MatMul', ['x', 'wk'], 'k'),
  node('MatMul', ['x', 'wv'], 'v'),
  node('Transpose', ['k'], 'kt', { perm: [0, 2, 1] }),
  node('MatMul', ['q', 'kt'], 'raw'),
  node('Cast', ['attention_mask'], 'mask', { to: types.float }),
  node('Sub', ['mask', 'one'], 'absent'),
  node('Mul', ['absent', 'large'], 'bias'),
  node('Unsqueeze', ['bias', 'axis1'], 'bias3'),
  node('Add', ['raw', 'bias3'], 'scores'),
  node('Softmax', ['scores'], 'shares', { axis: 2 }),
  node('MatMul', ['shares', 'v'], 'mixed'),
  node('Add', ['x', 'mixed'], 'last_hidden_state'),
  // Named, for exporters do so, and of no effect.
  node('Identity', ['token_type_ids'], 'unused_types'),
];

export function encoder(weights: Weights, quantised: 'fp32' | 'q8' = 'fp32'): Buffer {
  const { table, query, key, value } = weights;
  const rows = [vocabulary.length, width];
  const scale = Math.max(...table.map(Math.abs)) / 127;
  const whole = [floats('table', rows, table), node('Gather', ['table', 'input_ids'], 'x')];
  const bytes = [
    tensor('codes', types.int8, rows, Buffer.from(Int8Array.from(table, (weight) => Math.round(weight / scale)).buffer)),
    floats('scale', [], [scale]),
    node('DequantizeLinear', ['codes', 'scale'], 'table'),
    node('Gather', ['table', 'input_ids'], 'x'),
  ];
  const constants = [floats('one', [], [1]), floats('large', [], [1e9]), integers('axis1', [1])];
  const matrices = [floats('wq', [width, width], query), floats('wk', [width, width], key), floats('wv', [width, width], value)];
  const out = port(12, 'last_hidden_state', types.float, ['batch', 'length', width]);
  return model([...(quantised === 'q8' ? bytes : whole), ...constants, ...matrices, ...attention, out]);
}

/** The same computation in plain numbers, mean over the tokens, unit length: what must come out. */
export function embeddingOf(text: string, { table, query, key, value }: Weights): number[] {
  const ids = ['[CLS]', ...text.toLowerCase().split(/\s+/).filter(Boolean), '[SEP]'].map((word) => Math.max(1, vocabulary.indexOf(word)));
  const x = ids.map((id) => [...table.subarray(id * width, (id + 1) * width)]);
  const times = (row: readonly number[], matrix: Float32Array) =>
    Array.from({ length: width }, (_, j) => row.reduce((sum, item, i) => sum + item * (matrix[i * width + j] as number), 0));
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, item, i) => sum + item * (b[i] as number), 0);
  const keys = x.map((row) => times(row, key));
  const values = x.map((row) => times(row, value));
  const sum = new Array<number>(width).fill(0);
  for (const row of x) {
    const raw = keys.map((other) => dot(times(row, query), other));
    const most = Math.max(...raw);
    const shares = raw.map((score) => Math.exp(score - most));
    const total = shares.reduce((a, b) => a + b, 0);
    for (let d = 0; d < width; d++) {
      const mixed = shares.reduce((acc, share, t) => acc + (share / total) * ((values[t] as number[])[d] as number), 0);
      sum[d] = (sum[d] as number) + (row[d] as number) + mixed;
    }
  }
  const length = Math.hypot(...sum);
  return sum.map((item) => item / length);
}

/** logit = how often words of the one occur in the other, less one half. */
export function crossEncoder(): Buffer {
  const count = vocabulary.length;
  const oneHot = Float32Array.from({ length: count * count }, (_, i) =>
    Math.floor(i / count) === i % count && i % count >= special.length ? 1 : 0,
  );
  return model([
    floats('table', [count, count], oneHot),
    floats('half', [], [0.5]),
    integers('axis1', [1]),
    integers('axis2', [2]),
    node('Gather', ['table', 'input_ids'], 'x'),
    node('Cast', ['attention_mask'], 'mask', { to: types.float }),
    node('Cast', ['token_type_ids'], 'second', { to: types.float }),
    node('Mul', ['mask', 'second'], 'document'),
    node('Sub', ['mask', 'document'], 'question'),
    node('Unsqueeze', ['document', 'axis2'], 'document3'),
    node('Unsqueeze', ['question', 'axis2'], 'question3'),
    node('Mul', ['x', 'document3'], 'xd'),
    node('Mul', ['x', 'question3'], 'xq'),
    node('ReduceSum', ['xd', 'axis1'], 'sd', { keepdims: 0 }),
    node('ReduceSum', ['xq', 'axis1'], 'sq', { keepdims: 0 }),
    node('Mul', ['sd', 'sq'], 'shared'),
    node('ReduceSum', ['shared', 'axis1'], 'sum', { keepdims: 1 }),
    node('Sub', ['sum', 'half'], 'logits'),
    port(12, 'logits', types.float, ['batch', 1]),
  ]);
}

// --- folders --------------------------------------------------------------------------------------------------------

const token = (content: string, id: number) => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
});

const tokenizer = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: special.map(token),
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
      { Sequence: { id: 'B', type_id: 1 } },
      { SpecialToken: { id: '[SEP]', type_id: 1 } },
    ],
    special_tokens: Object.fromEntries(
      ['[CLS]', '[SEP]'].map((name) => [name, { id: name, ids: [vocabulary.indexOf(name)], tokens: [name] }]),
    ),
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
  },
};

const tokenizerConfig = {
  tokenizer_class: 'BertTokenizer',
  model_max_length: 64,
  do_lower_case: true,
  pad_token: '[PAD]',
  unk_token: '[UNK]',
  cls_token: '[CLS]',
  sep_token: '[SEP]',
};

const config = (kind: 'encoder' | 'cross-encoder') => ({
  model_type: 'bert',
  architectures: [kind === 'encoder' ? 'BertModel' : 'BertForSequenceClassification'],
  hidden_size: width,
  num_attention_heads: 1,
  num_hidden_layers: 1,
  max_position_embeddings: 64,
  vocab_size: vocabulary.length,
  ...(kind === 'cross-encoder' && { id2label: { 0: 'LABEL_0' } }),
});

/** Writes the folder; files of `onnx` by their name inside the folder. */
export function writeModelFolder(folder: string, kind: 'encoder' | 'cross-encoder', onnx: Readonly<Record<string, Buffer>>): string {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  const json = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  json('config.json', config(kind));
  json('tokenizer.json', tokenizer);
  json('tokenizer_config.json', tokenizerConfig);
  for (const [name, bytes] of Object.entries(onnx)) writeFileSync(join(folder, name), bytes);
  return folder;
}
