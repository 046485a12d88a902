/** The figures of `eval`, each on lists small enough to count by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrate } from '../../server/core/evaluation/calibration.js';
import { compareRuns } from '../../server/core/evaluation/compare-runs.js';
import { explainMiss, missText } from '../../server/core/evaluation/explain-miss.js';
import { type JudgedQuestion, parseQuestions } from '../../server/core/evaluation/question-file.js';
import { type Judged, ndcg, scoreQuestion, wholeFileCounter } from '../../server/core/evaluation/score-question.js';
import { latencyOf, percentile, summarise } from '../../server/core/evaluation/summarise.js';

const parse = (value: unknown) => parseQuestions(value, (path) => path);
const question = (expected: unknown[], more: object = {}): JudgedQuestion =>
  parse([{ query: 'q', expected, ...more }])[0] as JudgedQuestion;
/** `a:3-5` is lines 3 to 5 of a, in 100 tokens. */
const results = (...places: string[]): Judged[] =>
  places.map((place) => {
    const [path = '', lines = '1-9'] = place.split(':');
    const [first = 1, last = first] = lines.split('-').map(Number);
    return { path, lines: { start: first - 1, end: last }, tokens: 100 };
  });
const near = (actual: number | null | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-9, `${actual} is not ${expected}`);

test('reads a question file in both forms, with 1-based inclusive lines, each place once', () => {
  assert.deepEqual(
    parse([
      { query: 'one', expected: ['a.ts', { path: './b.ts', start_line: 3, end_line: 5 }, { path: 'c.ts', start_line: 7 }], category: 'x' },
      { query: 'two', relevant: ['a.ts'], secondary: ['a.ts', 'src\\d.ts'], notExpected: ['e.ts'], seed: { ignored: true } },
      { query: '', expected: [] },
    ]),
    [
      {
        query: 'one',
        category: 'x',
        expected: [
          { path: 'a.ts', lines: null },
          { path: 'b.ts', lines: { start: 2, end: 5 } },
          { path: 'c.ts', lines: { start: 6, end: 7 } },
        ],
        notExpected: [],
      },
      {
        query: 'two',
        category: 'uncategorised',
        expected: [
          { path: 'a.ts', lines: null },
          { path: 'src/d.ts', lines: null },
        ],
        notExpected: [{ path: 'e.ts', lines: null }],
      },
      { query: '', category: 'uncategorised', expected: [], notExpected: [] },
    ],
  );
});

for (const [value, message] of [
  [{}, /expected a JSON array .* got object/],
  [[], /holds no question/],
  [[{ query: 'a', expected: [] }, 'b'], /entry 1: expected an object .* got string/],
  [[{ expected: [] }], /entry 0: expected "query" to be a string, got undefined/],
  [[{ query: 'a' }], /entry 0 \("a"\): no "expected" places/],
  [[{ query: 'a', expected: 'b' }], /expected: expected an array, got string/],
  [[{ query: 'a', expected: [{}] }], /expected\[0\]: expected a path/],
  [[{ query: 'a', expected: [{ path: 'b', start_line: 5, end_line: 4 }] }], /1 <= start_line <= end_line, got 5 and 4/],
  [[{ query: 'a', expected: [{ path: 'b', start_line: 0 }] }], /got 0 and 0/],
] as const)
  test(`names a wrong entry: ${JSON.stringify(value)}`, () => assert.throws(() => parse(value), message));

test('ranks, reciprocal rank, recall and NDCG of one question', () => {
  const score = scoreQuestion(question(['a', { path: 'b', start_line: 4, end_line: 6 }, 'd']), results('c', 'a', 'b:7-9', 'b:6-9', 'a'));
  assert.deepEqual(score.ranks, [2, 4, null]);
  assert.deepEqual(score.isHit, [false, true, false, true, true]);
  assert.equal(score.firstRank, 2);
  near(score.reciprocalRank, 1 / 2);
  near(score.recall10, 2 / 3);
  near(score.precision5, 3 / 5);
  near(score.ndcg10, (1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3) + 1 / 2));
  assert.equal(score.tokens, 500);
});

test('recall within a token budget counts results that fit whole, in order', () => {
  const list = results('x', 'x', 'x', 'x', 'a', 'b');
  assert.deepEqual(scoreQuestion(question(['a', 'b']), list).recallWithin, [0.5, 1, 1, 1]);
});

test('below rank 10 only the rank counts', () => {
  const score = scoreQuestion(question(['a']), results(...'xxxxxxxxxx', 'a'));
  assert.deepEqual([score.firstRank, score.reciprocalRank, score.recall10, score.ndcg10], [11, 0, 0, 0]);
});

