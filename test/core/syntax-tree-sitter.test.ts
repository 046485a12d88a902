/** What all tree-sitter outlines share: references, comments, file documentation, and texts that mean harm. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { OWN_SCOPE, SOME_VALUE } from '../../server/core/model/symbol.js';
import { outlineTree, parseTree } from '../../server/io/syntax/tree-sitter/outline-tree.js';
import { checkInvariants, renderReferences } from './syntax-tree-sitter.render.js';

const outlineOf = async (text: string, language: string) => {
  const outline = await outlineTree(text, language);
  assert.ok(outline);
  checkInvariants(text, outline);
  return outline;
};

test('references: the receiver of a method in Go stands for its type', async () => {
  const text =
    'package a\n\nfunc (box *Box) open(other *Box) {\n\tbox.turn()\n\tother.turn()\n\tfunc() { box.shut() }()\n}\n\nfunc free(box *Box) { box.turn() }\n';
  const { references } = await outlineOf(text, 'go');
  const calls = references.filter(({ kind }) => kind === 'call').map(({ name, line, qualifier }) => [name, line, qualifier]);
  assert.deepEqual(calls, [
    ['turn', 3, OWN_SCOPE],
    ['turn', 4, SOME_VALUE],
    ['shut', 5, OWN_SCOPE],
    ['turn', 8, SOME_VALUE],
  ]);
});

test('references: imports under their own name, calls, types, base types, uses', async () => {
  const outline = await outlineOf(
    `import { load as read, type Config } from './config.js';
// call(Comment)
class Store extends Base<string> implements Closer {
  open(config: Config): Result {
    const text = "call(String)";
    read(config.path, text);
    read(Limits.MAX);
    return new Result();
  }
}
`,
    'typescript',
  );
  assert.equal(
    renderReferences(outline),
    `import load <./config.js> in - :1
import Config <./config.js> in - :1
inherits Base in Store :3
implements Closer in Store :3
type Config in open :4
type Result in open :4
call load in open :6
call load in open :7
use Limits in open :7
use MAX in open :7
call Result in open :8`,
  );
});

test('references of python, where types are plain names', async () => {
  const outline = await outlineOf('from .models import User as U\n\ndef find(key: Key) -> U:\n    return U(key) or Default\n', 'python');
  assert.equal(
    renderReferences(outline),
    `import User <.models> in - :1
type Key in find :3
type User in find :3
call User in find :4
use Default in find :4`,
  );
});

test('comments: long blocks and labelled ones, but not documentation or licences', async () => {
  const text = `/*
 * Copyright someone.
 * Licensed under something.
 * More.
 */

// How it works:
// one,
// two,
// three.

/** Documents. */
function a() {
  // TODO: later
}
`;
  const outline = await outlineOf(text, 'typescript');
  assert.deepEqual(outline.comments, [
    { lines: { start: 6, end: 10 }, tags: [] },
    { lines: { start: 13, end: 14 }, tags: ['TODO'] },
  ]);
  assert.equal(outline.moduleDoc, 'How it works:\none,\ntwo,\nthree.');
});

test('documentation of files', async () => {
  const docs = async (text: string, language: string) => (await outlineOf(text, language)).moduleDoc;
  assert.equal(await docs('#!/usr/bin/env python\n"""Does it."""\nx = 1\n', 'python'), 'Does it.');
  assert.equal(await docs('//! Queues.\n//! More.\nuse a;\n', 'rust'), 'Queues.\nMore.');
  assert.equal(await docs('// Copyright X.\n\n// Package a is.\npackage a\n', 'go'), 'Package a is.');
  assert.equal(await docs('/** Of f. */\nfunction f() {}\n', 'javascript'), '');
});

test('parameters and return types', async () => {
  const [symbol] = (await outlineOf('async def f(a: dict[str, int], *, b="x,y") -> list[int]:\n    pass\n', 'python')).symbols;
  assert.deepEqual(symbol?.parameters, ['a: dict[str, int]', '*', 'b="x,y"']);
  assert.equal(symbol?.returnType, 'list[int]');
  assert.equal(symbol?.async, true);
});

test('offsets are UTF-16 units, whatever the line breaks', async () => {
  const text = '\uFEFF// 😀 note\r\nclass Ä {\r\n  f() {\r\n    return "😀";\r\n  }\r\n}\r\n';
  const { symbols } = await outlineOf(text, 'typescript');
  assert.deepEqual(
    symbols.map((symbol) => [text.slice(symbol.nameSpan.start, symbol.nameSpan.end), symbol.lines.start, symbol.lines.end]),
    [
      ['Ä', 0, 6],
      ['f', 2, 5],
    ],
  );
});

test('keeps the readable parts of broken code', async () => {
  const outline = await outlineOf('class A {\n  f() {\n    return g(1;\n  }\n  h() {}\n}\nfunction good() { return 1; }\n', 'typescript');
  assert.equal(outline.hasErrors, true);
  assert.ok(outline.symbols.some((symbol) => symbol.name === 'good'));
  assert.equal(await outlineTree('if (x { y(; }\n', 'typescript'), null, 'nothing left to read');
});

const languages = [
  'typescript',
  'javascriptreact',
  'python',
  'c',
  'go',
  'csharp',
  'rust',
  'java',
  'ruby',
  'php',
  'shellscript',
  'css',
  'powershell',
  'kotlin',
  'swift',
  'scala',
  'lua',
  'elixir',
  'haskell',
  'zig',
];
const hostile: Record<string, string> = {
  empty: '',
  blank: '\r\n\r\n',
  nested: '['.repeat(20_000) + ']'.repeat(20_000),
  open: '{'.repeat(5_000),
  classes: 'class A {\n'.repeat(600),
  angles: 'A<\n'.repeat(400),
  surrogates: '\ud800class A {}\udc00'.repeat(100),
  directives: '#define A_B \\\n'.repeat(4_000),
  nulls: '\0'.repeat(2_000),
  clauses: 'def f(a), do: b\nf 0 = 1\n'.repeat(2_000),
  'open comments': '/*{-(*--[[ """'.repeat(3_000),
  interpolation: '"${\\(#{'.repeat(2_000),
  layout: Array.from({ length: 400 }, (_, i) => `${' '.repeat(i)}where f = do`).join('\n'),
};
for (const [name, text] of Object.entries(hostile)) {
  test(`hostile text: ${name}`, async () => {
    for (const language of languages) {
      const outline = await outlineTree(text, language);
      if (outline) checkInvariants(text, outline);
    }
  });
}

test('gives up a text that exhausts the parser, and reads the next one', async () => {
  await outlineTree('A<\n'.repeat(6_000), 'csharp');
  assert.equal((await outlineOf('class A { void F() {} }', 'csharp')).symbols.length, 2);
  assert.equal((await outlineOf('function f() {}', 'typescript')).symbols.length, 1);
});

test('languages without a grammar have no tree', async () => {
  assert.equal(await outlineTree('x', 'plaintext'), null);
  assert.equal(await outlineTree('x', 'constructor'), null);
  assert.equal(await parseTree('x', 'plaintext'), false);
  assert.equal(await parseTree('x', 'python'), true);
});
