/** What the read-through knows of answers: every place that an answer shows belongs to a file that it names, and goes with that file. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { answerFiles } from '../../server/core/engine/answer-files.js';
import type { Answer } from '../../server/core/model/answer.js';

test('lines that call a result and signatures belong to their files', () => {
  const answer = {
    results: [{ path: 'a.ts', key: 'a' }],
    related: [],
    needed: [{ name: 'B', signature: 'type B', path: 'b.ts', line: 0 }],
    callers: [{ path: 'c.ts', line: 3, text: 'a()', caller: 'c', of: 'a' }],
    graph: [],
  } as unknown as Answer;
  assert.deepEqual(answerFiles.filesOf(answer), ['a.ts', 'b.ts', 'c.ts']);
  const less = answerFiles.without(answer, new Set(['b.ts', 'c.ts']));
  assert.deepEqual([less.results.length, less.needed, less.callers], [1, [], []]);
});
