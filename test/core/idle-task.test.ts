import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdleTask } from '../../server/core/engine/idle-task.js';

const second = 1_000;

test('idle work runs after two quiet seconds, and once', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let runs = 0;
  const task = new IdleTask(() => runs++);
  task.wait();
  t.mock.timers.tick(1 * second);
  task.used();
  t.mock.timers.tick(1 * second);
  assert.equal(runs, 0);
  t.mock.timers.tick(2 * second);
  assert.equal(runs, 1);
  t.mock.timers.tick(600 * second);
  assert.equal(runs, 1);
});

test('idle work runs within a minute of use, however often it is asked for', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let runs = 0;
  const task = new IdleTask(() => runs++);
  for (let at = 0; at < 60; at++) {
    task.wait();
    task.used();
    t.mock.timers.tick(1 * second);
  }
  assert.equal(runs, 1);
});

test('stopped idle work does not run', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let runs = 0;
  const task = new IdleTask(() => runs++);
  task.wait();
  task.stop();
  t.mock.timers.tick(600 * second);
  assert.equal(runs, 0);
});
