// Fits the two logistic models of server/core/retrieval/rank/evidence-model.ts to judged answers, and prints them.
//
//   npm run quality:answers -- --half tune --per-question FILE
//   node scripts/answers/fit-confidence.mjs FILE
//
// Each line of FILE needs `signals`, as `explanation` has them, `correct` and `kind`. Half of the repositories are left out in turn to
// print the calibration error on what was not fitted to.
import { readFileSync } from 'node:fs';
import { calibrationError } from './judge.mjs';

/** Weight of the squared coefficients, beside the mean loss of a question. */
const RIDGE = 0.003;
const STEPS = 1_500;
const RATE = 2;
/** Of the questions that have an answer so many may be told that they have none. */
const MAX_DENIED = 0.03;

const sigmoid = (x) => 1 / (1 + Math.exp(-x));
const predict = ({ bias, weights }, signals) =>
  sigmoid(Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * signals[name], bias));

/** Logistic regression by gradient descent. `labelOf`: 0 or 1; `massOf`: how much a row counts. */
function fit(rows, names, labelOf, massOf) {
  const weights = names.map(() => 0);
  let offset = 0;
  const mass = rows.reduce((sum, row) => sum + massOf(row), 0);
  const data = rows.map((row) => ({ values: names.map((name) => row.signals[name]), label: labelOf(row), share: massOf(row) / mass }));
  for (let step = 0; step < STEPS; step++) {
    let bias = 0;
    const slope = names.map(() => 0);
    for (const { values, label, share } of data) {
      const error = (sigmoid(values.reduce((sum, value, i) => sum + value * weights[i], offset)) - label) * share;
      bias += error;
      for (const [i, value] of values.entries()) slope[i] += error * value;
    }
    offset -= RATE * bias;
    for (const [i, value] of slope.entries()) weights[i] -= RATE * (value + RIDGE * weights[i]);
  }
  const round = (value) => Math.round(value * 100) / 100;
  return { bias: round(offset), weights: Object.fromEntries(names.map((name, i) => [name, round(weights[i])])) };
}

const rows = readFileSync(process.argv[2], 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map(({ ours, ...row }) => ({ ...row, ...ours }))
  .filter(({ signals }) => signals);
const names = Object.keys(rows[0].signals);
const isAbsent = ({ kind }) => (kind === 'absent' ? 1 : 0);
const isCorrect = ({ correct }) => correct;
const kinds = new Map();
for (const { kind } of rows) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
/** Questions that have an answer count as much as those that have none. */
const balanced = (row) => (isAbsent(row) ? 1 : kinds.get('absent') / (rows.length - kinds.get('absent')));
const one = () => 1;

const repositories = [...new Set(rows.map(({ repo }) => repo))].sort();
const held = [0, 1].flatMap((turn) => {
  const own = (row) => repositories.indexOf(row.repo) % 2 === turn;
  const confidence = fit(
    rows.filter((row) => !own(row)),
    names,
    isCorrect,
    one,
  );
  const nothing = fit(
    rows.filter((row) => !own(row)),
    names,
    isAbsent,
    balanced,
  );
  return rows.filter(own).map((row) => ({ ...row, confidence: predict(confidence, row.signals), nothing: predict(nothing, row.signals) }));
});
const present = held
  .filter((row) => !isAbsent(row))
  .map(({ nothing }) => nothing)
  .sort((a, b) => b - a);
const from = present[Math.floor(present.length * MAX_DENIED)] ?? 0.5;
const admitted = held.filter((row) => isAbsent(row) && row.nothing > from).length / held.filter(isAbsent).length;
console.error(
  `left out in turn: ECE ${calibrationError(held).toFixed(3)}; ${(100 * admitted).toFixed(1)} % admitted from ${from.toFixed(2)} on`,
);
console.log(JSON.stringify({ confidence: fit(rows, names, isCorrect, one), nothing: fit(rows, names, isAbsent, balanced) }, null, 2));
