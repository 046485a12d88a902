/** Files to chunks: the tree, how chunks are shown, what is embedded of them, and what stays the same under edits. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { countedLines } from '../../server/core/chunking/line-spans.js';
import { collapse, showSource } from '../../server/core/chunking/render-chunk.js';
import { limits } from '../../server/core/model/limits.js';
import { estimateTokens, TokenEstimates } from '../../server/util/estimate-tokens.js';
import { packageRoot } from '../../server/util/package-root.js';
import { LineIndex } from '../../server/util/text.js';
import { chunksOf, describe, renderTree, shown } from './chunk-render.js';

const queue = `import { readFile } from 'node:fs/promises';
import type { Job } from './job.js';

/** At most so many jobs wait. */
const LIMIT = 100;

/** Jobs in order. */
export class Queue {
  #jobs: Job[] = [];

  /** Adds a job. */
  add(job: Job): boolean {
    if (this.#jobs.length >= LIMIT) {
      return false;
    }
    this.#jobs.push(job);
    return true;
  }

  async load(path: string): Promise<void> {
    const text = await readFile(path, 'utf8');
    for (const line of text.split('\\n')) this.add(parse(line));
  }
}

export function parse(line: string): Job {
  const [name, time] = line.split(' ');
  return { name, time: Number(time) };
}
`;

const people = `"""People and what they own."""
import os

# TODO: addresses are missing here, and whatever else a person may be
# asked for by a form that nobody has seen yet.
class Person:
    """Somebody."""

    kind = 'natural'

    def own(self, thing):
        self.things.append(thing)
        self.count += 1
        return self


if __name__ == '__main__':
    for person in everybody():
        print(person.name, person.things, person.kind)
        for thing in person.things:
            print(' owns', thing, 'since', thing.since, 'for', thing.price)
    print('these were all of the people that were found in the folder')
`;

test('makes one chunk per symbol at every level below the module', async () => {
  assert.equal(
    renderTree(await chunksOf('src/queue.ts', queue)),
    `
module queue 1-29
  symbol constant LIMIT 4-5
  symbol class Queue 7-24
    symbol field Queue.#jobs 9-9
    symbol method Queue.add 11-18
    symbol method Queue.load 20-23
  symbol function parse 26-29
`,
  );
});

test('makes chunks of independent comments and of long top-level code', async () => {
  assert.equal(
    renderTree(await chunksOf('app/models.py', people)),
    `
module models 1-22
  symbol class Person 4-14
    symbol field Person.kind 9-9
    symbol method Person.own 11-14
    comment # TODO: addresses are missing here, and whatever else a pers 4-5
  block if __name__ == '__main__': 17-22
`,
  );
});

test('nests sections of documents and configuration', async () => {
  const guide = '# Guide\n\nHow to use it.\n\n## Install\n\nRun it.\n\n### From source\n\nClone, build.\n\n## Use\n\nAsk a question.\n';
  assert.equal(
    renderTree(await chunksOf('docs/guide.md', guide)),
    `
module guide 1-15
  section section Guide 1-15
    section section Guide.Install 5-11
      section section Guide.Install.From source 9-11
    section section Guide.Use 13-15
`,
  );
});

test('names a method declared outside its type under the type', async () => {
  const { chunks } = await chunksOf('shop/cart.go', 'package shop\n\ntype Cart struct{}\n\nfunc (c *Cart) Total() int {\n\treturn 1\n}\n');
  assert.deepEqual(
    chunks.map(({ qualifiedName }) => qualifiedName),
    ['cart', 'Cart', 'Cart.Total'],
  );
});

test('a module or class with a qualified name has its last segment as name', async () => {
  const text = 'defmodule Shop.Cart.Item do\n  def total(item) do\n    item.price\n  end\nend\n';
  const { chunks } = await chunksOf('lib/item.ex', text);
  assert.deepEqual(
    chunks.slice(1).map(({ name, qualifiedName, nameSpan }) => [name, qualifiedName, nameSpan && text.slice(nameSpan.start, nameSpan.end)]),
    [
      ['Item', 'Shop.Cart.Item', 'Item'],
      ['total', 'Shop.Cart.Item.total', 'total'],
    ],
  );
  const ruby = await chunksOf('lib/item.rb', 'class Shop::Cart\n  def total\n    1\n  end\nend\n');
  assert.deepEqual(
    ruby.chunks.slice(1).map(({ name, qualifiedName }) => [name, qualifiedName]),
    [
      ['Cart', 'Shop::Cart'],
      ['total', 'Shop::Cart.total'],
    ],
  );
});

test('collapses children of three lines and more', async () => {
  assert.equal(
    shown(await chunksOf('src/queue.ts', queue), 'Queue'),
    `
/** Jobs in order. */
export class Queue {
  #jobs: Job[] = [];

  /** Adds a job. */
  add(job: Job): boolean { /* 5 lines collapsed */ }

