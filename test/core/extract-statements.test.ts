/** Extracts of long functions: only their own lines, in their order, each within the blocks around it, and what is missing is marked. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { textOfLines } from '../../server/core/model/shown-lines.js';
import { extractStatements, type Relevance } from '../../server/core/retrieval/assemble/extract-statements.js';

const shipping = `async function ship(order: Order): Promise<Receipt> {
  const started = now();
${Array.from({ length: 60 }, (_, i) => `  audit('step ${i}');`).join('\n')}
  for (const item of order.items) {
    if (item.isDigital) {
      await mail(item);
    } else {
      const parcel = pack(item);
      if (parcel.weight > 30) {
        refuse(parcel);
      } else {
        parcel.customs = declare(
          item.origin,
          order.country,
        );
      }
    }
${Array.from({ length: 60 }, (_, i) => `    count('item ${i}');`).join('\n')}
  }
  return receipt(order);
}`.split('\n');

const extract = (lines: readonly string[], words: RegExp, room = 400, head = { start: 0, end: 1 }): string =>
  textOfLines(
    extractStatements(lines, {
      head,
      relevance: (line) => line.match(words)?.length ?? 0,
      comment: (text) => `/* ${text} */`,
      room,
      tokensOf: (line) => line.length / 4,
    }),
  );

test('extracts a statement with its continuation and the enclosing blocks', () => {
  assert.equal(
    extract(shipping, /customs|declare/g),
    `/* extract: 18 of 139 lines, omissions are marked */
async function ship(order: Order): Promise<Receipt> {
  /* 61 lines left out */
  for (const item of order.items) {
    if (item.isDigital) {
      await mail(item);
    } else {
      const parcel = pack(item);
      if (parcel.weight > 30) {
        refuse(parcel);
      } else {
        parcel.customs = declare(
          item.origin,
          order.country,
        );
      }
    }
    /* 60 lines left out */
  }
  return receipt(order);
}`,
  );
});

test('of a long list of parameters the first and the last line are shown', () => {
  const parameters = Array.from({ length: 20 }, (_, i) => `  step${i}: Step,`);
  const lines = ['function ship(', ...parameters, ') {', ...shipping.slice(1)];
  const extracted = extract(lines, /customs|declare/g, 400, { start: 0, end: 22 });
  assert.match(extracted, /\nfunction ship\(\n {2}\/\* 20 lines left out \*\/\n\) \{\n/);
});

test('lines that the question points to come before those that fit best', () => {
  const options = {
    head: { start: 0, end: 1 },
    relevance: (line: string) => (/audit/.test(line) ? 1 : 0),
    comment: (text: string) => `/* ${text} */`,
    tokensOf: (line: string) => line.length / 4,
  };
  const refused = shipping.findIndex((line) => line.includes('refuse('));
  const first = textOfLines(extractStatements(shipping, { ...options, room: 150, first: [refused] }));
  assert.match(first, /if \(parcel\.weight > 30\) \{\n {8}refuse\(parcel\);\n/);
  assert.match(first, /audit\(/);
  assert.doesNotMatch(textOfLines(extractStatements(shipping, { ...options, room: 150 })), /refuse\(/);
});

test('extracts from blocks that end by indentation', () => {
  const audits = (indent: string, from: number) => Array.from({ length: 8 }, (_, i) => `${indent}audit(${from + i})`).join('\n');
  const lines = `def ship(order):
${audits('    ', 1)}
    for item in order.items:
${audits('        ', 11)}
        try:
            declare_customs(item)
        except Refused:
            audit(5)
            audit(6)
    audit(7)
    audit(8)
    return order`.split('\n');
  assert.equal(
    extract(lines, /customs/g),
    `/* extract: 5 of 26 lines, omissions are marked */
def ship(order):
    /* 8 lines left out */
    for item in order.items:
        /* 8 lines left out */
        try:
            declare_customs(item)
        except Refused:
            /* 5 lines left out */`,
  );
});

test('a condition is shown with what depends on it, if that is short', () => {
  const audits = (indent: string, count: number) => Array.from({ length: count }, (_, i) => `${indent}audit(${i})`).join('\n');
  const lines = `def ship(order):
