/** The pure parts of pass-through: every position of every answer is found, with its document; tokens, merging, encodings. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { inLines } from '../../server/fronts/lsp/pass-through/convert.js';
import * as merge from '../../server/fronts/lsp/pass-through/merge.js';
import { proxiedCapabilities } from '../../server/fronts/lsp/pass-through/proxied-capabilities.js';
import { proxiedMethods } from '../../server/fronts/lsp/pass-through/proxied-methods.js';
import type { Json } from '../../server/fronts/lsp/pass-through/shapes.js';
import { applyTokenEdits, legend, remapOf, tokenEdits, translateTokens } from '../../server/fronts/lsp/pass-through/tokens.js';
import { type Encoding, offsetOf, placeOf } from '../support/positions.js';

let line = 0;
/** Positions that are distinct, so that each can be told apart: the line counts up. */
const at = () => ({ line: line++, character: 1 });
const range = () => ({ start: at(), end: at() });
const here = 'file:///asked';
const one = 'file:///one';
const two = 'file:///two';
const item = (uri: string, data?: Json) => ({ name: 'f', kind: 12, uri, range: range(), selectionRange: range(), ...(data && { data }) });
const edit = () => ({ range: range(), newText: 'x' });
const opaque = { line: 1, character: 1, uri: one };

/** An answer to each method, and in which documents its positions are. */
const samples: Record<string, () => { value: Json; documents: string[] }> = {
  'textDocument/definition': () => ({
    value: [
      { uri: one, range: range() },
      { targetUri: two, targetRange: range(), targetSelectionRange: range(), originSelectionRange: range() },
    ],
    documents: [one, two, here],
  }),
  'textDocument/hover': () => ({ value: { contents: 'x', range: range() }, documents: [here] }),
  'textDocument/documentSymbol': () => ({
    value: [{ name: 'a', range: range(), selectionRange: range(), children: [{ name: 'b', range: range(), selectionRange: range() }] }],
    documents: [here],
  }),
  'textDocument/documentHighlight': () => ({ value: [{ range: range() }], documents: [here] }),
  'textDocument/signatureHelp': () => ({ value: { signatures: [{ label: 'f()' }] }, documents: [] }),
  'textDocument/completion': () => ({
    value: {
      itemDefaults: { editRange: { insert: range(), replace: range() } },
      items: [
        { label: 'a', textEdit: edit(), additionalTextEdits: [edit()], data: opaque },
        { label: 'b', textEdit: { newText: 'x', insert: range(), replace: range() }, command: { command: 'c', arguments: [opaque] } },
      ],
    },
    documents: [here],
  }),
  'completionItem/resolve': () => ({ value: { label: 'a', textEdit: edit(), data: opaque }, documents: [here] }),
  'textDocument/prepareCallHierarchy': () => ({ value: [item(one, opaque)], documents: [one] }),
  'callHierarchy/incomingCalls': () => ({ value: [{ from: item(one), fromRanges: [range()] }], documents: [one] }),
  'callHierarchy/outgoingCalls': () => ({ value: [{ to: item(one), fromRanges: [range()] }], documents: [one, here] }),
  'typeHierarchy/supertypes': () => ({ value: [item(one), item(two)], documents: [one, two] }),
  'textDocument/inlayHint': () => ({
    value: [{ position: at(), label: [{ value: 'x', location: { uri: one, range: range() } }], textEdits: [edit()], data: opaque }],
    documents: [here, one],
  }),
  'textDocument/rename': () => ({
    value: {
      changes: { [one]: [edit()] },
      documentChanges: [
        { textDocument: { uri: two, version: 1 }, edits: [edit()] },
        { kind: 'rename', oldUri: one, newUri: two },
      ],
    },
    documents: [one, two],
  }),
  'textDocument/prepareRename': () => ({ value: { range: range(), placeholder: 'x' }, documents: [here] }),
  'textDocument/codeAction': () => ({
    value: [
      { title: 'a', command: 'c', arguments: [opaque] },
      { title: 'b', edit: { changes: { [one]: [edit()] } }, diagnostics: [{ range: range(), message: 'm' }], data: opaque },
    ],
    documents: [one, here],
  }),
  'textDocument/codeLens': () => ({ value: [{ range: range(), command: { command: 'c', arguments: [opaque] } }], documents: [here] }),
  'textDocument/formatting': () => ({ value: [edit()], documents: [here] }),
  'textDocument/diagnostic': () => ({
    value: {
      kind: 'full',
      items: [{ range: range(), relatedInformation: [{ location: { uri: one, range: range() }, message: 'm' }] }],
      relatedDocuments: { [two]: { kind: 'full', items: [{ range: range() }] } },
    },
    documents: [here, one, two],
  }),
  'textDocument/selectionRange': () => ({ value: [{ range: range(), parent: { range: range() } }], documents: [here] }),
  'textDocument/documentLink': () => ({ value: [{ range: range(), target: one }], documents: [here] }),
};

/** Lines of all positions, but for those in what is not ours to read. */
function positionsIn(value: Json): number[] {
  if (typeof value !== 'object' || value === null) return [];
  if (typeof value.line === 'number' && typeof value.character === 'number') return [value.line];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'data' || key === 'arguments' ? [] : positionsIn(inner)));
}

