/** The fitted order of a list of symbols: which signals it reads, and that scores are given out in the new order. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ChunkRecord } from '../../server/core/model/chunk.js';
import { analyseQuery } from '../../server/core/retrieval/query/analyse-query.js';
import { type Links, orderSignals, orderSymbols } from '../../server/core/retrieval/rank/order-symbols.js';
import type { Ranked } from '../../server/core/retrieval/rank/rank.js';
import type { SimilarShares } from '../../server/core/retrieval/rank/similar-words.js';

const none: SimilarShares = { body: 0, all: 0 };

function symbol(id: number, score: number, more: Partial<ChunkRecord> = {}): Ranked {
  const record = {
    id,
    path: `src/${id}.ts`,
    role: 'source',
    language: 'typescript',
    name: `s${id}`,
    qualifiedName: `s${id}`,
    symbolKind: 'function',
    ...more,
  } as ChunkRecord;
  return { candidate: { record, lexical: 0, semantic: 0, name: null }, score, parts: [{ name: 'semantic', value: score }] };
}

const query = analyseQuery('how are old parcels sent back');
const order = (list: readonly Ranked[], { links = () => [], shares = {} }: Given = {}): [number, number][] =>
  orderSymbols(list, query, ({ id }) => ({ ...none, ...shares[id] }), links).map(({ candidate, score, parts }) => {
    assert.equal(
      parts.reduce((sum, { value }) => sum + value, 0),
      score,
    );
    return [candidate.record.id, score];
  });
interface Given {
  readonly links?: Links;
  readonly shares?: Readonly<Record<number, Partial<SimilarShares>>>;
}

test('without signals the order stays', () => {
  assert.deepEqual(order([symbol(1, 8), symbol(2, 4), symbol(3, 2)]), [
    [1, 8],
    [2, 4],
    [3, 2],
  ]);
  assert.deepEqual(order([]), []);
});

test('a symbol that contains the question comes first, and takes the best score', () => {
  assert.deepEqual(order([symbol(1, 8), symbol(2, 4)], { shares: { 2: { body: 1 } } }), [
    [2, 8],
    [1, 4],
  ]);
});

test('a symbol that a good one calls comes before one that nothing calls', () => {
  const list = [symbol(1, 8), symbol(2, 4), symbol(3, 4)];
  assert.deepEqual(
    order(list, { links: () => [[1, 3]] }).map(([id]) => id),
    [1, 3, 2],
  );
  const signals = orderSignals(
    list,
    query,
    () => none,
    () => [
      [1, 3],
      [2, 3],
      [3, 3],
      [1, 99],
    ],
  );
  assert.deepEqual(
    signals.map(({ caller, callee }) => [caller, callee]),
    [
      [0, 0.5],
      [0, 0.5],
      [1, 0],
    ],
  );
});

test('tests and values come after functions, unless tests are asked for', () => {
  const list = [symbol(1, 8, { role: 'test' }), symbol(2, 8, { symbolKind: 'field' }), symbol(3, 8)];
  assert.equal(order(list)[0]?.[0], 3);
  const tests = analyseQuery('which tests cover old parcels that are sent back');
  const [first] = orderSignals(
    list,
    tests,
    () => none,
    () => [],
  );
  assert.equal(first?.isTest, 0);
});

test('what the question points to keeps its place', () => {
  const pointed = symbol(1, 9, { role: 'test' });
  const place = { by: 'frame', order: 0, lines: [0] } as unknown as NonNullable<Ranked['candidate']['place']>;
  const list = [{ ...pointed, candidate: { ...pointed.candidate, place } }, symbol(2, 8), symbol(3, 4)];
  assert.deepEqual(order(list, { shares: { 3: { body: 1 } } }), [
    [1, 9],
    [3, 8],
    [2, 4],
  ]);
});