${audits('    ', 12)}
    if order.customs:
        hold(order)
        return None
${audits('    ', 12)}
    unless_customs = 1`.split('\n');
  assert.match(extract(lines, /\.customs/g), /\n {4}if order\.customs:\n {8}hold\(order\)\n {8}return None\n/);
});

test('a word counts less each time, so that repeated lines do not fill the extract', () => {
  const weights = { proxy: 1, upstream: 0.8, choose: 0.6 };
  const byWord = (line: string) => new Map(Object.entries(weights).filter(([word]) => line.includes(word)));
  const relevance = Object.assign((line: string) => [...byWord(line).values()].reduce((sum, weight) => sum + weight, 0), { byWord });
  const filler = (count: number) => Array.from({ length: count }, (_, i) => `  audit(${i});`);
  const repeated = Array.from({ length: 20 }, (_, i) => `  set('proxy.upstream.${i}');`);
  const lines = ['function start() {', ...filler(20), ...repeated, ...filler(20), '  const one = choose(all);', ...filler(20), '}'];
  const shown = (about: Relevance): string =>
    textOfLines(
      extractStatements(lines, {
        head: { start: 0, end: 1 },
        relevance: about,
        comment: (text) => `/* ${text} */`,
        room: 120,
        tokensOf: (line) => line.length / 4,
      }),
    );
  assert.match(shown(relevance), /set\('proxy\.upstream\.\d+'\)/);
  assert.match(shown(relevance), /choose\(all\)/);
  assert.doesNotMatch(
    shown((line) => relevance(line)),
    /choose\(all\)/,
  );
});

test('a few lines between two statements are shown as long as there is room', () => {
  const lines = ['def ship(order):', '    weigh(order)', ...Array.from({ length: 5 }, (_, i) => `    audit(${i})`), '    weigh(parcel)'];
  assert.equal(extract(lines, /weigh/g), ['/* extract: 8 of 8 lines, omissions are marked */', ...lines].join('\n'));
  assert.match(extract(lines, /weigh/g, 75), /5 lines left out/);
});

test('every line but the markers is a source line, in order, and the markers count the rest', () => {
  for (const words of [/step|parcel/g, /item/g, /now|receipt/g, /count\('item [1-5]/g]) {
    for (const room of [60, 120, 300, 1_000, 5_000]) {
      const text = extract(shipping, words, room);
      if (!text) continue;
      const [first, ...rest] = text.split('\n');
      let at = 0;
      let shown = 0;
      for (const line of rest) {
        const gap = /^\s*\/\* (\d+) lines? left out \*\/$/.exec(line);
        if (gap) at += Number(gap[1]);
        else {
          assert.equal(line, shipping[at++], `${words} ${room}`);
          shown++;
        }
      }
      assert.equal(at, shipping.length);
      assert.equal(first, `/* extract: ${shown} of ${shipping.length} lines, omissions are marked */`);
      assert.ok(text.length / 4 <= room, `${text.length / 4} tokens in ${room}`);
    }
  }
});

test('extracts nothing if no line matches the question or nothing fits', () => {
  assert.equal(extract(shipping, /walrus/g), '');
  assert.equal(extract(shipping, /customs/g, 10), '');
  assert.equal(extract([], /customs/g), '');
  assert.equal(extract(['', '', ''], /customs/g, 400, { start: 0, end: 3 }), '');
});

test('a comment comes whole, with the statement that it announces', () => {
  const lines = `function size(clients: Client[]): number {
${Array.from({ length: 40 }, (_, i) => `  audit('step ${i}');`).join('\n')}
  // The largest client decides,
  // whatever the others are.
  if (kind === 'largest') {
    for (const one of clients)
      best = Math.max(best, one.size);
  }
${Array.from({ length: 40 }, (_, i) => `  count('item ${i}');`).join('\n')}
}`.split('\n');
  const text = extract(lines, /decides/g, 120);
  assert.match(text, /\n {2}\/\/ The largest client decides,\n {2}\/\/ whatever the others are\.\n {2}if \(kind === 'largest'\) \{\n/);
  assert.match(text, /best = Math\.max\(best, one\.size\);\n {2}\}\n/);
});
