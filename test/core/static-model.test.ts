import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { openEmbeddedModel, rarityIn } from '../../server/io/embedding/embedded/embedded-model.js';
import { type StaticDocument, StaticModel } from '../../server/io/embedding/embedded/static-model.js';
import { packageRoot } from '../../server/util/package-root.js';

const file = readFileSync(`${packageRoot}/server/assets/static-code-256-v3.bin`);

type Case = { readonly pieces: [number | string, number][]; readonly vector: number[] } & (
  | { readonly kind: 'query'; readonly input: string }
  | { readonly kind: 'document'; readonly input: StaticDocument }
);
const { cases } = JSON.parse(readFileSync(`${packageRoot}/fixtures/static-code-256-v3.golden.json`, 'utf8')) as { cases: Case[] };

test('pieces and vectors agree with the golden file', () => {
  const model = new StaticModel(file, 'golden');
  assert.ok(cases.length > 15);
  for (const one of cases) {
    const isQuery = one.kind === 'query';
    const pieces = model.pieces(isQuery ? one.input : one.input.body, isQuery);
    assert.deepEqual(pieces, one.pieces, JSON.stringify(one.input));
    const got = new Float32Array(model.dimensions);
    if (isQuery) got.set(model.embedQuery(one.input));
    else model.embedDocument(one.input, got, 0);
    const worst = Math.max(...one.vector.map((value, d) => Math.abs(value - (got[d] as number))));
    assert.ok(worst <= 1e-5, `${JSON.stringify(one.input)}: off by ${worst}`);
  }
});

test('a text without words gives the zero vector, never NaN', () => {
  const model = new StaticModel(file, 'zero');
  assert.ok(model.embedQuery(' … !!! ').every((value) => value === 0));
});

test('embeds words of other scripts', () => {
  const model = new StaticModel(file, 'scripts');
  const documents = ['# 解析配置文件', '# запуск сервера и остановка', 'def parse(): pass'];
  const rows = new Float32Array(documents.length * model.dimensions);
  for (const [row, body] of documents.entries()) model.embedDocument({ path: 'a.py', names: '', body }, rows, row);
  const best = (question: string): number => {
    const vector = model.embedQuery(question);
    const scores = documents.map((_, row) =>
      vector.reduce((sum, value, d) => sum + value * (rows[row * model.dimensions + d] as number), 0),
    );
    return scores.indexOf(Math.max(...scores));
  };
  assert.equal(best('配置'), 0);
  assert.equal(best('остановка сервера'), 1);
});

test('a frequent word of a question weighs less than a rare one', () => {
  const rarity = rarityIn({ chunks: 1000, having: (word) => (word === 'data' ? 900 : 2) });
  assert.ok(rarity('data') < 0.7 && rarity('throttle') > 0.9);
  assert.equal(rarity('data throttle'), rarity('throttle'));
});

test('rejects a file that is not a model or is truncated, naming what was expected', () => {
  assert.throws(() => new StaticModel(Buffer.from('hello'), 'x'), { code: 'configuration', message: /not a static embedding model/ });
  assert.throws(() => new StaticModel(file.subarray(0, file.length - 1000), 'x'), {
    code: 'configuration',
    message: /truncated or damaged/,
  });
});

test('a copy of the program without its model says so', () => {
  const missing = `${packageRoot}/server/assets/none.bin`;
  assert.throws(
    () => openEmbeddedModel(missing, 'none'),
    ({ code, message }: { code?: string; message: string }) =>
      code === 'configuration' && message.includes('install it again') && message.includes(missing),
  );
});