test('NDCG is 1 for the best order, and two places at one rank count once', () => {
  near(ndcg([1, 2, 3], 3, 10), 1);
  near(ndcg([1, 1], 2, 10), 1 / (1 + 1 / Math.log2(3)));
  near(ndcg([], 2, 10), 0);
  near(ndcg([], 0, 10), 0);
});

test('means leave out questions that expect nothing, rates count places and results', () => {
  const outcome = (asked: JudgedQuestion, list: Judged[], wholeFileTokens: number) => ({
    score: scoreQuestion(asked, list),
    wholeFileTokens,
  });
  const figures = summarise([
    outcome(question(['a']), results('a', 'x'), 1_000),
    outcome(question(['a', 'b', 'c', 'd', 'e']), results('a', 'b', 'x', 'c', 'd'), 2_000),
    outcome(question([]), results('x'), 500),
    outcome(question(['a'], { notExpected: ['x'] }), [], 0),
  ]);
  assert.deepEqual([figures.questions, figures.ampleQuestions], [4, 1]);
  near(figures.mrr, 2 / 3);
  near(figures.recall10, (1 + 4 / 5 + 0) / 3);
  near(figures.precision5Ample, 4 / 5);
  near(figures.precision5, (1 / 5 + 4 / 5 + 0) / 3);
  near(figures.falseNegativeRate, 2 / 7);
  near(figures.falsePositiveRate, 3 / 8);
  near(figures.unwantedRate, 1 / 2);
  near(figures.tokensSaved, 1 - 800 / 3_500);
});

test('no questions give no figures', () => {
  const { questions, ...rest } = summarise([]);
  assert.equal(questions, 0);
  assert.deepEqual(
    Object.values(rest).filter((value) => value !== null && value !== 0),
    [],
  );
});

test('latency percentiles by nearest rank, and a histogram of every sample', () => {
  const samples = Array.from({ length: 100 }, (_, i) => (i + 1) / 2);
  const latency = latencyOf(samples);
  assert.deepEqual([latency?.p50, latency?.p95, latency?.p99, latency?.max], [25, 47.5, 49.5, 50]);
  assert.equal(
    latency?.histogram.reduce((sum, { count }) => sum + count, 0),
    100,
  );
  assert.equal(latencyOf([]), null);
  assert.equal(percentile([7], 50), 7);
});

test('calibration: bins, expected error, Brier', () => {
  const { bins, expectedError, brier } = calibrate([
    { confidence: 1, isRight: true },
    { confidence: 0.9, isRight: false },
    { confidence: 0, isRight: false },
  ]);
  assert.deepEqual(
    bins.map(({ questions }) => questions),
    [1, 0, 0, 0, 2],
  );
  near(expectedError, (2 * Math.abs(0.95 - 0.5)) / 3);
  near(brier, 0.81 / 3);
  assert.equal(calibrate([]).brier, null);
});

test('pairs equal questions of two runs in order', () => {
  const run = (...rows: [string, number][]) => rows.map(([query, ndcg10]) => ({ query, ndcg10, recall10: ndcg10 }));
  const { gained, lost, onlyNow, onlyBefore } = compareRuns(
    run(['a', 1], ['b', 0.2], ['a', 0.5], ['new', 1]),
    run(['a', 0.4], ['a', 0.5], ['b', 0.9], ['old', 1]),
  );
  assert.deepEqual([gained.map(({ now, before }) => [now, before]), lost.map(({ now, before }) => [now, before])], [[[0, 0]], [[1, 2]]]);
  near(lost[0]?.gain, -0.7);
  assert.deepEqual([onlyNow, onlyBefore], [1, 1]);
});

test('explains why a place was missed', () => {
  const place = { path: 'b', lines: { start: 3, end: 6 } };
  const list = results('a', 'b:20-30');
  const why = (rank: number | null, inFile: Judged[] | null) => {
    const miss = explainMiss(place, rank, list, inFile);
    return miss && missText(miss);
  };
  assert.equal(why(3, null), null);
  assert.equal(why(12, null), 'found late, at rank 12');
  assert.equal(why(null, null), 'the workspace has no such file');
  assert.match(why(null, results('b:20-30')) ?? '', /^nothing in these lines .*; lines 20-30 of the file stand at rank 2$/);
  assert.match(why(null, results('b:20-30', 'b:5-7')) ?? '', /^outranked: number 2 when its file is asked alone; lines 20-30/);
});

test('counts each file of the first ten once', () => {
  const read: string[] = [];
  const tokens = wholeFileCounter((path) => {
    read.push(path);
    return 'word '.repeat(100);
  });
  const one = tokens(results('a'));
  assert.ok(one > 0);
  assert.equal(tokens(results('a', 'b', 'a', ...'xxxxxxx', 'late')), 3 * one);
  assert.deepEqual(read, ['a', 'b', 'x']);
});
