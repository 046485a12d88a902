/** Who may ask a server next, where people ask it too. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { RequestQueue } from '../../server/io/language-servers/session/request-queue.js';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('with interactive requests the background sends one request at a time, pauses after each of them, and continues', async () => {
  const queue = new RequestQueue(4, true);
  const background = await queue.enter('background', null);
  let isOn = false;
  const next = queue.enter('background', null).then((leave) => {
    isOn = true;
    return leave;
  });
  const person = await queue.enter('interactive', null);
  background();
  person();
  await tick();
  assert.equal(isOn, false, 'a person has only just asked');
  const again = await queue.enter('interactive', null);
  assert.equal(isOn, false);
  again();
  const leave = await next;
  leave();
  assert.equal(queue.size, 0);
});

test('without interactive requests the background uses all its parallel requests', async () => {
  const queue = new RequestQueue(4);
  const turns = await Promise.all([1, 2, 3, 4].map(() => queue.enter('background', null)));
  let isOn = false;
  const fifth = queue.enter('background', null).then((leave) => {
    isOn = true;
    return leave;
  });
  await tick();
  assert.equal(isOn, false);
  turns[0]?.();
  (await fifth)();
});
