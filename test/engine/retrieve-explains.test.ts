/** Every answer can say how it came about: what each stage brought up and let through, and what each score is made of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, ExplainedStage, StageName } from '../../server/core/model/answer.js';
import { settledEngine, workspace } from '../support/real-engine.js';
import { shop } from '../support/shop.js';

const stageOf = ({ explanation }: Answer, name: StageName): ExplainedStage => {
  const stage = explanation?.stages.find((one) => one.name === name);
  assert.ok(stage, `no stage ${name}`);
  return stage;
};

test('each stage gives its number of candidates, the first of them and why', async (t) => {
  const engine = await settledEngine(workspace(t, shop));
  const answer = await engine.retrieve({ query: 'sending in typescript: ShoppingCart or retry with backoff', explain: true });
  const { explanation } = answer;
  assert.deepEqual(
    explanation?.stages.map(({ name }) => name),
    ['names', 'words', 'vectors', 'fused', 'ranked', 'gated', 'hubs', 'expanded', 'assembled'],
  );
  assert.ok(explanation.query.words.includes('retry'));
  assert.ok(explanation.query.expansions.includes('sends') && !explanation.query.expansions.includes('sended'), 'those that the index has');
  assert.deepEqual(explanation.query.identifiers, ['ShoppingCart']);
  assert.deepEqual(explanation.query.compounds, ['retrywithbackoff']);

  assert.equal(stageOf(answer, 'fused').count, answer.considered);
  assert.equal(stageOf(answer, 'ranked').count, answer.considered);
  assert.equal(stageOf(answer, 'assembled').count, answer.results.length);
  assert.ok(stageOf(answer, 'gated').count <= answer.considered);
  assert.deepEqual(
    stageOf(answer, 'names').top.map(({ symbol, why }) => `${symbol}: ${why}`),
    ['ShoppingCart: identifier', 'retryWithBackoff: compound'],
  );
  assert.match(stageOf(answer, 'assembled').note, new RegExp(`^${answer.tokens} of 6000 tokens$`));
  for (const { name, count, note, top } of explanation.stages) {
    assert.ok(note && top.length <= Math.max(8, count), name);
    for (const { path, symbol, why, score } of top) assert.ok(path && symbol && why && Number.isFinite(score), `${name}: ${path}`);
  }
  const ranked = stageOf(answer, 'ranked').top;
  assert.deepEqual(
    ranked.map(({ score }) => score),
    ranked.map(({ score }) => score).sort((a, b) => b - a),
  );
  assert.equal(ranked[0]?.symbol, answer.results[0]?.qualifiedName);
  for (const { parts, score, path } of answer.results) {
    const sum = parts.reduce((total, { value }) => total + value, 0);
    assert.ok(Math.abs(sum - score) < 1e-3, `${path}: ${sum} is not ${score}`);
  }
});

test('explains filters and empty answers too, and only on request', async (t) => {
  const engine = await settledEngine(workspace(t, shop));
  const filtered = await engine.retrieve({ query: 'orders shipped', filters: { paths: ['src/**'] }, explain: true });
  assert.match(stageOf(filtered, 'fused').note, /removed by filters/);
  const none = await engine.retrieve({ query: 'orders shipped', filters: { paths: ['nowhere/**'] }, explain: true });
  assert.deepEqual([none.results.length, stageOf(none, 'fused').count, stageOf(none, 'gated').count], [0, 0, 0]);
  assert.equal((await engine.retrieve({ query: 'orders shipped' })).explanation, undefined);
});

test('does not relate symbols of the same name in another language', async (t) => {
  const place = workspace(
    t,
    `
-- src/format.go --
package main

// FormatSource formats a source file.
func FormatSource(path string) error { return layoutEverything(path) }
-- Makefile --
layoutEverything:
\tgofmt -l .
-- tools/layout.py --
def layoutEverything(path):
    """Lays out."""
    return path
-- src/layout.go --
package main

func layoutEverything(path string) error { return nil }
`,
  );
  const engine = await settledEngine(place);
  const answer = await engine.retrieve({ query: 'FormatSource', limit: 1 });
  assert.equal(answer.results.length, 1);
  const related = answer.related.map(({ path, relation }) => `${relation} ${path}`);
  assert.ok(related.includes('calls src/layout.go'), related.join());
  assert.ok(!related.some((one) => /Makefile|\.py/.test(one)), related.join());
  assert.ok(answer.graph.every(({ path }) => path.endsWith('.go')));
});
