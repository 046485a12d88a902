/** The statistics of the ablation: over repositories, repeatable, and a part that fits one repository does not count as worth having. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../server/util/package-root.js';

const { interval, leaveOneOut, signTest } = await import(pathToFileURL(join(packageRoot, 'scripts', 'quality', 'resampling.mjs')).href);

test('the interval contains the mean, is repeatable and empty of doubt for equal values', () => {
  const values = [0.01, -0.02, 0.03, 0, 0.01, 0.02];
  const [low, high] = interval(values);
  assert.ok(low < 0.0083 && high > 0.0083 && low > -0.02 && high < 0.03, `${low} ${high}`);
  assert.deepEqual(interval(values), [low, high]);
  assert.deepEqual(interval([0.5, 0.5, 0.5]), [0.5, 0.5]);
});

test('the sign test is two-sided', () => {
  assert.equal(signTest(0, 0), 1);
  assert.equal(signTest(5, 0), 2 / 2 ** 5);
  assert.equal(signTest(0, 5), 2 / 2 ** 5);
  assert.equal(signTest(3, 3), 1);
});

test('a part that helps one repository and hurts the others a little is worth nothing when that one is held out', () => {
  const fitted = [0.1, -0.01, -0.01, -0.01];
  assert.ok(leaveOneOut([fitted]).worth < 0, 'the one that it helps is not there when the others decide');
  assert.deepEqual(leaveOneOut([[0.02, 0.02, 0.02]]), { worth: 0.02, kept: 1 });
  const { worth } = leaveOneOut([
    [0.01, 0.01, 0.01],
    [-0.03, -0.03],
  ]);
  assert.equal(worth, 0, 'each kind of question counts the same');
});
