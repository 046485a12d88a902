/** Counts of indexing, as progress, status and problems have them: unknown while files are listed, then the true number, at the end what was done. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { initialize, type Json, type TestClient } from '../support/test-client.js';

const count = 300;

const open = (client: TestClient, place: Workspace) =>
  initialize(client, {
    folders: [pathToFileURL(place.folder).href],
    settings: { cacheDir: place.cacheDir, edgeIndexing: 'off', history: 'off', statusNotifications: true },
    capabilities: { window: { workDoneProgress: true } },
  });

/** Messages of the progress that the server creates for its own indexing, up to its end. */
async function ownProgress(client: TestClient): Promise<Json[]> {
  const create = await client.waitFor(
    ({ method, params }) => method === 'window/workDoneProgress/create' && params.token.includes('indexing'),
    'create',
  );
  await client.notification('$/progress', ({ token, value }) => token === create.params.token && value.kind === 'end');
  return client.progress(create.params.token);
}

test('progress totals are unknown or exact, and the end names the number of indexed files', { skip: serverMissing }, async (t) => {
  const place = workspace(t);
  for (let i = 0; i < count; i++) place.write(`src/part${i}.ts`, `export function openInvoice${i}(): void {}\n`.repeat(40));
  await withServer(async ({ client }) => {
    await open(client, place);
    const statuses: Json[] = [];
    const messages: string[] = [];
    for (;;) {
      const status = await client.request('context/status');
      statuses.push(status);
      messages.push(...status.problems.map(({ message }: Json) => message));
      if (status.state === 'ready') break;
      await client.request('context/retrieve', { query: 'openInvoice1' });
    }
    for (const { total, done, pending } of statuses) {
      assert.ok(total === null || total === count, `a total of ${total}`);
      if (total !== null) assert.equal(done + pending, count);
    }
    const last = statuses.at(-1);
    assert.deepEqual([last.done, last.total, last.pending], [count, count, 0]);
    for (const message of messages)
      assert.match(
        message,
        /^indexing: (?:the files have not been listed yet|listing files: \d+ found so far, \d+ indexed|\d+ of 300 files(?:, about \d+ s more)?)$/,
      );
    const progress = await ownProgress(client);
    assert.equal(progress.at(-1).message, `${count} files indexed`);
    for (const { kind, message } of progress)
      if (kind === 'report') assert.match(message, /^(?:listing files: \d+ found so far, \d+ indexed|\d+ of 300 files)$/);
  });
  // What a start has nothing to do about is not counted.
  place.write('src/part1.ts', 'export function openInvoice1(): void {}\n');
  await withServer(async ({ client }) => {
    await open(client, place);
    const progress = await ownProgress(client);
    assert.equal(progress.at(-1).message, '1 file indexed');
    const { done, total, files } = await client.request('context/status');
    assert.deepEqual([done, total, files], [1, 1, count]);
  });
});
