/** When a server counts as ready, and when it works again. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ReadyGate } from '../../server/io/language-servers/session/ready-gate.js';

const progress = (kind: string, token = 'index') => ['$/progress', { token, value: { kind } }] as const;

test('waits for work that begins after a server was ready', async () => {
  const gate = new ReadyGate({ kind: 'progress', pattern: /index/, quietMs: 1 }, 60_000);
  gate.documentOpened();
  await gate.settled;
  assert.equal(gate.state, 'ready');
  await gate.rested();

  gate.notified(...progress('begin'));
  gate.notified(...progress('begin', 'index of another folder'));
  let hasRested = false;
  const rested = gate.rested().then(() => (hasRested = true));
  gate.notified(...progress('end'));
  await new Promise(setImmediate);
  assert.equal(hasRested, false);
  gate.notified(...progress('end', 'index of another folder'));
  await rested;
});

test('does not wait for a server that ended', async () => {
  const gate = new ReadyGate({ kind: 'progress', pattern: /index/, quietMs: 1 }, 60_000);
  gate.notified(...progress('begin'));
  const rested = gate.rested();
  gate.close();
  await Promise.all([rested, gate.settled]);
});

test('detects reloading by progress and by notification', async () => {
  const byProgress = new ReadyGate({ kind: 'progress', pattern: /index/, quietMs: 1 }, 60_000);
  byProgress.documentOpened();
  await byProgress.settled;
  const status = (quiescent: boolean) => ['experimental/serverStatus', { quiescent }] as const;
  const isReady = (params: unknown) => (params as { quiescent: boolean }).quiescent;
  const byStatus = new ReadyGate({ kind: 'notification', method: 'experimental/serverStatus', isReady }, 60_000);
  byStatus.notified(...status(true));
  await byStatus.settled;

  byProgress.notified(...progress('begin'));
  byStatus.notified(...status(false));
  assert.deepEqual([byProgress.state, byStatus.state], ['loading', 'loading']);
  let settled = 0;
  const both = [byProgress, byStatus].map((gate) => gate.settled.then(() => settled++));
  await new Promise(setImmediate);
  assert.equal(settled, 0);
  byProgress.notified(...progress('end'));
  byStatus.notified(...status(true));
  await Promise.all(both);
  assert.deepEqual([byProgress.state, byStatus.state], ['ready', 'ready']);
});

test('waits until a method is served, which may be at once', async () => {
  const gate = new ReadyGate({ kind: 'serving', method: 'textDocument/definition' }, 60_000);
  gate.servesNow((method) => method === 'textDocument/hover');
  assert.equal(gate.state, 'loading');
  gate.servesNow((method) => method === 'textDocument/definition');
  await gate.settled;
  assert.equal(gate.state, 'ready');
});
