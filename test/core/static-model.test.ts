import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { StaticModel } from '../../server/io/embedding/static-model.js';
import { packageRoot } from '../../server/util/package-root.js';

const file = readFileSync(`${packageRoot}/server/assets/static-code-256.bin`);
const golden = JSON.parse(readFileSync(`${packageRoot}/fixtures/static-code-256.golden.json`, 'utf8')) as {
  cases: { kind: 'query' | 'document'; text: string; tokens: [string, number, number][]; vector: number[] }[];
};

test('pieces and vectors agree with the golden file', () => {
  const model = new StaticModel(file, 'golden');
  assert.ok(golden.cases.length > 5);
  for (const { kind, text, tokens, vector } of golden.cases) {
    assert.deepEqual(
      model.bag(text),
      tokens.map(([, id, times]) => [id, times]),
      text,
    );
    const got = new Float32Array(model.dimensions);
    if (kind === 'query') got.set(model.embedQuery(text));
    else model.embedDocument([{ text, times: 1 }], got, 0);
    const worst = Math.max(...vector.map((value, d) => Math.abs(value - (got[d] as number))));
    assert.ok(worst <= 1e-5, `${text}: off by ${worst}`);
  }
});

test('a text without a known word gives the zero vector, never NaN', () => {
  const model = new StaticModel(file, 'zero');
  assert.ok(model.embedQuery('… 你好 !!!').every((value) => value === 0));
});

test('a file that is no model, or is cut short, is refused with what was expected', () => {
  assert.throws(() => new StaticModel(Buffer.from('hello'), 'x'), /expected a static model/);
  assert.throws(() => new StaticModel(file.subarray(0, file.length - 1000), 'x'), /expected version 1 and \d+ bytes/);
});
