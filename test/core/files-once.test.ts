/** What is read of a file for an answer is read once, however many users of a symbol it has. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ChunkRecord } from '../../server/core/model/chunk.js';
import { filesOnce } from '../../server/core/retrieval/graph/neighbours.js';

test('lines and symbols of a file are read once', () => {
  const read: string[] = [];
  const files = filesOnce({
    fileText: (fileId) => {
      read.push(`text ${fileId}`);
      return 'one\r\ntwo\nthree';
    },
    chunksOfFile: (fileId) => {
      read.push(`symbols ${fileId}`);
      return [];
    },
  });
  const record = (fileId: number) => ({ fileId }) as ChunkRecord;
  for (const fileId of [1, 2, 1, 1]) {
    assert.deepEqual(files.linesOf(record(fileId)), ['one', 'two', 'three']);
    assert.deepEqual(files.chunksOfFile(fileId), []);
  }
  assert.deepEqual(read, ['text 1', 'symbols 1', 'text 2', 'symbols 2']);
});
