/** Answers that are compared with the disk before they are sent: what is indexed first, what is left out, and that no work blocks an answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DiskCheck, freshAnswer } from '../../server/core/engine/fresh-answer.js';
import { readAhead } from '../../server/core/indexing/read-ahead.js';
import type { FileEntry } from '../../server/core/model/file.js';
import type { Problem } from '../../server/core/model/problem.js';

interface Found {
  readonly files: readonly string[];
}

/** What the round of this number adds. */
const asProblem = (round: number): Problem => ({ code: 'internal', message: `round ${round}`, incomplete: false });

/** Answers, one after the other, the last again and again; and a disk on which `stale` files differ until they are caught up. */
function bench(answers: readonly (readonly string[])[], stale: readonly string[], catchUp: (path: string) => Promise<boolean>) {
  const log: string[] = [];
  const left = new Set(stale);
  let asked = 0;
  const disk: DiskCheck = {
    stale(paths) {
      if (paths.length) log.push(`look ${paths.join(' ')}`);
      return new Map(paths.filter((path) => left.has(path)).map((path) => [path, null as FileEntry | null]));
    },
    async catchUp(path) {
      const isDone = await catchUp(path);
      if (isDone) left.delete(path);
      return isDone;
    },
  };
  const answer = () =>
    freshAnswer<Found>(disk, {
      ask(problems) {
        problems.push(asProblem(asked));
        return { files: answers[Math.min(asked++, answers.length - 1)] ?? [] };
      },
      filesOf: ({ files }) => files,
      without: (found, files) => ({ ...found, files: found.files.filter((path) => !files.has(path)) }),
    });
  return { log, answer };
}

test('asks once if the files of the answer match the disk', async () => {
  const { log, answer } = bench([['a', 'b', 'a']], [], async () => true);
  assert.deepEqual(await answer(), { found: { files: ['a', 'b', 'a'] }, problems: [asProblem(0)] });
  assert.deepEqual(log, ['look a b']);
});

test('indexes changed files and asks again; checks each file once', async () => {
  const { log, answer } = bench([['a', 'b'], ['b', 'c'], ['c']], ['a', 'c'], async () => true);
  assert.deepEqual(await answer(), { found: { files: ['c'] }, problems: [asProblem(2)] }, 'problems of the last round alone');
  assert.deepEqual(log, ['look a b', 'look c']);
});

test('leaves out and names files that are not indexed in time', async () => {
  const { answer } = bench([['a', 'b']], ['b'], () => new Promise(() => {}));
  const { found, problems } = await answer();
  assert.deepEqual(found.files, ['a']);
  assert.deepEqual([problems[1]?.code, problems[1]?.incomplete], ['stale', true]);
  assert.match(problems[1]?.message ?? '', /: b$/);
});

test('leaves out a file that cannot be indexed', async () => {
  const { answer } = bench([['a', 'b']], ['b'], async () => false);
  const { found, problems } = await answer();
  assert.deepEqual([found.files, problems.some(({ incomplete }) => incomplete)], [['a'], true]);
});

test('reads all batches ahead while the first item is processed; an error comes after the items before it', async () => {
  let read = 0;
  async function* batches(): AsyncGenerator<readonly number[]> {
    for (const batch of [[1, 2], [], [3]]) {
      read += batch.length;
      yield batch;
    }
    throw new Error('the disk went away');
  }
  const got: number[] = [];
  await assert.rejects(async () => {
    for await (const item of readAhead(batches())) {
      got.push(item);
      // As many turns as the batches need.
      for (let i = 0; i < 20; i++) await null;
      assert.equal(read, 3);
    }
  }, /the disk went away/);
  assert.deepEqual(got, [1, 2, 3]);
});

test('stops reading ahead when the consumer stops', async () => {
  let ended = false;
  async function* batches(): AsyncGenerator<readonly number[]> {
    try {
      for (let i = 0; ; i++) {
        yield [i];
        await new Promise(setImmediate);
      }
    } finally {
      ended = true;
    }
  }
  for await (const item of readAhead(batches())) if (item === 3) break;
  for (let i = 0; i < 20 && !ended; i++) await new Promise(setImmediate);
  assert.ok(ended);
});