for (const [method, sample] of Object.entries(samples)) {
  test(`every position of an answer to ${method} is converted, each by its own document`, () => {
    const { value, documents } = sample();
    const before = structuredClone(value);
    const visited: number[] = [];
    const seen = new Set<string>();
    const shape = proxiedMethods.get(method)?.result;
    assert.ok(shape);
    const changed = shape(value, here, {
      position: (uri, position) => {
        visited.push(position.line);
        seen.add(uri);
        return { line: position.line, character: 2 };
      },
      uri: (uri) => uri,
    });
    const sorted = (lines: number[]) => lines.sort((a, b) => a - b);
    assert.deepEqual(sorted(visited), sorted(positionsIn(before)));
    assert.deepEqual([...seen].sort(), [...documents].sort());
    assert.deepEqual(value, before, 'the answer itself was changed');
    assert.ok(!JSON.stringify(changed).replaceAll(JSON.stringify(opaque), '').includes('"character":1'));
  });
}

test('folding ranges, whose positions are numbers, are converted too', () => {
  const shape = proxiedMethods.get('textDocument/foldingRange')?.result;
  const visit = { position: (_uri: string, { line }: Json) => ({ line, character: 9 }), uri: (uri: string) => uri };
  assert.deepEqual(
    shape?.(
      [
        { startLine: 1, startCharacter: 2, endLine: 3 },
        { startLine: 1, endLine: 2, endCharacter: 4 },
      ],
      here,
      visit,
    ),
    [
      { startLine: 1, startCharacter: 9, endLine: 3 },
      { startLine: 1, endLine: 2, endCharacter: 9 },
    ],
  );
});

test('positions are converted between encodings; one after the end of a line keeps its distance', () => {
  const text = 'plain\naé€😀z\r\n😀\n';
  const encodings: Encoding[] = ['utf-8', 'utf-16', 'utf-32'];
  for (const from of encodings) {
    for (const to of encodings) {
      const convert = inLines(text, from, to);
      let offset = 0;
      for (const character of text) {
        if (character !== '\n' && text[offset - 1] !== '\r')
          assert.deepEqual(convert(placeOf(text, offset, from)), placeOf(text, offset, to), `${from} to ${to} at ${offset}`);
        offset += character.length;
      }
      const end = placeOf(text, text.indexOf('\r'), from).character;
      const there = placeOf(text, text.indexOf('\r'), to).character;
      assert.deepEqual(convert({ line: 1, character: end + 1000 }), { line: 1, character: there + 1000 });
      assert.deepEqual(convert({ line: 99, character: 3 }), { line: 99, character: 3 });
    }
  }
  assert.equal(text.slice(offsetOf(text, { line: 1, character: 10 }, 'utf-8')), 'z\r\n😀\n');
});

test('tokens are mapped by name; unknown ones are left out, and the next position is relative to the one before', () => {
  const remap = remapOf({ tokenTypes: ['member', 'oddity', 'class'], tokenModifiers: ['odd', 'readonly'] });
  const [method, type] = ['method', 'class'].map((name) => legend.tokenTypes.indexOf(name));
  const readonly = 1 << legend.tokenModifiers.indexOf('readonly');
  const data = [0, 4, 3, 0, 2, 0, 5, 2, 1, 0, 0, 6, 1, 2, 3, 2, 1, 1, 2, 0];
  assert.deepEqual(translateTokens(data, remap, null), [0, 4, 3, method, readonly, 0, 11, 1, type, readonly, 2, 1, 1, type, 0]);
  assert.ok(legend.tokenModifiers.length <= 31 && new Set(legend.tokenTypes).size === legend.tokenTypes.length);
});

test('the delta of two lists of tokens turns one into the other', () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed % below;
  };
  for (let round = 0; round < 500; round++) {
    const list = () => Array.from({ length: random(20) }, () => random(3));
    const [before, after] = [list(), list()];
    assert.deepEqual(applyTokenEdits(before, tokenEdits(before, after)), after);
  }
  assert.deepEqual(tokenEdits([1, 2, 3], [1, 2, 3]), []);
});

test('completions of two servers become one list whose items have the defaults of their list', () => {
  const textEdit = { newText: 'a', range: range() };
  assert.deepEqual(
    merge.completions([
      { isIncomplete: false, items: [{ label: 'a' }], itemDefaults: { editRange: textEdit.range, insertTextFormat: 2 } },
      [{ label: 'b' }],
      { isIncomplete: true, items: [] },
    ]),
    { isIncomplete: true, items: [{ label: 'a', insertTextFormat: 2, textEdit }, { label: 'b' }] },
  );
});

test('announced capabilities and proxied methods are the same', () => {
  const announced = Object.keys(proxiedCapabilities({ textDocument: { diagnostic: {} } }));
  const feature = (method: string): string =>
    method
      .replace(/^textDocument\/(?:prepare)?/, '')
      .replace(/^(\w+?)ormatting$/, (name) => `document${name[0]?.toUpperCase()}${name.slice(1)}`)
      .replace(/^\w/, (first) => first.toLowerCase());
  const served = [...proxiedMethods.keys()]
    .filter((method) => method.startsWith('textDocument/'))
    .map((method) => `${feature(method)}Provider`);
  assert.deepEqual([...new Set([...served, 'semanticTokensProvider'])].sort(), announced.sort());
  assert.equal(proxiedCapabilities({}).diagnosticProvider, undefined);
});
