/** Which lines show a relation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChunkRecord } from '../../server/core/model/chunk.js';
import { proofLines } from '../../server/core/retrieval/graph/proof-lines.js';

test('a parameter that is called is called where it is, not where it is declared', () => {
  const lines = [
    'function run({',
    '  items,',
    '  parseItem,',
    '}: Params) {',
    '  // parseItem',
    '  return items.map((one) => parseItem(one));',
    '}',
  ];
  const run = { symbolKind: 'function', qualifiedName: 'run', lines: { start: 0, end: 7 } } as ChunkRecord;
  const target = {
    language: 'typescript',
    symbolKind: 'property',
    name: 'parseItem',
    qualifiedName: 'Params.parseItem',
    path: 'b.ts',
    lines: { start: 0, end: 1 },
    meta: {},
  };
  const edge = { path: 'a.ts', line: 2, kind: 'call', name: 'parseItem' };
  const { proof } = proofLines(lines, edge as never, run, target as never);
  assert.deepEqual(proof, { path: 'a.ts', line: 5, text: 'return items.map((one) => parseItem(one));' });
});

test('expressions in strings are code, what else a string says is not', () => {
  const lines = [
    'string Name(Type type)',
    '{',
    '    var name = ShortName(type);',
    '    var first = $"a proxy for {ShortName(type)}";',
    '    var second = "a proxy by ShortName(type)";',
    '    third = "for #{ShortName(type)}"',
    '}',
  ];
  const from = { symbolKind: 'method', qualifiedName: 'Names.Name', lines: { start: 0, end: 7 } } as ChunkRecord;
  const target = {
    language: 'csharp',
    symbolKind: 'method',
    name: 'ShortName',
    qualifiedName: 'ShortName',
    path: 'b.cs',
    signature: 'string ShortName(Type type)',
    lines: { start: 0, end: 1 },
    meta: { parameters: ['Type type'] },
  };
  const edge = { path: 'a.cs', line: 2, kind: 'call', name: 'ShortName' };
  const { moreProof } = proofLines(lines, edge as never, from, target as never);
  assert.deepEqual(
    moreProof.map(({ line }) => line),
    [3, 5],
  );
});