  async load(path: string): Promise<void> {
    const text = await readFile(path, 'utf8');
    for (const line of text.split('\\n')) this.add(parse(line));
  }
}
`,
  );
});

/** Collapses what stands between « and ». */
function collapsed(marked: string, language: string): string {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  const text = marked.replace(/[«»]/g, '');
  return collapse(text, 0, text.length, [{ start, end }], language);
}

for (const [language, text, expected] of [
  ['java', 'void f() {«\n  a;\n  b;\n  c;\n»}\n', 'void f() { /* 3 lines collapsed */ }\n'],
  ['python', 'def f():\n«    a\n    b\n    c\n»x = 1\n', 'def f(): # 3 lines collapsed\nx = 1\n'],
  ['ruby', 'def f\n«  a\n  b\n  c\n»end\n', 'def f # 3 lines collapsed\nend\n'],
  ['zig', 'fn f() void {«\n  a;\n  b;\n  c;\n»}\n', 'fn f() void { // 3 lines collapsed\n}\n'],
  ['lua', 'function f()\n«  a()\n  b()\n  c()\n»end\n', 'function f() -- 3 lines collapsed\nend\n'],
  ['clojure', '(defn f []\n«  a\n  b\n  c»)\n', '(defn f [] ; 3 lines collapsed\n)\n'],
  ['erlang', 'f() ->\n«  a,\n  b,\n  c»;\n', 'f() -> % 3 lines collapsed\n;\n'],
  ['vim', 'function F()\n«  a\n  b\n  c\n»endfunction\n', 'function F() " 3 lines collapsed\nendfunction\n'],
  ['markdown', '# Head\n«\na\n\nb\n\nc\n»\n', '# Head <!-- 5 lines collapsed -->\n\n'],
  ['java', 'void f() {«\n  a;\n  b;\n»}\n', 'void f() {\n  a;\n  b;\n}\n'],
] as const) {
  test(`collapsed in ${language}: ${JSON.stringify(expected)}`, () => assert.equal(collapsed(text, language), expected));
}

test('neighbouring bodies are shown as one placeholder', () => {
  const notes = Array.from({ length: 20 }, (_, i) => `# note ${i}\n`).join('');
  const text = `${notes}\n${notes}x = 1\n`;
  const span = { start: 0, end: text.length };
  const bodies = [
    { start: 0, end: notes.length },
    { start: notes.length + 1, end: 2 * notes.length + 1 },
  ];
  const { lines, collapsed } = showSource(text, { span, bodySpan: null, lines: { start: 0, end: 42 } }, bodies, 'python');
  assert.deepEqual(
    lines.map((one) => [one.line, one.text.trim()]),
    [
      [null, '# 41 lines collapsed'],
      [41, 'x = 1'],
    ],
  );
  assert.equal(collapsed, 1);
});

test('the embedding text has path, used names, mentioned names of the file, and source', async () => {
  const described = describe(await chunksOf('src/queue.ts', queue));
  const { header, body } = described.texts.find(({ header }) => header.endsWith('add')) ?? assert.fail('no text of add');
  assert.equal(header, 'src/queue.ts > Queue > add');
  assert.equal(
    body,
    `Queue.add
uses Job
export class Queue
const LIMIT = 100
  /** Adds a job. */
  add(job: Job): boolean {
    if (this.#jobs.length >= LIMIT) {
      return false;
    }
    this.#jobs.push(job);
    return true;
  }`,
  );
});

test('the embedding text of a module has its imports and the signatures in it', async () => {
  const described = describe(await chunksOf('src/queue.ts', queue));
  const first = described.texts[0] ?? assert.fail('no text');
  assert.equal(first.chunk, 0);
  assert.equal(
    first.body,
    `import { readFile } from 'node:fs/promises';
import type { Job } from './job.js';
const LIMIT = 100
export class Queue
export function parse(line: string): Job`,
  );
});

test('small members and constants are found by name, and have no vector or words of their own', async () => {
  const chunked = await chunksOf('src/queue.ts', queue);
  const { lexical, texts } = describe(chunked);
  const without = chunked.chunks.filter((_, i) => !lexical[i]?.body).map(({ name }) => name);
  assert.deepEqual(without, ['LIMIT', '#jobs']);
  assert.deepEqual(
    texts.map(({ chunk }) => chunked.chunks[chunk]?.name),
    ['queue', 'Queue', 'add', 'load', 'parse'],
  );
});

test('finds a word on any line, also in small constants and their comments', async () => {
  const small = '/** Said about it. */\nexport const small = {\n  of: 1,\n};\nexport const none = 1;\n';
  for (const [path, source, comment] of [
    ['src/queue.ts', `${queue}${small}`, '//'],
    ['src/people.py', people, '#'],
  ] as const) {
    const lines = source.split('\n');
    for (let at = 0; at <= lines.length; at++) {
      const chunked = await chunksOf(path, lines.toSpliced(at, 0, `${comment} xylophone`).join('\n'));
      const fields = describe(chunked).lexical;
      assert.ok(
        fields.some(({ body, signature }) => `${body} ${signature}`.includes('xylophone')),
        `${path}:${at}`,
      );
    }
  }
});

test('embeds a long leaf in parts, cut at blank lines, each with name and signature', async () => {
  const paragraph = (n: number) =>
    Array.from({ length: 12 }, (_, i) => `  const value${n}x${i} = compute(${n}, ${i}, 'some words');\n`).join('');
  const source = `function long(): void {\n${[1, 2, 3, 4, 5].map(paragraph).join('\n')}}\n`;
  const { texts } = describe(await chunksOf('long.ts', source));
  const parts = texts.filter(({ header }) => header.endsWith('long')).slice(-3);
  assert.ok(parts.length > 1);
  for (const [i, { body }] of parts.entries()) {
    assert.ok(body.startsWith('long\nfunction long(): void'), body.slice(0, 60));
    assert.ok(estimateTokens(body) < limits.maxEmbeddingTokens * 1.2);
    if (i > 0) assert.match(body, /^long\nfunction long\(\): void\n\n {2}const value\dx0/);
  }
  for (const line of source.split('\n')) assert.ok(!line.trim() || parts.some(({ body }) => body.includes(line)), line);
});

test('keys survive edits elsewhere and are distinct for equal symbols', async () => {
  const keys = async (text: string) =>
    new Map((await chunksOf('src/queue.ts', text)).chunks.map((chunk) => [chunk.qualifiedName, chunk.key]));
  const before = await keys(queue);
  const after = await keys(`// A new first line.\n${queue.replace('return false', 'throw new Error()')}\nexport const more = 1;\n`);
  for (const [name, key] of before) assert.equal(after.get(name), key, name);
  const overloads = await chunksOf('over.ts', 'declare function f(a: string): void;\ndeclare function f(a: number): void;\n');
  assert.equal(new Set(overloads.chunks.map(({ key }) => key)).size, overloads.chunks.length);
  const other = await chunksOf('src/other.ts', queue);
  assert.ok(other.chunks.every(({ key }) => ![...before.values()].includes(key)));
});

/** Real source of several languages: this project's, and what it is made with. */
const samples = ['server/core', 'server/util', 'scripts/native', 'node_modules/minisearch/dist', 'node_modules/node-addon-api']
  .flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { withFileTypes: true }).map((entry) => ({ entry, path: `${folder}/${entry.name}` })),
  )
  .filter(({ entry, path }) => entry.isFile() && /\.(?:[cm]?[jt]s|md|h|json)$/.test(path))
  .map(({ path }) => path);

test('chunks cover every line, parents precede and contain children, token counts match the text', async () => {
  assert.ok(samples.length > 20);
  for (const path of samples) {
    const text = readFileSync(join(packageRoot, path), 'utf8');
    const { chunks } = await chunksOf(path, text);
    assert.deepEqual({ ...chunks[0]?.lines }, { start: 0, end: countedLines(new LineIndex(text)) }, path);
    chunks.forEach(({ parent, span, tokens, qualifiedName, kind }, i) => {
      assert.ok(i === 0 ? parent === -1 : parent >= 0 && parent < i, `${path}: ${qualifiedName}`);
      const around = chunks[parent]?.span ?? span;
      assert.ok(kind === 'block' || (around.start <= span.start && around.end >= span.end), `${path}: ${qualifiedName}`);
      assert.equal(tokens, estimateTokens(text.slice(span.start, span.end)), `${path}: ${qualifiedName}`);
    });
    assert.equal(new Set(chunks.map(({ key }) => key)).size, chunks.length, path);
  }
});

test('estimates tokens of a part of a text as of the part alone', () => {
  const text = 'one two_three\r\nüber 0x1f; a_very_long_identifier_indeed\r\n\n\rlast';
  const estimates = new TokenEstimates(text, new LineIndex(text));
  for (let start = 0; start <= text.length; start++)
    for (let end = start; end <= text.length; end++)
      assert.equal(estimates.of(start, end), estimateTokens(text.slice(start, end)), `${start}-${end}`);
});

test('an estimate is a sum over parts of words, marks, line breaks and other characters', () => {
  const expected = (text: string): number => {
    const words = (text.match(/[A-Za-z0-9]+/g) ?? []).reduce((sum, word) => sum + Math.ceil(word.length / 6), 0);
    const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
    const thousandths = 785 * (words + count(/[^\0-\x7f]/g)) + 720 * count(/[^\sA-Za-z0-9\x80-\uffff]/g) + 1030 * count(/\n/g);
    return Math.ceil(thousandths / 1000);
  };
  for (const text of ['', 'abcdef', 'abcdefg', 'a1 b2\t(c)\r\n', 'äbc \u{1f600}x', samples.join('\n')])
    assert.equal(estimateTokens(text), expected(text), text);
});
